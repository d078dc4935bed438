"""A `Lines` → SVG: scales, the lines themselves, and each name at the end of its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .digits import typeset
from .frame import BASE, EDGE, WIDE, axis_room, heading, value_axis
from .lettering import WORDS, fit, width
from .scale import Scale, Ticks, decade_ticks, linear_ticks, roomy
from .strokes import mark, sample, stroke
from .svg import document, element, text

if TYPE_CHECKING:
    from .lines import Lines

_TALL = 260.0  # the plot, unless many names need more
_SAMPLE = 34.0  # the piece of line before a name
_LONGEST_NAME = 210.0
_PITCH = WORDS * 1.15  # from one name to the next, at least


def draw_lines(picture: Lines, title: str, description: str) -> str:
    head, top = heading(picture.title, picture.y_label)
    names = [fit(" ".join(name.split()), _LONGEST_NAME) for name, _ in picture.series]
    top, bottom = top + 12, top + 12 + max(_TALL, len(names) * _PITCH)
    ys = [y for _, points in picture.series for _, y in points]
    ticks = decade_ticks(min(ys), max(ys), 5) if picture.log_y else linear_ticks(*roomy(ys), 5, outside=True)
    left, right = axis_room(ticks), WIDE - EDGE - _SAMPLE - max(map(width, names)) - 10
    down = Scale(ticks.values[0], ticks.values[-1], bottom, top, picture.log_y)
    across, x_ticks = _horizontal(picture, left, right)
    placed = [[(across(x), down(y)) for x, y in points] for _, points in picture.series]
    heights = spread([points[-1][1] for points in placed], _PITCH, top, bottom)
    body = [
        *head,
        *value_axis(ticks, down, left, right),
        *_below(picture.x_label, x_ticks, across, bottom),
        *(stroke(i, points) for i, points in enumerate(placed)),
        *(_name(i, name, points[-1], height, right)
          for i, (name, points, height) in enumerate(zip(names, placed, heights))),
    ]
    tall = bottom + WORDS * 1.5 + (WORDS * 1.4 if picture.x_label else 0) + EDGE
    roles = ["note", "hairline", *(mark(i).role for i in range(len(placed)))]
    return document(WIDE, tall, title, description, body, roles)


def _horizontal(picture: Lines, left: float, right: float) -> tuple[Scale, Ticks]:
    """The scale across, over exactly the x that there are, and as many ticks as have room."""
    xs = [x for _, points in picture.series for x, _ in points]
    across = Scale(*roomy(xs), left + 8, right - 8)
    whole = all(x == int(x) for x in xs)
    for about in range(10, 1, -1):
        ticks = linear_ticks(across.low, across.high, about, outside=False, whole=whole)
        room = max(map(width, ticks.texts), default=0) + WORDS
        if len(ticks.values) < 2 or across(ticks.values[1]) - across(ticks.values[0]) >= room:
            break
    return across, ticks


def _below(label: str, ticks: Ticks, across: Scale, bottom: float) -> list[str]:
    """The numbers along the horizontal axis, and what they count."""
    base = bottom + WORDS * 1.3
    numbers = [text(typeset(words), _inside(across(value), width(words)), base)
               for value, words in zip(ticks.values, ticks.texts)]
    path = "".join(f"M{across(value):.1f} {bottom:.1f}v6" for value in ticks.values)
    shown = fit(label, across.end - EDGE)
    named = text(shown, across.end, base + WORDS * 1.4, font_size=WORDS, text_anchor="end", class_="ck-note")
    return [
        element("path", d=path, class_="ck-note", stroke="currentColor") if path else "",
        element("g", *numbers, class_="ck-note", font_size=WORDS, text_anchor="middle"),
        named if label else "",
    ]


def _inside(middle: float, wide: float) -> float:
    """The middle of a text that stays within the picture."""
    return max(EDGE + wide / 2, min(middle, WIDE - EDGE - wide / 2))


def _name(i: int, name: str, end: tuple[float, float], height: float, right: float) -> str:
    """A line's name right of the plot, with a piece of the line, tied to its end by a thin thread."""
    thread = f"M{end[0]:.1f} {end[1]:.1f}L{right + 4:.1f} {height:.1f}"
    return element(
        "g",
        element("path", d=thread, fill="none", stroke="currentColor", stroke_opacity="0.6"),
        sample(i, right + 4, height, _SAMPLE - 6),
        text(name, right + _SAMPLE + 4, height + BASE * WORDS, font_size=WORDS),
        class_=f"ck-{mark(i).role}",
    )


def spread(wanted: list[float], pitch: float, low: float, high: float) -> list[float]:
    """Positions as near as may be to the wanted ones, at least `pitch` apart, in the same order, within low … high."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    groups: list[list[int]] = []  # neighbours that push each other: centred on the mean of what they want
    for i in order:
        groups.append([i])
        while len(groups) > 1 and _first(groups[-1], wanted, pitch, low, high) < (
            _first(groups[-2], wanted, pitch, low, high) + len(groups[-2]) * pitch
        ):
            groups[-2:] = [groups[-2] + groups[-1]]
    found = list(wanted)
    for group in groups:
        for step, i in enumerate(group):
            found[i] = _first(group, wanted, pitch, low, high) + step * pitch
    return found


def _first(group: list[int], wanted: list[float], pitch: float, low: float, high: float) -> float:
    extent = (len(group) - 1) * pitch
    centre = sum(wanted[i] for i in group) / len(group)
    return max(low, min(centre - extent / 2, high - extent))
