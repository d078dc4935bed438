"""An exercise: it is refused, passed, and helps with hints one by one."""

from __future__ import annotations

import pytest
from learner import arrive, button, judge, output
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared_page):
    return shared_page


WRONG, RIGHT = "scale = [1.0, 1.0, 1.0, 1.0]", "scale = [1, 2, 3, 4]"


def starter(exercise: Locator) -> str:
    return exercise.evaluate("element => JSON.parse(element.querySelector(':scope > script').textContent).source")


def test_an_exercise_is_refused_and_passed_twice(exercise):
    source = starter(exercise)
    said = judge(exercise)
    assert said.startswith("Not yet All four scales are equal") and "assert" not in said
    for _ in range(2):
        said = judge(exercise, source.replace(WRONG, RIGHT))
        assert said.startswith("Correct The mean moved from 0 to 1") and "mean       1.000" in said
        expect(exercise.get_by_role("status")).to_have_text("The check passed.")
    button(exercise, "Run").click()
    expect(output(exercise)).not_to_contain_text("Correct")


def test_what_is_passed_in_one_tab_is_passed_in_the_other(exercise):
    page = exercise.page
    other = page.context.new_page()
    arrive(other, page.url)
    expect(page.locator(f"#{exercise.get_attribute('id')}[done]")).to_have_count(0)
    other.evaluate("""async ([id, script]) => (await import(script)).keep(id, { state: "passed" })""",
                   [exercise.get_attribute("id"), page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).find((name) => /progress\\.\\w+\\.js$/.test(name))")])
    expect(page.locator(f"#{exercise.get_attribute('id')}[done]")).to_have_count(1)
    expect(page.get_by_text("1 of 3 done: a part counts as done")).to_be_visible()
    other.close()


@pytest.mark.ours
def test_an_exercise_that_fails_itself_is_told_its_own_line(exercise):
    said = judge(exercise, "x = 1\nprint((\n")
    assert "Not yet" not in said and "SyntaxError" in said
    expect(exercise.get_by_role("status")).to_contain_text("Stopped with SyntaxError on line 2.")
    expect(button(output(exercise), "Go to line 2")).to_be_visible()


@pytest.mark.ours
def test_hints_come_one_by_one_and_the_solution_is_always_there(exercise):
    expect(exercise.get_by_text("Hint: the idea", exact=True)).to_be_visible()
    expect(exercise.get_by_text("Hint: step 1", exact=True)).to_be_hidden()
    exercise.get_by_text("Hint: the idea", exact=True).click()
    expect(exercise.get_by_text("Hint: step 1", exact=True)).to_be_visible()
    expect(exercise.get_by_text("Hint: step 2", exact=True)).to_be_hidden()
    expect(exercise.get_by_text("Solution and why", exact=True)).to_be_visible()


@pytest.mark.lacking("firefox", "its driver does not show a page as on paper")
def test_on_paper_no_hint_is_kept_back(exercise):
    exercise.page.emulate_media(media="print")
    for name in ("the idea", "step 1", "step 2"):
        expect(exercise.get_by_text(f"Hint: {name}", exact=True)).to_be_visible()
