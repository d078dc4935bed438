"""A full stop stays on the line of the term or the formula before it."""

from __future__ import annotations

import pytest

from easycompilers_site.render.punctuation import keep_punctuation

TERM = '<button type="button" class="term" popovertarget="term--key">key</button>'
FORMULA = '<math alttext="d/h"><mi>d</mi></math>'


@pytest.mark.parametrize("thing", [TERM, FORMULA, f"<strong>{TERM}</strong>", f"<em>{FORMULA}</em>"])
@pytest.mark.parametrize("mark", [".", ",", ":", "”.", ")"])
def test_kept_together(thing: str, mark: str) -> None:
    assert keep_punctuation(f"<p>A {thing}{mark} And</p>") == f'<p>A <span class="kept">{thing}{mark}</span> And</p>'


@pytest.mark.parametrize("html", [
    f"<p>A {TERM} is</p>", f"<p>{FORMULA} and {TERM} too.</p>", f"<p><strong>a {TERM}</strong>.</p>", f"<p>{TERM}</p><p>.</p>", "<pre>&lt;math&gt;.</pre>",
])
def test_left_alone(html: str) -> None:
    assert keep_punctuation(html) == html


def test_once_is_enough() -> None:
    """Prose that holds a component meets the function twice."""
    once = keep_punctuation(f"<p>{TERM}.</p>")
    assert keep_punctuation(once) == once
