"""What a reader meets on a host, with a keyboard, or in a browser that keeps nothing."""

from __future__ import annotations

import pytest
from learner import CELLS, arrive, run
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_run_asks_for_nothing_outside_the_sites_folder_and_for_nothing_that_is_not_there(page: Page, site_url: str, chapter_url: str) -> None:
    """The folder's name holds a space and a plus sign; a worker finds its files from its own address, not from the page's."""
    asked: dict[str, int] = {}
    page.on("response", lambda response: asked.update({response.url: response.status}))
    arrive(page, chapter_url)
    assert run(page.locator(CELLS).first, "print(1)") == "1\n"
    assert {url: status for url, status in asked.items() if not url.startswith((site_url, "data:", "blob:")) or status >= 400} == {}
    assert [url for url in asked if "/python/" in url]


def test_a_quiz_works_in_a_browser_that_keeps_nothing(page: Page, chapter_url: str) -> None:
    for store in ("localStorage", "sessionStorage", "indexedDB"):
        page.add_init_script(f"Object.defineProperty(window, '{store}', {{get() {{ throw new DOMException('no', 'SecurityError'); }}}})")
    arrive(page, chapter_url)
    quiz = page.locator("ec-quiz").last
    quiz.locator("ec-question:not([hidden]) .choice[data-right]").get_by_role("radio").check()
    quiz.get_by_role("button", name="Check answer").click()
    expect(quiz.get_by_text("Correct", exact=True)).to_be_visible()
    page.reload()
    expect(quiz.get_by_role("radio", checked=True)).to_have_count(0)
    expect(quiz.get_by_text("Correct", exact=True)).to_have_count(0)


def test_tab_goes_through_a_whole_page_and_is_swallowed_nowhere(page: Page, chapter_url: str) -> None:
    """Into each editor and out of it (Escape, then Tab, as its description says), past every listing, to the last link."""
    arrive(page, chapter_url)
    last = page.locator("a[href]:visible").last
    page.locator("a[href]").first.focus()
    before, stuck = "", []
    for _ in range(400):
        if last.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        here = page.evaluate("(window.order ??= new WeakMap(), window.count ??= 0, order.get(document.activeElement)"
                             " ?? (order.set(document.activeElement, ++count), count)) + document.activeElement.outerHTML.slice(0, 80)")
        stuck += [here] if here == before else []
        before = here
    assert stuck == []
    expect(last).to_be_focused()
