"""What stays from one visit to the next: answers, what is done, where one left; into a file, out of it, and away; what comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from files import put
from hosts import serving
from learner import arrive, button, until
from one_of_each import QUIZ
from playwright.sync_api import Locator, Page, expect

from easycompilers_site.build import build

pytestmark = pytest.mark.browser

ONE = """---
title: One
outcomes:
  - Choose {q-choice}
  - Add {q-typed}
---

## A section

Text with {term}`sums <sum>`.

## Check

""" + QUIZ
SITE = {
    "course/site.yaml": "title: Kept\nid: kept\nlanguage: en-GB\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": ONE,
    "course/first/02-two.md": "---\ntitle: Two\n---\n\n## Only text\n\nNothing to do here.\n",
    "course/another/course.yaml": "title: Another\n",
    "course/another/01-begun.md": "---\ntitle: Begun\n---\n\nText.\n",
    "glossary.yaml": "sum: What adding gives.\nterm that no part opened: Unseen.\n",
}
KEY = "course:kept/first"


# The sum of layout shifts since the page came.
MOVED = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((seen) => seen.getEntries().forEach(({ value }) => (sum += value))).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => told(sum)));
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of the site, and its source."""
    folder = tmp_path_factory.mktemp("kept")
    put(folder, SITE)
    assert not build(folder, folder / "dist").failed
    with serving(folder / "dist") as address:
        yield address, folder


@pytest.fixture
def home(site: tuple[str, Path]) -> str:
    return site[0]


@pytest.fixture
def chapter(shared_page: Page, home: str) -> Page:
    arrive(shared_page, f"{home}/first/one/")
    return shared_page


def answer(page: Page | Locator, name: str) -> None:
    page.get_by_role("radio", name=name).check()
    button(page, "Check answer").click()


def answer_all(page: Page, wrong_first: bool = False, guessing: bool = False) -> None:
    if wrong_first:
        answer(page, "This")
        button(page, "Try again").click()
    if guessing:
        page.get_by_role("checkbox", name="I am guessing").check()
    answer(page, "That")
    button(page, "Next question").click()
    page.get_by_role("textbox", name="Your answer").fill("4")
    button(page, "Check answer").click()


def come_again(page: Page) -> None:
    arrive(page, page.url)


def record(page: Page) -> dict:
    return json.loads(page.evaluate("key => localStorage.getItem(key)", KEY))


def let_days_pass(page: Page, days: int) -> None:
    """As if everything had been kept `days` earlier."""
    page.evaluate("""([key, back]) => {
        const record = JSON.parse(localStorage.getItem(key));
        for (const item of Object.values(record.items)) if (item.due) item.due -= back;
        localStorage.setItem(key, JSON.stringify(record));
    }""", [KEY, days * 86_400_000])


def test_an_answered_quiz_stands_as_it_was_left(chapter: Page) -> None:
    answer_all(chapter, wrong_first=True)
    come_again(chapter)
    summary = chapter.get_by_role("heading", name="How it went").locator("..")
    expect(summary.get_by_role("listitem")).to_have_text([re.compile("Which is right.*after 2 tries"), re.compile("Two and two.*first try")])
    expect(summary).to_contain_text("One of these comes back under Review from tomorrow on.")


@pytest.mark.ours
def test_a_quiz_that_was_begun_goes_on_where_it_was_left(chapter: Page) -> None:
    answer(chapter, "That")
    come_again(chapter)
    expect(chapter.get_by_text("Two and two?")).to_be_visible()
    expect(chapter.get_by_text("Which is right?")).to_be_hidden()


@pytest.mark.ours
def test_start_over_asks_again_on_the_next_visit_too(chapter: Page) -> None:
    answer_all(chapter)
    button(chapter, "Start over").click()
    come_again(chapter)
    expect(chapter.get_by_text("Which is right?")).to_be_visible()


