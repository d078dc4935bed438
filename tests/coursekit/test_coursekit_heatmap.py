from __future__ import annotations

import gzip
import re

import pytest

from coursekit import heatmap
from coursekit.look import BINS, COLOURS, ON_PAPER, STRENGTHS


def test_rows_hold_every_number():
    picture = heatmap([[1, 0.25], [0.004, 0]], row_labels=["a", "b"], column_labels=["x", "y"])
    assert picture.rows() == [["", "x", "y"], ["a", "1.00", "0.25"], ["b", "0.004", "0.00"]]


def test_cells_tell_zero_from_nearly_zero(drawn):
    words = drawn(heatmap([[1, 0.25], [0.004, 0]])).words
    assert words.count("0.00") == 1 and words.count("0") == 3  # a cell, and the two names


def test_bins_part_the_range_equally():
    assert heatmap([list(range(10))]).bins() == [[1, 2, 3, 4, 5, 6, 7, 8, 9, 9]]
    assert heatmap([[-1, -0.1, 0, 0.1, 0.5]], diverging=True).bins() == [[1, 5, 5, 5, 7]]
    assert heatmap([[2, 2]]).bins() == [[5, 5]]


def test_each_cell_is_drawn_once_in_its_bin(drawn):
    cells = [[(i * 7 + j * j) % 9 for j in range(64)] for i in range(64)]
    found = {}
    for group in drawn(heatmap(cells)).root.iter():
        bin_ = re.match(r"ck-ramp-(\d)", group.attrib.get("class", ""))
        path = group[0].attrib["d"] if bin_ and len(group) else ""
        if not path or path.startswith("M") and path.endswith("h28"):
            continue  # a swatch of the key
        x = y = 0.0
        for dx, dy, run in re.findall(r"[Mm](\S+) (\S+?)h(\d+)", path):
            x, y = x + float(dx), y + float(dy)
            for _ in range(int(run)):
                assert (int(y), int(x)) not in found
                found[int(y), int(x)] = int(bin_[1])
                x += 1
    assert len(found) == 64 * 64
    assert all(b == cells[i][j] + 1 for (i, j), b in found.items())


def test_a_large_map_is_small_in_bytes():
    markup = heatmap([[(i * 7919 + j * 104729) % 1009 for j in range(64)] for i in range(64)])._repr_svg_()
    assert len(markup) < 36_000
    assert len(gzip.compress(markup.encode())) < 7_000


def test_a_large_map_has_a_key_instead_of_numbers(drawn):
    words = drawn(heatmap([[i * j for j in range(40)] for i in range(40)])).words
    assert "1521" in words and "1444" not in words


def test_names_of_rows_and_columns_are_all_written(drawn):
    names = [f"token{i}" for i in range(32)]
    words = drawn(heatmap([[0.1] * 32] * 32, row_labels=names, column_labels=names)).words
    assert all(words.count(name) == 2 for name in names)


def test_signs_do_not_hang_on_hue():
    large = heatmap([[(-1) ** j * j for j in range(40)]], diverging=True)._repr_svg_()
    assert 'class="ck-grey-only"' in large and "<use " in large
    assert "<use " not in heatmap([[-1, 1]], diverging=True)._repr_svg_()  # the numbers say it


def test_description(drawn):
    picture = heatmap([[0.1, 0.9]], row_labels=["it"], column_labels=["street", "animal"])
    assert drawn(picture).description == (
        "Rows by columns: 1 by 2. Lowest: 0.1 in row it, column street. Highest: 0.9 in row it, column animal.")
    assert drawn(heatmap([[2, 2]])).description == "Rows by columns: 1 by 2. Every number is 2."


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted([one, other])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ramp", ["ramp-", "diverging-"])
def test_numbers_are_readable_on_every_bin(ramp, theme):
    for b in range(1, BINS + 1):
        text = "paper" if b in ON_PAPER[ramp] else "ink"
        assert contrast(luminance(COLOURS[f"{ramp}{b}"][theme]), luminance(COLOURS[text][theme])) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ramp", ["ramp-", "diverging-"])
def test_numbers_are_readable_where_only_one_colour_is_left(ramp, dark):
    for b, strength in enumerate(STRENGTHS[ramp], 1):
        grey = f"#{round(255 * (strength if dark else 1 - strength)):02x}" * 1
        ground = luminance(grey + grey[1:] * 2)
        text = (b in ON_PAPER[ramp]) != dark  # white
        assert contrast(ground, 1.0 if text else 0.0) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_line_colours_can_be_text(theme):
    for role in "123456":
        assert contrast(luminance(COLOURS[role][theme]), luminance(COLOURS["paper"][theme])) >= 4.5


@pytest.mark.parametrize("rows, options, kind, sentence", [
    ([], {}, ValueError, "rows is empty; there is nothing to draw."),
    ([[]], {}, ValueError, "rows[0] is empty; there is nothing to draw."),
    ([1, 2], {}, TypeError, "rows[0] is 1, but each row is a list. For a single row: heatmap([numbers])."),
    (["ab"], {}, TypeError, "rows[0] is the text 'ab', but each row is a list. For a single row: heatmap([numbers])."),
    ({"a": [1]}, {}, TypeError, "rows is of type dict, but a list is needed here."),
    ([[1, 2], [1, 2], [3]], {}, ValueError,
     "rows[2] has length 1, but rows[0] has length 2; all rows must be equally long."),
    ([[1, 2], [3, float("-inf")]], {}, ValueError, "rows[1][1] is -inf, but only finite numbers can be drawn."),
    ([[1, 2]], {"column_labels": ["a"]}, ValueError, "column_labels has length 1, but there are 2 to name."),
    ([[1, 2]], {"row_labels": ["a", "b"]}, ValueError, "row_labels has length 2, but there are 1 to name."),
    ([[0] * 257], {}, ValueError, "rows is 1 by 257, but a picture has room for 256 by 256."),
])
def test_error_sentences(rows, options, kind, sentence):
    with pytest.raises(kind, match="^" + re.escape(sentence) + "$"):
        heatmap(rows, **options)
