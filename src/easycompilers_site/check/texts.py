"""Where the author's words stand: what several rules go through."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from ..addresses import Addresses
from ..model import Block, Prose, Site, walk
from ..source import Source


def texts(site: Site, addresses: Addresses) -> Iterator[tuple[Source, tuple[Block, ...]]]:
    """The blocks of every chapter and definition, and the file that they stand in."""
    for _, chapter in addresses.chapters.values():
        yield chapter.source, chapter.blocks
    for term in site.terms:
        yield term.span.source, term.definition


def lines_of(blocks: tuple[Block, ...]) -> Iterator[list[Token]]:
    """What stands within each line of the prose of `blocks`, and within each title and caption."""
    for block, _ in walk(blocks):
        if isinstance(block, Prose):
            yield from (token.children for token in block.tokens if token.children)
        for field in ("title", "caption"):
            yield from (token.children for token in getattr(getattr(block, field, None), "tokens", ()) if token.children)


def inline(blocks: tuple[Block, ...]) -> Iterator[Token]:
    """Every token within a line of the prose of `blocks`."""
    return (token for line in lines_of(blocks) for token in line)
