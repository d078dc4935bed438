"""What a learner does on a page, by role and name: arrives, writes, runs, checks. In any engine that Playwright drives."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page, expect

LOADING = 60_000  # ms: the first run downloads and starts Python, on a busy machine
SOON = 20_000  # ms: what a person would call soon, on a busy machine, and less than a run may take

CELLS = "ec-code-cell:has(button[name=run]:not([hidden]))"


def arrive(page: Page, address: str) -> None:
    """Goes there and waits until every element has its script, or waits for a reader: before that, what is clicked may do nothing."""
    page.goto(address)
    until(page, "document.querySelector(':not(:defined, [waiting], [waiting] *)') === null")


def until(page: Page, expression: str, arg: object = None) -> None:
    """Waits for what the page itself says. Playwright's own way waits within the page, whose policy forbids it to read a text as a script."""
    end = time.monotonic() + LOADING / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"waited in vain for {expression}"
        page.wait_for_timeout(30)


def drawn(page: Page) -> None:
    """Waits until the page has been drawn once more: what looks at the size of something has looked by then."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")


def button(place: Locator | Page, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


def output(place: Locator) -> Locator:
    return place.get_by_role("region", name="Output")


# Firefox's driver types a text of several lines into the editor with lines of its own; a paste is the same everywhere.
PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const firefox = { dataType: "text/plain", data: text }; // it makes a clipboard of its own from these
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, ...firefox, bubbles: true, cancelable: true }));
}"""


def write(place: Locator, code: str) -> None:
    """Pastes over what stands in the editor, which takes the plain field's place when it is entered."""
    place.get_by_role("textbox", name="Code for").click()
    place.locator(".cm-editor").wait_for()
    place.page.keyboard.press("ControlOrMeta+a")
    place.get_by_role("textbox", name="Code for").evaluate(PASTE, code)


def run(place: Locator, code: str = "", timeout: float = LOADING) -> str:
    """Runs a cell to its end and gives what its output says."""
    return press(place, "Run", code, timeout)


def judge(exercise: Locator, code: str = "") -> str:
    """Checks an exercise and gives what its output says."""
    return press(exercise, "Check", code, LOADING)


def press(place: Locator, name: str, code: str, timeout: float) -> str:
    if code:
        write(place, code)
    button(place, name).click()
    ended(place, timeout)
    expect(output(place).locator("[aria-busy=true]")).to_have_count(0, timeout=SOON)  # what makes HTML harmless is loaded when it first appears
    return output(place).inner_text()


def ended(place: Locator, timeout: float = LOADING) -> None:
    """Waits for the end: the state turns first, and what the status says comes when all of the output stands there."""
    expect(place).to_have_attribute("state", re.compile("done|failed|stopped"), timeout=timeout)
    expect(place.locator(".bench").get_by_role("status")).to_have_text(re.compile(r"^(?!Python is being loaded)."))
