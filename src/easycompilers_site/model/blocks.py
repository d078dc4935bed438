"""What a text consists of: blocks in reading order, and the runs of text within them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ..frozen import frozen
from ..problem import Problem
from ..source import Span

if TYPE_CHECKING:  # values need no parser
    from markdown_it.token import Token


@frozen
class Inline:
    """A run of text within a line: a title, a caption, a choice. `plain` is what a person would read aloud."""

    tokens: tuple[Token, ...] = ()
    plain: str = ""

    def __bool__(self) -> bool:
        return bool(self.tokens)

    @property
    def told(self) -> list:
        """The tokens as JSON can hold them, without their places."""
        return [_told(token) for token in self.tokens]


def _told(token: Token) -> list:
    meta = {name: value for name, value in token.meta.items() if isinstance(value, str)}
    children = None if token.children is None else [_told(child) for child in token.children]
    return [token.type, token.tag, token.nesting, dict(token.attrs), token.content, token.markup, token.info, meta, children]


@frozen
class Prose:
    """A run of ordinary Markdown. A component in a list or a quote stands in it as a token of type ``block``."""

    tokens: tuple[Token, ...]
    span: Span


@frozen
class Broken:
    """A piece that could not be read: the preview shows `text` in a box, the report shows `problem`."""

    problem: Problem
    text: str
    span: Span


@frozen(kw_only=True)
class Component:
    """What a directive became. A subclass for each word, in `components/`."""

    word: ClassVar[str] = ""
    span: Span

    @property
    def noun(self) -> str:
        """What a reference to it says before its number, in lower case: '' for what is called by its title or not at all."""
        return ""

    @property
    def ordinal(self) -> int:
        """Its number among those of its page that the noun names, 0 for none."""
        return getattr(self, "number", 0)

    def inner(self) -> Iterator[Block]:
        """The blocks within it, in reading order."""
        return iter(())


Block = Prose | Component | Broken


@frozen
class Heading:
    """level: 2 to 6. id: unique on its page."""

    level: int
    id: str
    title: Inline
    span: Span


@frozen
class Goal:
    """One outcome of a chapter: what the reader can do afterwards, and the label of what practises it ('' for none)."""

    text: Inline
    label: str
    span: Span


@frozen
class Text:
    """What the source of a chapter says. minutes: None where the author says nothing of them. updated: a day as in 2026-11-29, or ''.
    language: its tag, '' for that of the course.

    anchor: the id of the title, '' where the text does not say it as a heading of its own. problems: met in reading it.
    """

    title: str
    summary: Inline
    level: str
    minutes: int | None
    outcomes: tuple[Goal, ...] = ()
    requires: tuple[tuple[str, Span], ...] = ()
    aliases: tuple[tuple[str, Span], ...] = ()
    updated: str = ""
    draft: bool = False
    autolink: bool = True
    language: str = ""
    blocks: tuple[Block, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchor: str = ""
    problems: tuple[Problem, ...] = ()


def walk(blocks: tuple[Block, ...] | Iterator[Block], parents: tuple[Component, ...] = ()) -> Iterator[tuple[Block, tuple[Component, ...]]]:
    """Every block at any depth, in reading order, with the components that it stands in, outermost first."""
    for block in blocks:
        yield block, parents
        if isinstance(block, Component):
            yield from walk(block.inner(), (*parents, block))
        elif isinstance(block, Prose):
            for token in block.tokens:
                if token.type == "block":
                    yield from walk((token.meta["block"],), parents)
