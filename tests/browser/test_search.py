"""The search: opened by its button or a key, fetched when it is first used, by pages and sections and terms, and never an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from files import put
from hosts import serving
from learner import arrive, button
from playwright.sync_api import Locator, Page, expect

from easycompilers_site import index
from easycompilers_site.build import build

pytestmark = pytest.mark.browser

LOADED = 20_000  # ms: the index is fetched and started, on a busy machine


@pytest.fixture
def chapter(shared_page: Page, chapter_url: str) -> Page:
    arrive(shared_page, chapter_url)
    return shared_page


def look_for(page: Page, words: str) -> Locator:
    button(page, "Search").click()
    dialog = page.get_by_role("dialog", name="Search")
    dialog.get_by_role("searchbox", name="Words to find").fill(words)
    expect(dialog.get_by_role("status")).to_contain_text(f"“{words}”", timeout=LOADED)
    return dialog


@pytest.mark.ours
def test_nothing_of_the_search_is_fetched_before_it_is_opened(page: Page, chapter_url: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    arrive(page, chapter_url)
    assert not [address for address in asked if "/search/" in address and "components" not in address]


@pytest.mark.ours
def test_a_term_comes_first_and_leads_to_its_entry(chapter: Page) -> None:
    dialog = look_for(chapter, "layer norm")
    expect(dialog.get_by_role("heading", name="Terms")).to_be_visible()
    term = dialog.get_by_role("link", name="layer norm", exact=True).first
    expect(term).to_have_attribute("href", re.compile(r"/glossary/#layer-norm$"))
    assert dialog.get_by_role("link").first.inner_text() == "layer norm"
    pieces = dialog.locator(".search-excerpt").all_inner_texts()
    assert pieces[0].startswith("A rescale of one position") and any(piece.startswith("… ") for piece in pieces)
    assert all(re.search(r"([.!?:]\W*| …)$", piece) for piece in pieces), "a piece of a sentence looks like one"


def test_a_section_is_found_under_its_page(chapter: Page, site_url: str) -> None:
    dialog = look_for(chapter, "post-norm")
    dialog.get_by_role("link", name=re.compile("^Pre-norm and post-norm$")).first.click()
    expect(chapter).to_have_url(re.compile(r"/residual-streams-and-layer-norm/#"))
    expect(dialog).to_be_hidden()


def test_the_keyboard_goes_through_it_and_back(chapter: Page) -> None:
    chapter.keyboard.press("/")
    box = chapter.get_by_role("searchbox", name="Words to find")
    expect(box).to_be_focused()
    chapter.keyboard.type("softmax")
    expect(chapter.get_by_role("dialog").get_by_role("status")).to_contain_text("“softmax”", timeout=LOADED)
    chapter.keyboard.press("ArrowDown")
    expect(chapter.get_by_role("dialog").get_by_role("link").first).to_be_focused()
    chapter.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    chapter.keyboard.press("Escape")
    expect(chapter.get_by_role("dialog", name="Search")).to_be_hidden()
    expect(button(chapter, "Search")).to_be_focused()


@pytest.mark.ours
def test_a_slash_that_is_written_is_a_slash(chapter: Page) -> None:
    field = chapter.get_by_role("textbox", name=re.compile("^Code for")).first
    field.focus()
    chapter.keyboard.press("/")
    expect(chapter.get_by_role("dialog")).to_have_count(0)


@pytest.mark.ours
def test_the_key_can_be_turned_off(chapter: Page) -> None:
    button(chapter, "Settings").click()
    chapter.get_by_role("group", name="The key / opens the search").get_by_role("radio", name="No").check()
    chapter.keyboard.press("Escape")
    chapter.keyboard.press("/")
    expect(chapter.get_by_role("dialog", name="Search")).to_have_count(0)


@pytest.mark.ours
def test_no_answer_is_found(chapter: Page) -> None:
    dialog = look_for(chapter, "112.071406")
    expect(dialog.get_by_role("link", name="Solution")).to_have_count(0)
    dialog.get_by_role("searchbox").fill("mixes up the residual connection")
    expect(dialog.get_by_role("status")).to_contain_text("mixes up", timeout=LOADED)
    expect(dialog.get_by_text("This mixes up the residual connection and the norm")).to_have_count(0)


@pytest.mark.ours
def test_what_is_nowhere_is_not_found(chapter: Page) -> None:
    dialog = look_for(chapter, "zzqqy")
    expect(dialog.get_by_role("status")).to_have_text("“zzqqy” was not found.")
    expect(dialog.get_by_role("link")).to_have_count(0)


@pytest.mark.ours
def test_a_search_that_cannot_be_loaded_says_so(page: Page, chapter_url: str) -> None:
    page.route("**/search/pagefind.js", lambda route: route.abort())
    arrive(page, chapter_url)
    button(page, "Search").click()
    expect(page.get_by_role("dialog", name="Search").get_by_role("status")).to_contain_text("The search could not be loaded")


@pytest.mark.ours
@pytest.mark.parametrize(("name", "words"), [("Search", "The search could not be loaded."), ("Settings", "The settings could not be loaded.")])
def test_so_does_a_button_whose_dialog_cannot_be_loaded(page: Page, chapter_url: str, engine: str, name: str, words: str) -> None:
    lost = f"**/{name.lower()}/dialog.*.js"
    page.route(lost, lambda route: route.abort())
    arrive(page, chapter_url)
    button(page, name).click()
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    if engine == "firefox":  # which asks again for a script only when the page is loaded anew
        return
    page.unroute(lost)
    button(page, name).click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    expect(page.get_by_text(words)).to_be_hidden()


@pytest.mark.ours
def test_without_script_there_is_no_button_and_the_glossary_is_there(open_page, chapter_url: str) -> None:
    page = open_page(script=False)
    page.goto(chapter_url)
    expect(button(page, "Search")).to_have_count(0)
    expect(page.get_by_role("link", name="Glossary", exact=True)).to_be_visible()


# ── a large site, whose index stands in pieces ──


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with more pages than one piece of the index holds, of two languages."""
    folder = tmp_path_factory.mktemp("large")
    put(folder, {"course/site.yaml": "title: Large\n", "course/first/course.yaml": "title: First\n", "course/zweite/course.yaml": "title: Zweite\nlanguage: de\n",
                 "glossary.yaml": "sum: What adding gives.\nsomme:\n  definition: Le total.\n  language: fr\n", "course/zweite/01-eins.md": "---\ntitle: Eins\n---\n\nEine Summe.\n",
                 **{f"course/first/0{n}-part-{n}.md": f"---\ntitle: Part {n}\n---\n\n## About it\n\nThe sum of {'tensors' if n == 3 else 'numbers'}.\n" for n in (1, 2, 3)}})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "PIECE", 2)
        assert not build(folder, folder / "dist").failed
    with serving(folder / "dist") as address:
        yield address


