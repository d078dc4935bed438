from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from coursekit import table


def test_rows_hold_every_cell_with_equal_decimals_in_a_column():
    picture = table([["q", (2, 4), 0.5, 1], ["k", (4, 2), -1 / 3, 20]], header=["name", "shape", "mean", "count"])
    assert picture.rows() == [
        ["name", "shape", "mean", "count"],
        ["q", "(2, 4)", "0.500", "1"],
        ["k", "(4, 2)", "-0.333", "20"],
    ]


def test_without_a_header_columns_have_numbers():
    assert table([["a", 1]]).rows() == [["0", "1"], ["a", "1"]]


def test_shows_what_other_pictures_refuse():
    assert table([[float("nan"), float("-inf"), None, True]]).rows()[1] == ["nan", "-inf", "", "True"]


def test_text_form_puts_numbers_to_the_right():
    assert str(table([["scores", 1.5], ["q", -20]], header=["name", "mean"])) == (
        "name     mean\nscores    1.5\nq       -20.0")


def test_html_is_a_real_table():
    root = ElementTree.fromstring(table([["q", 0.5]], header=["name", "mean"], title="Shapes")._repr_html_())
    assert root.find("caption").text == "Shapes"
    assert [cell.attrib for cell in root.iter("th")] == [{"scope": "col"}, {"class": "number", "scope": "col"}]
    assert [cell.text for cell in root.iter("td")] == ["q", "0.5"]


def test_html_is_escaped():
    markup = table([["<img src=x onerror=alert(1)>"]], header=["<b>"], title="</table><script>")._repr_html_()
    root = ElementTree.fromstring(markup)
    assert {element.tag for element in root.iter()} == {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert root.find("caption").text == "</table><script>"


def test_a_long_table_says_what_it_leaves_out(drawn):
    picture = table([[i] for i in range(100)])
    assert "and 60 more rows" in drawn(picture).words
    assert len(picture.rows()) == 101 and picture._repr_html_().count("<tr>") == 100


@pytest.mark.parametrize("rows, options, kind, sentence", [
    ([], {}, ValueError, "rows is empty; there is nothing to draw."),
    ([1], {}, TypeError, "rows[0] is 1, but a list is needed here."),
    (["ab"], {}, TypeError, "rows[0] is the text 'ab', but a list is needed here."),
    ([[1, 2], [1]], {}, ValueError, "rows[1] has length 1, but rows[0] has length 2; all rows must be equally long."),
    ([[1, 2]], {"header": ["a"]}, ValueError, "header has length 1, but there are 2 to name."),
])
def test_error_sentences(rows, options, kind, sentence):
    with pytest.raises(kind, match="^" + re.escape(sentence) + "$"):
        table(rows, **options)
