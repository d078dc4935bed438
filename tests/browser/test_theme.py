"""What holds for every page: it reflows, it can be walked with the keyboard, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from learner import arrive
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.looks]

AXE = Path(__file__).parent.parent.parent / "node_modules" / "axe-core" / "axe.min.js"
COURSE = "transformers-from-the-ground-up/"
PAGES = {"courses": "", "course": COURSE, "chapter": f"{COURSE}residual-streams-and-layer-norm/", "glossary": "glossary/", "not found": "404.html"}

TEXT_SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }"


def wrong_answer(page: Page) -> None:
    page.locator("ec-question:not([hidden]) .choice:not([data-right]) input").first.check()
    page.get_by_role("button", name="Check answer").click()
    expect(page.get_by_text("Not this one", exact=True)).to_be_visible()


def right_answer(page: Page) -> None:
    page.locator("ec-question:not([hidden]) .choice[data-right] input").first.check()
    page.get_by_role("button", name="Check answer").click()
    page.get_by_text("Why not the others").click()


def dialog(page: Page) -> None:
    page.get_by_role("banner").get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("dialog").get_by_role("searchbox")).to_be_visible()


def term(page: Page) -> None:
    page.locator("button.term").first.click()
    expect(page.locator(":popover-open")).to_be_visible()


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "wrong answer": (PAGES["chapter"], wrong_answer),
    "right answer": (PAGES["chapter"], right_answer),
    "dialog": (PAGES["chapter"], dialog),
    "term": (PAGES["chapter"], term),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(open_page, site_url: str, state: str, dark: bool) -> None:
    page = open_page(dark=dark)
    address, reach = STATES[state]
    arrive(page, site_url + address)
    reach(page)
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))")
    assert found == []


@pytest.mark.parametrize("state", [*PAGES, *STATES])
@pytest.mark.parametrize("spacing", ["", TEXT_SPACING], ids=["plain", "text spacing"])
def test_reflow_at_320_pixels(open_page, site_url: str, state: str, spacing: str) -> None:
    address, reach = STATES.get(state) or (PAGES[state], lambda page: None)
    page = open_page(width=320, height=640)
    arrive(page, site_url + address)
    if spacing:
        page.add_style_tag(content=spacing)
    reach(page)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_the_keyboard_walks_a_chapter_both_ways(page: Page, chapter_url: str) -> None:
    arrive(page, chapter_url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to chapter")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to chapter")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()

    where = """(() => {
      const at = document.activeElement;
      window.met ??= new Map();
      if (!met.has(at)) met.set(at, met.size);
      return at === document.body ? "" : met.get(at) + " " + at.outerHTML.slice(0, 80);
    })()"""
    forwards = []
    for _ in range(400):
        page.keyboard.press("Tab")
        at = page.evaluate(where)
        if not at or at in forwards:
            break
        forwards.append(at)
    assert len(forwards) > 20
    assert any('class="term"' in at for at in forwards)
    assert any("radio" in at for at in forwards)
    page.locator("footer").evaluate("footer => { footer.tabIndex = -1; footer.focus() }")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(where) == forwards[-1]


def test_the_rail_follows_the_reader(page: Page, chapter_url: str) -> None:
    page.goto(chapter_url)
    rail = page.get_by_role("navigation", name="On this page")
    expect(rail.locator("[aria-current]")).to_have_count(0)
    for link in (rail.get_by_role("link").nth(1), rail.get_by_role("link").first):
        link.click()
        expect(link).to_have_attribute("aria-current", "location")
        expect(rail.locator("[aria-current]")).to_have_count(1)
    page.keyboard.press("End")
    expect(rail.get_by_role("link").last).to_have_attribute("aria-current", "location")


def test_on_a_phone_the_rail_is_folded(open_page, chapter_url: str) -> None:
    page = open_page(width=360, height=640, script=False)
    page.goto(chapter_url)
    rail = page.get_by_role("navigation", name="On this page")
    expect(rail.locator("li").first).to_be_hidden()
    rail.get_by_text("On this page").click()
    expect(rail.locator("li").first).to_be_visible()
