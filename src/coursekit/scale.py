"""Numbers → positions along an axis, with ticks at round numbers: 1-2-5 steps, or decades on a logarithmic axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from .digits import significant, texts
from .numbers import Number

_TINY = 1e-290  # differences below it are treated as none


@dataclass(frozen=True)
class Scale:
    """low, high: the range of numbers. start, end: where they lie, in drawing units (start may be the larger)."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: Number) -> float:
        """The position of a number, in drawing units."""
        low, high, value = (log10(v) if self.log else v for v in (self.low, self.high, value))
        return self.start + (self.end - self.start) * (value - low) / (high - low)


@dataclass(frozen=True)
class Ticks:
    """Round numbers in ascending order, and how each is written: "" for a hairline without a text."""

    values: tuple[float, ...]
    texts: tuple[str, ...]


def linear_ticks(low: float, high: float, about: int, *, outside: bool, whole: bool = False) -> Ticks:
    """Roughly `about` round numbers in low … high; with `outside` they reach to or past both ends. whole: no halves."""
    step, exponent = _round_step((high - low) / about)
    if whole and exponent < 0:
        step, exponent = 1, 0
    unit = step * 10.0**exponent
    slack = 1e-6  # a bound that is round up to float noise counts as round
    first, last = (floor(low / unit + slack), ceil(high / unit - slack)) if outside else (
        ceil(low / unit - slack), floor(high / unit + slack))
    values = tuple(float(f"{i * step}e{exponent}") for i in range(first, last + 1))
    return Ticks(values, tuple(_written(values)))


def decade_ticks(low: float, high: float, about: int) -> Ticks:
    """Powers of ten from at or below `low` to at or above `high` (both above zero); roughly `about` have a text."""
    first, last = floor(log10(low)), ceil(log10(high))
    if first == last:
        first, last = first - 1, last + 1
    stride = next(s for s in (1, 2, 3, 5, 10, 20, 50, 100, 200) if (last - first) / s <= about)
    powers = [p for p in range(first, last + 1) if stride <= 3 or p in (first, last) or p % stride == 0]
    values = tuple(float(f"1e{power}") for power in powers)
    return Ticks(values, tuple("" if p % stride else significant(value, 5) for p, value in zip(powers, values)))


def roomy(values: Sequence[Number]) -> tuple[float, float]:
    """The range of the values; widened around them when they are all (nearly) the same."""
    low, high = float(min(values)), float(max(values))
    if high - low > max(_TINY, 1e-9 * max(abs(low), abs(high))):
        return low, high
    around = abs(low) / 2 if abs(low) > _TINY else 1.0
    return low - around, high + around


def _round_step(rough: float) -> tuple[int, int]:
    """The smallest of 1, 2, 5 times a power of ten that is at least `rough`: (factor, exponent)."""
    exponent = floor(log10(rough))
    for factor in (1, 2, 5):
        if factor * 10.0**exponent >= rough * (1 - 1e-9):
            return factor, exponent
    return 1, exponent + 1


def _written(values: Sequence[float]) -> list[str]:
    """Tick texts: plain where that is short, otherwise in millions or billions, or with an exponent."""
    largest = max((abs(value) for value in values), default=0)
    for unit, sign in ((1e9, "B"), (1e6, "M")):
        short = [text + sign for text in texts([value / unit for value in values], 3)]
        if unit <= largest < 1000 * unit and len(set(short)) == len(short):
            return ["0" if value == 0 else text for value, text in zip(values, short)]
    plain = texts(values, 6)
    if 1e-5 <= largest < 1e6 and max(map(len, plain)) <= 8:
        return plain
    return [significant(value, 12) for value in values]
