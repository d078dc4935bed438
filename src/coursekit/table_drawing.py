"""A `Table` → SVG: text in columns, numbers to the right, one hairline below each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .digits import typeset
from .frame import EDGE, WIDE, heading
from .lettering import WORDS, fit, width
from .svg import document, element, text
from .words import ngettext

if TYPE_CHECKING:
    from .table import Table

_TALL = WORDS * 1.7  # a row
_GAP = 24.0  # between columns
_WIDEST = 280.0  # a column
_MOST = 40  # rows; the rest is only counted


def draw_table(picture: Table, title: str, description: str) -> str:
    header = [picture.header] if picture.header else []
    shown = [*header, *picture.cells[:_MOST]]
    head, top = heading(picture.title)
    body, x = list(head), EDGE
    for cells, numeric in zip(zip(*shown), picture.numeric):
        drawn, room = _column(cells, numeric, bool(header))
        anchor, at = ("end", x + room) if numeric else ("start", x)
        body.append(element("g", *_cells(drawn, at, top, bool(header)), font_size=WORDS, text_anchor=anchor))
        x += room + _GAP
    right, bottom = x - _GAP, top + len(shown) * _TALL
    body += _rules(len(shown), top, right, bool(header))
    if len(picture.cells) > _MOST:
        bottom += _TALL
        body.append(text(ngettext("and %(count)s more row", "and %(count)s more rows", len(picture.cells) - _MOST), EDGE, bottom - 0.3 * _TALL, font_size=WORDS))
    return document(max(WIDE, right + EDGE), bottom + EDGE, title, description, body, ["hairline"])


def _column(cells: tuple[str, ...], numeric: bool, header: bool) -> tuple[list[str], float]:
    """The cells as drawn, and the room they need."""
    drawn, room = [], 0.0
    for i, cell in enumerate(cells):
        bold = header and i == 0
        words = " ".join(cell.split())
        drawn.append(fit(typeset(words) if numeric and not bold else words, _WIDEST, WORDS, bold))
        room = max(room, width(drawn[-1], WORDS, bold))
    return drawn, room


def _cells(drawn: list[str], x: float, top: float, header: bool) -> list[str]:
    return [
        text(cell, x, top + (i + 0.7) * _TALL, font_weight="700" if header and i == 0 else None)
        for i, cell in enumerate(drawn)
        if cell
    ]


def _rules(many: int, top: float, right: float, header: bool) -> list[str]:
    """A hairline below each row, a stronger one below the header."""
    path = "".join(f"M{EDGE} {top + i * _TALL:.1f}H{right:.1f}" for i in range(1, many + 1))
    below = f"M{EDGE} {top + _TALL:.1f}H{right:.1f}"
    return [
        element("path", d=path, class_="ck-hairline ck-full", stroke="currentColor", stroke_opacity="0.25"),
        element("path", d=below, stroke="currentColor", stroke_width=1.5) if header else "",
    ]
