"""Several cells: they share their names, and one runs those above that it needs."""

from __future__ import annotations

import pytest
from learner import LOADING, button, output, run, write
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared_page):
    return shared_page


@pytest.mark.ours
def test_what_is_asked_for_while_python_loads_runs_once_each_with_its_text_of_then(cells, page):
    held = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))  # Python is on its way until it is let through
    first, second = cells.nth(0), cells.nth(1)
    for _ in range(5):
        button(first, "Run").evaluate("button => button.click()")  # Playwright itself waits for a button that is busy
    button(second, "Run").evaluate("button => button.click()")
    expect(first.get_by_role("status")).to_contain_text("Python is being loaded")
    write(first, "count = globals().get('count', 0) + 1\nprint('ready', count)")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(second).to_have_attribute("state", "done", timeout=LOADING)
    assert output(first).inner_text() == "ready 1\n"
    assert "variance   9.0" in output(second).inner_text()
    expect(button(first, "Stop")).to_be_hidden()


def test_a_cell_first_runs_those_above_that_it_needs_and_the_last_run_value_holds(cells):
    first, second = cells.nth(0), cells.nth(1)
    write(first, "price = 4\nprint('first')")
    assert run(second, "print(price * 2)") == "8\n"
    assert output(first).inner_text() == "first\n"
    write(first, "price = 5")
    assert run(second) == "8\n"
    assert run(first) == ""
    assert run(second) == "10\n"


@pytest.mark.ours
def test_a_needed_cell_that_fails_is_named(cells):
    first, second = cells.nth(0), cells.nth(1)
    write(first, "price = 1 / 0")
    run(second, "print(price)")
    expect(second.get_by_role("status")).to_have_text("Not run: Cell 1, which it needs, stopped with an error.")
    assert "ZeroDivisionError" in output(first).inner_text()
