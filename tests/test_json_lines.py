"""Tables with a row on each line: what is told is read again, a row is read when it is asked for, and what is cut off is nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from easycompilers_site import json_lines
from easycompilers_site.json_lines import read, row_of, told

TEXTS = st.text("ab\"\\\n,:{}é\u2028", max_size=4)
VALUES = st.recursive(st.none() | st.booleans() | st.integers(2) | TEXTS, lambda inner: st.lists(inner, max_size=2), max_leaves=4)
ROWS = VALUES | st.dictionaries(TEXTS, VALUES, max_size=2)
TABLES = st.dictionaries(TEXTS, st.dictionaries(TEXTS, ROWS, max_size=3), max_size=3)


@settings(deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=3), TABLES)
def test_what_is_told_is_read_again(values: dict, tables: dict) -> None:
    text = told(values, tables)
    again, lines = read(text)
    assert again == values
    assert {name: {key: row_of(row) for key, row in table.items()} for name, table in lines.items()} == tables
    assert told(again, lines) == text, "a row that nobody asked for is told as it was"


@settings(deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=3), TABLES)
def test_what_is_cut_off_is_nothing(values: dict, tables: dict) -> None:
    text = told(values, tables)
    assert all(read(text[:end]) == ({}, {}) for end in range(len(text)))


def test_only_the_rows_that_are_another_are_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    _, tables = read(told({}, {"pages": {"one": [1], "two": [2], "three": [3]}}))
    encoded, written = json_lines.encoded, []
    monkeypatch.setattr(json_lines, "encoded", lambda value: written.append(value) or encoded(value))
    told({}, {"pages": {**tables["pages"], "two": [4], "four": [3]}})
    assert written[1:] == [[4], [3]]


@pytest.mark.parametrize("text", ["", "{}\n", "[]\n", "[1, 2]\n", "[{}, {}]", "[{}, 1]\n", "[[], {}]\n", '[{}, {"pages": ["one"]}]\n', '[{}, {"pages": 1}]\n[]\n', '[{}, {}]\n[]\n', "é\n", "[{}, {}]\né"])
def test_what_was_not_told_is_nothing(text: str) -> None:
    assert read(text.encode()) == ({}, {})
