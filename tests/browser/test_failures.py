"""What a run shows of a failure: its last words, the learner's own line, and the way there."""

from __future__ import annotations

import pytest
from learner import button, output, run
from playwright.sync_api import Locator, expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]


@pytest.fixture
def cell(warm_cell: Locator) -> Locator:
    return warm_cell


def test_a_failure_shows_its_last_line_the_learners_line_and_the_traceback(cell):
    run(cell, "length = 3\nprint('so far')\nprint(lenght)")
    expect(output(cell)).to_contain_text("NameError: name 'lenght' is not defined. Did you mean: 'length'?")
    expect(cell.get_by_role("status")).to_have_text("Stopped with NameError on line 3. 1 line of output.")
    expect(output(cell).get_by_text("Traceback (most recent call last)")).to_be_hidden()
    output(cell).get_by_text("Traceback", exact=True).click()
    expect(output(cell)).to_contain_text('File "Cell 1", line 3, in <module>')
    button(output(cell), "Go to line 3").click()
    assert cell.page.evaluate("getSelection().toString()") == "print(lenght)"


@pytest.mark.parametrize("code, line", [('x = 1\nprint("hello"\n', 2), ("\n\ny = [1, 2\nz = 3\n", 3), ("for i in range(3)\n    print(i)\n", 1)])
def test_a_syntax_error_has_the_line_of_the_cell(cell, code, line):
    assert "SyntaxError" in run(cell, code)
    expect(button(output(cell), f"Go to line {line}")).to_be_visible()
