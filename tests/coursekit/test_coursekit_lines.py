from __future__ import annotations

import re

import pytest

from coursekit import lines
from coursekit.line_drawing import spread
from coursekit.strokes import mark, thinned


def test_rows_hold_every_number():
    picture = lines({"a": [1, 2.5], "b": [(0, -3), (4, 1e-9)]}, x_label="step")
    assert picture.rows() == [["step", "a", "b"], ["0", "1.0", "-3"], ["1", "2.5", ""], ["4", "", "1e-9"]]


def test_rows_of_a_log_scale_have_significant_digits():
    picture = lines({"a": [4.9, 0.000123456, 4.12345e-8]}, log_y=True)
    assert [row[1] for row in picture.rows()[1:]] == ["4.9", "0.000123", "4.12e-8"]


def test_text_form():
    assert str(lines({"a": [1, 2.5], "b": [10, 20]}, title="Growth")) == "Growth\nx    a   b\n0  1.0  10\n1  2.5  20"


def test_description_tells_where_each_line_goes(drawn):
    picture = lines({"up": [1, 4, 3], "dot": [7]}, x_label="block")
    assert drawn(picture).description == (
        "up goes from 1 at block 0 to 3 at block 2; it lies between 1 and 4. dot is 7 at block 0.")


def test_every_name_stands_beside_the_plot(drawn):
    words = drawn(lines({"pre-norm": [1, 2], "post-norm": [1, 1]})).words
    assert "pre-norm" in words and "post-norm" in words


def test_names_of_lines_that_end_together_keep_apart_and_in_order(drawn):
    drawing = drawn(lines({f"line {i}": [0, i / 1000] for i in range(10)}))
    names = [text for text in drawing.written if text.words.startswith("line")]
    tops = [text.top for text in sorted(names, key=lambda text: int(text.words.split()[1]), reverse=True)]
    assert all(below - above >= 18 for above, below in zip(tops, tops[1:]))


def test_log_axis_has_decades(drawn):
    words = drawn(lines({"a": [1, 4e-8]}, log_y=True)).words
    assert {"1", "0.01", "0.0001", "1e−6", "1e−8"} <= set(words)


def test_lines_differ_without_colour():
    marks = [mark(i) for i in range(36)]
    assert len({(m.dashes, m.shape) for m in marks[:6]}) == 6
    assert len({(m.role, m.dashes, m.shape) for m in marks}) == 36
    assert all(a.dashes != b.dashes and a.shape != b.shape for a, b in zip(marks, marks[6:]))  # of the same colour


def test_many_points_make_a_small_drawing():
    picture = lines({"a": [(i * 7919) % 1000 for i in range(100_000)]})
    assert len(picture._repr_svg_()) < 40_000


def test_thinning_keeps_the_extremes():
    points = [(0.1, 5.0), (0.2, 9.0), (0.3, 1.0), (0.4, 4.0), (1.0, 2.0)]
    assert thinned(points) == [(0.1, 5.0), (0.2, 9.0), (0.3, 1.0), (0.4, 4.0), (1.0, 2.0)]
    assert thinned([(0.1, 5.0), (0.2, 5.5), (0.3, 9.0), (0.4, 4.0)]) == [(0.1, 5.0), (0.3, 9.0), (0.4, 4.0)]


@pytest.mark.parametrize("wanted, found", [
    ([5.0], [5.0]),
    ([50.0, 50.0], [45.0, 55.0]),
    ([0.0, 1.0, 2.0], [0.0, 10.0, 20.0]),
    ([100.0, 99.0], [100.0, 90.0]),
    ([20.0, 80.0, 22.0], [16.0, 80.0, 26.0]),
])
def test_spread(wanted, found):
    assert spread(wanted, 10, 0, 100) == pytest.approx(found)


@pytest.mark.parametrize("series, options, kind, sentence", [
    ({}, {}, ValueError, "series is empty; there is nothing to draw."),
    ([1, 2], {}, TypeError, "lines() needs names: lines({'loss': numbers}). It was given of type list."),
    ({"a": []}, {}, ValueError, "series['a'] is empty; there is nothing to draw."),
    ({"a": 5}, {}, TypeError, "series['a'] is 5, but a list is needed here."),
    ({"a": "12"}, {}, TypeError, "series['a'] is the text '12', but a list is needed here."),
    ({"a": [1, None]}, {}, TypeError, "series['a'][1] is None, but a picture needs numbers."),
    ({"a": [1, "2"]}, {}, TypeError, "series['a'][1] is the text '2', but a picture needs numbers."),
    ({"a": [1, 2j]}, {}, TypeError, "series['a'][1] is 2j, but a picture needs numbers."),
    ({"a": [1, float("nan")]}, {}, ValueError, "series['a'][1] is nan, but only finite numbers can be drawn."),
    ({"a": [(0, float("-inf"))]}, {}, ValueError, "series['a'][0][1] is -inf, but only finite numbers can be drawn."),
    ({"a": [2e300]}, {}, ValueError, "series['a'][0] is too large to be drawn (beyond 1e+300)."),
    ({"a": [1, 0]}, {"log_y": True}, ValueError,
     "series['a'][1] is 0, but a logarithmic scale (log_y=True) needs numbers above 0."),
    ({"a": [(1, 1), (0, 2)]}, {}, ValueError,
     "series['a'][1] has x = 0 after x = 1; sort the points by x, each x once."),
    ({"a": [(1, 1), 2]}, {}, ValueError,
     "series['a'][1] is no pair (x, y); a line holds either pairs only or numbers only."),
    ({"a": [(1, 2, 3)]}, {}, ValueError,
     "series['a'][0] is no pair (x, y); a line holds either pairs only or numbers only."),
    ({"a": [1]}, {"digits": -1}, ValueError, "digits is -1, but must be a whole number from 0 to 15."),
    ({i: [1] for i in range(17)}, {}, ValueError, "series holds 17 lines, but one picture has room for 16."),
])
def test_error_sentences(series, options, kind, sentence):
    with pytest.raises(kind, match="^" + re.escape(sentence) + "$"):
        lines(series, **options)