def test_all_pieces_of_a_large_index_are_asked(open_page, large: str) -> None:
    page = open_page(home=large)
    arrive(page, f"{large}/first/part-1/")
    dialog = look_for(page, "sum")
    expect(dialog.get_by_role("status")).to_have_text("“sum” stands on 4 pages.")
    assert dialog.get_by_role("link").first.inner_text() == "sum"
    dialog.get_by_role("searchbox").fill("tensors")
    expect(dialog.get_by_role("status")).to_have_text("“tensors” stands on 1 page.")
    dialog.get_by_role("searchbox").fill("total")
    expect(dialog.get_by_role("listitem").filter(has_text="somme")).to_have_attribute("lang", "fr")
    dialog.get_by_role("searchbox").fill("tensors")
    dialog.get_by_role("link", name="About it").click()
    expect(page).to_have_url(re.compile(r"/first/part-3/#about-it$"))


def test_a_page_in_another_language_has_its_own_pieces(open_page, large: str) -> None:
    page = open_page(home=large)
    arrive(page, f"{large}/zweite/eins/")
    button(page, "Suche").click()
    dialog = page.get_by_role("dialog", name="Suche")
    dialog.get_by_role("searchbox").fill("Summe")
    expect(dialog.get_by_role("link", name="Eins")).to_be_visible(timeout=LOADED)
    expect(dialog.get_by_role("link", name="Part")).to_have_count(0)
