"""An author writes while the page is open: what was saved shows, and what the reader has done to the page stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from files import put, tree
from learner import until, write
from playwright.sync_api import Page, expect
from previews import Preview
from test_bad_input import GOOD

LONG = "\n\n".join(f"Paragraph {number} of a long text." for number in range(60))
QUIZ = ("::::{quiz}\n:::{question}\n:label: q-which\nWhich?\n\n- [x] This.\n  > Yes.\n- [ ] That.\n  > No.\n:::\n::::\n")
CELL = "```{code-cell} python\n:label: a-cell\n6 * 7\n```\n"
FOLD = ":::{dropdown} Open me\nWhat is inside.\n:::\n"
TEXT = f"---\ntitle: One\n---\n\nThe first words.\n\nThis is one.\n\n## Middle\n\n{LONG}\n\n{FOLD}\n\n{QUIZ}\n\n{CELL}\n\nThe last words.\n"
CHAPTER = "course/first/01-one.md"
AT_FIRST = {**GOOD, CHAPTER: TEXT}
#: Whether the first picture of the page has a colour.
SHOWS = """colour => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.drawImage(document.images[0], 0, 0);
  return String(canvas.getImageData(5, 5, 1, 1).data) === colour;
}"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Preview, str]]:
    """The preview that the tests share, and its page of the chapter as it is at first."""
    folder = tmp_path_factory.mktemp("preview")
    put(folder, AT_FIRST)
    preview = Preview(folder)
    preview.shows("first/one/", '<pre class="value">\n42')  # its cell has run, so that nothing more happens by itself
    yield preview, without_edition(preview.get("first/one/"))
    preview.stop()


@pytest.fixture
def preview(begun: tuple[Preview, str], shared_page: Page) -> Preview:
    """With the site as it is at first; the page of the test before has been left."""
    preview, page = begun
    for path in tree(preview.site).keys() - AT_FIRST.keys():
        if not path.startswith(".easycompilers/"):
            (preview.site / path).unlink()
    put(preview.site, AT_FIRST)
    preview.until(lambda: without_edition(preview.get("first/one/")) == page, "the site as it is at first")
    return preview


def without_edition(page: str) -> str:
    return re.sub(r'data-edition="\d+"', "", page)


@pytest.fixture
def home(begun: tuple[Preview, str]) -> str:
    return begun[0].address.rstrip("/")


@pytest.fixture
def still(home: str) -> str:
    return f"{home}/:preview.css"


@pytest.fixture
def chapter(preview: Preview, shared_page: Page) -> Page:
    page = shared_page
    page.goto(preview.address + "first/one/")
    expect(page.get_by_role("button", name="Check answer")).to_be_visible()
    page.evaluate("window.same = 'the page has not been loaded again'")
    return page


def loaded_once(page: Page) -> bool:
    return page.evaluate("window.same") is not None


def test_a_saved_text_shows_and_everything_else_stays(preview: Preview, chapter: Page) -> None:
    chapter.get_by_text("Open me").click()
    chapter.get_by_role("radio", name="That.").check()
    chapter.evaluate("for (const each of document.querySelectorAll('ec-code-cell, ec-quiz, details')) each.kept = true")
    cell = chapter.locator("ec-code-cell")
    write(cell, "mine = 1")
    chapter.get_by_text("Paragraph 40 of").scroll_into_view_if_needed()
    before = chapter.get_by_text("Paragraph 40 of").bounding_box()["y"]

    preview.put(CHAPTER, TEXT.replace("The last words.", "Other last words.").replace("Paragraph 50 of", "Section 50 of"))
    expect(chapter.get_by_text("Other last words.")).to_be_attached()
    expect(chapter.get_by_text("Section 50 of")).to_be_attached()
    expect(chapter.get_by_text("What is inside.")).to_be_visible()
    expect(chapter.get_by_role("radio", name="That.")).to_be_checked()
    expect(cell.get_by_role("textbox", name="Code for")).to_have_text("mine = 1")
    assert abs(chapter.get_by_text("Paragraph 40 of").bounding_box()["y"] - before) < 2
    assert chapter.evaluate("[...document.querySelectorAll('ec-code-cell, ec-quiz, details')].every((each) => each.kept)"), "nothing is put in anew"
    assert loaded_once(chapter)


