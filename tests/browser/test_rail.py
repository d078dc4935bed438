"""Where one is, in a chapter and in the site: the rail follows the reader and folds on a phone, the breadcrumb wraps as text does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.looks]


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


def test_on_a_phone_the_rail_is_folded_and_the_breadcrumb_runs_on(open_page, chapter_url: str) -> None:
    page = open_page(width=360, height=640, script=False)
    page.goto(chapter_url)
    rail = page.get_by_role("navigation", name="On this page")
    expect(rail.locator("li").first).to_be_hidden()
    rail.get_by_text("On this page").click()
    expect(rail.locator("li").first).to_be_visible()
    tops = page.get_by_role("navigation", name="Breadcrumb").get_by_role("link").evaluate_all("links => links.map((link) => link.getClientRects()[0].top)")
    assert len(tops) == 2 and len(set(tops)) == 1, "the course begins where there is room for its first word"
