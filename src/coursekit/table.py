"""Rows of anything → a table with aligned numbers: `table([["the", 0.61]], header=["token", "weight"])`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from .digits import texts
from .numbers import digit_count, filled, names, plain_number, same_lengths, wording
from .picture import Picture
from .svg import element, escaped
from .table_drawing import draw_table
from .words import gettext


@dataclass(frozen=True, repr=False)
class Table(Picture):
    """A table. cells: rows of texts, all equally long. numeric: for each column whether it holds numbers only."""

    cells: tuple[tuple[str, ...], ...]
    header: tuple[str, ...] | None
    numeric: tuple[bool, ...]
    title: str = ""

    def rows(self) -> list[list[str]]:
        """The header (column numbers where none was given), then the rows."""
        header = self.header or names(None, len(self.numeric), "header")
        return [list(header), *map(list, self.cells)]

    def description(self) -> str:
        """The size and the columns, in a sentence."""
        size = {"rows": len(self.cells), "columns": len(self.numeric)}
        if self.header:
            return gettext("A table, rows by columns: %(rows)s by %(columns)s (%(names)s).", **size, names=", ".join(self.header))
        return gettext("A table, rows by columns: %(rows)s by %(columns)s.", **size)

    def _repr_svg_(self) -> str:
        return draw_table(self, self.title or gettext("Table"), self.description())

    def _repr_html_(self) -> str:
        """A real table, for pages."""
        head = [element("thead", _html_row("th", self.header, self.numeric))] if self.header else []
        body = element("tbody", *(_html_row("td", row, self.numeric) for row in self.cells))
        caption = [element("caption", escaped(self.title))] if self.title else []
        return element("table", *caption, *head, body, class_="coursekit-table")


def table(
    rows: Sequence[Sequence[object]],
    *,
    header: Sequence[str] | None = None,
    title: str = "",
    digits: int = 3,
) -> Table:
    """A table of rows, all equally long. Cells may hold anything; numbers get equal decimals within a column.

    digits: decimals at most. Unlike the other pictures, a table also shows nan and inf: it has no scale to break.
    """
    listed = [filled(row, f"rows[{i}]") for i, row in enumerate(filled(rows, "rows"))]
    same_lengths(listed)
    columns = [_column(list(cells), digit_count(digits)) for cells in zip(*listed)]
    return Table(
        tuple(zip(*(cells for cells, _ in columns))),
        None if header is None else names(header, len(columns), "header"),
        tuple(numeric for _, numeric in columns),
        wording(title),
    )


def _column(cells: list[object], digits: int) -> tuple[list[str], bool]:
    """The cells of one column as texts, and whether they are all numbers (or empty)."""
    found = [None if isinstance(cell, bool) else plain_number(cell) for cell in cells]
    finite = [value for value in found if value is not None and isfinite(value)]
    written = iter(texts(finite, digits))
    shown = [
        ("" if cell is None else str(cell)) if value is None else next(written) if isfinite(value) else str(value)
        for cell, value in zip(cells, found)
    ]
    numeric = any(v is not None for v in found) and all(v is not None or not s for v, s in zip(found, shown))
    return shown, numeric


def _html_row(tag: str, cells: Sequence[str], numeric: Sequence[bool]) -> str:
    scope = {"scope": "col"} if tag == "th" else {}
    return element("tr", *(
        element(tag, escaped(cell) or " ", class_="number" if right else None, **scope)
        for cell, right in zip(cells, numeric)
    ))
