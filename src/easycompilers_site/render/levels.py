"""How much a text asks of its reader, as authors write it, in; what pages call it out."""

from __future__ import annotations

from ..catalogue import Catalogue


def called(level: str, words: Catalogue) -> str:
    """`level` in the language of `words`; what is none of the levels as it is."""
    return {"Beginner": words.gettext("Beginner"), "Intermediate": words.gettext("Intermediate"), "Advanced": words.gettext("Advanced")}.get(level, level)
