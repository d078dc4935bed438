"""Named numbers → a bar chart: `bars({"the": 0.61, "cat": 0.39})`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .digits import brief, texts, typeset
from .frame import EDGE, WIDE, axis_room, heading, needed, value_axis
from .lettering import SMALL, WORDS, width
from .names import along
from .numbers import Number, digit_count, names, number, numbers, wording
from .picture import Picture
from .scale import Scale, Ticks, linear_ticks
from .svg import document, element, text
from .words import gettext, ngettext

_TALL = 250.0  # the plot
_WIDEST = 90.0  # from one bar to the next, unless its texts need more
_MOST = 200


@dataclass(frozen=True, repr=False)
class Bars(Picture):
    """A bar chart. labels and values go together, one bar each."""

    labels: tuple[str, ...]
    values: tuple[Number, ...]
    title: str = ""
    y_label: str = ""
    digits: int = 3

    def rows(self) -> list[list[str]]:
        """One row for each bar: its label and its value."""
        return [["", self.y_label or gettext("value")], *map(list, zip(self.labels, texts(self.values, self.digits)))]

    def description(self) -> str:
        """How many bars, the lowest and the highest, in a sentence."""
        written = [typeset(value) for value in texts(self.values, self.digits)]
        if len(written) == 1:
            return gettext("One bar: %(name)s is %(value)s.", name=self.labels[0], value=written[0])
        low, high = self.values.index(min(self.values)), self.values.index(max(self.values))
        values = {"first": self.labels[0], "start": written[0], "last": self.labels[-1], "end": written[-1],
                  "low": self.labels[low], "least": written[low], "high": self.labels[high], "most": written[high]}
        return ngettext("%(count)s bar, from %(first)s at %(start)s to %(last)s at %(end)s. Lowest: %(low)s at %(least)s. Highest: %(high)s at %(most)s.",
                        "%(count)s bars, from %(first)s at %(start)s to %(last)s at %(end)s. Lowest: %(low)s at %(least)s. Highest: %(high)s at %(most)s.",
                        len(written), **values)

    def _words(self) -> list[str]:
        """Everything that stands above or below a bar."""
        return [*self.labels, *map(typeset, texts(self.values, self.digits))]

    def _repr_svg_(self) -> str:
        head, top = heading(self.title, self.y_label)
        top += WORDS * 1.3  # the number on the highest bar
        ticks = _ticks(self.values)
        left, right = axis_room(ticks), WIDE - EDGE
        slot = min((right - left) / len(self.values), max(_WIDEST, *(width(word) + 12 for word in self._words())))
        right = min(right, left + slot * len(self.values) + EDGE)
        scale = Scale(ticks.values[0], ticks.values[-1], top + _TALL, top)
        below = top + _TALL + (WORDS * 1.2 if min(self.values) < 0 else 0)
        labels = along(self.labels, slot)
        body = [
            *head,
            *value_axis(ticks, scale, left, right),
            element("path", d=_bars(self.values, scale, left, slot), class_="ck-1"),
            element("path", d=f"M{left:.1f} {scale(0):.1f}H{right:.1f}", stroke="currentColor", stroke_width=1.5),
            *_numbers(self.values, self.digits, scale, left + slot / 2, slot),
            *labels.draw(left + slot / 2, slot, below, above=False),
        ]
        title = self.title or gettext("Bars: %(names)s", names=self.y_label or gettext("values"))
        return document(needed(self.title, self.y_label, right), below + labels.height + EDGE, title, self.description(), body, ["note", "hairline", "1"])


def bars(
    values: Mapping[str, float] | Sequence[float],
    *,
    labels: Sequence[str] | None = None,
    title: str = "",
    y_label: str = "",
    digits: int = 3,
) -> Bars:
    """A bar chart of named numbers, or of a list (named by `labels`, otherwise 0, 1, 2 …). Numbers may be negative."""
    if isinstance(values, Mapping):
        if labels is not None:
            raise TypeError("labels go with a list of numbers; this mapping has its names already.")
        if not values:
            raise ValueError("values is empty; there is nothing to draw.")
        labels = list(values)
        checked = tuple(number(value, f"values[{name!r}]") for name, value in values.items())
    else:
        checked = numbers(values, "values")
    if len(checked) > _MOST:
        raise ValueError(f"values holds {len(checked)} numbers, but one picture has room for {_MOST} bars.")
    found = names(labels, len(checked), "labels")
    return Bars(found, checked, wording(title), wording(y_label), digit_count(digits))


def _ticks(values: Sequence[Number]) -> Ticks:
    """Bars stand on zero, so zero is always there."""
    low, high = float(min(0, *values)), float(max(0, *values))
    if high - low < 1e-290:
        low, high = 0.0, 1.0
    return linear_ticks(low, high, 5, outside=True)


def _bars(values: Sequence[Number], scale: Scale, left: float, slot: float) -> str:
    wide = slot * (0.72 if slot > 8 else 0.9)
    return "".join(
        f"M{left + i * slot + (slot - wide) / 2:.1f} {scale(0):.1f}V{scale(value):.1f}h{wide:.1f}V{scale(0):.1f}z"
        for i, value in enumerate(values)
    )


def _numbers(values: Sequence[Number], digits: int, scale: Scale, first: float, slot: float) -> list[str]:
    """Each bar's number beyond its end, with fewer decimals if need be; none where they have no room."""
    for size in (WORDS, SMALL):
        for decimals in range(digits, min(digits, 1) - 1, -1):
            shown = [typeset(value) for value in brief(values, decimals)]
            if max(width(value, size) for value in shown) + 4 <= slot:
                found = [text(value, first + i * slot, scale(number) + (size if number < 0 else -6))
                         for i, (value, number) in enumerate(zip(shown, values))]
                return [element("g", *found, font_size=size, text_anchor="middle")]
    return []
