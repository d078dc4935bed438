"""Journeys by the keyboard alone: from the first visit to the last question, and to all that opens on the way. The mouse is never used."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from files import put
from hosts import serving
from learner import CELLS, LOADING, arrive, button, output, until
from one_of_each import SITE
from playwright.sync_api import Locator, Page, expect

from easycompilers_site.build import build

pytestmark = pytest.mark.browser

A_DAY_LATER = """() => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("course:"));
  const record = JSON.parse(localStorage.getItem(key));
  for (const item of Object.values(record.items)) if (item.due) item.due -= 86_400_000;
  localStorage.setItem(key, JSON.stringify(record));
}"""

MOST = 80  # stops from one place to the next


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("keyboard")
    put(folder, SITE)
    assert not build(folder, folder / "dist").failed
    with serving(folder / "dist") as address:
        yield address


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


def walk_to(place: Locator, key: str = "Tab") -> None:
    """As a person does who goes from stop to stop."""
    focused = "element => element === document.activeElement"
    for _ in range(MOST):
        if place.count() and place.evaluate(focused):
            return
        place.page.keyboard.press(key)
    raise AssertionError(f"{MOST} times {key} did not lead to {place}")


def press(place: Locator, key: str = "Enter") -> None:
    walk_to(place)
    place.page.keyboard.press(key)


def test_from_the_first_visit_to_the_last_question(page: Page, host: str) -> None:
    keyboard = page.keyboard
    arrive(page, f"{host}/")
    press(page.get_by_role("link", name="First"))
    page.wait_for_url("**/first/")
    press(page.get_by_role("main").get_by_role("link", name="One"))
    page.wait_for_url("**/first/one/")
    until(page, "document.querySelector(':not(:defined)') === null")
    press(page.get_by_role("link", name="Skip to chapter"))
    expect(page.get_by_role("main")).to_be_focused()

    cell, exercise = page.locator(CELLS).first, page.locator("ec-exercise")
    press(button(cell, "Run"))
    expect(output(cell)).to_contain_text("first", timeout=LOADING)
    walk_to(cell.get_by_role("textbox", name="Code for"), "Shift+Tab")
    cell.locator(".cm-editor").wait_for()
    keyboard.press("ControlOrMeta+Home")
    keyboard.insert_text("while True: pass\n")
    keyboard.press("Control+Enter")
    expect(cell).to_have_attribute("state", "running")
    keyboard.press("Escape")
    press(button(cell, "Stop"))
    expect(cell).to_have_attribute("state", "stopped")
    expect(button(cell, "Run")).to_be_focused()

    press(button(exercise, "Check"))
    expect(exercise.get_by_text("It is not two.").first).to_be_visible(timeout=LOADING)
    press(exercise.get_by_text("Hint: the idea", exact=True))
    expect(exercise.get_by_text("One and one.")).to_be_visible()
    press(exercise.get_by_text("Solution", exact=True))
    expect(exercise.get_by_text("two = 1 + 1")).to_be_visible()
    walk_to(exercise.get_by_role("textbox", name="Code for"), "Shift+Tab")
    exercise.locator(".cm-editor").wait_for()
    keyboard.press("ControlOrMeta+a")
    keyboard.insert_text("two = 2")
    keyboard.press("Escape")
    press(button(exercise, "Check"))
    expect(exercise.get_by_role("status")).to_have_text("The check passed.", timeout=LOADING)

    walk_to(page.get_by_role("radio", name="This"))
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(page.get_by_text("That is.").first).to_be_visible()
    press(button(page, "Next question"))
    walk_to(page.get_by_role("textbox", name="Your answer"))
    keyboard.type("4")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="How it went")).to_be_focused()
    press(page.get_by_role("link", name=re.compile("^Next")))
    page.wait_for_url("**/first/two/")


def test_lines_are_put_in_order_and_the_question_that_was_missed_comes_back(page: Page, host: str) -> None:
    arrive(page, f"{host}/first/two/")
    exercise = page.locator("ec-exercise")
    for step in ("Hint: the idea", "Arrange the lines"):
        press(exercise.get_by_text(step, exact=True))
    for line in ("three = two + 1", "two = one + 1", "one = 1"):  # each to the top, so that the last one comes first
        move = button(exercise, f"Move up: {line}")
        for _ in range(2):
            press(move)
            expect(move).to_be_focused()
    press(button(exercise, "Check the order"))
    expect(exercise.locator(".parsons-status")).to_have_text("This order works.")
    press(button(exercise, "Put these lines into the editor"))
    expect(exercise.locator(".cm-content")).to_contain_text(re.compile("one = 1.*two = one.*three = two", re.DOTALL))  # the way led through the editor

    page.evaluate("location.hash = 'q-own'")  # the question that comes after passing, as from a chapter's outcomes
    walk_to(exercise.get_by_label("Your answer, a number"))
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(exercise.get_by_text("Not this one", exact=True)).to_be_visible()
    page.evaluate(A_DAY_LATER)
    arrive(page, f"{host}/review/")
    expect(page.get_by_role("group", name="How many lines has your code?")).to_be_visible()


@pytest.mark.ours
def test_settings_are_chosen_and_left(page: Page, host: str) -> None:
    arrive(page, f"{host}/first/two/")
    press(button(page, "Settings"))
    dialog = page.get_by_role("dialog", name="Settings")
    walk_to(dialog.get_by_role("group", name="Colours").get_by_role("radio", checked=True))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    walk_to(button(dialog, "Close"), "Shift+Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(button(page, "Settings")).to_be_focused()


def test_a_term_is_opened_followed_into_the_glossary_and_left(page: Page, host: str) -> None:
    arrive(page, f"{host}/first/one/")
    term = page.get_by_role("main").get_by_role("button", name="sums")
    press(term)
    press(page.get_by_role("link", name="Open in glossary"))
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("dt:focus")).to_contain_text("sum")
    walk_to(dialog.get_by_role("searchbox", name="Find a term"), "Shift+Tab")
    page.keyboard.type("nothing")
    expect(dialog.get_by_role("status")).to_contain_text("No term")
    page.keyboard.press("Escape")
    expect(term).to_be_focused()


@pytest.mark.ours
def test_what_comes_back_is_answered(page: Page, host: str) -> None:
    arrive(page, f"{host}/first/one/")
    walk_to(page.get_by_role("radio", name="This"))
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not this one", exact=True)).to_be_visible()
    page.evaluate(A_DAY_LATER)
    arrive(page, f"{host}/review/")
    expect(page.locator("legend")).to_be_focused()
    walk_to(page.get_by_role("radio", name="This"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    press(button(page, "Next"))
    press(button(page, "Show the answer"))
    expect(page.get_by_text("What adding gives.")).to_be_visible()
    expect(button(page, "I knew it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("That is all for today.")).to_be_focused()
