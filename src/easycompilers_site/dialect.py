"""The parser of chapters with all directives: what `parse` reads with, and `render` takes the drawing rules of its plug-ins from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .components import LITERAL, MARKDOWN
from .markdown import make_parser

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt


@lru_cache(maxsize=1)
def dialect() -> MarkdownIt:
    return make_parser(LITERAL, MARKDOWN)
