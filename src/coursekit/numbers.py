"""What a learner passes in → plain finite numbers, or an error that names the place. The only file that judges input.

Places are written as the learner would write them in code: ``rows[2][3]``, ``series['loss'][0]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from math import isfinite
from operator import index
from typing import Any

Number = int | float

_LARGEST = 1e300  # beyond it the distance between two numbers may overflow


def number(value: object, place: str) -> Number:
    """A finite int or float. Takes whatever turns into one (Fraction, Decimal, a NumPy scalar), but no text."""
    plain = plain_number(value)
    if plain is None:
        raise TypeError(f"{place} is {described(value)}, but a picture needs numbers.")
    if not isfinite(plain):
        raise ValueError(f"{place} is {plain}, but only finite numbers can be drawn.")
    if abs(plain) > _LARGEST:
        raise ValueError(f"{place} is too large to be drawn (beyond {_LARGEST:g}).")
    return plain


def plain_number(value: object) -> Number | None:
    """The int or float that `value` stands for, perhaps nan or inf; None when it is no number."""
    if isinstance(value, (str, bytes, bytearray)) or count(value) is not None:
        return None
    try:
        return _within_floats(int(index(value)))  # type: ignore[arg-type]
    except TypeError:
        pass
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        return float("inf")
    except (TypeError, ValueError):
        return None


def _within_floats(value: int) -> Number:
    return value if abs(value) < 10**308 else float("inf" if value > 0 else "-inf")


def numbers(values: object, place: str) -> tuple[Number, ...]:
    """A list of at least one finite number. place: what the learner calls the list."""
    return tuple(number(value, f"{place}[{i}]") for i, value in enumerate(filled(values, place)))


def filled(values: object, place: str) -> list[Any]:
    """Anything that can be walked through, as a list with at least one item. No text, no mapping."""
    if isinstance(values, (str, bytes, bytearray, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{place} is {described(values)}, but a list is needed here.")
    try:
        items = list(values)
    except TypeError:  # a NumPy array without axes claims to be iterable
        raise TypeError(f"{place} is {described(values)}, but a list is needed here.") from None
    if not items:
        raise ValueError(f"{place} is empty; there is nothing to draw.")
    return items


def same_lengths(rows: Sequence[Sized], place: str = "rows") -> None:
    """Raises when a row is longer or shorter than the first."""
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{place}[{i}] has length {len(row)}, but {place}[0] has length {len(rows[0])}; "
                "all rows must be equally long."
            )


def names(given: object, needed: int, place: str) -> tuple[str, ...]:
    """`needed` names: the given ones as texts, or 0, 1, 2 … where none were given."""
    if given is None:
        return tuple(str(i) for i in range(needed))
    if not isinstance(given, Iterable):
        raise TypeError(f"{place} is {described(given)}, but a list of names is needed here.")
    found = tuple(str(name) for name in given)
    if len(found) != needed:
        raise ValueError(f"{place} has length {len(found)}, but there are {needed} to name.")
    return found


def wording(text: object) -> str:
    """A title or an axis name as text; None counts as none."""
    return "" if text is None else str(text)


def digit_count(digits: object) -> int:
    """How many digits to show after the point, 0 to 15."""
    if not isinstance(digits, int) or not 0 <= digits <= 15:
        raise ValueError(f"digits is {digits!r}, but must be a whole number from 0 to 15.")
    return int(digits)


def count(value: object) -> int | None:
    """How many items `value` holds; None for what holds none, such as a number."""
    try:
        return len(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def described(value: object) -> str:
    """A value in an error sentence: short, and with its kind where that is the mistake."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return "the text " + repr(value if len(value) <= 24 else value[:23] + "…")
    shown = repr(value) if isinstance(value, (int, float, complex)) else ""
    return shown if 0 < len(shown) <= 24 else f"of type {type(value).__name__}"
