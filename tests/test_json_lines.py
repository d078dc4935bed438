"""Tables as JSON: it is read again as any JSON, and a row that is as it was is not written again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from easycompilers_site import json_lines
from easycompilers_site.json_lines import told

VALUES = st.recursive(st.none() | st.booleans() | st.integers(2) | st.text("ab\"\\\n,:{}é\u2028", max_size=4), lambda inner: st.lists(inner, max_size=2), max_leaves=4)
TABLES = st.dictionaries(st.text("ab\"\\\né,}", max_size=3), VALUES | st.dictionaries(st.text("ab\"\\\né,}:", max_size=3), VALUES, max_size=3), max_size=3)


@settings(deadline=None)
@given(TABLES, TABLES)
def test_what_is_told_is_read_again_whatever_was_told_before(before: dict, values: dict) -> None:
    text = told(before)
    assert json.loads(text) == before
    assert told(values, json.loads(text), text) == told(values)
    assert told(before, json.loads(text), text) == text


def test_only_the_rows_that_are_another_are_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"pages": {"one": [1], "two": [2], "three": [3]}, "sound": "yes"}
    text, encoded, written = told(before), json_lines._encoded, []
    monkeypatch.setattr(json_lines, "_encoded", lambda value: written.append(value) or encoded(value))
    after = {"pages": {"one": [1], "two": [4], "four": [3]}, "sound": "yes"}
    assert json.loads(told(after, before, text)) == after
    assert [value for value in written if not isinstance(value, str)] == [[4], [3]] and "yes" not in written


@pytest.mark.parametrize("text", ["", "{}", '{"pages": {"one": [1], "two": [2]}}', '{\n"pages":{\n"one":[5],\n"one":[1],\n"two":[2]\n}\n}', '{\n"pages":{\n"two":[2],\n"one":[1]\n}\n}'])
def test_a_text_that_is_laid_out_otherwise_tells_no_line(text: str) -> None:
    before = {"pages": {"one": [1], "two": [2]}}
    assert told(before, before, text) == told(before)
