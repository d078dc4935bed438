"""Names along columns (of bars, of a heat map): level where they fit, otherwise upright, and thinned where many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .frame import BASE
from .lettering import SMALL, WORDS, fit, width, wrap
from .svg import element, text

_TALLEST = 150.0  # upright names are cut beyond it
_BROAD = 80.0  # columns with so much room have level names, cut short if need be
_LINE = 1.15  # from one line of a name to the next, in letter sizes


@dataclass(frozen=True)
class Names:
    """How names along columns are written: each in up to three lines. height: the room they need, in drawing units."""

    lines: tuple[list[str], ...]
    size: float
    every: int
    upright: bool
    height: float

    def draw(self, first: float, slot: float, edge: float, above: bool) -> list[str]:
        """first: middle of the first column. slot: from one to the next. edge: of the plot, which they stand at."""
        draw = self._upright if self.upright else self._level
        written = [
            piece
            for i, lines in enumerate(self.lines) if i % self.every == 0
            for piece in draw(lines, first + i * slot, edge, above)
        ]
        anchor = "middle" if not self.upright else "start" if above else "end"
        return [element("g", *written, font_size=self.size, text_anchor=anchor)]

    def _level(self, lines: list[str], x: float, edge: float, above: bool) -> list[str]:
        step = self.size * _LINE
        base = edge - 8 - (len(lines) - 1) * step if above else edge + 6 + self.size * 0.8
        return [text(line, x, base + i * step) for i, line in enumerate(lines)]

    def _upright(self, lines: list[str], x: float, edge: float, above: bool) -> list[str]:
        base, start = x + BASE * self.size, edge - 8 if above else edge + 8
        return [text(line, 0, 0, transform=f"translate({base:.1f} {start:.1f})rotate(-90)") for line in lines]


def along(names: Sequence[str], slot: float) -> Names:
    """Names for columns that are `slot` wide."""
    shown = [" ".join(name.split()) for name in names]
    numbered = all(name == str(i) for i, name in enumerate(shown))
    for size in (WORDS, SMALL):
        gap = 0.4 * size
        widest = max(width(word, size) for name in shown for word in name.split() or [""]) + gap
        every = _every(widest, slot) if numbered else 1
        if widest <= slot * every or slot >= _BROAD:
            lines = tuple(wrap(name, slot * every - gap, size) for name in shown)
            below_first = (max(map(len, lines)) - 1) * size * _LINE
            return Names(lines, size, every, upright=False, height=size + below_first + 12)
    every = _every(SMALL * 1.1, slot)
    shortened = [fit(name, _TALLEST, SMALL) for name in shown]
    tallest = max(width(name, SMALL) for name in shortened)
    return Names(tuple([name] for name in shortened), SMALL, every, upright=True, height=tallest + 14)


def _every(room: float, slot: float) -> int:
    """Which names to write so that each has `room`: every one, every second, fifth, tenth …"""
    every = 1
    for factor in (2, 2.5, 2) * 6:
        if every * slot >= room:
            break
        every = int(every * factor)
    return every
