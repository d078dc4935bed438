"""Glossary matching on any text: nothing raises, nothing is lost, and links never overlap."""

from __future__ import annotations

import os
import time

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from easycompilers_site.components.term import Lexicon, Linker
from easycompilers_site.model import Term
from easycompilers_site.source import Source

SPAN = Source("glossary.yaml", "x").span(1)
UNTIMED = settings(deadline=None, max_examples=int(os.environ.get("EASYCOMPILERS_EXAMPLES", "100")))  # a busy machine is no fault
NAMES = st.text(st.sampled_from("abzäßİ +#().-'’日A1"), min_size=1, max_size=8).filter(lambda name: name.strip() == name)


def lexicon(names: list[str], not_in: tuple[str, ...] = ()) -> Lexicon:
    unique = list(dict.fromkeys(names))
    return Lexicon(tuple(Term(name, f"t{n}", SPAN, tuple, not_in=not_in) for n, name in enumerate(unique)))


@UNTIMED
@given(st.lists(NAMES, min_size=1, max_size=6), st.text(max_size=60), st.data())
def test_every_character_stays_and_mentions_do_not_overlap(names: list[str], text: str, data: st.DataObject) -> None:
    text += data.draw(st.sampled_from(names)) + " " + data.draw(st.sampled_from(names))
    found = list(lexicon(names).mentions(text, text))
    end = 0
    for start, stop, _ in found:
        assert end <= start < stop <= len(text)
        end = stop
    children = Linker(lexicon(names)).line([Token("text", "", 0, content=text.replace("\n", " "))], text, True)
    assert "".join(child.content for child in children) == text.replace("\n", " ")


@UNTIMED
@given(NAMES)
def test_a_name_by_itself_is_found(name: str) -> None:
    mentions = list(lexicon([name]).mentions(name, name))
    assert not name[0].isalnum() or not name[-1].isalnum() or [(0, len(name))] == [(start, end) for start, end, _ in mentions]


@UNTIMED
@given(st.lists(NAMES, min_size=1, max_size=6), st.text(max_size=60), st.data())
def test_a_part_for_a_text_finds_in_it_what_the_whole_does(names: list[str], text: str, data: st.DataObject) -> None:
    text += data.draw(st.sampled_from(names)) + " " + data.draw(st.sampled_from(names))
    whole = lexicon(names, not_in=(data.draw(st.sampled_from(names)),))

    def told(one: Lexicon) -> list[tuple[int, int, str]]:
        return [(start, end, term.name) for start, end, term in one.mentions(text, text)]

    assert told(whole.part_for(text)) == told(whole)


def test_parts_end_when_the_whole_has_paid() -> None:
    words = lexicon(["layer", "norm", "stream"])
    parts = [words.part_for("a layer norm") for _ in range(3)]
    assert [len(part.terms) for part in parts] == [2, 2, 3] and parts[2] is words


def test_the_time_for_a_text_does_not_grow_with_the_terms() -> None:
    """As a ratio in one run: fifty times the terms, less than five times the time."""
    text = "the layer of a model reads the stream and writes an update to it " * 400

    def warm(count: int) -> Lexicon:
        words = lexicon([f"{a}{b}{c} term" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyz0123"][:count])
        list(words.mentions("warm", "warm"))
        return words

    def seconds(words: Lexicon) -> float:
        start = time.process_time()
        list(words.mentions(text, text))
        return time.process_time() - start

    few, many = warm(20), warm(1000)
    rounds = [(seconds(few), seconds(many)) for _ in range(5)]  # in turn: a busy machine is as busy for both
    least, most = (min(times) for times in zip(*rounds, strict=True))
    assert most < 5 * least


def test_two_spaces_in_a_name_are_one() -> None:
    assert [(start, end) for start, end, _ in lexicon(["layer  norm"]).mentions("a layer norm", "")] == [(2, 12)]
