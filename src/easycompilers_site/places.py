"""Blocks in, what stands where in them out: what many go through who ask something of a text, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from .inlines import titles
from .model import Block, Chapter, Component, Inline, Prose, Text, walk

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


class _Places:
    """What stands where in `blocks`, found when it is first asked for."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks

    @cached_property
    def walked(self) -> list[tuple[Block, tuple[Component, ...]]]:
        return list(walk(self.blocks))

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for block, _ in self.walked for token in (block.tokens if isinstance(block, Prose) else titles(block))]

    @cached_property
    def written(self) -> list[Token]:
        return [token for token in self.tokens if token.type == "inline"]

    @cached_property
    def attributed(self) -> list[Token]:
        return [token for token in self.tokens if token.attrs]

    @cached_property
    def typed(self) -> str:
        return "\n".join([token.content for token in self.tokens if token.content])

    @cached_property
    def more(self) -> list[tuple[list[Token], list[Token]]]:
        """Each line that holds more than words, and what that is."""
        return [(token.children, found) for token in self.written if token.children and (found := [child for child in token.children if child.type not in _WORDS])]

    @cached_property
    def marked(self) -> list[Token]:
        return [token for _, found in self.more for token in found]

    @cached_property
    def linked(self) -> list[list[Token]]:
        return [line for line, found in self.more if any([token.type == "link_open" for token in found])]

    @cached_property
    def html(self) -> list[tuple[str, int, int]]:
        return list(_html(self.walked)) if "<" in self.typed else []


#: What stands in a line by the hundred, and what nobody asks for.
_WORDS = frozenset({"text", "softbreak", "hardbreak", "code_inline", "em_open", "em_close", "strong_open", "strong_close"})

#: Those that were asked for last: all that is asked of one text is asked in a row.
_last = _Places(())


def _places(blocks: tuple[Block, ...]) -> _Places:
    global _last
    places = _last
    if places.blocks is not blocks:
        places = _last = _Places(blocks)
    return places


def forget() -> None:
    """What stands where in some blocks changes."""
    global _last
    _last = _Places(())


def walked(blocks: tuple[Block, ...]) -> list[tuple[Block, tuple[Component, ...]]]:
    """What `walk` gives."""
    return _places(blocks).walked


def tokens_of(blocks: tuple[Block, ...]) -> list[Token]:
    """Every token of the prose, the titles and the captions of `blocks`, those that hold a line among them."""
    return _places(blocks).tokens


def attributed(blocks: tuple[Block, ...]) -> list[Token]:
    """Those of them that have attributes."""
    return _places(blocks).attributed


def holds(blocks: tuple[Block, ...], *signs: str) -> bool:
    """Whether one of these signs was typed in any of them: most texts have no need of most rules."""
    typed = _places(blocks).typed
    return any([sign in typed for sign in signs])


def written(blocks: tuple[Block, ...], *signs: str) -> list[Token]:
    """Those tokens that hold a line, as it was typed and as it was read, in which one of these signs was typed."""
    return [token for token in _places(blocks).written if any([sign in token.content for sign in signs])] if holds(blocks, *signs) else []


def marked(blocks: tuple[Block, ...]) -> list[Token]:
    """What is more than words within those lines: links, pictures, roles, terms, formulas, HTML."""
    return _places(blocks).marked


def head_of(text: Text | Chapter) -> tuple[Inline, ...]:
    """What stands above the blocks of a text: the summary and the outcomes."""
    return text.summary, *(goal.text for goal in text.outcomes)


def marked_at_the_head(text: Text | Chapter) -> list[Token]:
    """What is more than words there: links, for the most part. Terms that a role names are words there."""
    found = [child for line in head_of(text) for token in line.tokens for child in token.children or () if child.type not in _WORDS]
    return [child for child in found if child.type != "role" or child.meta["name"] != "term"]


def linked(blocks: tuple[Block, ...]) -> list[list[Token]]:
    """What stands within each of those lines that holds a link."""
    return _places(blocks).linked


def html_of(blocks: tuple[Block, ...]) -> list[tuple[str, int, int]]:
    """The author's own HTML in the prose of `blocks`, and the first and the last line on which it may stand."""
    return _places(blocks).html


def _html(found: list[tuple[Block, tuple[Component, ...]]]) -> Iterator[tuple[str, int, int]]:
    for block, _ in found:
        for token in block.tokens if isinstance(block, Prose) else ():
            if "<" not in token.content:
                continue
            first, end = token.map or (block.span.line - 1, block.span.line)
            for one in (token, *(token.children or ())):
                if one.type in ("html_block", "html_inline"):
                    yield one.content, first + 1, max(end, first + 1)
