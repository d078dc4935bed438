"""The parser's own states and ours hold the same: the marks of lines, what is cut out of them, tokens, and the cells of a table."""

from __future__ import annotations

import os
from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from easycompilers_site.states import Lines, cells_of, made, states_plugin

UNTIMED = settings(deadline=None, max_examples=int(os.environ.get("EASYCOMPILERS_EXAMPLES", "100")))  # a busy machine is no fault
TEXTS = st.text(st.sampled_from("ab \t\n>-|\\`*é\u2028"), max_size=40)
PLAIN = MarkdownIt("commonmark").enable("table")
OURS = MarkdownIt("commonmark").enable("table").use(states_plugin)


@UNTIMED
@given(TEXTS)
def test_the_marks_of_lines_and_what_is_cut_out_of_them(text: str) -> None:
    theirs, ours = StateBlock(text, PLAIN, {}, []), Lines(text, PLAIN, {}, [])
    own = vars(ours).copy()
    own.pop("starts")
    assert own == vars(theirs)
    for begin, end in combinations_with_replacement(range(theirs.lineMax + 1), 2):
        for indent, whole in ((0, True), (0, False), (2, True)):
            assert ours.getLines(begin, end, indent, whole) == theirs.getLines(begin, end, indent, whole)


@UNTIMED
@given(TEXTS)
def test_a_text_becomes_the_same_tokens(text: str) -> None:
    assert OURS.parse(text) == PLAIN.parse(text)


@UNTIMED
@given(st.text(st.sampled_from("a|\\ "), max_size=12))
def test_the_cells_of_a_row(row: str) -> None:
    assert cells_of(row) == escapedSplit(row)


def test_a_token_is_as_its_class_makes_it() -> None:
    assert made("text", "", 0, "words") == Token("text", "", 0, content="words")
