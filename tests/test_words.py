"""Which known word was meant: the same among a few as among thousands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from easycompilers_site.problem import did_you_mean
from easycompilers_site.words import Words

MANY = [f"{first} {second}" for first in ("layer", "score", "query", "value", "token", "weight", "head", "mask", "stream", "block")
        for second in ("norm", "matrix", "map", "vector", "share", "sum", "scale", "shift", "axis", "mean")]


@pytest.mark.parametrize("known", [["layer norm", "layer"], MANY], ids=["few", "many"])
@pytest.mark.parametrize("typed", ["layr norm", "layer nrom", "Layer Norm", "layernorm", "layer  norm", "ayer norm", "layer norn"])
def test_a_slip_of_the_hand(typed: str, known: list[str]) -> None:
    assert did_you_mean(typed, known) == "did you mean `layer norm`?"


@pytest.mark.parametrize("known", [["layer norm"], MANY, []], ids=["few", "many", "none"])
def test_another_word_is_not_near(known: list[str]) -> None:
    assert did_you_mean("photosynthesis", known) == ""


@given(st.sampled_from(MANY), st.data())
def test_one_letter_wrong_is_found_among_many(word: str, data: st.DataObject) -> None:
    """Doubled, dropped, or another: the word itself is found, or one that is as near."""
    at = data.draw(st.integers(0, len(word) - 1))
    typed = word[:at] + data.draw(st.sampled_from(["", word[at] * 2, "q"])) + word[at + 1 :]
    near = Words(MANY).nearest(typed)
    assert near and _letters_apart(near, typed) <= _letters_apart(word, typed)


def _letters_apart(one: str, other: str) -> int:
    """How many letters have to be put in, taken out or changed (Levenshtein)."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        row, above = [number], row
        for at, another in enumerate(other):
            row.append(min(above[at + 1] + 1, row[at] + 1, above[at] + (letter != another)))
    return row[-1]


@given(st.lists(st.text(max_size=12), max_size=200), st.text(max_size=12))
def test_nothing_but_a_known_word_is_ever_meant(known: list[str], typed: str) -> None:
    near = Words(known).nearest(typed)
    assert near == "" or near in known
