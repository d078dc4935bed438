"""What looks like markup and is text: a fence without a directive, a name without braces, a footnote that is not there, a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..addresses import Addresses
from ..components import LITERAL, MARKDOWN
from ..late import late
from ..places import head_of, written
from ..problem import Problem, did_you_mean, warning
from ..source import Source
from .scope import Scope

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

_COLONS = late(r"\s*(?P<fence>:{3,})\s*(?P<rest>\{?(?P<name>[\w-]*)\}?.*)$")
_NOTE = late(r"(?<!\\)\[\^(?P<label>[^\]\s]+)\]")
_TARGET = late(r"\s*\((?P<label>[A-Za-z][\w.-]*)\)=\s*$")
#: Sentences of starter/chapter.md that ask for an author's own; each is to be found in it [tests/test_new.py].
PLACEHOLDERS = ("One or two sentences that say what this chapter is about.", "What the reader can do after this chapter, as in",
                "Write here. A chapter goes well that begins with something to look at")
_DASHES = late(r"[|:\s-]*-[|:\s-]*$")


def fences(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Lines that begin like a directive's fence, or like a label of MyST's, and are text."""
    for source, blocks in scope.texts:
        for token in written(blocks, ":::", ")="):
            for number, line in enumerate(token.content.split("\n"), (token.map or (0, 0))[0] + 1):
                yield from _line(line, number, source)


def _line(line: str, number: int, source: Source) -> Iterator[Problem]:
    colons, target = _COLONS.match(line), _TARGET.match(line)
    if target:
        yield Problem("unread-label", f"`({target['label']})=` is text here and names nothing", source.find(target[0].strip(), number),
                      f"write `{{#{target['label']}}}` after the heading, or `:label: {target['label']}` in the directive")
    if colons is None:
        return
    name, span = colons["name"], source.find(colons["fence"], number)
    if not colons["rest"]:
        yield Problem("stray-fence", f"this `{colons['fence']}` closes nothing", span, "take it away, or give what it should close a fence of the same length")
        return
    known = name if name in LITERAL or name in MARKDOWN else did_you_mean(name, [*LITERAL, *MARKDOWN]).removeprefix("did you mean `").removesuffix("`?")
    if known or colons["rest"].startswith("{"):
        yield Problem("unread-directive", "this is text and no directive: the name of one stands in braces", span, f"write `{colons['fence']}{{{known or 'note'}}}`")


def formulas(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """`$$` at the beginning of a paragraph that nothing closes."""
    for source, blocks in scope.texts:
        for token in written(blocks, "$$"):
            start = token.children[0] if token.children else None
            if start is not None and start.type == "text" and start.content.rstrip() == "$$":
                yield Problem("never-closed", "this formula is never closed", source.find("$$", (token.map or (0, 0))[0] + 1), "close it with a line of its own: $$")


def placeholders(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """What `new chapter` wrote for the author to write over."""
    for _, chapter in scope.chapters:
        prose = [token.content for token in written(chapter.blocks, *PLACEHOLDERS)]
        for text in (*(line.plain for line in head_of(chapter)), *prose):
            for sentence in PLACEHOLDERS if text.startswith(PLACEHOLDERS) else ():
                if text.startswith(sentence):
                    yield warning("placeholder", "this sentence came with the new chapter, and readers would see it",
                                  chapter.source.find(sentence, 1, len(chapter.source.lines)), "write your own in its place, or delete it")


def tables(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Rows with their cells between `|` that make no table, since the line of dashes is not as it has to be."""
    for source, blocks in scope.texts:
        for token in written(blocks, "|"):
            if token.map:
                yield from _table(token.content.split("\n"), token.map[0] + 1, source)


def _table(lines: list[str], number: int, source: Source) -> Iterator[Problem]:
    for at, (row, below) in enumerate(zip(lines, lines[1:], strict=False)):
        if "|" in row and "|" in below and _DASHES.match(below):
            titles, dashes = _columns(row), _columns(below)
            if titles != dashes:
                yield warning("table-not-read", f"this is text and no table: the first row has {_counted(titles)}, the line of dashes {_counted(dashes)}",
                              source.whole_line(number + at + 1), f"write dashes for each column, as in |{'---|' * titles}")
            return
    if len(lines) > 1 and all(line.strip().startswith("|") and line.strip().endswith("|") and len(line.strip()) > 1 for line in lines):
        yield warning("table-not-read", "this is text and no table: the line of dashes below the first row is missing", source.whole_line(number),
                      f"write |{'---|' * _columns(lines[0])} on a line of its own below it")


def _columns(row: str) -> int:
    from markdown_it.rules_block.table import escapedSplit

    cells = escapedSplit(row.strip())
    return len(cells) - (not cells[0].strip()) - (len(cells) > 1 and not cells[-1].strip())


def _counted(columns: int) -> str:
    return "1 column" if columns == 1 else f"{columns} columns"


def footnotes(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """References to a footnote that is not written."""
    for source, blocks in scope.texts:
        tokens = written(blocks, "[^")
        known = {child.meta.get("label") for token in tokens for child in token.children or () if child.type == "footnote_ref"}
        for token in tokens:
            for label in _references(token):
                first, end = token.map or (0, len(source.lines))
                yield Problem("unknown-footnote", f"there is no footnote `{label}`", source.find(f"[^{label}]", first + 1, end),
                              did_you_mean(label, filter(None, known)) or f"write it on a line of its own, `[^{label}]: …`; if it is no footnote, put a `\\` before it")


def _references(token: Token) -> Iterator[str]:
    """What stands in the text of a line like a reference to a footnote."""
    texts = "\n".join(child.content for child in token.children or () if child.type == "text")
    if "[^" in texts:
        yield from (match["label"] for match in _NOTE.finditer(token.content) if match[0] in texts)
