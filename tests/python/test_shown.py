"""Values on their way to the page: in order with what is printed, in all their forms, and not without end."""

from __future__ import annotations

import json

import pytest
from notebook import Page, shown


def plain(seen: list[tuple[str, str]]) -> list[str]:
    return [json.loads(text)["text/plain"] if kind == "value" else text for kind, text in seen]


def test_display_shows_values_in_order_with_what_is_printed(page):
    assert plain(page.run("print('a')\ndisplay(1, 'two')\nprint('b')\ndisplay()\n3")) == ["a\n", "1", "'two'", "b\n", "3"]


def test_display_of_a_function_and_of_a_loop(page):
    assert plain(page.run("def show(n):\n    display(n)\nfor n in range(3): show(n)")) == ["0", "1", "2"]


def test_a_name_display_of_the_learners_own_is_theirs(page):
    assert page.run("def display(x): print('mine')\ndisplay(1)") == [("stdout", "mine\n")]


@pytest.mark.parametrize("source", [
    "while True: display(1)",
    "class Big:\n    def _repr_png_(self): return bytes(1_000_000)\nwhile True: display(Big())",
    "'x' * 2_000_000",
])
def test_values_do_not_go_on_without_end(page, source):
    failure = page.failure(source)
    assert failure["kind"] == "OutputLimit"
    assert sum(len(text) for _, text in page.seen) < shown.FORMS_LIMIT + 2 * shown.OUTPUT_LIMIT
    assert page.run("print(1)") == [("stdout", "1\n")]


def test_rows_are_a_table_only_where_they_are_rows(page):
    source = "class T:\n    def __init__(self, rows): self.all = rows\n    def rows(self): return self.all\n"
    assert shown.ROWS in page.value(f"{source}T([['a'], [1]])")
    for odd in ("3", "[]", "'ab'", "[1, 2]", "[[object()]]"):
        assert list(page.value(f"{source}T({odd})")) == ["text/plain"]


def test_input_takes_lines_that_were_written_before_and_says_when_they_are_used_up():
    lines = ["Ada"]
    page = Page(ask=lambda prompt: lines.pop(0) if lines else None)
    assert page.run("print('Hi', input('Name? '))") == [("stdout", "Name? Ada\nHi Ada\n")]
    assert "one line for each input()" in page.failure("input()")["message"]
