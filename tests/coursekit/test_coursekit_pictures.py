"""What holds for every picture, whatever is in it."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from math import cos, exp, sin

import pytest

from coursekit import bars, heatmap, lines, table

HOSTILE = "<script>alert('1')</script> & \"quotes\" ]]> \x00\x1b \ud800 语言 🙂 مرحبا\n second line"
LONG = "a name that goes on and on " * 8
TOKENS = "The animal did n't cross the street because it was too tired".split()

STREAM = {
    "pre-norm": [(1 + i * (4.9**2 - 1) / 24) ** 0.5 for i in range(25)],
    "post-norm": [1 + 0.01 * sin(i) for i in range(25)],
    "no addition": [4e-8 ** (i / 24) for i in range(25)],
}

PICTURES = {
    "stream": lines(STREAM, title="Sizes", x_label="blocks passed", y_label="size of the stream", log_y=True),
    "one point": lines({"one": [5]}),
    "one point, log": lines({"one": [5]}, log_y=True),
    "constant": lines({"a": [3, 3, 3], "b": [3.0, 3.0]}),
    "zeros": lines({"a": [0, 0], "b": [0, 0]}),
    "negative": lines({"a": [-5, -3.25, -4], "b": [(-2, 7), (0.5, -1)]}),
    "noise only": lines({"a": [1.0, 1.0000000000000002]}),
    "tiny": lines({"a": [1e-300, 3e-300]}),
    "huge": lines({"a": [-1e300, 1e300]}),
    "hundred decades": lines({"a": [1e-200, 1e100]}, log_y=True),
    "sixteen ends": lines({f"head {i}": [i, 5 + i / 1000] for i in range(16)}, title="All end together"),
    "long names": lines({LONG: [1, 2], LONG + "2": [2, 1]}, title=LONG, x_label=LONG, y_label=LONG),
    "hostile lines": lines({HOSTILE: [1, 2]}, title=HOSTILE, x_label=HOSTILE, y_label=HOSTILE),
    "large x": lines({"a": [(1_700_000_000 + i, i) for i in range(5)], "b": [(123456.5, 1), (123457.25, 0)]}),
    "long x": lines({"b": [(123456.5, 1), (123457.25, 0)]}),
    "many points": lines({"loss": [exp(-i / 3000) + 0.1 * sin(i) for i in range(10_000)]}),
    "bars": bars({"the": 0.61, "cat": 0.24, "sat": 0.15}, title="Attention", y_label="weight"),
    "one bar": bars([7]),
    "bars of zero": bars([0, 0, 0]),
    "bars below zero": bars([-1.5, -0.25], labels=["a", "b"]),
    "bars both ways": bars([sin(i) for i in range(16)]),
    "parameters": bars({"embedding": 38_597_376, "attention": 28_311_552, "everything else that is small": 38_400}),
    "many bars": bars([sin(i / 9) for i in range(200)], labels=[f"dimension {i}" for i in range(200)]),
    "hostile bars": bars({HOSTILE: 1, LONG: 2, "": -3}, title=HOSTILE, y_label=HOSTILE),
    "one cell": heatmap([[3]]),
    "attention": heatmap([[1 / (i + 1) if j <= i else 0 for j in range(6)] for i in range(6)], title="Causal"),
    "signed": heatmap([[sin(i * j) for j in range(5)] for i in range(3)], diverging=True),
    "twelve tokens": heatmap([[1 / 12] * 12] * 12, row_labels=TOKENS, column_labels=TOKENS),
    "same cells": heatmap([[0, 0], [0, 0]], diverging=True),
    "positions": heatmap([[cos(p / 1e4 ** (c / 64)) for c in range(64)] for p in range(50)], diverging=True),
    "many rows": heatmap([[i] for i in range(256)]),
    "many columns": heatmap([list(range(256))], column_labels=[f"column {i}" for i in range(256)]),
    "hostile cells": heatmap([[1, 2], [3, 4]], title=HOSTILE, row_labels=[HOSTILE, LONG], column_labels=[LONG, ""]),
    "table": table([["q", (2, 4), 0.1234], ["k", (4, 2), -1 / 3]], header=["name", "shape", "mean"], title="Shapes"),
    "hostile table": table([[HOSTILE, LONG, None, float("nan"), True]], header=[HOSTILE, "b", "c", "d", LONG]),
    "long table": table([[i, i * i] for i in range(100)]),
}

every_picture = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


@every_picture
def test_is_one_well_formed_svg_with_a_name_and_a_description(picture, drawn):
    root = drawn(picture).root
    title, description = root[0], root[1]
    assert root.tag.endswith("}svg") and root.attrib["role"] == "img"
    assert title.tag.endswith("}title") and title.text.strip() and title.attrib["id"] == root.attrib["aria-labelledby"]
    assert description.tag.endswith("}desc") and description.attrib["id"] == root.attrib["aria-describedby"]
    assert description.text.strip().endswith(".")


@every_picture
def test_no_text_is_cut_off_and_none_lies_on_another(picture, drawn):
    assert drawn(picture).outside() == []
    assert drawn(picture).overlapping() == []


@pytest.mark.parametrize(("small", "large"), [
    (bars([1, 2]), bars([1] * 20)), (heatmap([[1, 2], [3, 4]]), heatmap([[1] * 20])), (bars([1, 2]), bars([1, 2], title="A title that is longer than both bars are wide")),
])
def test_a_picture_is_as_wide_as_what_is_drawn(small, large, drawn):
    """On a telephone one that is wider than it needs would be made smaller, with its letters."""
    assert drawn(small).width < drawn(large).width <= 640


@every_picture
def test_letters_are_large_enough_for_a_phone(picture):
    sizes = [float(size) for size in re.findall(r'font-size="([^"]+)"', picture._repr_svg_())]
    assert min(sizes) >= 15


@every_picture
def test_rows_are_a_header_and_equally_long_texts(picture):
    header, *rows = picture.rows()
    assert rows
    assert {len(row) for row in rows} == {len(header)}
    assert all(type(cell) is str for row in [header, *rows] for cell in row)


@every_picture
def test_prints_as_a_short_text(picture):
    assert str(picture) == repr(picture)
    assert 1 < len(str(picture).splitlines()) <= 27
    assert str(picture.rows()[1][-1]).split()[0] in str(picture)


@every_picture
def test_is_frozen_and_the_same_when_made_of_the_same(picture):
    with pytest.raises(dataclasses.FrozenInstanceError):
        picture.title = "another"
    assert dataclasses.replace(picture) == picture
    assert dataclasses.replace(picture)._repr_svg_() == picture._repr_svg_()


@every_picture
def test_holds_no_number_that_is_none(picture):
    assert not re.search(r'="[^"]*\b(nan|inf|None)\b', picture._repr_svg_())


@every_picture
def test_refers_only_to_ids_of_its_own(picture):
    markup = picture._repr_svg_()
    ids = re.findall(r' id="([^"]+)"', markup)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', markup)) <= set(ids)
    assert "http" not in markup.replace("http://www.w3.org/2000/svg", "") and "url(" not in markup


def test_ids_differ_between_pictures():
    ids = [i for picture in PICTURES.values() for i in re.findall(r' id="([^"]+)"', picture._repr_svg_())]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", [name for name in PICTURES if "hostile" in name])
def test_hostile_texts_stay_texts(name, drawn):
    drawing = drawn(PICTURES[name])
    tags = {element.tag.split("}")[1] for element in drawing.root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "path", "text", "use"}
    assert "<script" not in drawing.markup and "\x00" not in drawing.markup and "\x1b" not in drawing.markup
    assert any("<script>" in words for words in [*drawing.words, drawing.root[0].text])
    drawing.markup.encode("utf-8")


def test_same_bytes_in_every_process():
    source = (
        "from coursekit import *\n"
        "print(lines({'b': [1, 2], 'a': [2, 1]})._repr_svg_(), bars({'x': 1})._repr_svg_(),"
        "heatmap([[-1, 1] * 20] * 20, diverging=True)._repr_svg_(), table([[1, 'a']])._repr_svg_())"
    )
    outputs = {
        subprocess.run([sys.executable, "-c", source], check=True, capture_output=True,
                       env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(outputs) == 1


@every_picture
def test_the_colours_of_the_page_win_and_hue_is_never_needed(picture):
    markup = picture._repr_svg_()
    assert "color:var(--figure-ink,inherit)" in markup
    assert "@media screen and (prefers-color-scheme:dark){:root.coursekit{color:#DFE8E8}}" in markup
    assert "@media (forced-colors:active){.coursekit,:root.coursekit{color:CanvasText}" in markup
    body = markup.split("</style>")[1]
    assert not re.search(r"#[0-9A-Fa-f]{6}\b(?!-)", re.sub(r'(id|href)="[^"]*"', "", body))


def test_importing_it_is_cheap():
    """Nothing that a browser would have to fetch or that takes long to start."""
    source = (
        "import sys, dataclasses, typing\n"
        "before = set(sys.modules)\n"
        "import coursekit\n"
        "print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True).stdout.split()
    assert {name for name in loaded if not name.startswith("coursekit")} <= {"__future__", "math", "zlib"}
