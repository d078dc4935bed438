"""Rules about what a reader needs who listens to the page, or goes from heading to heading and from link to link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ..addresses import Addresses
from ..components.code_cell import CodeCell
from ..components.figure import Figure
from ..inlines import closing, plain
from ..language import is_language, meant
from ..late import late
from ..model import Prose
from ..places import attributed, holds, html_of, linked, walked
from ..problem import Problem, warning
from ..source import Source, Span
from .scope import Scope

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

#: What a picture or a link is called by who does not say what it is.
_SAY_NOTHING_OF_A_PICTURE = frozenset({
    "alt", "alt text", "an image", "chart", "diagram", "drawing", "figure", "graph", "graphic", "icon", "illustration", "image", "img", "logo", "photo",
    "pic", "picture", "placeholder", "screenshot", "tbd", "todo", "untitled"})
_SAY_NOTHING_OF_A_PAGE = frozenset({
    "a link", "article", "click", "click here", "details", "go", "here", "in this link", "learn more", "link", "more", "more info", "more information", "page",
    "read more", "see here", "see more", "source", "this", "this article", "this link", "this one", "this page", "this site", "this website", "url", "website"})

_IMG = late(r"<img\b[^>]*>", re.IGNORECASE)
_ALT = late(r"""\balt(\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>]+)))?(?=[\s/>])""", re.IGNORECASE)
_SRC = late(r"""\bsrc\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_LANG = late(r"""<[^>]*\blang\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)

DECORATIVE = "decorative"  # the class of a picture that says nothing: `![](line.svg){.decorative}`


def pictures(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A picture says in words what it shows, or that it shows nothing."""
    for _, token in scope.marked:
        if token.type == "image":
            yield from _picture(plain(token.children or ()), str(token.attrGet("src") or ""), token.meta["span"],
                                DECORATIVE in str(token.attrGet("class") or "").split())
    for source, blocks in scope.texts:
        for block, _ in walked(blocks):
            if isinstance(block, (Figure, CodeCell)) and block.alt:
                yield from _words(block.alt, getattr(block, "href", ""), source.find(block.alt, block.span.line, block.span.line + 12))
        for html, first, last in html_of(blocks):
            for tag in _IMG.findall(html):
                yield from _img(tag, source.find(tag.split("\n")[0], first, last))


def _picture(alt: str, address: str, span: Span, decorative: bool) -> Iterator[Problem]:
    if alt:
        yield from _words(alt, address, _before(span, alt))
    elif not decorative:
        yield warning("missing-alt", "this picture has no words for a reader who cannot see it", span,
                      "say between the brackets what it shows; if it only decorates, write `{.decorative}` right after it")


def _img(tag: str, span: Span) -> Iterator[Problem]:
    match = _ALT.search(tag)
    if match is None:
        yield Problem("missing-alt", "this `<img>` has no `alt`", span, "say in it what the picture shows; if it only decorates, write `alt=\"\"`")
    elif alt := (match["double"] or match["single"] or match["bare"] or "").strip():
        source = _SRC.search(tag)
        yield from _words(alt, source[1] if source else "", span)


def _words(alt: str, address: str, span: Span) -> Iterator[Problem]:
    file = PurePosixPath(unquote(address).partition("?")[0])
    is_file_name = bool(address) and (alt == file.name or (alt == file.stem and re.search(r"[\d_-]", alt)))
    if is_file_name or alt.strip(" .:").casefold() in _SAY_NOTHING_OF_A_PICTURE:
        yield warning("empty-words", f"“{alt}” does not say what this picture shows", span, "say in a sentence what a reader would see in it")


def headings(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Below the title, which is of level 1, no level is left out on the way down."""
    for _, chapter in scope.chapters:
        above = 1
        for heading in chapter.headings:
            if heading.level == 1:
                yield warning("second-title", "this heading is of the level of the chapter's title", heading.span,
                              f"write it with two signs: `## {heading.title.plain}`")
            elif heading.level > above + 1:
                yield warning("skipped-level", f"this heading is of level {heading.level}, and the one above it of level {above}", heading.span,
                              f"write it with {above + 1} signs: `{'#' * (above + 1)} {heading.title.plain}`")
            above = max(heading.level, 1)
        for html, first, last in html_of(chapter.blocks):
            if re.search(r"<h1\b", html, re.IGNORECASE):
                yield warning("second-title", "this heading is of the level of the chapter's title", chapter.source.find("<h1", first, last), "write it as `<h2>`, or in Markdown as `## …`")


def links(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A link says where it leads: its words, read alone, are the name of what is there."""
    for source, blocks in scope.texts:
        told: dict[str, tuple[str, Span]] = {}
        for line in linked(blocks):
            for opening, text in _links(line):
                span, said = _before(opening.meta["span"], text), text.casefold().strip(" .,:;!?→»>")
                if not text:
                    yield warning("vague-link", "this link has no text", span, "write between the brackets what it leads to")
                elif said in _SAY_NOTHING_OF_A_PAGE:
                    yield warning("vague-link", f"“{text}” does not say where this link leads", span, "let the link be the name of what it leads to")
                elif re.match(r"https?://\S+$", text):
                    yield warning("bare-link", "this link is an address, which is read out letter by letter", span,
                                  f"give it words: `[what is there]({text})`")
                else:
                    yield from _same(said, opening, source, span, addresses, told)


def _same(said: str, opening: Token, source: Source, span: Span, addresses: Addresses, told: dict[str, tuple[str, Span]]) -> Iterator[Problem]:
    """Two links with the same words lead to the same page. told: the address and the place of the first, by the words."""
    href = str(opening.attrGet("href") or "")
    target = addresses.find(href, source.path)
    address = target.address or href
    page = address if address.startswith("#") else address.partition("#")[0]
    first, place = told.setdefault(said, (page, span))
    if first != page and target.kind != "missing":
        yield warning("same-link-text", f"this link has the words of the one on line {place.line}, and leads elsewhere", span,
                      "give each link words of its own")


def _links(line: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """The links of a line of text that know their place, each with its words; a picture's are its alternative text."""
    for at, token in enumerate(line):
        if token.type == "link_open" and "span" in token.meta:
            yield token, plain(line[at + 1 : closing(line, at)])


def tables(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A table says what its columns, or its rows, hold."""
    for source, blocks in scope.texts:
        for block, _ in walked(blocks):
            for at, token in enumerate(block.tokens) if isinstance(block, Prose) else ():
                if token.type == "table_open":
                    head = block.tokens[at : next(n for n in range(at, len(block.tokens)) if block.tokens[n].type == "thead_close")]
                    if not any(one.type == "inline" and plain(one.children or ()) for one in head):
                        yield _headless(source.whole_line((token.map or (block.span.line - 1, 0))[0] + 1))
        for html, first, last in html_of(blocks):
            if re.search(r"<table\b", html, re.IGNORECASE) and not re.search(r"<th\b|role\s*=\s*[\"']?(presentation|none)", html, re.IGNORECASE):
                yield _headless(source.find("<table", first, last))


def _headless(span: Span) -> Problem:
    return warning("table-without-headings", "no column of this table says what it holds", span, "write in the first row what stands in each column")


def languages(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """`lang`, on a part of the text or in an author's HTML, names a language."""
    for source, blocks in scope.texts:
        for tag, first, last in _marked(blocks):
            if not is_language(tag):
                yield _unknown(tag, source.find(tag, first, last))
        for html, first, last in html_of(blocks):
            for tag in _LANG.findall(html):
                if not is_language(tag):
                    yield _unknown(tag, source.find(tag, first, last))


def _unknown(tag: str, span: Span) -> Problem:
    return Problem("unknown-language", f"`{tag}` is not the tag of a language", span,
                   f"did you mean `{meant(tag)}`?" if meant(tag) else "write a tag as in `en`, `de` or `pt-BR`")


def _marked(blocks: tuple) -> Iterator[tuple[str, int, int]]:
    """The tag of each part that is in another language, and the first and the last line on which it may stand: a block has it above it."""
    if not holds(blocks, "{") and not any("lang" in token.attrs for token in attributed(blocks)):
        return
    for block, _ in walked(blocks):
        for token in block.tokens if isinstance(block, Prose) else ():
            if not token.attrs and "{" not in token.content:
                continue
            first, end = token.map or (block.span.line - 1, block.span.line)
            for one in (token, *(token.children or ())) if "{" in token.content else (token,):
                if "lang" in one.attrs:
                    yield str(one.attrs["lang"]), max(1, first), max(end, first + 1)


def _before(span: Span, words: str) -> Span:
    """The words that stand in brackets before an address, or the address where they do not stand on its line as they read."""
    at = span.source.line(span.line).rfind(f"[{words}]", 0, span.column)
    return Span(span.source, span.line, at + 2, len(words)) if words and at >= 0 else span
