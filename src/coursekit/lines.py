"""Named rows of numbers → a line chart: `lines({"loss": [2.3, 1.1, 0.7]})`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .digits import significant, texts, typeset
from .line_drawing import draw_lines
from .numbers import Number, count, described, digit_count, filled, number, wording
from .picture import Picture
from .words import gettext

Point = tuple[Number, Number]
_MOST = 16  # lines; more have no room for their names


@dataclass(frozen=True, repr=False)
class Lines(Picture):
    """A line chart. series: for each line its name and its points (x, y), x ascending."""

    series: tuple[tuple[str, tuple[Point, ...]], ...]
    title: str = ""
    x_label: str = ""
    y_label: str = ""
    log_y: bool = False
    digits: int = 3

    def rows(self) -> list[list[str]]:
        """One row for each x, one column for each line; empty where a line has no point."""
        places = sorted({x for _, points in self.series for x, _ in points})
        columns = [texts(places, max(self.digits, 6))]
        for _, points in self.series:
            written = dict(zip((x for x, _ in points), self._texts([y for _, y in points])))
            columns.append([written.get(x, "") for x in places])
        return [[self.x_label or "x", *(name for name, _ in self.series)], *map(list, zip(*columns))]

    def description(self) -> str:
        """Where each line starts, ends and turns, in a sentence."""
        return " ".join(self._sentence(name, points) for name, points in self.series)

    def _sentence(self, name: str, points: tuple[Point, ...]) -> str:
        ys = [y for _, y in points]
        low, high, first, last = map(typeset, self._texts([min(ys), max(ys), ys[0], ys[-1]]))
        start, end = map(typeset, texts([points[0][0], points[-1][0]], 6))
        x = self.x_label or "x"
        if len(points) == 1:
            return gettext("%(name)s is %(value)s at %(x)s %(place)s.", name=name, value=first, x=x, place=start)
        return gettext("%(name)s goes from %(first)s at %(x)s %(start)s to %(last)s at %(x)s %(end)s; it lies between %(low)s and %(high)s.",
                       name=name, first=first, x=x, start=start, last=last, end=end, low=low, high=high)

    def _texts(self, values: Sequence[Number]) -> list[str]:
        return [significant(value, self.digits) for value in values] if self.log_y else texts(values, self.digits)

    def _repr_svg_(self) -> str:
        title = self.title or gettext("Lines: %(names)s", names=", ".join(name for name, _ in self.series))
        return draw_lines(self, title, self.description())


def lines(
    series: Mapping[str, Sequence[float] | Sequence[tuple[float, float]]],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    log_y: bool = False,
    digits: int = 3,
) -> Lines:
    """A line chart of named rows of numbers.

    series: name → numbers (drawn at x = 0, 1, 2 …) or (x, y) pairs with ascending x.
    log_y: equal steps up for equal factors. digits: decimals in the table of numbers; significant digits with log_y.
    """
    if not isinstance(series, Mapping):
        raise TypeError(f"lines() needs names: lines({{'loss': numbers}}). It was given {described(series)}.")
    if not series:
        raise ValueError("series is empty; there is nothing to draw.")
    if len(series) > _MOST:
        raise ValueError(f"series holds {len(series)} lines, but one picture has room for {_MOST}.")
    checked = tuple((str(name), _points(values, f"series[{name!r}]", log_y)) for name, values in series.items())
    return Lines(checked, wording(title), wording(x_label), wording(y_label), bool(log_y), digit_count(digits))


def _points(values: object, place: str, log_y: bool) -> tuple[Point, ...]:
    items = filled(values, place)
    if count(items[0]) is not None and not isinstance(items[0], str):
        points = [_pair(item, f"{place}[{i}]") for i, item in enumerate(items)]
    else:
        points = [(i, number(item, f"{place}[{i}]")) for i, item in enumerate(items)]
    for i, (x, y) in enumerate(points):
        if i and x <= points[i - 1][0]:
            before = points[i - 1][0]
            raise ValueError(f"{place}[{i}] has x = {x} after x = {before}; sort the points by x, each x once.")
        if log_y and y <= 0:
            raise ValueError(f"{place}[{i}] is {y}, but a logarithmic scale (log_y=True) needs numbers above 0.")
    return tuple(points)


def _pair(item: object, place: str) -> Point:
    if isinstance(item, str) or count(item) != 2:
        raise ValueError(f"{place} is no pair (x, y); a line holds either pairs only or numbers only.")
    x, y = filled(item, place)
    return number(x, f"{place}[0]"), number(y, f"{place}[1]")
