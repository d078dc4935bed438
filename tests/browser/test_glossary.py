"""The vocabulary: its page, its dialog on any other page, and the notes on terms in the text."""

from __future__ import annotations

import pytest
from engines import show_as_paper
from learner import until
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

TITLE = "Vocabulary for this course"


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


@pytest.fixture
def chapter(page: Page, chapter_url: str) -> Page:
    page.goto(chapter_url)
    until(page, "customElements.get('ec-glossary') !== undefined")
    return page


def control(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("link", name="Glossary", exact=True)


def opened(page: Page) -> Locator:
    control(page).click()
    dialog = page.get_by_role("dialog", name=TITLE)
    expect(dialog.get_by_role("searchbox", name="Find a term")).to_be_visible()
    return dialog


def entries(place: Page | Locator) -> Locator:
    return place.locator(".entry:visible")


@pytest.mark.ours
def test_the_control_opens_the_whole_vocabulary(chapter: Page, site_url: str) -> None:
    dialog = opened(chapter)
    expect(dialog.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(dialog.get_by_role("searchbox")).to_be_focused()
    count = entries(dialog).count()
    expect(dialog.get_by_text(f"There are {count} terms.", exact=True)).to_be_visible()
    names = dialog.locator("dt").all_inner_texts()
    chapter.goto(f"{site_url}glossary/")
    assert chapter.locator("dt").all_inner_texts() == names


def test_escape_and_close_give_the_focus_back(chapter: Page) -> None:
    dialog = opened(chapter)
    chapter.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(control(chapter)).to_be_focused()
    chapter.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(control(chapter)).to_be_focused()


def test_escape_closes_it_with_a_text_in_the_box(chapter: Page) -> None:
    dialog = opened(chapter)
    dialog.get_by_role("searchbox").fill("norm")
    chapter.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(control(chapter)).to_be_focused()


def test_the_back_button_closes_it_and_nothing_else(chapter: Page, chapter_url: str) -> None:
    chapter.evaluate("location.hash = 'main'")
    for _ in range(2):
        dialog = opened(chapter)
        chapter.evaluate("history.back()")
        expect(dialog).to_be_hidden()
        expect(control(chapter)).to_be_focused()
        assert chapter.evaluate("location.hash") == "#main"
    dialog = opened(chapter)
    chapter.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    until(chapter, "!history.state?.glossary")
    chapter.evaluate("history.back()")  # closing it left nothing behind that this would have to step over
    until(chapter, "(address) => location.href === address", arg=chapter_url)


@pytest.mark.ours
def test_an_address_with_a_term_shows_it_whatever_is_in_the_box(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}glossary/")
    entry = entries(page).last
    term = entry.get_attribute("id")
    page.get_by_role("searchbox", name="Find a term").fill("no term has this in it")
    expect(entries(page)).to_have_count(0)
    page.evaluate("(term) => { location.hash = term }", term)
    expect(page.locator(f"[id='{term}']")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_a_note_stays_within_a_low_window(chapter: Page) -> None:
    chapter.set_viewport_size({"width": 320, "height": 256})
    for term in chapter.get_by_role("main").locator("button.term").all()[:6]:
        term.scroll_into_view_if_needed()
        term.click()
        note = chapter.locator(f"[id='{term.get_attribute('popovertarget')}']")
        box = note.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 257, term.inner_text()
        chapter.keyboard.press("Escape")


@pytest.mark.ours
def test_it_is_fetched_once(chapter: Page) -> None:
    asked: list[str] = []
    chapter.on("request", lambda request: asked.append(request.url) if request.url.endswith("/glossary/") else None)
    for _ in range(3):
        opened(chapter)
        chapter.keyboard.press("Escape")
    assert len(asked) == 1


@pytest.mark.ours
def test_finding_a_term(chapter: Page) -> None:
    dialog = opened(chapter)
    total = entries(dialog).count()
    name = dialog.locator(".entry").last.get_attribute("id")
    word = dialog.locator(".entry").last.locator("dt").inner_text().split("\n")[0]
    dialog.get_by_role("searchbox").fill(f" {word.upper()} ")
    expect(entries(dialog).first).to_have_id(name)  # what has it in its name comes first
    found = entries(dialog).count()
    assert 0 < found < total
    expect(dialog.get_by_role("status")).to_have_text(f"“{word.upper()}” stands in {found} of {total} terms.")
    dialog.get_by_role("searchbox").fill("zzzz")
    expect(dialog.get_by_role("status")).to_have_text("No term has “zzzz” in it.")
    dialog.get_by_role("searchbox").fill("")
    expect(entries(dialog)).to_have_count(total)
    expect(dialog.locator(".entry").last).to_have_id(name)


@pytest.mark.ours
def test_links_in_the_dialog_lead_where_they_should(chapter: Page) -> None:
    dialog = opened(chapter)
    address = chapter.url
    see = dialog.locator(".entry-links a[href^='#']").first
    target = see.get_attribute("href").removeprefix("#")
    dialog.get_by_role("searchbox").fill(see.locator("xpath=ancestor::div[@class='entry']").locator("dt").inner_text().split("\n")[0])
    see.click()
    expect(dialog.locator(f"[id='{target}'] dt")).to_be_focused()  # though the box had hidden it
    assert chapter.url == address
    outward = dialog.locator(".entry-links a:not([href^='#'])").evaluate_all("links => [...new Set(links.map((link) => link.href))]")
    assert outward
    for href in outward:
        assert chapter.request.get(href).ok, href
    dialog.get_by_role("searchbox").fill("")
    dialog.locator(f".entry-links a[href^='{address}#']").first.click()  # where this very page introduces a term
    expect(dialog).to_be_hidden()
    expect(chapter.locator("dfn:target").get_by_role("button")).to_be_focused()
    expect(chapter.locator("dfn:target")).to_be_in_viewport()


@pytest.mark.ours
def test_no_id_stands_twice_on_the_page(chapter: Page) -> None:
    opened(chapter)
    ids = chapter.locator("[id]").evaluate_all("elements => elements.map(({ id }) => id)")
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.ours
def test_where_it_cannot_be_fetched_the_link_is_followed(chapter: Page) -> None:
    chapter.route("**/glossary/", lambda route: route.continue_() if route.request.is_navigation_request() else route.abort())
    control(chapter).click()
    expect(chapter.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    assert "/glossary/" in chapter.url


@pytest.mark.ours
def test_the_page_itself(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}glossary/")
    expect(control(page)).to_have_attribute("aria-current", "page")
    box = page.get_by_role("searchbox", name="Find a term")
    total = entries(page).count()
    box.fill("zzzz")
    expect(entries(page)).to_have_count(0)
    box.fill("")
    expect(entries(page)).to_have_count(total)
    page.locator(".entry-links a[href^='#']").first.click()
    assert page.url.partition("#")[2]


def test_a_term_in_the_text_opens_its_note(chapter: Page) -> None:
    term = chapter.get_by_role("main").locator("button.term").first
    note = chapter.locator(f"[id='{term.get_attribute('popovertarget')}']")
    expect(note).to_be_hidden()
    term.focus()
    chapter.keyboard.press("Enter")
    expect(note).to_be_visible()
    assert note.get_attribute("aria-label")
    chapter.keyboard.press("Tab")
    expect(note.get_by_role("link", name="Open in glossary")).to_be_focused()
    chapter.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(term).to_be_focused()


def test_from_a_note_to_its_entry_and_back(chapter: Page) -> None:
    term = chapter.locator("button.term").first
    term.click()
    note = chapter.locator(f"[id='{term.get_attribute('popovertarget')}']")
    note.get_by_role("link", name="Open in glossary").click()
    dialog = chapter.get_by_role("dialog", name=TITLE)
    expect(dialog).to_be_visible()
    expect(note).to_be_hidden()
    name = note.get_attribute("aria-label")
    expect(dialog.locator("dt:focus")).to_contain_text(name)
    expect(dialog.locator("dt:focus")).to_be_in_viewport()
    chapter.keyboard.press("Escape")
    expect(term).to_be_focused()


@pytest.mark.looks
def test_a_term_does_not_push_its_line_apart(chapter: Page) -> None:
    heights = chapter.locator(".body > p").evaluate_all("""paragraphs => paragraphs.flatMap((paragraph) => {
      const line = parseFloat(getComputedStyle(paragraph).lineHeight);
      return paragraph.querySelector(".term") && !paragraph.querySelector("math, code") ? [paragraph.offsetHeight / line] : [];
    })""")
    assert heights
    assert all(abs(lines - round(lines)) < 0.05 for lines in heights), heights


def test_without_script_there_are_the_link_and_the_notes(open_page, chapter_url: str) -> None:
    page = open_page(script=False)
    page.goto(chapter_url)
    term = page.locator("button.term").first
    term.click()
    expect(page.locator(f"[id='{term.get_attribute('popovertarget')}']")).to_be_visible()
    page.keyboard.press("Escape")
    control(page).click()
    expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)
    assert page.locator(".entry:visible").count() > 1


def test_paper_shows_the_notes(chapter: Page) -> None:
    show_as_paper(chapter)
    expect(chapter.get_by_role("heading", name="Terms in this chapter")).to_be_visible()
    expect(chapter.locator(".term-note").last).to_be_visible()


@pytest.mark.ours
def test_on_paper_a_term_stays_with_what_it_means_and_the_stations_of_a_course_are_whole(page: Page, site_url: str, chapter_url: str) -> None:
    page.goto(site_url + "glossary/")
    show_as_paper(page)
    expect(page.locator(".entry").first).to_have_css("break-inside", "avoid")
    page.set_viewport_size({"width": 680, "height": 960})
    page.goto(chapter_url.rsplit("/", 2)[0] + "/")
    station = "getComputedStyle(document.querySelector('.parts > li'), '::before')"
    assert page.evaluate(f"document.querySelector('.parts > li').getBoundingClientRect().left + parseFloat({station}.left)") >= 0
