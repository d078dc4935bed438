"""What a learner is told of the commonest mistakes, by what they wrote. The same table is tried in the shipped Python (tests/run)."""

from __future__ import annotations

import pytest
from mistakes import MISTAKES


@pytest.mark.parametrize("source, line, sentence", MISTAKES, ids=[source.splitlines()[-1][:40] for source, _, _ in MISTAKES])
def test_a_mistake_is_told_in_a_sentence(page, source, line, sentence):
    failure = page.failure(source)
    assert failure["sentence"] == sentence
    assert failure["line"] == line


def test_a_sentence_is_short_and_ends(page):
    for source, _, sentence in MISTAKES:
        assert len(sentence) <= 200 and sentence[-1] in ".?`:", source


@pytest.mark.parametrize("source", [
    "raise IndexError('list index out of range')",
    "raise KeyError('x')",
    "class Odd(Exception): pass\nraise Odd('x')",
    "import json\njson.loads('{')",
    "import statistics\nstatistics.mean([])",
])
def test_where_nothing_is_known_pythons_own_words_must_do(page, source):
    assert page.failure(source)["sentence"] == ""


def test_nothing_of_the_learners_is_called(page):
    source = """
class Loud(dict):
    def __getitem__(self, key): raise KeyError(key)
    def __iter__(self): print('called')
    def __len__(self): print('called')
    def __repr__(self): print('called'); return 'x'
    def keys(self): print('called')
loud = Loud()
loud[Loud()]
"""
    assert "called" not in str(page.run(source)).replace("print('called')", "")


def test_packages_that_a_page_has_are_named(page):
    page.notebook.packages = ("coursekit", "xxhash")
    assert page.failure("import xxhsah")["sentence"].startswith("There is no module `xxhsah` here. Did you mean `xxhash`?")