@pytest.mark.ours
def test_a_question_that_was_edited_is_asked_again_and_its_neighbour_keeps_its_answer(chapter: Page, site) -> None:
    answer_all(chapter)
    address, folder = site
    try:
        put(folder, {"course/first/01-one.md": ONE.replace("Which is right?", "Which one is right now?")})
        assert not build(folder, folder / "dist").failed
        arrive(chapter, f"{address}/first/one/?edited")  # this host tells two releases of one second not apart
        expect(chapter.get_by_text("Which one is right now?")).to_be_visible()
        expect(chapter.get_by_text("This question has changed since you answered it.")).to_be_visible()
        answer(chapter, "That")
        expect(chapter.get_by_role("heading", name="How it went")).to_be_visible()
    finally:
        put(folder, SITE)
        assert not build(folder, folder / "dist").failed


@pytest.mark.ours
def test_work_goes_by_labels_so_a_chapter_may_move(chapter: Page, site) -> None:
    answer_all(chapter)
    address, folder = site
    try:
        (folder / "course/first/01-one.md").rename(folder / "course/first/09-moved.md")
        assert not build(folder, folder / "dist").failed
        arrive(chapter, f"{address}/first/moved/")
        expect(chapter.get_by_role("heading", name="How it went")).to_be_visible()
    finally:
        (folder / "course/first/09-moved.md").unlink()
        put(folder, SITE)
        assert not build(folder, folder / "dist").failed


@pytest.mark.ours
def test_done_is_what_was_done_and_the_course_page_shows_it(chapter: Page, site) -> None:
    expect(chapter.locator("ec-finish")).to_contain_text("0 of 1 done")
    goal = chapter.get_by_role("listitem").filter(has_text="Choose")
    expect(goal).to_have_text("Choose practise")
    answer_all(chapter)
    expect(goal).to_have_text("Choose practise, done")
    expect(chapter.locator("ec-finish")).to_contain_text("You have done all the practice of this part.")
    expect(chapter.get_by_role("navigation", name="On this page").get_by_role("link", name=re.compile("Check ?, done"))).to_have_count(1)
    arrive(chapter, f"{site[0]}/first/")
    expect(chapter.get_by_role("link", name="Go on with One")).to_be_visible()
    expect(chapter.get_by_text("1 of 2 parts done.")).to_be_visible()
    arrive(chapter, f"{site[0]}/")
    chapter.get_by_role("link", name="Go on where you left").click()
    expect(chapter).to_have_url(re.compile(r"/first/one/(#|$)"))


@pytest.mark.ours
def test_a_part_without_practice_is_done_by_the_readers_word(chapter: Page, site) -> None:
    arrive(chapter, f"{site[0]}/first/two/")
    chapter.get_by_role("checkbox", name="I have read this part").check()
    come_again(chapter)
    expect(chapter.get_by_role("checkbox", name="I have read this part")).to_be_checked()
    assert record(chapter)["parts"]["two"]["done"]


@pytest.mark.ours
def test_reading_to_the_end_is_not_doing(chapter: Page) -> None:
    chapter.evaluate("scrollTo(0, document.body.scrollHeight)")
    come_again(chapter)
    assert "done" not in record(chapter)["parts"]["one"]


def settings(page: Page) -> Locator:
    button(page, "Settings").click()
    return page.get_by_role("dialog", name="Settings")


