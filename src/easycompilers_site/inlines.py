"""Tokens: what a run of them reads as, where in the file each one stands, and where one that opens is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import unquote

from .maths import formula
from .model import Block, Prose, walk
from .roles import NAMING
from .source import Source, Span

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

def plain(tokens: Sequence[Token], told: Callable[[str], str] = str) -> str:
    """What a person would read: text, code and formulas, no markup. told: from the TeX of a formula to what stands for it."""
    if len(tokens) == 1 and tokens[0].type == "text":  # as in every second line
        return tokens[0].content.strip()
    parts = []
    for token in tokens:
        kind = token.type
        if kind in ("text", "code_inline", "term"):
            parts.append(token.content)
        elif token.nesting:  # what opens and closes says nothing
            continue
        elif kind in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif kind in ("math_inline", "math_inline_double") or kind == "role" and token.meta["name"] == "math":
            parts.append(told(token.content))
        elif kind == "role":
            parts.append(token.meta["text"] if token.meta["name"] in NAMING else token.content)
        elif kind in ("image", "inline"):
            parts.append(plain(token.children or (), told))
    return "".join(parts).strip()


def running_text(blocks: Iterable[Block]) -> str:
    """The prose of `blocks`, at any depth, on one line, its formulas as they read without TeX."""
    tokens = (token for block, _ in walk(blocks) if isinstance(block, Prose) for token in inline_tokens(block.tokens))
    return " ".join(" ".join(readable(token.children or ()) for token in tokens).split())


def readable(tokens: Sequence[Token]) -> str:
    """`plain`, for who does not read TeX."""
    return plain(tokens, lambda tex: formula(tex, True).text)


def titles(block: Block) -> Iterator[Token]:
    """The ``inline`` tokens of the title and the caption of `block`, as far as it has them."""
    for name in ("title", "caption"):
        yield from getattr(getattr(block, name, None), "tokens", ())


#: What is given a place.
_PLACED = frozenset({"myst_role", "math_inline", "math_inline_double", "link_open", "image"})


def locate(token: Token, source: Source) -> None:
    """Give each link, picture and role within an ``inline`` token its span, and turn roles into ``role`` tokens.

    A ``role`` token's `meta` holds name, text, target ('' where none is given) and span.
    """
    found = [child for child in token.children or () if child.type in _PLACED]
    if not found:
        return
    cursor = _Cursor(source, token)
    for child in found:
        if child.type == "myst_role":
            name = child.meta["name"]
            span = cursor.find("{" + name + "}`", child.content.split("\n")[0])
            text, target = _text_and_target(child.content)
            child.type = "role"
            child.meta = {"name": name, "text": text, "target": target, "span": span}
        elif child.type in ("math_inline", "math_inline_double"):
            child.meta["span"] = cursor.find_formula(child.markup, child.content)
        elif child.type == "link_open":
            child.meta["span"] = cursor.find_address(str(child.attrGet("href") or ""))
        elif child.type == "image":
            child.meta["span"] = cursor.find_address(str(child.attrGet("src") or ""))


def _text_and_target(content: str) -> tuple[str, str]:
    """`text <target>` taken apart; the target is '' where none is given."""
    text, sign, target = content.removesuffix(">").rpartition("<")
    return (text.rstrip(), target.strip()) if sign and content.endswith(">") and ">" not in target else (content, "")


class _Cursor:
    """Finds one thing after another on the lines of an inline token."""

    def __init__(self, source: Source, token: Token) -> None:
        first, end = token.map or (0, 1)
        self.source, self.line, self.column, self.end = source, first + 1, 0, max(end, first + 1)

    def find(self, opening: str, content: str) -> Span:
        """The `content` right after `opening`, or the opening itself; the search goes on behind it."""
        for line in range(self.line, self.end + 1):
            at = self.source.line(line).find(opening, self.column if line == self.line else 0)
            if at >= 0:
                start = at + len(opening)
                self.line, self.column = line, start
                if content and self.source.line(line).startswith(content, start):
                    return Span(self.source, line, start + 1, len(content))
                return Span(self.source, line, at + 1, len(opening))
        return self.source.whole_line(self.line)

    def find_formula(self, mark: str, tex: str) -> Span:
        """The first line of the formula that stands between two `mark`s; the search goes on behind the second."""
        first = tex.split("\n")[0]
        for line in range(self.line, self.end + 1):
            at = self.source.line(line).find(mark + first, self.column if line == self.line else 0)
            if at >= 0:
                rows, last = tex.count("\n"), tex.rpartition("\n")[2]
                self.line = line + rows
                self.column = (at + len(mark) if not rows else self.source.line(self.line).find(last)) + len(last + mark)
                return Span(self.source, line, at + len(mark) + 1, max(1, len(first)))
        return self.source.whole_line(self.line)

    def find_address(self, address: str) -> Span:
        """The address of a link or picture, as typed or percent-encoded."""
        for needle in (address, unquote(address)):
            for line in range(self.line, self.end + 1):
                at = self.source.line(line).find(needle, self.column if line == self.line else 0)
                if needle and at >= 0:
                    self.line, self.column = line, at + len(needle)
                    return Span(self.source, line, at + 1, len(needle))
        return self.source.whole_line(self.line)


def inline_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every ``inline`` token among `tokens`, in order."""
    return (token for token in tokens if token.type == "inline")


def closing(tokens: Sequence[Token], start: int) -> int:
    """The index of the token that closes the one at `start`."""
    depth = 0
    for at in range(start, len(tokens)):
        depth += tokens[at].nesting
        if depth == 0:
            return at
    return len(tokens) - 1
