"""Marks stay on the line of the term or the formula beside them."""

from __future__ import annotations

import pytest

from easycompilers_site.render.punctuation import keep_punctuation

TERM = '<button type="button" class="term" popovertarget="term--key">key</button>'
INTRODUCED = f'<dfn id="dfn--key">{TERM}</dfn>'
FORMULA = '<math alttext="d/h"><mi>d</mi></math>'


@pytest.mark.parametrize("thing", [TERM, FORMULA, f"<strong>{TERM}</strong>", f"<em>{FORMULA}</em>", f"<strong>{INTRODUCED}</strong>"])
@pytest.mark.parametrize("mark", [".", ",", ":", "”.", ")"])
def test_kept_together(thing: str, mark: str) -> None:
    assert keep_punctuation(f"<p>A {thing}{mark} And</p>") == f'<p>A <span class="kept">{thing}{mark}</span> And</p>'


@pytest.mark.parametrize("thing", [TERM, FORMULA, f"<strong>{TERM}</strong>", f"<strong>{INTRODUCED}</strong>"])
@pytest.mark.parametrize(("before", "after"), [("(", ""), ("“", "”"), ("(“", ""), ("", "'s"), ("", "’s"), ("(", ")."), ("", "”,")])
def test_marks_on_either_side(thing: str, before: str, after: str) -> None:
    kept = f'<p>A <span class="kept">{before}{thing}{after}</span> And</p>'
    assert keep_punctuation(f"<p>A {before}{thing}{after} And</p>") == kept
    assert keep_punctuation(kept) == kept, "prose that holds a component meets the function twice"


@pytest.mark.parametrize("html", [
    f"<p>A {TERM} is</p>", f"<p>{FORMULA} and {TERM} too.</p>", f"<p><strong>a {TERM}</strong>.</p>", f"<p>{TERM}</p><p>.</p>", "<pre>&lt;math&gt;.</pre>",
])
def test_left_alone(html: str) -> None:
    assert keep_punctuation(html) == html