def save(page: Page, place: Path) -> Path:
    with page.expect_download() as download:
        button(settings(page), "Save to a file").click()
    download.value.save_as(place)
    assert re.fullmatch(r"kept-progress-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    page.keyboard.press("Escape")
    return place


def take(page: Page, place: Path) -> Locator:
    dialog = settings(page)
    dialog.get_by_label("Take from a file").set_input_files(place)
    return dialog


@pytest.mark.lacking("firefox", "its driver does not tell of downloads")
def test_saved_deleted_and_taken_again_is_the_same(chapter: Page, tmp_path: Path) -> None:
    answer_all(chapter, wrong_first=True)
    before = record(chapter)["items"]
    place = save(chapter, tmp_path / "mine.json")
    dialog = settings(chapter)
    button(dialog, "Delete everything").click()
    button(dialog, "Yes, delete it all").click()
    expect(dialog.get_by_role("status")).to_contain_text("Everything was deleted.")
    assert chapter.evaluate("Object.keys(localStorage)") == []
    chapter.keyboard.press("Escape")
    dialog = take(chapter, place)
    expect(dialog.get_by_role("status")).to_contain_text("adds 3 and changes 0")
    assert not chapter.evaluate("key => Object.keys(JSON.parse(localStorage.getItem(key))?.items ?? {}).length", KEY), "nothing before it is asked for"
    button(dialog, "Take it").click()
    expect(dialog.get_by_role("status")).to_contain_text("was taken in")
    assert record(chapter)["items"] == before


@pytest.mark.parametrize(("text", "words"), [
    pytest.param("not json", "not JSON", marks=pytest.mark.ours),
    pytest.param('{"format": "other"}', "not a progress file", marks=pytest.mark.ours),
    pytest.param('{"format": "easycompilers progress", "site": "elsewhere", "courses": {}}', "another site", marks=pytest.mark.ours),
    ('{"format": "easycompilers progress", "site": "kept", "courses": {"first": {"v": 2, "items": {"q": {"state": "<img src=x onerror=alert(1)>"}}}}}', "adds 1"),
])
def test_a_file_is_never_trusted(chapter: Page, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "odd.json").write_text(text, encoding="utf-8")
    dialog = take(chapter, tmp_path / "odd.json")
    expect(dialog.get_by_role("status")).to_contain_text(words)
    if dialog.get_by_role("button", name="Take it").count():
        button(dialog, "Take it").click()
        assert record(chapter)["items"]["q"] == {}


@pytest.mark.ours
def test_to_delete_is_asked_twice(chapter: Page) -> None:
    answer_all(chapter)
    dialog = settings(chapter)
    button(dialog, "Delete everything").click()
    tops = dialog.get_by_role("button", name=re.compile("Yes, delete it all|Keep it")).evaluate_all("all => all.map((button) => button.getBoundingClientRect().top)")
    assert len(tops) == 2 and len(set(tops)) == 1, "the two answers stand side by side"
    expect(button(dialog, "Keep it")).to_be_focused()
    expect(button(dialog, "Keep it")).to_have_accessible_description("Everything that this browser keeps of this site, your code, too?")
    button(dialog, "Keep it").click()
    expect(button(dialog, "Delete everything")).to_be_focused()
    assert record(chapter)["items"]


def test_what_was_deleted_does_not_come_back_when_the_page_is_left(chapter: Page, site) -> None:
    dialog = settings(chapter)
    button(dialog, "Delete everything").click()
    button(dialog, "Yes, delete it all").click()
    chapter.goto(f"{site[0]}/glossary/")
    assert chapter.evaluate("Object.keys(localStorage)") == []


def test_settings_hold_on_every_page_from_the_first_paint(chapter: Page, site) -> None:
    light = chapter.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    dialog = settings(chapter)
    dialog.get_by_role("radio", name="Dark").check()
    before = dialog.get_by_role("radio", name="Largest").bounding_box()
    dialog.get_by_role("radio", name="Largest").check()
    assert dialog.get_by_role("radio", name="Largest").bounding_box()["width"] > before["width"] >= 16
    chapter.keyboard.press("Escape")
    expect(button(chapter, "Settings")).to_be_focused()
    chapter.goto(f"{site[0]}/glossary/", wait_until="commit")
    chapter.wait_for_selector("h1")
    chapter.evaluate("() => new Promise(requestAnimationFrame)")  # the first comes when the style sheets are there, and on a busy machine the heading before them
    assert chapter.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    assert chapter.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 20


def test_two_tabs_are_in_step(chapter: Page, site) -> None:
    other = chapter.context.new_page()
    arrive(other, f"{site[0]}/first/")
    same = chapter.context.new_page()
    arrive(same, chapter.url)
    answer_all(chapter)
    expect(other.get_by_text("1 of 2 parts done.")).to_be_visible()
    expect(same.get_by_text("You have done all the practice of this part.")).to_be_visible()
    expect(same.get_by_role("button", name="Check answer")).to_have_count(0)
    for tab in (other, same):
        tab.close()


def test_what_was_missed_comes_back_and_is_learnt(chapter: Page, site) -> None:
    answer_all(chapter, wrong_first=True)
    expect(chapter.get_by_role("link", name="Review", exact=True)).to_be_visible()
    let_days_pass(chapter, 1)
    come_again(chapter)
    chapter.get_by_role("link", name="Review (1 due)").click()
    expect(chapter.get_by_text("This is 1 of 2 for today.")).to_be_visible()
    answer(chapter, "That")
    expect(chapter.get_by_role("main").get_by_role("link", name="One")).to_have_attribute("href", re.compile("/first/one/#check$"))
    button(chapter, "Next").click()
    expect(chapter.get_by_role("heading", name="What does “sum” mean?")).to_be_visible()
    button(chapter, "Show the answer").click()
    expect(chapter.get_by_text("What adding gives.")).to_be_visible()
    expect(button(chapter, "I knew it")).to_have_accessible_description("What adding gives.")
    button(chapter, "Not yet").click()
    expect(chapter.get_by_text(re.compile(r"That is all for today\. The next comes back on \w+,? \d+ \w+\."))).to_be_visible()
    items = record(chapter)["items"]
    assert items["q-choice"]["step"] == 1 and items["term:sum"]["step"] == 0


@pytest.mark.ours
def test_who_has_done_three_parts_is_shown_once_how_to_take_them_along(chapter: Page, site) -> None:
    """And the browser is asked to keep them: one that is asked nothing deletes them first."""
    chapter.evaluate("key => localStorage.setItem(key, JSON.stringify({v: 2, parts: {a: {done: 1}, b: {done: 1}}, items: {}}))", "course:kept/another")
    chapter.goto(f"{site[0]}/first/two/")
    ask = "navigator.storage.persist = async () => (window.asked = true)"
    chapter.evaluate(ask)
    offer = chapter.get_by_text("You have done three parts.")
    chapter.get_by_role("checkbox", name="I have read this part").check()
    expect(offer).to_be_visible()
    assert chapter.evaluate("window.asked")
    button(chapter, "Save to a file").click()
    expect(chapter.get_by_text("Your work is in the file")).to_be_visible()
    chapter.reload()
    chapter.evaluate(ask)
    box = chapter.get_by_role("checkbox", name="I have read this part")
    box.uncheck()
    box.check()
    until(chapter, "window.asked")  # and what would be shown is shown with that
    expect(offer).to_have_count(0)


@pytest.mark.ours
def test_what_was_missed_and_left_comes_back_too(chapter: Page, site) -> None:
    answer(chapter, "This")
    come_again(chapter)
    expect(chapter.get_by_role("group", name="Which is right?")).to_be_visible()
    expect(chapter.get_by_role("radio", checked=True)).to_have_count(0)
    let_days_pass(chapter, 1)
    chapter.goto(f"{site[0]}/review/")
    expect(chapter.get_by_text("This is 1 of 2 for today.")).to_be_visible()
    chapter.goto(f"{site[0]}/first/one/")
    answer(chapter, "That")
    expect(chapter.get_by_text("Correct", exact=True)).to_be_visible()
    assert record(chapter)["items"]["q-choice"]["state"] == "retried" and record(chapter)["items"]["q-choice"]["due"]


@pytest.mark.ours
def test_a_guess_comes_back_and_a_question_that_is_gone_does_not(chapter: Page, site) -> None:
    answer_all(chapter, guessing=True)
    assert record(chapter)["items"]["q-choice"]["due"] and "due" not in record(chapter)["items"]["q-typed"]
    chapter.evaluate("key => { const record = JSON.parse(localStorage.getItem(key)); record.items.gone = {part: 'one', step: 0, due: 1};"
                     " localStorage.setItem(key, JSON.stringify(record)); }", KEY)
    chapter.goto(f"{site[0]}/review/")
    expect(chapter.get_by_role("heading", name="What does “sum” mean?")).to_be_visible()
    assert "gone" not in record(chapter)["items"]


@pytest.mark.ours
def test_a_term_comes_back_though_another_course_was_begun_since(chapter: Page, site) -> None:
    """The vocabulary is the whole site's: what is known of a term is found with whichever course it was asked in."""
    keep = "([course, record]) => localStorage.setItem(`course:kept/${course}`, JSON.stringify({v: 2, ...record}))"
    chapter.evaluate(keep, ["first", {"parts": {"one": {"opened": 1}}, "items": {"term:sum": {"step": 1, "due": 1}}}])
    chapter.evaluate(keep, ["another", {"parts": {"begun": {"opened": 1}}, "items": {}}])
    chapter.goto(f"{site[0]}/review/")
    expect(chapter.get_by_role("heading", name="Which term is this?")).to_be_visible()
    button(chapter, "Show the answer").click()
    button(chapter, "I knew it").click()
    expect(chapter.get_by_text("That is all for today.")).to_be_visible()
    assert record(chapter)["items"]["term:sum"]["step"] == 2


@pytest.mark.lacking("firefox", "it does not tell what has moved")
def test_what_is_due_and_what_is_done_push_nothing_down(chapter: Page, site) -> None:
    """On a telephone, where a line more would be a large share of the page."""
    answer_all(chapter, wrong_first=True)
    let_days_pass(chapter, 1)
    chapter.set_viewport_size({"width": 360, "height": 740})
    for path in ("", "first/", "first/one/"):
        arrive(chapter, f"{site[0]}/{path}")
        expect(chapter.get_by_role("link", name="Review (1 due)")).to_be_visible()
        assert chapter.evaluate(MOVED) <= 0.01


@pytest.mark.ours
def test_what_cannot_be_fetched_stays_due_and_is_not_said_to_be_over(chapter: Page, site) -> None:
    answer_all(chapter, wrong_first=True)
    let_days_pass(chapter, 1)
    chapter.goto(f"{site[0]}/glossary/")
    chapter.route("**/first/one/", lambda route: route.abort())
    chapter.route("**/glossary/", lambda route: route.abort())
    chapter.get_by_role("link", name="Review (1 due)").click()
    expect(chapter.get_by_text("Not everything could be loaded. What is due stays due.")).to_be_focused()
    assert record(chapter)["items"]["q-choice"]["due"]


@pytest.mark.ours
def test_with_nothing_kept_the_review_page_says_what_it_is_for(open_page, site) -> None:
    page = open_page(site[0])
    page.goto(f"{site[0]}/review/")
    expect(page.get_by_text("Nothing is due. What you miss or guess in a quiz will come back here.")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so_and_the_quiz_works(open_page, site) -> None:
    page = open_page(site[0])
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})")
    arrive(page, f"{site[0]}/first/one/")
    answer(page, "That")
    expect(page.get_by_text("Your browser keeps nothing for this site")).to_be_visible()
    button(page, "Next question").click()
    page.get_by_role("textbox", name="Your answer").fill("4")
    button(page, "Check answer").click()
    expect(page.get_by_role("heading", name="How it went")).to_be_visible()
    button(page, "Settings").click()
    expect(page.get_by_role("dialog").get_by_text("Your browser keeps nothing for this site")).to_be_visible()
    page.goto(f"{site[0]}/review/")
    expect(page.get_by_role("status").filter(has_text="Your browser keeps nothing for this site")).to_be_visible()


@pytest.mark.ours
def test_a_full_storage_is_told(chapter: Page) -> None:
    chapter.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
    answer(chapter, "That")
    expect(chapter.get_by_text("Your browser keeps no more for this course")).to_be_visible()


@pytest.mark.ours
def test_an_older_page_does_not_write_over_what_a_newer_one_has_kept(chapter: Page) -> None:
    chapter.evaluate("key => localStorage.setItem(key, JSON.stringify({v: 99, items: {precious: 1}}))", KEY)
    answer(chapter, "That")
    expect(chapter.get_by_text("This site has a new version: load the page again")).to_be_visible()
    assert record(chapter) == {"v": 99, "items": {"precious": 1}}
