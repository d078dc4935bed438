"""Names that are offered while a learner types, and that nothing of theirs runs for it."""

from __future__ import annotations

import json

import pytest

CELL = """
import math
population, popular = 3, [1]
class Town:
    size = 3
    def __init__(self): self.people = 4; self._hidden = 5
    def settle(self): pass
    @property
    def loud(self): print('called'); return self
    def __getattr__(self, name): print('called')
    def __dir__(self): print('called'); return []
town = Town()
"""


@pytest.fixture
def complete(page):
    page.run(CELL)
    page.seen.clear()
    yield lambda before: json.loads(page.notebook.completions(before))
    assert page.seen == [], "nothing was called"


@pytest.mark.parametrize("before, names", [
    ("popul", [["popular", "variable"], ["population", "variable"]]),
    ("x = popula", [["popular", "variable"], ["population", "variable"]]),
    ("Tow", [["Town", "class"]]),
    ("mat", [["math", "module"]]),
    ("whi", [["while", "keyword"]]),
    ("prin", [["print", "function"]]),
    ("math.sq", [["sqrt", "function"]]),
    ("town.se", [["settle", "function"]]),
    ("town.p", [["people", "variable"]]),
    ("town._h", [["_hidden", "variable"]]),
    ("town.people.bit_l", [["bit_length", "function"]]),
    ("popular.app", [["append", "function"]]),
    ("town.loud.", []),
    ("nothing.at.al", []),
    ("f().", []),
    ("3.", []),
])
def test_what_may_follow(complete, before, names):
    found = complete(before)
    assert found == names if before[-1] != "." or not found else names == []


def test_private_names_wait_for_an_underscore(complete):
    assert not [name for name, _ in complete("town.") if name.startswith("_")]
    assert ["settle", "function"] in complete("town.")
