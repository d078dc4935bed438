"""What looks like markup and is text: a fence without a directive, a name without braces, a footnote that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.token import Token

from ..addresses import Addresses
from ..components import LITERAL, MARKDOWN
from ..problem import Problem, did_you_mean
from ..source import Source
from .scope import Scope
from .texts import tokens_of

_COLONS = re.compile(r"\s*(?P<fence>:{3,})\s*(?P<rest>\{?(?P<name>[\w-]*)\}?.*)$")
_NOTE = re.compile(r"(?<!\\)\[\^(?P<label>[^\]\s]+)\]")
_TARGET = re.compile(r"\s*\((?P<label>[A-Za-z][\w.-]*)\)=\s*$")


def fences(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Lines that begin like a directive's fence, or like a label of MyST's, and are text."""
    for source, blocks in scope.texts:
        for token in tokens_of(blocks):
            if token.type == "inline" and (":::" in token.content or ")=" in token.content):
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
        for token in tokens_of(blocks):
            start = token.children[0] if token.type == "inline" and token.children else None
            if start is not None and start.type == "text" and start.content.rstrip() == "$$":
                yield Problem("never-closed", "this formula is never closed", source.find("$$", (token.map or (0, 0))[0] + 1), "close it with a line of its own: $$")


def footnotes(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """References to a footnote that is not written."""
    for source, blocks in scope.texts:
        tokens = list(tokens_of(blocks))
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
