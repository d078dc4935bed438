"""What no cell may exceed: output, memory, depth, time. And Stop, which ends anything."""

from __future__ import annotations

import re

import pytest
from learner import LOADING, SOON, button, output, run, write
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_flood_is_folded_and_capped(warm_cell):
    cell = warm_cell
    run(cell, "for n in range(1000): print(n)")
    expect(cell.get_by_role("status")).to_contain_text("1000 lines of output")
    expect(output(cell)).not_to_contain_text("999")
    button(output(cell), "Show all").click()
    expect(output(cell)).to_contain_text("999")
    assert "Too much output" in run(cell, "while True: print('x' * 50)")


def test_memory_is_capped_and_the_names_stay(warm_cell):
    cell = warm_cell
    assert "MemoryError" in run(cell, "kept = 1\nheld = []\nwhile True: held.append(bytearray(10**7))")
    assert run(cell, "del held\nprint(kept)") == "1\n"


def test_a_recursion_is_an_error_and_one_in_c_restarts_python(warm_cell):
    cell = warm_cell
    assert "RecursionError" in run(cell, "def f(n): return f(n + 1)\nf(0)")
    run(cell, "class A:\n    def __getattr__(self, name): return getattr(self, name + 'x')\nA().a")
    expect(cell.get_by_role("status")).to_have_text(re.compile("RecursionError|starts anew"))
    assert run(cell, "print(1)") == "1\n"


def test_a_breakdown_of_python_is_told_and_python_starts_anew(warm_cell):
    cell = warm_cell
    run(cell, "kept = 1\nheld = []\nfor _ in range(100_000): held = [held]\nrepr(held)")
    expect(cell.get_by_role("status")).to_contain_text("starts anew")
    assert run(cell, "try: kept\nexcept NameError: print('gone')") == "gone\n"


@pytest.mark.parametrize("code", [
    "while True: pass", "import time\ntime.sleep(1000)", "sum(range(10**10))", "import re\nre.match('(a+)+b', 'a' * 40)",
])
def test_stop_ends_anything_and_the_next_run_works(warm_cell, code):
    cell = warm_cell
    run(cell, "kept = 1")
    write(cell, f"print('before')\n{code}")
    button(cell, "Run").click()
    expect(output(cell)).to_contain_text("before", timeout=LOADING)
    assert cell.page.evaluate("1 + 1") == 2, "the page answers"
    button(cell, "Stop").click()
    expect(cell.get_by_role("status")).to_contain_text("Stopped. Variables are gone", timeout=SOON)
    expect(button(cell, "Stop")).to_be_hidden()
    expect(button(cell, "Run")).to_be_focused()
    expect(output(cell)).to_contain_text("before")
    assert code.split("\n")[0] in cell.get_by_role("textbox", name="Code for").inner_text()
    assert run(cell, "try: kept\nexcept NameError: print('gone')") == "gone\n"


def test_a_recursion_without_a_limit_ends_by_itself_or_by_stop(warm_cell):
    cell = warm_cell
    write(cell, "import sys\nsys.setrecursionlimit(10**6)\nprint('before')\ndef f(n): return f(n + 1)\nf(0)")
    button(cell, "Run").click()
    expect(output(cell)).to_contain_text("before", timeout=LOADING)
    stop = cell.locator("button[name=stop]")
    stop.evaluate("button => button.hidden || button.click()")  # what ends it first differs by engine and its stack
    expect(cell).to_have_attribute("state", re.compile("failed|stopped"), timeout=SOON)
    assert run(cell, "print(1)") == "1\n"


@pytest.mark.parametrize("code, words", [
    ("n = 1\nwhile n < 10:\n    n = n", "Stopped at the time limit on line"),
    ("sum(range(10**10))", "Stopped at the time limit. Variables are gone"),
])
def test_a_run_ends_at_its_limit(warm_cell, code, words):
    cell = warm_cell
    run(cell, "kept = 1")
    usual = cell.evaluate("cell => cell.asker.about.seconds")
    limit = "(cell, seconds) => { cell.asker.about.seconds = seconds; }"  # as an author's `:timeout:` does
    cell.evaluate(limit, 0.5)
    run(cell, code, timeout=SOON)
    expect(cell.get_by_role("status")).to_contain_text(words)
    cell.evaluate(limit, usual)
