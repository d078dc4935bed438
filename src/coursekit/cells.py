"""A `Heatmap` → SVG: one path for each bin, numbers in the cells where they fit, otherwise a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .digits import brief, texts, typeset
from .frame import BASE, EDGE, WIDE, heading, needed
from .lettering import SMALL, WORDS, fit, width
from .look import BINS, ON_PAPER, STRENGTHS
from .names import along
from .svg import document, element, identity, text

if TYPE_CHECKING:
    from .heatmap import Heatmap

_LONGEST_NAME = 190.0
_WIDEST, _TALLEST = 88.0, 56.0  # a cell
_TALL = 500.0  # all rows together, at most
_TIGHT = SMALL * 1.1  # a row, so that each can have a name


def draw_cells(picture: Heatmap, title: str, description: str) -> str:
    many_rows, many_columns = len(picture.row_labels), len(picture.column_labels)
    names = [fit(" ".join(name.split()), _LONGEST_NAME) for name in picture.row_labels]
    left = EDGE + max(map(width, names)) + 10
    wide = min((WIDE - EDGE - left) / many_columns, _WIDEST)
    tall = _row_height(picture, wide)
    head, top = heading(picture.title)
    labels = along(picture.column_labels, wide)
    top += labels.height
    bottom = top + tall * many_rows
    written = _numbers(picture, left, top, wide, tall)
    key, key_height, key_end = ([], 0.0, 0.0) if written else _key(picture, left, bottom + 14)
    body = [
        *head,
        *labels.draw(left + wide / 2, wide, top, above=True),
        *_row_names(names, left - 10, top, tall),
        *_bins(picture, f"translate({left:.1f} {top:.1f})scale({wide:.4f} {tall:.4f})", minus=not written),
        *written,
        *key,
    ]
    roles = ["paper", *(f"{_ramp(picture)}{b}" for b in range(1, BINS + 1))]
    return document(needed(picture.title, "", max(left + wide * many_columns, key_end)), bottom + key_height + EDGE, title, description, body, roles)


def _row_height(picture: Heatmap, wide: float) -> float:
    """About as tall as wide; but all rows have room in the picture, and up to 64 names are all written."""
    many = len(picture.row_labels)
    named = many <= 64 and picture.row_labels != tuple(map(str, range(many)))
    return max(min(max(wide, 26.0), _TALLEST, _TALL / many), _TIGHT if named else 0)


def _ramp(picture: Heatmap) -> str:
    return "diverging-" if picture.diverging else "ramp-"


def _bins(picture: Heatmap, place: str, minus: bool) -> list[str]:
    """The cells of each bin as strokes one cell thick, in units of cells.

    minus: where the picture is printed or has only one colour, cells below zero carry a minus sign.
    """
    ramp, bins = _ramp(picture), picture.bins()
    mark = identity(bins)
    shapes, signs = [], []
    for b in range(1, BINS + 1):
        path = _runs(bins, b)
        if not path:
            continue
        below = minus and picture.diverging and b <= BINS // 2
        shapes.append(_bin(ramp, b, element("path", d=path, id=f"{mark}-{b}" if below else None)))
        if below:
            colour = {"class_": "ck-paper", "color": "Canvas"} if b in ON_PAPER[ramp] else {}
            signs.append(element("use", href=f"#{mark}-{b}", **colour))
    grey = element("g", *signs, class_="ck-grey-only", stroke_width="0.2", stroke_dasharray="0 0.25 0.5 0.25")
    inner = element("g", *shapes, shape_rendering="crispEdges")
    return [element("g", inner, grey if signs else "", transform=place, stroke="currentColor", stroke_width=1)]


def _bin(ramp: str, b: int, shape: str) -> str:
    strength = f"{STRENGTHS[ramp][b - 1]:g}"
    return element("g", shape, class_=f"ck-{ramp}{b} ck-full", stroke_opacity=strength)


def _runs(bins: list[list[int]], b: int) -> str:
    """A path along the middle of every run of cells in bin `b`."""
    path: list[str] = []
    at = (0.0, 0.0)
    for y, row in enumerate(bins):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end] == b:
                end += 1
            if end > x:
                start = "M{:g} {:g}" if not path else "m{:g} {:g}"
                path.append(start.format(x - at[0], y + 0.5 - at[1]) + f"h{end - x}")
                at = (end, y + 0.5)
            x = max(end, x + 1)
    return "".join(path)


def _numbers(picture: Heatmap, left: float, top: float, wide: float, tall: float) -> list[str]:
    """The number in each cell, if all of them have room."""
    wide_row = len(picture.column_labels)
    flat = [typeset(value) for value in brief([value for row in picture.values for value in row], picture.digits)]
    shown = [flat[i : i + wide_row] for i in range(0, len(flat), wide_row)]
    for size in (WORDS, SMALL):
        if max(width(value, size) for row in shown for value in row) + 6 <= wide and size + 6 <= tall:
            break
    else:
        return []
    groups: dict[bool, list[str]] = {False: [], True: []}
    for i, row in enumerate(picture.bins()):
        for j, b in enumerate(row):
            place = left + (j + 0.5) * wide, top + (i + 0.5) * tall + BASE * size
            groups[b in ON_PAPER[_ramp(picture)]].append(text(shown[i][j], *place))
    about: dict[str, str | float] = {"font_size": size, "text_anchor": "middle"}
    return [
        element("g", *groups[False], **about),
        element("g", *groups[True], class_="ck-paper", color="Canvas", **about) if groups[True] else "",
    ]


def _row_names(names: list[str], right: float, top: float, tall: float) -> list[str]:
    size = WORDS if tall >= WORDS * 1.1 else SMALL
    every = 1 if tall >= _TIGHT else next(n for n in (2, 5, 10, 20, 50) if n * tall >= WORDS * 1.6)
    found = [text(name, right, top + (i + 0.5) * tall + BASE * size)
             for i, name in enumerate(names) if i % every == 0]
    return [element("g", *found, font_size=size, text_anchor="end")]


def _key(picture: Heatmap, left: float, top: float) -> tuple[list[str], float, float]:
    """The bins side by side between the lowest and the highest number. Returns elements, the height they take, and where they end."""
    low, high = map(typeset, texts(picture.limits(), picture.digits))
    start, base, part, tall = left + width(low) + 8, top + BASE * WORDS + 9, 28.0, 18.0
    swatches = [_bin(_ramp(picture), b, element("path", d=f"M{start + (b - 1) * part:.1f} {top + 9:.1f}h{part:.0f}"))
                for b in range(1, BINS + 1)]
    return [
        text(low, left, base, font_size=WORDS),
        element("g", *swatches, stroke="currentColor", stroke_width=tall, shape_rendering="crispEdges"),
        text(high, start + BINS * part + 8, base, font_size=WORDS),
    ], 14 + tall + 4, start + BINS * part + 8 + width(high)
