"""A text in, what the rest of the site asks of it out: little enough to be kept where the text is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .imports import cells_of, imports_of
from .inlines import closing, plain
from .late import late
from .model import Block, Component, Facts, Inline, Labelled, Prose, Text
from .places import attributed, holds, html_of, marked, marked_at_the_head, walked
from .reading import minutes
from .source import Span

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

_HTML_ADDRESS = late(r"""\b(?:src|href|poster|data)\s*=\s*["']?([^"'\s>]+)""")
_HTML_ID = late(r"""\bid\s*=\s*["']?([^"'\s>]+)""")


def facts_of(text: Text) -> Facts:
    cells, mentions = cells_of(text), list(_mentions(text.blocks))
    return Facts(
        title=text.title, summary=text.summary, level=text.level, minutes=minutes(text), language=text.language, draft=text.draft,
        requires=tuple(slug for slug, _ in text.requires), aliases=text.aliases, updated=text.updated,
        anchors=tuple(dict.fromkeys(filter(None, _anchors(text)))), labels=tuple(_labels(text)), set_off=tuple(_set_off(text.blocks)),
        addresses=tuple(dict.fromkeys((*_named(marked_at_the_head(text)), *references(text.blocks)))), terms=tuple(dict.fromkeys(token.meta["term"].name for token in mentions)),
        introduced=tuple(token.meta["term"].name for token in mentions if token.meta["introduced"]),
        imports=tuple(sorted({each.path for cell in cells for each in imports_of(cell.source)})), has_cells=bool(cells), problems=text.problems,
    )


def references(blocks: tuple[Block, ...]) -> Iterator[str]:
    """Every address that the prose, the titles, the captions and the pictures of `blocks` name."""
    yield from _named((*attributed(blocks), *marked(blocks)))
    for html, _, _ in html_of(blocks):
        yield from _HTML_ADDRESS.findall(html)
    for block, _ in walked(blocks):
        if hasattr(block, "href"):
            yield str(block.href)


def _named(tokens: Iterable[Token]) -> Iterator[str]:
    for one in tokens:
        yield from [str(one.attrs[name]) for name in ("href", "src") if name in one.attrs]
        if one.type == "role" and one.meta["name"] == "download":
            yield one.meta["target"] or one.meta["text"]


def label_of(block: Component) -> str:
    """The label by which links and outcomes name a component, '' for none."""
    return getattr(block, "label", "") or ""


def _mentions(blocks: tuple[Block, ...]) -> Iterator[Token]:
    """Every mention of a term, in reading order."""
    return (token for token in marked(blocks) if token.type == "term")


#: A phrase that can be a term, and the words beside it that say what it is.
_PHRASE = re.compile(r"[^\W\d_][\w’'-]{2,}(?: [\w’'-]+){0,3}")
_CALLED = re.compile(r"\b(?:called|named|known as)\s+(?:an?\s+|the\s+)?$")
_FEW, _NEAR = 16, 200  # tokens within a phrase and beside it, and lines on which it is looked for; letters beside it
_SAYS_WHAT = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:is|are|means|stands for|refers to)\b")


def _set_off(blocks: tuple[Block, ...]) -> Iterator[tuple[str, bool, Span]]:
    """The phrases in bold of running text, as a definition sets them off."""
    for block, _ in walked(blocks) if holds(blocks, "**", "__") else ():
        for token in block.tokens if isinstance(block, Prose) else ():
            if "**" not in token.content and "__" not in token.content:
                continue
            first, last = token.map or (block.span.line - 1, block.span.line)
            row, line = first + 1, token.children or []
            for at, child in enumerate(line):
                row += child.type in ("softbreak", "hardbreak")
                if child.type == "strong_open":
                    inside = line[at : at + _FEW]
                    end = closing(inside, 0)
                    phrase = plain(inside[1:end])
                    if _PHRASE.fullmatch(phrase):
                        before, after = ("".join(one.content for one in part) for part in (line[max(0, at - _FEW) : at], line[at + end + 1 : at + end + _FEW]))
                        near = before[-_NEAR:]
                        called = ("called" in near or "named" in near or "known as" in near) and _CALLED.search(near)
                        said = called or _SAYS_WHAT.match(after[:_NEAR])
                        yield phrase, bool(said), block.span.source.find(phrase, row, min(last, row + _FEW))


def _labels(text: Text) -> Iterator[Labelled]:
    """Everything that has a label or is a heading."""
    for heading in text.headings:
        yield Labelled(heading.id, "heading", 0, heading.title, heading.span)
    for block, _ in walked(text.blocks):
        if isinstance(block, Component) and (label := label_of(block)):
            yield Labelled(label, block.noun, block.ordinal, getattr(block, "title", Inline()), block.span)


def _anchors(text: Text) -> Iterator[str]:
    yield text.anchor
    yield from (heading.id for heading in text.headings)
    for block, _ in walked(text.blocks):
        if isinstance(block, Component) and (label := label_of(block)):
            yield label
            yield from getattr(block, "anchors", ())
    yield from [str(token.attrs["id"]) for token in attributed(text.blocks) if "id" in token.attrs]
    for html, _, _ in html_of(text.blocks):
        yield from _HTML_ID.findall(html)