def test_a_field_in_which_somebody_writes_is_not_taken_away(preview: Preview, chapter: Page) -> None:
    cell = chapter.locator("ec-code-cell")
    write(cell, "mine = 1")
    preview.put(CHAPTER, TEXT.replace("6 * 7", "7 * 7").replace("The last words.", "Other last words."))
    preview.shows("first/one/", "Other last words.")
    chapter.keyboard.type("2")
    expect(cell.get_by_role("textbox", name="Code for")).to_have_text("mine = 12")
    chapter.get_by_role("heading", name="Middle").click()
    expect(chapter.get_by_text("Other last words.")).to_be_visible()


@pytest.mark.ours
def test_a_field_that_was_left_for_another_window_holds_nothing_up(preview: Preview, chapter: Page) -> None:
    cell = chapter.locator("ec-code-cell")
    write(cell, "mine = 1")
    chapter.evaluate("document.hasFocus = () => false")  # what a browser says when another window is in front
    preview.put(CHAPTER, TEXT.replace("6 * 7", "7 * 7").replace("The last words.", "Other last words."))
    expect(chapter.get_by_text("Other last words.")).to_be_attached()


def test_a_picture_that_was_saved_anew_shows(preview: Preview, chapter: Page) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="{}"/></svg>'
    preview.put("course/first/dot.svg", svg.format("#ff0000"))
    preview.put(CHAPTER, TEXT.replace("The first words.", "![A dot](dot.svg)"))
    chapter.get_by_role("img", name="A dot").scroll_into_view_if_needed()
    until(chapter, SHOWS, arg="255,0,0,255")
    preview.put("course/first/dot.svg", svg.format("#0000ff"))
    until(chapter, SHOWS, arg="0,0,255,255")
    assert loaded_once(chapter)


@pytest.mark.ours
def test_what_is_answered_in_a_question_that_changed_is_kept(preview: Preview, chapter: Page) -> None:
    chapter.get_by_role("radio", name="That.").check()
    preview.put(CHAPTER, TEXT.replace("Which?", "Which one?"))
    expect(chapter.get_by_role("group", name="Which one?")).to_be_visible()
    expect(chapter.get_by_role("radio", name="That.")).to_be_checked()


@pytest.mark.ours
def test_a_style_is_changed_without_loading_the_page(preview: Preview, chapter: Page) -> None:
    preview.put("static/css/own.css", "h2 { color: rgb(1, 2, 3) !important }")
    expect(chapter.get_by_role("heading", name="Middle")).to_have_css("color", "rgb(1, 2, 3)")
    assert loaded_once(chapter)


def test_a_script_is_changed_by_loading_the_page_which_keeps_its_place(preview: Preview, chapter: Page) -> None:
    chapter.get_by_text("Open me").click()
    chapter.get_by_text("Paragraph 40 of").scroll_into_view_if_needed()
    preview.put("static/main.js", (Path(__file__).parent.parent.parent / "static/main.js").read_text() + "\ndocument.body.dataset.new = 'yes';\n")
    expect(chapter.locator("body")).to_have_attribute("data-new", "yes")
    expect(chapter.get_by_text("What is inside.")).to_be_visible()
    until(chapter, "scrollY > 200")


@pytest.mark.ours
def test_a_term_and_a_template_show_too(preview: Preview, chapter: Page) -> None:
    preview.put(CHAPTER, TEXT.replace("The first words.", "The first words, and one."))
    expect(chapter.get_by_role("button", name="one", exact=True)).to_be_visible()
    preview.put("glossary.yaml", "one: Newly defined.\n")
    expect(chapter.get_by_text("Newly defined.")).to_be_attached()
    preview.put("templates/chapter.html", '{% extends "theme/chapter.html" %}{% block skip %}Straight on{% endblock %}')
    expect(chapter.get_by_text("Straight on")).to_be_attached()


