"""Every pair of colours that stands on each other, recomputed from the sheet: 4.5:1 for text, 3:1 for borders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEET = (Path(__file__).parent.parent.parent / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
PAIRS = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\)", SHEET))
FALLBACK = dict(re.findall(r"--([\w-]+): (#\w+);", SHEET))

GROUNDS = ("paper", "sheet", "code-ground")
INKS = ("ink", "ink-2", "ink-3", "action", "action-hover", "right", "wrong", "predict", "violet")
WASHES = {"right-wash": ("ink", "ink-2", "right"), "wrong-wash": ("ink", "ink-2", "wrong"),
          "predict-wash": ("ink", "ink-2", "ink-3", "predict", "action", "violet", "right")}
TEXTS = [(ink, ground) for ground in GROUNDS for ink in INKS] + [(ink, wash) for wash, inks in WASHES.items() for ink in inks]


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, scheme: int) -> float:
    bright, dark = sorted((luminance(PAIRS[name].split(", ")[scheme]) for name in (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text(scheme: int) -> None:
    weak = {pair: round(contrast(*pair, scheme), 2) for pair in TEXTS if contrast(*pair, scheme) < 4.5}
    assert not weak


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_borders_and_rings(scheme: int) -> None:
    for ground in GROUNDS:
        assert contrast("border", ground, scheme) >= 3
        assert contrast("action", ground, scheme) >= 3


def test_the_fallback_is_the_light_page() -> None:
    assert {name: pair.split(", ")[0] for name, pair in PAIRS.items()} == FALLBACK


def test_code_has_no_colour_that_is_not_tested_here() -> None:
    sheet = (Path(__file__).parent.parent.parent / "static" / "css" / "syntax.css").read_text(encoding="utf-8")
    colours = set(re.findall(r"[\s{;]color: ([^;}]*?)(?: !important)?[;}]", sheet))
    assert len(colours) > 5
    assert {colour.strip() for colour in colours} <= {"inherit", *(f"var(--{ink})" for ink in INKS)}
