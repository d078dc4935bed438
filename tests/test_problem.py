"""A problem as a person reads it: the caret stands under what is meant, whatever stands before it on the line."""

from __future__ import annotations

import pytest

from easycompilers_site.problem import Problem, draw, in_order
from easycompilers_site.source import Source


def lines(text: str, column: int, length: int) -> list[str]:
    """The line with its source and the one with its carets, without their margins."""
    source = Source("course/a/01-b.md", text)
    return [line.split("| ", 1)[1] for line in draw(Problem("some-code", "something is wrong", source.span(1, column, length))).splitlines()[-2:]]


@pytest.mark.parametrize(("text", "column", "length", "expected"), [
    ("one two", 5, 3, "    ^^^"),
    ("\tone two", 6, 3, "     ^^^"),
    ("Überall two", 9, 3, "        ^^^"),
    ("注意 two", 4, 3, "     ^^^"),  # each character of Chinese takes two columns
    ("two 注意", 5, 2, "    ^^^^"),
    ("e\u0301t two", 5, 3, "   ^^^"),  # a mark takes none
    ("🙂 two", 3, 3, "   ^^^"),
    ("one", 4, 1, "   ^"),  # right behind the end
    ("", 1, 1, "^"),
])
def test_the_caret_stands_under_the_place(text: str, column: int, length: int, expected: str) -> None:
    assert lines(text, column, length)[1] == expected


def test_a_long_line_is_cut_round_the_place() -> None:
    shown, carets = lines("a" * 500 + " two " + "b" * 500, 502, 3)
    assert len(shown) == 160 and shown[carets.index("^") :].startswith("two ")


def test_control_characters_are_seen_as_pictures() -> None:
    assert lines("a\x07b two", 5, 3) == ["a␇b two", "    ^^^"]


def test_one_fault_that_is_found_twice_is_told_once() -> None:
    once, again = (Problem("some-code", "wrong", Source("templates/a.html", "<p>").span(1)) for _ in range(2))
    assert in_order([once, again]) == [once]


def test_the_order_is_that_of_files_lines_and_columns() -> None:
    source = Source("course/b/01-a.md", "a b\nc")
    made = [Problem("c", "x", source.span(2, 1)), Problem("b", "x", source.span(1, 3)), Problem("a", "x", source.span(1, 1)), Problem("d", "x", path="course/a")]
    assert [problem.code for problem in in_order(made)] == ["d", "a", "b", "c"]