@pytest.mark.ours
def test_a_kind_of_element_that_the_page_did_not_have_works(preview: Preview, chapter: Page) -> None:
    preview.put("course/first/02-two.md", "---\ntitle: Two\n---\n\nPlain words.\n")
    preview.shows("first/two/", "Plain words")
    chapter.goto(preview.address + "first/two/")
    preview.put("course/first/02-two.md", f"---\ntitle: Two\n---\n\nPlain words.\n\n{QUIZ}")
    expect(chapter.get_by_role("button", name="Check answer")).to_be_visible()
    chapter.get_by_role("radio", name="That.").check()
    chapter.get_by_role("button", name="Check answer").click()
    expect(chapter.get_by_text("No.", exact=True)).to_be_visible()


@pytest.mark.ours
def test_mistakes_stand_in_a_panel_and_in_their_place_until_they_are_mended(preview: Preview, chapter: Page) -> None:
    panel = chapter.get_by_role("complementary", name="Preview")
    expect(panel).to_be_hidden()
    preview.put(CHAPTER, TEXT.replace("## Middle", "```{tpi}\nlost\n```\n\n## Middle") + "\n[Nowhere](09-none.md)\n")
    expect(panel.get_by_role("listitem").filter(has_text="unknown-directive")).to_be_visible()
    link = panel.get_by_role("link", name=f"{CHAPTER}:9:5")
    expect(link).to_have_attribute("href", f"vscode://file{preview.site.resolve()}/{CHAPTER}:9:5")
    expect(panel.get_by_role("listitem").filter(has_text="broken-link")).to_be_attached()
    expect(chapter.get_by_role("region", name="Broken")).to_contain_text("there is no directive")
    expect(chapter.get_by_text("The last words.")).to_be_attached()
    preview.put(CHAPTER, TEXT)
    expect(panel).to_be_hidden()
    expect(chapter.get_by_role("region", name="Broken")).to_have_count(0)
    assert loaded_once(chapter)


@pytest.mark.ours
def test_a_mistake_in_another_chapter_is_told_with_a_way_to_its_page(preview: Preview, chapter: Page) -> None:
    preview.put("course/first/02-two.md", "---\ntitle: Two\n---\n\n[Nowhere](09-none.md)\n")
    chapter.get_by_role("complementary", name="Preview").get_by_role("link", name="its page").click()
    expect(chapter).to_have_url(preview.address + "first/two/")


def test_several_windows_follow(preview: Preview, chapter: Page) -> None:
    other = chapter.context.new_page()
    other.goto(preview.address + "first/one/")
    preview.put(CHAPTER, TEXT.replace("The first words.", "New first words."))
    for page in (chapter, other):
        expect(page.get_by_text("New first words.")).to_be_visible()


@pytest.mark.ours
def test_outputs_come_when_a_changed_cell_has_run(preview: Preview, chapter: Page) -> None:
    preview.put(CHAPTER, TEXT.replace("6 * 7", "6 * 70"))
    expect(chapter.locator("ec-code-cell")).to_contain_text("420", timeout=60_000)


def test_a_chapter_that_is_gone_while_it_is_looked_at(preview: Preview, chapter: Page) -> None:
    """The page says so, looks as pages do, and leads on: to the course, and to the chapter under its new name."""
    (preview.site / CHAPTER).rename(preview.site / "course/first/01-uno.md")
    notice = chapter.get_by_text("The chapter that stood here is gone")
    expect(notice).to_contain_text(f"{CHAPTER}. Go on with One or First.")
    expect(chapter.get_by_role("heading", name="Page not found")).to_have_css("font-weight", "700")
    assert chapter.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgba(0, 0, 0, 0)", "it is styled"
    notice.get_by_role("link", name="One").click()
    expect(chapter).to_have_url(preview.address + "first/uno/")
    chapter.go_back()
    preview.put(CHAPTER, TEXT)
    expect(chapter.get_by_role("heading", name="Middle")).to_be_visible()
    expect(notice).to_have_count(0)
