from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from coursekit import bars


def test_rows_hold_every_number():
    picture = bars({"the": 0.61, "cat": 0.4}, y_label="weight")
    assert picture.rows() == [["", "weight"], ["the", "0.61"], ["cat", "0.40"]]


def test_a_list_is_named_by_labels_or_by_place():
    assert [row[0] for row in bars([1, 2]).rows()[1:]] == ["0", "1"]
    assert [row[0] for row in bars([1, 2], labels=["a", "b"]).rows()[1:]] == ["a", "b"]


def test_takes_whatever_stands_for_a_number():
    picture = bars([Fraction(1, 2), Decimal("0.25"), True, 2])
    assert [row[1] for row in picture.rows()[1:]] == ["0.50", "0.25", "1.00", "2.00"]


def test_numbers_stand_on_the_bars_with_fewer_decimals_where_there_is_less_room(drawn):
    assert "0.123" in drawn(bars([0.123, 0.4])).words
    assert "0.1" in drawn(bars([0.123, 0.4] * 8)).words


def test_long_numbers_are_readable(drawn):
    words = drawn(bars({"all": 124_439_808, "some": 2})).words
    assert "124,439,808" in words and "100M" in words


def test_bars_stand_on_zero(drawn):
    assert "0" in drawn(bars([100, 101])).words


def test_description(drawn):
    assert drawn(bars({"a": 1, "b": -2, "c": 0})).description == (
        "3 bars, from a at 1 to c at 0. Lowest: b at −2. Highest: a at 1.")


@pytest.mark.parametrize("values, options, kind, sentence", [
    ({}, {}, ValueError, "values is empty; there is nothing to draw."),
    ([], {}, ValueError, "values is empty; there is nothing to draw."),
    (3, {}, TypeError, "values is 3, but a list is needed here."),
    ({"a": float("nan")}, {}, ValueError, "values['a'] is nan, but only finite numbers can be drawn."),
    ([[1, 2]], {}, TypeError, "values[0] is of type list, but a picture needs numbers."),
    ([1, 2], {"labels": ["a"]}, ValueError, "labels has length 1, but there are 2 to name."),
    ([1, 2], {"labels": 5}, TypeError, "labels is 5, but a list of names is needed here."),
    ({"a": 1}, {"labels": ["b"]}, TypeError, "labels go with a list of numbers; this mapping has its names already."),
    ([1] * 201, {}, ValueError, "values holds 201 numbers, but one picture has room for 200 bars."),
])
def test_error_sentences(values, options, kind, sentence):
    with pytest.raises(kind, match="^" + re.escape(sentence) + "$"):
        bars(values, **options)
