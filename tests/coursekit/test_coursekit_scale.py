from __future__ import annotations

from math import isclose

import pytest

from coursekit.digits import brief, significant, texts, typeset
from coursekit.scale import Scale, decade_ticks, linear_ticks, roomy


@pytest.mark.parametrize("low, high, written", [
    (0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    (0.3, 4.7, ["0", "1", "2", "3", "4", "5"]),
    (-3, 12, ["-5", "0", "5", "10", "15"]),
    (0, 4e-8, ["0", "1e-8", "2e-8", "3e-8", "4e-8"]),
    (0, 5.6e7, ["0", "20M", "40M", "60M"]),
    (0, 2e300, ["0", "5e299", "1e300", "1.5e300", "2e300"]),
])
def test_linear_ticks_are_round_and_enclose_the_numbers(low, high, written):
    ticks = linear_ticks(low, high, 5, outside=True)
    assert list(ticks.texts) == written
    assert ticks.values[0] <= low and ticks.values[-1] >= high


def test_linear_ticks_inside():
    assert linear_ticks(0, 24, 6, outside=False).values == (0, 5, 10, 15, 20)
    assert linear_ticks(0, 3, 10, outside=False, whole=True).values == (0, 1, 2, 3)


@pytest.mark.parametrize("low, high, written", [
    (4e-8, 4.9, ["1e-8", "", "1e-6", "", "0.0001", "", "0.01", "", "1", ""]),
    (1, 1, ["0.1", "1", "10"]),
    (2, 3, ["1", "10"]),
    (1, 1000, ["1", "10", "100", "1000"]),
])
def test_decades(low, high, written):
    ticks = decade_ticks(low, high, 5)
    assert list(ticks.texts) == written
    assert ticks.values[0] <= low and ticks.values[-1] >= high


def test_scale():
    assert Scale(0, 10, 100, 0)(2.5) == 75
    assert isclose(Scale(1e-8, 1, 0, 8, log=True)(1e-2), 6)


@pytest.mark.parametrize("values, found", [([1, 3], (1, 3)), ([4, 4], (2, 6)), ([0], (-1, 1)), ([-4], (-6, -2))])
def test_roomy(values, found):
    assert roomy(values) == found


@pytest.mark.parametrize("values, digits, written", [
    ([1, 2], 3, ["1", "2"]),
    ([1.0, 2.5], 3, ["1.0", "2.5"]),
    ([1 / 3, 0.5], 3, ["0.333", "0.500"]),
    ([0.1 + 0.2], 3, ["0.3"]),
    ([4.123e-8, 1 / 3], 3, ["4.1e-8", "0.333"]),
    ([-1e-9, 0.0, -0.0], 2, ["-1e-9", "0", "0"]),
    ([12345678901234567890], 3, ["1.235e19"]),
    ([0.5], 0, ["0.5"]),
    ([0.4], 0, ["0.4"]),
])
def test_texts(values, digits, written):
    assert texts(values, digits) == written


def test_brief():
    assert brief([0, 0.001, -0.001, 0.25, 1], 2) == ["0", "0.00", "0.00", "0.25", "1.00"]
    assert brief([1e-5, 0], 2) == ["1e-5", "0"]


def test_significant_and_typeset():
    assert significant(0, 3) == "0" and significant(123456, 2) == "1.2e5" and significant(4.9, 3) == "4.9"
    assert typeset("-1234567") == "−1,234,567" and typeset("1e-8") == "1e−8" and typeset("1234") == "1234"
