"""The examples of CommonMark 0.31's own specification, through our configured parser.

Where our dialect means otherwise, the example is named with the reason, and its result must differ: an entry that is no
longer needed fails the test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from easycompilers_site.components import LITERAL, MARKDOWN
from easycompilers_site.markdown import make_parser

SPEC = Path(__file__).parent.parent / "node_modules" / "commonmark-spec" / "spec.txt"

#: Example → why ours is another.
OTHERWISE: dict[int, str] = {
    96: "a first line `---` begins front matter; what is no `key: value` is reported and not lost",
    98: "a first line `---` begins front matter, here an empty one",
    608: "GFM links a bare address",
    611: "GFM links a bare address",
    612: "GFM links a bare e-mail address",
}


def examples() -> list[tuple[int, str, str]]:
    """Number, Markdown and HTML of each example."""
    text = SPEC.read_text(encoding="utf-8").replace("→", "\t")
    found = re.findall(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", text, re.MULTILINE | re.DOTALL)
    return [(number, markdown, html) for number, (markdown, html) in enumerate(found, 1)]


def drawn(markdown: str) -> str:
    """The parser's own drawing, without what ours puts round it."""
    return even(make_parser(LITERAL, MARKDOWN).render(markdown))


def even(html: str) -> str:
    """White space within an empty quote is of no account."""
    return html.replace("<blockquote>\n</blockquote>", "<blockquote></blockquote>")


def test_the_whole_specification_is_here() -> None:
    assert len(examples()) == 652


@pytest.mark.parametrize(("number", "markdown", "html"), examples(), ids=lambda value: str(value) if isinstance(value, int) else "")
def test_example(number: int, markdown: str, html: str) -> None:
    if number in OTHERWISE:
        assert drawn(markdown) != even(html), f"example {number} needs no exception any more"
    else:
        assert drawn(markdown) == even(html)
