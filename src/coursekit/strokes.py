"""How one line is told from another without its colour: a dash pattern and a shape at its points."""

from __future__ import annotations

from dataclasses import dataclass

from .look import LINES
from .svg import element

_THICK = 3.0
_DASHES = ("", "11 6", "3 5", "15 5 3 5", "22 6", "7 4 3 4 3 4")
_SHAPES = (  # around 0 0, about 10 units across
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",  # disc
    "m-4.5-4.5h9v9h-9z",  # square
    "m0-6.5l6 10.5h-12z",  # triangle
    "m0-6.5l6.5 6.5-6.5 6.5-6.5-6.5z",  # diamond
    "m-6-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",  # plus
    "m0 6.5l6-10.5h-12z",  # triangle on its point
)
_MANY = 16  # points; from there on only some carry a shape
_SOME = 7


@dataclass(frozen=True)
class Mark:
    """role: of the colour, in `look`. dashes: an SVG dash pattern. shape: a path around its point."""

    role: str
    dashes: str
    shape: str


def mark(i: int) -> Mark:
    """The i-th line's mark: different for each of the first 36."""
    turn = i // LINES
    return Mark(str(i % LINES + 1), _DASHES[(i + turn) % len(_DASHES)], _SHAPES[(i + 2 * turn) % len(_SHAPES)])


def stroke(i: int, points: list[tuple[float, float]]) -> str:
    """The i-th line through points in drawing units."""
    some = points if len(points) < _MANY else [points[round(k * (len(points) - 1) / _SOME)] for k in range(_SOME + 1)]
    return element("g", _line(i, thinned(points)), _shapes(i, some), class_=f"ck-{mark(i).role}")


def sample(i: int, x: float, y: float, wide: float) -> str:
    """A short piece of the i-th line, to stand before its name."""
    return _line(i, [(x, y), (x + wide, y)]) + _shapes(i, [(x + wide / 2, y)])


def thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same picture with fewer points: of those within one unit across, the first, lowest, highest and last."""
    columns: dict[int, list[tuple[float, float]]] = {}
    for point in points:
        columns.setdefault(int(point[0]), []).append(point)
    kept: list[tuple[float, float]] = []
    for column in columns.values():
        low, high = min(column, key=lambda p: p[1]), max(column, key=lambda p: p[1])
        kept += dict.fromkeys([column[0], *sorted([low, high]), column[-1]])
    return kept


def _line(i: int, points: list[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return element("path", d=path, fill="none", stroke="currentColor", stroke_width=_THICK, stroke_linejoin="round",
                   stroke_dasharray=mark(i).dashes or None)


def _shapes(i: int, points: list[tuple[float, float]]) -> str:
    return element("path", d="".join(f"M{x:.1f} {y:.1f}{mark(i).shape}" for x, y in points))
