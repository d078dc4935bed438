"""Rows of numbers → a heat map: `heatmap(weights, row_labels=tokens, column_labels=tokens)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .cells import draw_cells
from .digits import texts, typeset
from .look import BINS
from .numbers import Number, count, described, digit_count, filled, names, numbers, same_lengths, wording
from .picture import Picture
from .words import gettext

_MOST = 256  # rows, and columns


@dataclass(frozen=True, repr=False)
class Heatmap(Picture):
    """A heat map. values: rows of equal length. diverging: the colours part at zero."""

    values: tuple[tuple[Number, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    title: str = ""
    digits: int = 2
    diverging: bool = False

    def rows(self) -> list[list[str]]:
        """The column labels, then each row with its label."""
        written = self.texts()
        return [["", *self.column_labels], *([label, *row] for label, row in zip(self.row_labels, written))]

    def texts(self) -> list[list[str]]:
        """The numbers as they are written in the cells."""
        flat = texts([value for row in self.values for value in row], self.digits)
        wide = len(self.column_labels)
        return [flat[i : i + wide] for i in range(0, len(flat), wide)]

    def limits(self) -> tuple[float, float]:
        """Where the lowest bin begins and the highest ends; around zero when the colours part there."""
        low, high = min(map(min, self.values)), max(map(max, self.values))
        if self.diverging:
            high = max(abs(low), abs(high))
            low = -high
        return float(low), float(high)

    def bins(self) -> list[list[int]]:
        """For each cell its class, 1 … 9: equal parts of the range. All in the middle when all numbers are the same."""
        low, high = self.limits()
        part = high / BINS - low / BINS
        if part <= 1e-12 * max(abs(low), abs(high)):
            return [[(BINS + 1) // 2] * len(row) for row in self.values]
        return [[min(BINS, int((value - low) / part + 1e-9) + 1) for value in row] for row in self.values]

    def description(self) -> str:
        """The size, the lowest and the highest number and where they stand, in a sentence."""
        written = self.texts()
        places = [(value, i, j) for i, row in enumerate(self.values) for j, value in enumerate(row)]
        low, high = min(places, key=lambda place: place[0]), max(places, key=lambda place: place[0])
        size = gettext("Rows by columns: %(rows)s by %(columns)s.", rows=len(self.values), columns=len(self.column_labels))
        if low[0] == high[0]:
            return size + " " + gettext("Every number is %(value)s.", value=typeset(written[0][0]))

        def place(_: Number, i: int, j: int) -> dict[str, str]:
            return {"value": typeset(written[i][j]), "row": self.row_labels[i], "column": self.column_labels[j]}

        return " ".join([size, gettext("Lowest: %(value)s in row %(row)s, column %(column)s.", **place(*low)),
                         gettext("Highest: %(value)s in row %(row)s, column %(column)s.", **place(*high))])

    def _repr_svg_(self) -> str:
        return draw_cells(self, self.title or gettext("Heat map"), self.description())


def heatmap(
    rows: Sequence[Sequence[float]],
    *,
    row_labels: Sequence[str] | None = None,
    column_labels: Sequence[str] | None = None,
    title: str = "",
    digits: int = 2,
    diverging: bool = False,
) -> Heatmap:
    """A heat map of rows of numbers, all equally long: one cell each, coloured in nine steps from lowest to highest.

    row_labels, column_labels: otherwise 0, 1, 2 … diverging: for numbers of both signs, the colours part at zero.
    """
    given = filled(rows, "rows")
    if count(given[0]) is None or isinstance(given[0], str):
        first = described(given[0])
        raise TypeError(f"rows[0] is {first}, but each row is a list. For a single row: heatmap([numbers]).")
    checked = [numbers(row, f"rows[{i}]") for i, row in enumerate(given)]
    same_lengths(checked)
    if max(len(checked), len(checked[0])) > _MOST:
        raise ValueError(f"rows is {len(checked)} by {len(checked[0])}, but a picture has room for {_MOST} by {_MOST}.")
    return Heatmap(
        tuple(checked),
        names(row_labels, len(checked), "row_labels"),
        names(column_labels, len(checked[0]), "column_labels"),
        wording(title),
        digit_count(digits),
        bool(diverging),
    )
