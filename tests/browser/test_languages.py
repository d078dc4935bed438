"""A site in German: no word of English is left on any of its pages, neither as they are built nor in what scripts and Python say on them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from files import put
from german import LATIN, OTHERS, PAGES, SITE, english, unmarked, visible
from hosts import serving
from learner import LOADING, arrive
from playwright.sync_api import Page, expect
from scripts import asked

from easycompilers_site.build import build
from easycompilers_site.problem import draw

CHAPTER = "zahlen/summe/"
LOADED = "document.fonts.ready.then((faces) => [...faces].filter(({ status }) => status === 'loaded').map(({ family }) => family))"


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("german")
    put(folder, SITE)
    report = build(folder, folder / "dist")
    assert not report.problems, "\n".join(map(draw, report.problems))
    return folder / "dist"


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("latin")
    put(folder, LATIN)
    report = build(folder, folder / "dist")
    assert [problem.code for problem in report.problems] == ["no-words"], "\n".join(map(draw, report.problems))
    return folder / "dist"


@pytest.mark.parametrize("page", PAGES)
def test_no_english_is_left_in_a_page(german: Path, page: str) -> None:
    html = (german / page).read_text(encoding="utf-8")
    assert '<html lang="de" dir="ltr"' in html
    assert english(visible(html)) == set()


def test_nor_in_what_a_learner_takes_along(german: Path) -> None:
    for name in OTHERS:
        text = (german / name).read_text(encoding="utf-8")
        assert english(text) == set(), name
    notebook = json.loads((german / "zahlen/summe/summe.ipynb").read_text(encoding="utf-8"))
    assert english(" ".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown")) == set()


def test_a_script_without_words_is_the_same_file_for_all_and_one_with_words_is_not(german: Path, built: Path) -> None:
    def names(site: Path, start: str) -> set[str]:
        return {place.name for place in (site / "assets").rglob(f"{start}.*.js")}

    assert names(german, "record") == names(built, "record")
    assert names(german, "rail") != names(built, "rail")
    assert "erledigt" in next((german / "assets/components").glob("rail.*.js")).read_text(encoding="utf-8")


def test_a_number_is_shown_and_taken_as_the_language_writes_it(german: Path) -> None:
    page = (german / CHAPTER / "index.html").read_text(encoding="utf-8")
    assert '<data value="2.5">2,5</data> (mit 0,1 Spielraum)' in page and '<data value="-6.5">-6,5</data>' in page
    assert 'inputmode="decimal"' not in page  # which has no minus on an iPhone
    script = next((german / "assets/quiz").glob("answers.*.js"))
    read = ["0,5", "0.5", "1.024", "1.024,5", "1,024", "1.024.000", "−2,5e−3", "12.5", "1.02,5", "viel"]
    assert asked((script,), "a.map(r.readings)", read) == [[0.5], [0.5], [1.024, 1024], [1024.5], [1.024], [1_024_000], [-0.0025], [12.5], [], []]


@contextmanager
def chapter_of(site: Path, open_page: Callable[..., Page], **how: object) -> Iterator[Page]:
    """Its chapter, on a host that serves the site meanwhile."""
    with serving(site) as home:
        page = open_page(home=home, **how)
        arrive(page, f"{home}/{CHAPTER}")
        yield page


def told(page: Page) -> str:
    """All that the page says now, as `visible` reads it."""
    return visible(page.content())


@pytest.mark.ours
@pytest.mark.browser
def test_nor_in_what_scripts_and_python_say(open_page: Callable[..., Page], german: Path) -> None:
    with chapter_of(german, open_page) as page:
        faces = {face.strip('"') for face in page.evaluate(LOADED)}
        assert "Course Text Western" in faces and not {"Course Text", "Course UI", "Course Code"} & faces  # ß and s kern only within one face
        failing = page.locator("ec-code-cell").nth(3)
        failing.get_by_role("button", name="Ausführen", exact=True).click()
        expect(failing.get_by_role("status")).to_contain_text("Mit IndexError in Zeile 1 abgebrochen.", timeout=LOADING)
        expect(failing.locator(".live").get_by_text("Position 7 gibt es nicht")).to_be_visible()
        for name in ("predict", "bars"):
            cell = page.locator("ec-code-cell").nth({"predict": 1, "bars": 4}[name])
            cell.get_by_role("button", name="Ausführen", exact=True).click()
            expect(cell.get_by_role("status")).to_contain_text("Lief in", timeout=LOADING)
        exercise = page.locator("ec-exercise")
        exercise.get_by_role("button", name="Prüfen", exact=True).click()
        expect(exercise.locator(".run-status")).to_contain_text("abgebrochen", timeout=LOADING)
        exercise.get_by_text("Hinweis: die Idee", exact=True).click()
        exercise.get_by_text("Zeilen ordnen", exact=True).click()
        exercise.get_by_role("button", name="Reihenfolge prüfen").click()
        expect(exercise.locator(".parsons-status")).to_contain_text("In dieser Reihenfolge noch nicht.", timeout=LOADING)
        quiz = page.locator("ec-quiz").last
        quiz.get_by_label("Drei").check()
        quiz.get_by_role("button", name="Antwort prüfen").click()
        expect(quiz.get_by_text("Das nicht", exact=True).first).to_be_visible()
        assert english(told(page)) == set()

        page.get_by_role("button", name="Einstellungen").click()
        expect(page.get_by_role("heading", name="Ihre Arbeit auf dieser Website")).to_be_visible()
        assert english(told(page)) == set()
        page.get_by_role("button", name="Schließen").click()
        page.get_by_role("button", name="Suche", exact=True).click()
        page.get_by_label("Gesuchte Wörter").fill("Summe")
        expect(page.get_by_text("„Summe“ steht auf")).to_be_visible()
        assert english(told(page)) == set()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Glossar", exact=True).click()
        page.get_by_label("Begriff suchen").fill("zzz")
        expect(page.get_by_text("In keinem Begriff steht „zzz“")).to_be_visible()
        assert english(told(page)) == set()

        home = page.url.removesuffix(CHAPTER)
        for address, words in (("review/", "Das Nächste kommt am"), ("zahlen/", "Weiter mit Summe"), ("", "An der letzten Stelle weitermachen")):
            arrive(page, home + address)
            if address == "review/":
                page.get_by_role("button", name="Antwort zeigen").click()
                page.get_by_role("button", name="Ich wusste es").click()
            expect(page.get_by_text(words).first).to_be_visible()
            assert english(told(page)) == set(), address


@pytest.mark.parametrize("page", PAGES)
def test_where_a_language_has_no_words_those_of_english_are_marked(latin: Path, page: str) -> None:
    assert english(unmarked((latin / page).read_text(encoding="utf-8"))) == set()


@pytest.mark.ours
@pytest.mark.browser
def test_and_so_are_those_that_scripts_say(open_page: Callable[..., Page], latin: Path) -> None:
    with chapter_of(latin, open_page) as page:
        quiz = page.locator("ec-quiz").last
        quiz.get_by_label("Drei").check()
        quiz.get_by_role("button", name="Check answer").click()
        expect(quiz.get_by_text("Not this one", exact=True).first).to_be_visible()
        page.get_by_role("button", name="Settings").click()
        dialog = page.get_by_role("dialog", name="Settings")
        expect(dialog).to_have_attribute("lang", "en")
        expect(dialog).to_have_attribute("dir", "ltr")
        dialog.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Search", exact=True).click()
        page.get_by_label("Words to find").fill("Summe")
        expect(page.get_by_text("“Summe” stands on")).to_be_visible()
        assert page.locator(".search-results li a").first.evaluate("link => link.closest('[lang]').lang") == "la"
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Glossary", exact=True).click()
        page.get_by_label("Find a term").fill("zzz")
        expect(page.get_by_text("No term has “zzz” in it.")).to_be_visible()
        assert page.get_by_role("dialog").locator("ec-find").get_attribute("lang") == "la"
        assert english(unmarked(page.content())) == set()


@pytest.mark.ours
@pytest.mark.browser
def test_a_card_says_the_language_of_its_term_and_of_its_meaning(open_page: Callable[..., Page], latin: Path) -> None:
    """Three on one card: English asks, the term and its meaning are French, and the page is in none of the two."""
    def languages(*texts: str) -> list[str]:
        return [page.locator(".card").get_by_text(text).first.evaluate("element => element.closest('[lang]').lang") for text in texts]

    with chapter_of(latin, open_page) as page:
        arrive(page, page.url.replace(CHAPTER, "review/"))
        expect(page.get_by_role("heading", name="What does “Esprit” mean?")).to_be_visible()
        page.get_by_role("button", name="Show the answer").click()
        assert languages("What does", "Esprit", "traduit mal", "I knew it") == ["en", "fr", "fr", "en"]
        assert english(unmarked(page.content())) == set()
        page.get_by_role("button", name="I knew it").click()
        expect(page.get_by_role("heading", name="What does “Summe” mean?")).to_be_visible()
        assert languages("Summe") == ["la"]
        page.evaluate("""key => {
          const record = JSON.parse(localStorage.getItem(key));
          record.items["term:esprit"].due = 1;
          localStorage.setItem(key, JSON.stringify(record));
        }""", "course:kleiner-lehrgang/zahlen")
        page.reload()
        expect(page.get_by_role("heading", name="Which term is this?")).to_be_visible()
        page.get_by_role("button", name="Show the answer").click()
        assert languages("Which term", "traduit mal", "Esprit") == ["en", "fr", "fr"]


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_from_right_to_left_is_the_mirror_of_one_from_left_to_right(open_page: Callable[..., Page], german: Path, width: int) -> None:
    """All but code: it stands as it is, and nothing is wider than the window."""
    with chapter_of(german, open_page, width=width) as page:
        parts = ("ec-rail", ".site-name", ".callout-label", "h1", ".choice input", *([".station a"] if width > 600 else []))  # folded on a phone

        def sides() -> list[tuple[float, float]]:
            boxes = [page.locator(f"{part} >> visible=true").first.bounding_box() for part in parts]
            return [(box["x"], width - box["x"] - box["width"]) for box in boxes]

        right = "all => Math.max(...all.map((each) => each.getBoundingClientRect().right))"
        assert page.locator(".site-tools > *").evaluate_all(right) <= page.locator(".site-bar").evaluate_all(right), "long words have room in the bar"
        before = sides()
        page.evaluate("document.documentElement.dir = 'rtl'")
        bar = page.evaluate("innerWidth - document.documentElement.clientWidth")
        for (left, right), (new_left, new_right) in zip(before, sides(), strict=True):
            assert abs(new_left - (right - bar)) < 1.5 and abs(new_right - bar - left) < 1.5
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        assert page.evaluate("[...document.querySelectorAll('pre, .code, math')].every((each) => getComputedStyle(each).direction === 'ltr')")
