"""A recorded value that offers HTML, Markdown or SVG, as HTML that can stand in a page.

The author is trusted; a page still has no script in it, and a tag that a value leaves open must not swallow what follows.
"""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from ..model import Value


def formatted(value: Value) -> Markup:
    """The value's HTML, else its Markdown; '' where it offers neither, or nothing is left of it."""
    if "text/html" in value.forms:
        return without_script(value.forms["text/html"])
    if "text/markdown" in value.forms:
        return without_script(_dialect().render(value.forms["text/markdown"]))
    return Markup("")


def drawing(value: Value) -> Markup:
    """The value's SVG as it stands in the page itself: without what comes before it, such as `<?xml … ?>`."""
    return without_script("<svg" + value.forms["image/svg+xml"].partition("<svg")[2])


def without_script(html: str) -> Markup:
    """`html` without scripts, handlers of events and addresses that run something; what it opens is closed, and nothing else is."""
    from .scriptless import Reader

    reader = Reader()
    reader.feed(html)
    reader.close()
    return Markup("".join([*reader.pieces, *(f"</{tag}>" for tag in reversed(reader.open))]).strip())


@lru_cache(maxsize=1)
def _dialect() -> MarkdownIt:
    """As static/rich/rich.js has it."""
    return MarkdownIt("js-default", {"html": False})
