"""What stands around the numbers: the heading above, and the value axis with its hairlines on the left."""

from __future__ import annotations

from .digits import typeset
from .lettering import TITLE, WORDS, fit, width, wrap
from .scale import Scale, Ticks
from .svg import element, text

WIDE = 640.0  # a picture's width at the most, in drawing units
EDGE = 6.0  # nothing is drawn nearer to the edge
BASE = 0.35  # from the middle of a line of text down to its base line, as a part of the letter size


def heading(title: str, note: str = "") -> tuple[list[str], float]:
    """The title in bold, and a note below it (what the axis measures). Returns elements and the height they take."""
    found, height = [], EDGE
    for line in wrap(title, WIDE - 2 * EDGE, TITLE, bold=True):
        height += TITLE * 1.25
        found.append(text(line, EDGE, height - TITLE * 0.25, font_size=TITLE, font_weight="700"))
    if note:
        height += WORDS * 1.4
        shown = fit(note, WIDE - 2 * EDGE)
        found.append(text(shown, EDGE, height - WORDS * 0.3, font_size=WORDS, class_="ck-note"))
    return found, height + EDGE


def needed(title: str, note: str, right: float) -> float:
    """The width of a picture whose plot ends at `right`. A page that is narrow makes a picture smaller, its letters too, so none is wider than it needs."""
    room = max(width(title, TITLE, bold=True), width(note)) + 2 * EDGE
    return min(WIDE, max(right + EDGE, room)) if (title + note).isprintable() else WIDE


def axis_room(ticks: Ticks) -> float:
    """How far from the left edge the plot begins, so that all tick texts fit."""
    return EDGE + max(width(typeset(words)) for words in ticks.texts) + 10


def value_axis(ticks: Ticks, scale: Scale, left: float, right: float) -> list[str]:
    """One hairline and one text for each tick of a vertical scale; the plot reaches from `left` to `right`."""
    path = "".join(f"M{left:.1f} {scale(value):.1f}H{right:.1f}" for value in ticks.values)
    labels = [
        text(typeset(words), left - 10, scale(value) + BASE * WORDS)
        for value, words in zip(ticks.values, ticks.texts) if words
    ]
    return [
        element("path", d=path, class_="ck-hairline ck-full", stroke="currentColor", stroke_opacity="0.25"),
        element("g", *labels, class_="ck-note", font_size=WORDS, text_anchor="end"),
    ]
