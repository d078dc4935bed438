"""Recorded HTML and Markdown of the author's values: whole, and without anything that runs."""

from __future__ import annotations

import pytest

from easycompilers_site.model import Value
from easycompilers_site.render.formatted import formatted, without_script


@pytest.mark.parametrize("html, kept", [
    ("<p>a <b>b</b></p>", "<p>a <b>b</b></p>"),
    ("a<script>bad()</script>b", "ab"),
    ("<script src=x>bad() < 3</script >after", "after"),
    ("<scr<script></script>ipt>bad()</script>", "ipt>bad()"),
    ("<SCRIPT>bad()", ""),
    ('<img src="a.png" onerror="bad()" alt="x">', '<img src="a.png" alt="x">'),
    ('<a href=" java\nscript:bad()">x</a>', "<a>x</a>"),
    ("<div><p>open", "<div><p>open</p></div>"),
    ("</div></section>text", "text"),
    ("<b><i>x</b>y", "<b><i>x</i></b>y"),
    ("a &amp; b &lt; c &#60;", "a &amp; b &lt; c &#60;"),
    ("1 < 2", "1 &lt; 2"),
    ("<br><hr/>", "<br><hr>"),
    ('<svg viewBox="0 0 1 1"><rect width="1"/></svg>', '<svg viewbox="0 0 1 1"><rect width="1"></rect></svg>'),
    ('<iframe src="x"></iframe><meta http-equiv="refresh"><base href="x">', ""),
    ("<!-- remark -->x", "x"),
    ("<svg><title>A name</title><script>bad()</script></svg><title>No name</title>", "<svg><title>A name</title></svg>"),
])
def test_what_is_left_of_html(html, kept):
    assert without_script(html) == kept


def test_markdown_is_drawn_and_its_html_is_text():
    assert formatted(Value({"text/plain": "", "text/markdown": "**a** <b>"})) == "<p><strong>a</strong> &lt;b&gt;</p>"
    assert "<td>1</td>" in formatted(Value({"text/plain": "", "text/markdown": "| a |\n|---|\n| 1 |"}))


def test_html_comes_before_markdown_and_nothing_is_nothing():
    assert formatted(Value({"text/plain": "", "text/markdown": "a", "text/html": "<i>b</i>"})) == "<i>b</i>"
    assert formatted(Value({"text/plain": "x"})) == ""
