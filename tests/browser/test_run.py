"""Running a cell: what stands there before, what comes while it runs, and what it asks for."""

from __future__ import annotations

import re

import pytest
from learner import LOADING, SOON, button, output, run, write
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared_page):
    return shared_page


@pytest.mark.ours
def test_before_the_first_run_the_recorded_output_stands_there(cell):
    expect(output(cell)).to_contain_text('Click "Run" to execute your code')
    expect(output(cell)).to_contain_text("Recorded output")
    expect(output(cell)).to_contain_text("updates taken off: [2, 4, 4, 10]")
    expect(button(cell, "Run")).to_have_accessible_description(re.compile(r"downloads Python once, at most \d+ MB"))
    expect(button(cell, "Stop")).to_be_hidden()


def test_a_run_replaces_the_recorded_output_and_says_so_once(cell, page):
    page.evaluate("""() => {
        const status = document.querySelector("ec-code-cell [role=status]");
        window.said = [];
        new MutationObserver(() => status.textContent && window.said.push(status.textContent)).observe(status, {childList: true});
    }""")
    assert run(cell) == "[3, 3, 4, 12]\n[3, 6, 2, 13]\nupdates taken off: [2, 4, 4, 10]\n"
    expect(cell.get_by_role("status")).to_have_text(re.compile(r"^Ran in .* s\. 3 lines of output\.$"))
    expect(button(cell, "Run")).to_have_accessible_description("")
    page.evaluate("window.said = []")
    run(cell)
    expect(cell.get_by_role("status")).not_to_be_empty()
    said = page.evaluate("window.said")
    assert len(said) == 1 and len(said[0]) <= 100


def test_output_is_text_and_keeps_its_spaces(warm_cell):
    assert run(warm_cell, "print('<foo> & <b>bold</b>')\nprint('a\\tb', end='')\nprint('  two  spaces')") == (
        "<foo> & <b>bold</b>\na\tb  two  spaces\n")
    assert run(warm_cell, "print('a')\nprint()\nprint('b\\nc')\nprint('\\u00e9\\U0001f642')\nimport sys\nx = sys.stdout.write('no newline')") == (
        "a\n\nb\nc\né🙂\nno newline")


def test_output_appears_while_the_cell_runs(warm_cell):
    write(warm_cell, "import time\nprint('start')\nprint('more')\ntime.sleep(600)")
    button(warm_cell, "Run").click()
    expect(output(warm_cell)).to_have_text(re.compile("start\nmore"), timeout=LOADING)
    assert warm_cell.get_attribute("state") == "running"
    assert output(warm_cell).get_attribute("aria-busy") == "true"
    button(warm_cell, "Stop").click()
    expect(warm_cell).to_have_attribute("state", "stopped", timeout=SOON)


def test_output_before_a_busy_loop_is_not_held_back(warm_cell):
    write(warm_cell, "for n in range(100):\n    print('line', n)\nwhile True: pass")
    button(warm_cell, "Run").click()
    expect(output(warm_cell)).to_contain_text("line 99", timeout=LOADING)
    button(warm_cell, "Stop").click()


def test_input_asks_in_the_page(warm_cell):
    write(warm_cell, "name = input('Your name? ')\nprint('Hi', name)")
    button(warm_cell, "Run").click()
    field = output(warm_cell).get_by_label("Your name?")
    expect(field).to_be_focused(timeout=LOADING)
    field.fill("Ada")
    field.press("Enter")
    expect(warm_cell).to_have_attribute("state", "done")
    assert output(warm_cell).inner_text() == "Your name? Ada\nHi Ada\n"


def test_stop_ends_a_program_that_waits_for_input(warm_cell):
    write(warm_cell, "name = input('Your name? ')")
    button(warm_cell, "Run").click()
    expect(output(warm_cell).get_by_label("Your name?")).to_be_focused(timeout=LOADING)
    button(warm_cell, "Stop").click()
    expect(warm_cell.get_by_role("status")).to_contain_text("Stopped.")
    expect(output(warm_cell).get_by_label("Your name?")).to_have_count(0)
    assert run(warm_cell, "print(1)") == "1\n"


@pytest.mark.ours
def test_reset_brings_back_the_code_and_the_recorded_output(warm_cell):
    run(warm_cell, "print('mine')")
    button(warm_cell, "Reset").click()
    expect(warm_cell.get_by_role("textbox", name="Code for")).to_contain_text("updates taken off")
    expect(output(warm_cell)).to_contain_text("Recorded output")
    assert "updates taken off: [2, 4, 4, 10]" in run(warm_cell)
