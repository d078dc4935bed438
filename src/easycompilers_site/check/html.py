"""Rules about the author's own HTML: it closes what it opens, and nothing else, or the rest of the page would lie within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from ..addresses import Addresses
from ..frozen import changing
from ..inlines import titles
from ..model import Block, Component, Prose
from ..places import head_of, holds
from ..problem import Problem
from ..source import Source, Span
from .scope import Scope

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

    from .tags import Tag


@changing
class _Balance:
    """What is open at a place of a text. Within a line of text all has to be closed that was opened in it.

    opened: what is open, by its number among all that was opened, which is `met` so far. numbers: of what is open, by its name.
    """

    source: Source
    met: int = 0
    opened: dict[int, Tag] = field(default_factory=dict)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    places: dict[tuple[int, int, str], Span] = field(default_factory=dict)

    def meet(self, tag: Tag) -> Iterator[Problem]:
        numbers = self.numbers.setdefault(tag.name, [])
        if tag.opens:
            self.opened[self.met] = tag
            numbers.append(self.met)
            self.met += 1
        elif numbers:
            del self.opened[numbers.pop()]
        else:
            yield Problem("stray-tag", f"`</{tag.name}>` closes an HTML element that was never opened", self.place(tag, "</"),
                          f"delete it; if it is to be read, write it as code, `</{tag.name}>` between backticks")

    def end(self, since: int = 0) -> Iterator[Problem]:
        """Nothing may be open here of what was opened after the first `since`."""
        while self.opened and (number := next(reversed(self.opened))) >= since:
            tag = self.opened.pop(number)
            self.numbers[tag.name].pop()
            yield Problem("open-tag", f"the HTML element `<{tag.name}>` is opened in this text and never closed", self.place(tag, "<"),
                          f"write it as code, `<{tag.name}>` between backticks, or close it")

    def place(self, tag: Tag, before: str) -> Span:
        """Where a tag of this name first stands on its lines."""
        key = (tag.line, tag.last, before + tag.name)
        if key not in self.places:
            written = next((self.source.line(n) for n in range(tag.line, tag.last + 1) if before + tag.name in self.source.line(n).lower()), "")
            at = written.lower().find(before + tag.name)
            self.places[key] = self.source.find(written[at : at + len(before + tag.name)], tag.line, tag.last)
        return self.places[key]


def balanced(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    for source, blocks in scope.texts:
        if holds(blocks, "<"):
            yield from _balanced(blocks, source)
    for _, chapter in scope.chapters:
        for line in head_of(chapter):
            for token in line.tokens:
                yield from _token(token, _Balance(chapter.source))


def _balanced(blocks: Sequence[Block], source: Source) -> Iterator[Problem]:
    """An element may hold several blocks of a text, and ends where the text does: a box, for example."""
    balance = _Balance(source)
    for block in blocks:
        if isinstance(block, Component):
            yield from _balanced(tuple(block.inner()), source)
            for token in titles(block):
                yield from _token(token, balance)
        elif isinstance(block, Prose):
            for token in block.tokens:
                if token.type == "block":
                    yield from _balanced((token.meta["block"],), source)
                if "<" in token.content:
                    yield from _token(token, balance)
    yield from balance.end()


def _token(token: Token, balance: _Balance) -> Iterator[Problem]:
    first, end = token.map or (0, 0)
    if token.type == "html_block":
        if token.content.lstrip().startswith("<!--") and "-->" not in token.content:
            yield Problem("open-tag", "the comment `<!--` is opened here and never closed", balance.source.find("<!--", first + 1, end),
                          "close it with `-->`, or all that follows is left out of the page")
            return
        for tag in _tags(token.content, first + 1, end):
            yield from balance.meet(tag)
    elif token.children and "<" in token.content:
        before = balance.met
        for child in token.children:
            if child.type == "html_inline":
                for tag in _tags(child.content, first + 1, end):
                    yield from balance.meet(tag)
        yield from balance.end(before)


def _tags(html: str, line: int, last: int) -> list[Tag]:
    from .tags import Tags

    return Tags(html, line, last).found
