"""How much room a text takes, and how to make it fit. Estimated for a wide face, so that a real one needs no more."""

from __future__ import annotations

TITLE, WORDS, SMALL = 20, 18, 15  # sizes in drawing units; at 320 pixels a picture is shown at half size

_NARROW = frozenset("fijlrtI.,:;'|!()[]{}/ -\"")
_WIDE = frozenset("mwMW@%&—…")


def width(text: str, size: float = WORDS, bold: bool = False) -> float:
    """The room for one line of text, in drawing units."""
    return sum(map(_share, text)) * size * (1.12 if bold else 1)


def _share(letter: str) -> float:
    """The width of one letter, as a part of the letter size."""
    if letter in _NARROW:
        return 0.42
    if letter in _WIDE:
        return 1.0
    code = ord(letter)
    if code < 0x250:
        return 0.78 if letter.isupper() else 0.64
    if 0x300 <= code < 0x370:  # accents that stand on the letter before
        return 0.0
    return 0.85 if code < 0x1100 else 1.3 if code >= 0x1F000 else 1.0


def fit(text: str, room: float, size: float = WORDS, bold: bool = False) -> str:
    """The text, cut short with "…" where it needs more than `room`."""
    if width(text, size, bold) <= room:
        return text
    kept = text
    while kept and width(kept + "…", size, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrap(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than `room`, broken between words; at most three, the last one cut short."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > 3:
        lines = [*lines[:2], " ".join(lines[2:])]
    return [fit(line, room, size, bold) for line in lines]
