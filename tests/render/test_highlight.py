"""Listings are coloured as Pygments colours them, which asks its rules in another order."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments.lexers.python import PythonLexer

import easycompilers_site
from easycompilers_site.render.highlight import _spans, highlight

OUR_OWN = sorted(Path(easycompilers_site.__file__).parent.glob("*.py"))
TRICKY = {
    "a docstring below spaces": 'def f():\n    """One\n    two."""\n    x = 1\n',
    "match as a word and as a name": "match x:\n    case [1, *rest]: pass\n\tmatch = case\n",
    "numbers with a point": "x = .5 + 1. - a.b[..., .5e-3] ; y = x.real\n",
    "a walrus and a slice": "if (n := len(a)) > 1: a[1:n:=2]\n",
    "strings in strings": "f'{a!r:>{width}} {b[\"c\"]}' rb'\\d' u\"x\"\n",
    "names that begin as words do": "iffy, selfish, printed, Nonesuch, __init__x, é, a·b, x², lazy, type_ = rb, f, u\n",
    "what is no Python": "a ? b $ c ! d `e` \"open\n  f\n",
    "spaces of all kinds": "a\u2003=\xa0b \x0c\n \t\\\n  c\n",
}


def as_pygments_has_it(source: str) -> str:
    return "".join(_spans(PythonLexer(stripnl=False, ensurenl=False).get_tokens(source)))


@pytest.mark.parametrize("source", TRICKY.values(), ids=TRICKY)
def test_what_a_shorter_way_could_miss(source: str) -> None:
    assert highlight(source, "python") == as_pygments_has_it(source)


def test_whole_modules() -> None:
    for path in OUR_OWN:
        source = path.read_text(encoding="utf-8")
        assert highlight(source, "py") == as_pygments_has_it(source), path
