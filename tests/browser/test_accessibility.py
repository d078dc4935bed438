"""What is asked of every page of the course: axe finds nothing, nothing is cut off or pushes the page sideways; light, dark, on a narrow window, in
each state that a page can be in. In Chromium and in one tab, since a rule is the same in every engine, and looking takes long.

400 % zoom of a window of 1280 × 1024 is a window of 320 × 256.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engines import Browsers, open_visit
from files import put
from hosts import serving
from learner import LOADING, arrive, button, drawn, write
from one_of_each import SITE
from playwright.sync_api import Browser, Page, expect

from easycompilers_site.build import build

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent.parent.parent / "node_modules" / "axe-core" / "axe.min.js"
WIDE, NARROW = {"width": 1280, "height": 1024}, {"width": 320, "height": 256}

# WCAG 1.4.12. As a sheet of the page's own would be, but stronger than all of them.
SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }"
SPACE = "text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); document.adoptedStyleSheets.push(sheet); }"

# target-size is of WCAG 2.2, and axe asks for it only when told to.
RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
WIDTHS = {"resultTypes": ["violations"], "runOnly": ["target-size", "scrollable-region-focusable", "aria-hidden-focus"]}

# Boxes that hide what is taller than they are. The rail's names on a tablet are out of sight until they are pointed at.
CUT = """[...document.querySelectorAll("body *")].filter((element) => {
  const { overflowY, blockSize } = getComputedStyle(element);
  return /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2 && element.checkVisibility()
    && !element.matches(".visually-hidden, .asleep, .skip, svg, svg *, math, math *, textarea, .code *, .station span") && parseFloat(blockSize) > 0;
}).map((element) => element.outerHTML.slice(0, 120))"""

# Every text that a status comes to hold, in order.
LISTEN = """addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  const last = new WeakMap();
  const look = () => {
    for (const region of document.querySelectorAll("[role=status]")) {
      const text = region.checkVisibility() ? region.textContent.trim() : "";
      if (text !== (last.get(region) ?? "") && text) heard.push(text);
      last.set(region, text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})"""


@pytest.fixture(scope="module")
def tab(browsers: Browsers, chromium: Browser, host: str) -> Iterator[Page]:
    """On the course."""
    yield from opened(browsers, host)


@pytest.fixture(scope="module")
def small(browsers: Browsers, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """On a chapter with one of each thing, which is soon looked at."""
    folder = tmp_path_factory.mktemp("small")
    put(folder, SITE)
    assert not build(folder, folder / "dist").failed
    with serving(folder / "dist") as home:
        for page in opened(browsers, home):
            page.goto(f"{home}/first/one/")
            yield page


def opened(browsers: Browsers, home: str) -> Iterator[Page]:
    visit = open_visit(browsers, "chromium", home)
    visit.page.add_init_script(LISTEN)
    yield visit.page
    visit.leave()
    visit.check()


def violations(page: Page, how: dict, where: str = "html") -> list[str]:
    """What axe finds within the element, by rule and place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate("([where, how]) => axe.run(where, how)", [where, how])["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def faults(page: Page, where: str = "html") -> dict[str, list[str]]:
    """What is wrong with the page as it stands: light, dark, and on a narrow window with its text set wide. Of axe's rules those are asked again
    that may say something else then."""
    found = {"light": violations(page, RULES, where)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = violations(page, COLOURS, where)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(NARROW)
    drawn(page)
    found["narrow"] = violations(page, WIDTHS, where)
    page.evaluate(SPACE, SPACING)
    found["cut off"] = page.evaluate(CUT)
    found["sideways"] = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page scrolls'] : []")
    page.evaluate("document.adoptedStyleSheets = []")
    page.set_viewport_size(WIDE)
    return {state: told for state, told in found.items() if told}


def test_every_page(tab: Page, built: Path, site_url: str) -> None:
    pages = sorted({path.relative_to(built).parent.as_posix() for path in built.rglob("index.html")})
    assert len(pages) > 10
    found = {}
    for path in ["404.html", *(f"{page}/" if page != "." else "" for page in pages)]:
        arrive(tab, site_url + path)
        found[path] = faults(tab)
    assert {path: told for path, told in found.items() if told} == {}


def begin_anew(page: Page) -> None:
    page.evaluate("localStorage.clear()")
    arrive(page, page.url)


# ── the states of a chapter, reached one after another on one page ──


def wrong_answer(page: Page) -> None:
    page.locator("ec-question:not([hidden]) .choice:not([data-right]) input").first.check()
    button(page, "Check answer").click()
    expect(page.get_by_text("Not this one", exact=True)).to_be_visible()


def right_answer(page: Page) -> None:
    page.locator("ec-question:not([hidden]) .choice[data-right] input").first.check()
    button(page, "Check answer").click()
    page.get_by_text("Why not the others").click()


def term(page: Page) -> None:
    page.locator("button.term").first.click()
    expect(page.locator(":popover-open")).to_be_visible()


def glossary(page: Page) -> None:
    page.get_by_role("banner").get_by_role("link", name="Glossary").click()
    page.get_by_role("dialog").get_by_role("searchbox").fill("sum")


def search(page: Page) -> None:
    button(page, "Search").click()
    page.get_by_role("searchbox", name="Words to find").fill("sum")
    expect(page.get_by_role("dialog").get_by_role("link").first).to_be_visible(timeout=LOADING)


def settings(page: Page) -> None:
    button(page, "Settings").click()
    button(page.get_by_role("dialog"), "Save to a file").wait_for()


def error(page: Page) -> None:
    cell = page.locator("ec-code-cell:has(button[name=run])").first
    write(cell, "words = ['a', 'b']\nprint('so far')\nwords[2]")
    button(cell, "Run").click()
    expect(cell).to_have_attribute("state", "failed", timeout=LOADING)
    expect(cell.get_by_role("status")).to_contain_text("Stopped")


def refused(page: Page) -> None:
    exercise = page.locator("ec-exercise").first
    button(exercise, "Check").click()
    expect(exercise.get_by_role("status")).to_contain_text("not", timeout=LOADING)
    for name in ("Hint: the idea", "Solution"):
        exercise.get_by_text(name, exact=True).click()


#: What brings a state about, and where it shows.
STATES: dict[str, tuple[Callable[[Page], None], str]] = {
    "a wrong answer": (wrong_answer, "ec-quiz"),
    "a right answer": (right_answer, "ec-quiz"),
    "a term's note": (term, ":popover-open"),
    "the glossary": (glossary, "dialog[open]"),
    "the search": (search, "dialog[open]"),
    "the settings": (settings, "dialog[open]"),
    "an error in the output": (error, "ec-code-cell[state=failed]"),
    "an exercise that is refused": (refused, "ec-exercise"),
}


def test_every_state_of_a_chapter_and_what_is_said_on_the_way(small: Page) -> None:
    begin_anew(small)
    found, said = {}, {}
    for name, (reach, where) in STATES.items():
        small.evaluate("heard.length = 0")
        reach(small)
        small.wait_for_timeout(200)  # a status that is renewed is empty for a moment
        said[name] = small.evaluate("heard")
        found[name] = faults(small, where)
        for head in small.locator("dialog[open] .sheet-head").all():
            expect(button(head, "Close")).to_be_in_viewport()
        small.keyboard.press("Escape")
    assert {name: told for name, told in found.items() if told} == {}
    for name, texts in said.items():
        assert len(texts) == len(set(texts)), f"{name}: said twice: {texts}"
        assert all(re.fullmatch("[A-Z0-9“].*[.?!]", text) for text in texts), f"{name}: no sentence: {texts}"
    assert all(said[name] for name in said if name not in ("a term's note", "the settings")), said


def test_what_helps_a_learner_on(small: Page) -> None:
    """The lines of an answer, a question about one's own code, what to try then, a guess, a recap: opened, tried and answered."""
    arrive(small, small.url.replace("/one/", "/two/"))
    small.get_by_role("radio", name="Two.").check()
    small.get_by_role("group", name="What is added?").get_by_text("Compare", exact=True).click()
    for step in ("Hint: the idea", "Arrange the lines"):
        small.get_by_text(step, exact=True).click()
    small.evaluate("heard.length = 0")
    for name in ("Move up: one = 1", "Move up: one = 1", "Move down: three = two + 1"):
        move = button(small, name)
        if move.get_attribute("aria-disabled") == "false":
            move.click()
    button(small, "Check the order").click()
    assert small.evaluate("heard.at(-1)") == "This order works." and len(small.evaluate("heard")) <= 4
    small.evaluate("location.hash = 'q-own'")
    expect(small.get_by_role("heading", name="About your code")).to_be_visible()
    assert faults(small, "main") == {}
    arrive(small, small.url.split("#")[0].replace("/two/", "/one/"))


# ── what a reader has asked of the device ──


def test_with_less_motion_nothing_moves(small: Page) -> None:
    small.emulate_media(reduced_motion="reduce")
    begin_anew(small)
    write(small.locator("ec-code-cell:has(button[name=run])").first, "1")
    moving = small.evaluate("""[...document.querySelectorAll("*:not(.asleep)")].filter((element) => ["", "::before", "::after"].some((pseudo) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, pseudo);
      return animationName !== "none" || transitionDuration.split(", ").some((time) => parseFloat(time) > 0) || scrollBehavior === "smooth";
    })).map((element) => element.outerHTML.slice(0, 100))""")
    small.emulate_media(reduced_motion="no-preference")
    assert moving == []


def test_in_forced_colours_a_control_still_has_an_edge_and_a_state_a_shape(small: Page) -> None:
    small.emulate_media(forced_colors="active")
    begin_anew(small)
    assert small.evaluate("matchMedia('(forced-colors: active)').matches")
    wrong_answer(small)
    bare = small.evaluate("""[...document.querySelectorAll("button, textarea, input:not([type=radio], [type=checkbox])")].filter((element) => {
      const { borderStyle, borderWidth, textDecorationLine } = getComputedStyle(element);
      const edged = (box) => box && getComputedStyle(box).borderStyle !== "none" && parseFloat(getComputedStyle(box).borderWidth) > 0;
      return element.checkVisibility() && !edged(element) && textDecorationLine !== "underline" && !edged(element.closest(".code"));
    }).map((element) => element.outerHTML.slice(0, 100))""")
    shape = small.locator(".choice[state=wrong]").evaluate("row => [getComputedStyle(row).borderInlineStartWidth, row.querySelector('.mark').textContent]")
    small.get_by_role("link", name="Line 2").click()
    expect(small.locator("[id='lines:2']")).to_be_in_viewport()
    framed = small.locator("#lines .line").evaluate_all("lines => lines.map((line) => getComputedStyle(line).outlineStyle)")
    listing = small.locator("ec-code-block").first.evaluate("one => getComputedStyle(one).outline")
    small.emulate_media(forced_colors="none")
    assert bare == []
    assert "solid" in listing and "rgba(0, 0, 0, 0)" not in listing, "it has an edge, since its ground is gone"
    assert shape == ["4px", "Not this one"]
    assert framed == ["none", "solid"]
