"""What stands in a page of a value and of a failure that were recorded at build."""

from __future__ import annotations

import re

import pytest
from golden import CHAPTER, drawer, sources_of

from easycompilers_site.model import Failure, Outcome, Outcomes, Value
from easycompilers_site.parse import parse

ROWS = "application/vnd.coursekit.rows+json"


def drawn(outcome: Outcome) -> str:
    """The recorded output of a chapter's one cell."""
    sources = sources_of({CHAPTER: "```{code-cell} python\nx = 1 / n\n```\n"})
    site = parse(sources)
    chapter = site.courses[0].chapters[0]
    html = drawer(sources, site, chapter, Outcomes({chapter.blocks[0].span.place: outcome})).draw(chapter.blocks)
    return re.search(r'<p class="recorded-label">.*?</p>\n(.*?)\n</div>\n<div class="live"', html, re.DOTALL)[1]


def test_a_failure_says_its_sentence_first():
    html = drawn(Outcome((), Failure("ZeroDivisionError", "division by zero", 1, "Traceback\nlast", "This divides by zero: `n` is 0 here.")))
    assert html.startswith('<div class="failure">\n<p class="sentence">This divides by zero: <code>n</code> is 0 here.</p>\n<p class="last-words">')


@pytest.mark.parametrize("forms, shown", [
    ({"text/html": "<p>a<script>b</script>"}, '<div class="value formatted"><p>a</p></div>'),
    ({"text/html": "<script>b</script>"}, '<pre class="value">\nplain</pre>'),
    ({"text/markdown": "*a*"}, '<div class="value formatted"><p><em>a</em></p></div>'),
    ({ROWS: '[["a"], [1]]'}, '<div class="table-scroll value">\n<table>\n<thead><tr><th scope="col">a</th></tr></thead>\n<tbody>\n<tr><td>1</td></tr>'),
    ({ROWS: '[["a"], [1]]', "image/svg+xml": "<svg/>", "text/html": "<table>"}, '<div class="table-scroll value">'),
    ({"image/svg+xml": "<svg/>", "text/html": "<b>"}, '<div class="picture" role="img" aria-label="plain"><svg></svg></div>'),
    ({"text/plain": "<__main__.S object at 0x7f3a>", "image/svg+xml": "<svg/>"}, '<div class="picture" role="img" aria-label="A picture without a description">'),
    ({"image/svg+xml": "<?xml version='1.0'?><svg><g><script>b</script></svg></div>"}, '<div class="picture" role="img" aria-label="plain"><svg><g></g></svg></div>'),
])
def test_a_value_is_shown_in_the_best_of_its_forms(forms, shown):
    assert drawn(Outcome((Value({"text/plain": "plain", **forms}),))).startswith(shown)
