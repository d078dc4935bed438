"""What a reader meets on a host, with a keyboard, or in a browser that keeps nothing."""

from __future__ import annotations

import pytest
from learner import CELLS, arrive, run
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def test_a_run_asks_for_nothing_outside_the_sites_folder_and_for_nothing_that_is_not_there(page: Page, site_url: str, chapter_url: str) -> None:
    """The folder's name holds a space and a plus sign; a worker finds its files from its own address, not from the page's."""
    asked: dict[str, int] = {}
    page.on("response", lambda response: asked.update({response.url: response.status}))
    arrive(page, chapter_url)
    assert run(page.locator(CELLS).first, "print(1)") == "1\n"
    assert {url: status for url, status in asked.items() if not url.startswith((site_url, "data:", "blob:")) or status >= 400} == {}
    assert [url for url in asked if "/python/" in url]


@pytest.mark.ours
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


# The place that has the focus: the same number each time, its beginning; whether some of it can be seen, whether it is an editor, and the last one.
STOP = """async (last) => {
  const soon = performance.now() + 20_000; // until when an editor has taken the place of its field, which may move what comes after it
  while (document.activeElement.matches("textarea[aria-label^='Code for']") && performance.now() < soon) await new Promise(requestAnimationFrame);
  const at = document.activeElement;
  window.order ??= new Map();
  if (!order.has(at)) order.set(at, order.size);
  const { top, bottom, left, right } = at.getBoundingClientRect();
  const middle = (low, high, end) => (Math.max(low, 0) + Math.min(high, end)) / 2; // of what stands in the window
  const found = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  const seen = bottom > 0 && top < innerHeight && (at.contains(found) || found?.contains(at));
  return [`${order.get(at)} ${at.outerHTML.slice(0, 80)}`, seen || [top, bottom, found?.outerHTML.slice(0, 80)].join(), at.matches(".cm-content, textarea"), at === last];
}"""


def walk(page: Page, key: str, last: Locator) -> tuple[list[str], list[str]]:
    """Goes from stop to stop until `last`; gives those that kept the focus, and those that stood where nobody sees them."""
    before, stuck, unseen = "", [], []
    end, writes = last.element_handle(), True
    for _ in range(400):
        if writes:
            page.keyboard.press("Escape")
        page.keyboard.press(key)
        here, seen, writes, ends = page.evaluate(STOP, end)
        if seen is not True:
            page.wait_for_timeout(200)  # an editor that has only just come scrolls to its caret
            here, seen, writes, ends = page.evaluate(STOP, end)
        stuck += [here] if here == before else []
        unseen += [] if seen is True else [f"{here} {seen}"]
        before = here
        if ends:
            break
    expect(last).to_be_focused()
    return stuck, unseen


def test_tab_goes_through_a_whole_page_and_is_swallowed_nowhere(page: Page, chapter_url: str) -> None:
    """Into each editor and out of it (Escape, then Tab, as its description says), past every listing, to the last link; and back."""
    arrive(page, chapter_url)
    first, last = page.locator("a[href]").first, page.locator("a[href]:visible").last
    first.focus()
    expect(page.get_by_role("link", name="Skip to chapter")).to_be_in_viewport()
    assert walk(page, "Tab", last) == ([], [])
    assert walk(page, "Shift+Tab", first) == ([], [])
