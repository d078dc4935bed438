"""Numbers → texts a reader can compare: equal decimals within a group, and never a "0.000" for what is not zero."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from .numbers import Number

_LONG = 1e15  # larger whole numbers, and
_LARGE = 1e9  # larger numbers with decimals, are written with an exponent


def texts(values: Sequence[Number], digits: int) -> list[str]:
    """Finite numbers that stand together (a column, an axis), with as many decimals as they need, at most `digits`."""
    decimals = _decimals(values, digits)
    return [_fixed(value, decimals, digits) for value in values]


def significant(value: Number, digits: int) -> str:
    """One number with `digits` significant digits, for values of very different sizes: 4.9, 0.00123, 4.1e-8."""
    return _plain_exponent(f"{value:.{max(1, digits)}g}") if value else "0"


def brief(values: Sequence[Number], digits: int) -> list[str]:
    """Like `texts`, for places with little room: what rounds to nothing is "0.00", and only zero itself is "0"."""
    decimals, largest = _decimals(values, digits), max(map(abs, values))
    if round(largest, decimals) == 0 or largest >= _LARGE:
        return texts(values, digits)
    return [f"{round(value, decimals) or 0:.{decimals}f}" if value else "0" for value in values]


def typeset(text: str) -> str:
    """A number's text for drawing: a true minus sign, and commas in long whole numbers."""
    if len(text) > 4 and text.removeprefix("-").isdecimal():
        text = f"{int(text):,}"
    return text.replace("-", "\u2212")


def _decimals(values: Sequence[Number], digits: int) -> int:
    visible = [value for value in values if round(value, digits)]  # the others are zero, or get an exponent
    for decimals in range(digits):
        if all(isclose(round(value, decimals), value, rel_tol=1e-9) for value in visible):
            return decimals
    return digits


def _fixed(value: Number, decimals: int, digits: int) -> str:
    size = abs(value)
    if size >= _LONG or (decimals and size >= _LARGE):
        return _plain_exponent(f"{value:.{max(1, digits)}e}")
    text = f"{value:.{decimals}f}"
    if any(digit in text for digit in "123456789"):
        return text
    return significant(value, digits - 1) if value else text.lstrip("-")


def _plain_exponent(text: str) -> str:
    """4.10e-08 → 4.1e-8."""
    mantissa, mark, exponent = text.partition("e")
    if "." in mantissa and mark:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}" if mark else text
