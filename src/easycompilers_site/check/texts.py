"""Where the author's words stand: what several rules go through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..inlines import titles
from ..model import Block, Prose, walk

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


#: The blocks that were asked for last, and their lines: a dozen rules ask for those of one text, one after another.
_last: tuple[tuple[Block, ...], list[list[Token]]] = ((), [])


def lines_of(blocks: tuple[Block, ...]) -> list[list[Token]]:
    """What stands within each line of the prose of `blocks`, and within each title and caption."""
    global _last
    asked, lines = _last
    if asked is not blocks:
        lines = list(_lines(blocks))
        _last = (blocks, lines)
    return lines


def _lines(blocks: tuple[Block, ...]) -> Iterator[list[Token]]:
    for block, _ in walk(blocks):
        if isinstance(block, Prose):
            yield from (token.children for token in block.tokens if token.children)
        yield from (token.children for token in titles(block) if token.children)


def inline(blocks: tuple[Block, ...]) -> Iterator[Token]:
    """Every token within a line of the prose of `blocks`."""
    return (token for line in lines_of(blocks) for token in line)


def tokens_of(blocks: tuple[Block, ...]) -> Iterator[Token]:
    """Every token of the prose, the titles and the captions of `blocks`, those that hold a line among them."""
    for block, _ in walk(blocks):
        if isinstance(block, Prose):
            yield from block.tokens
        yield from titles(block)
