"""What all pictures have in common: a drawing, a readable text form, and their numbers as rows."""

from __future__ import annotations

from typing import TypeVar

_MOST_ROWS = 24  # of text; longer ones leave out their middle
_MOST_COLUMNS = 14
_NUMBER = frozenset("0123456789.+-einfa…")  # what numbers are written with, inf and nan too

T = TypeVar("T")


class Picture:
    """A finished picture. The page shows `_repr_svg_()`; `print` shows the numbers."""

    title: str

    def rows(self) -> list[list[str]]:
        """The numbers as a table of texts: the header first, every row as long as the header."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        """The drawing: one `<svg>` element that can stand in a page or in a file of its own."""
        raise NotImplementedError

    def __repr__(self) -> str:
        rows = self.rows()
        rows = [_shortened(row, _MOST_COLUMNS, "…") for row in _shortened(rows, _MOST_ROWS, ["…"] * len(rows[0]))]
        return "\n".join([self.title, *_aligned(rows)] if self.title else _aligned(rows))


def _shortened(items: list[T], most: int, gap: T) -> list[T]:
    """`items`, or its first and last ones around `gap` when there are more than `most`."""
    return items if len(items) <= most else [*items[: most - 4], gap, *items[-3:]]


def _aligned(rows: list[list[str]]) -> list[str]:
    """Lines of text with columns under one another, numbers to the right."""
    columns = [[" ".join(cell.split()) for cell in column] for column in zip(*rows)]
    padded = [_padded(column, max(map(len, column))) for column in columns]
    return ["  ".join(row).rstrip() for row in zip(*padded)]


def _padded(column: list[str], room: int) -> list[str]:
    if all(_NUMBER.issuperset(cell) for cell in column[1:]):
        return [cell.rjust(room) for cell in column]
    return [cell.ljust(room) for cell in column]
