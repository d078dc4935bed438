"""A line of our dialect in, the same line in plain Markdown out: roles as what they stand for, links to chapters as addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token

_ROLE = re.compile(r"\{(?P<name>[a-zA-Z_][\w:+.-]*)\}(?P<ticks>`+)(?P<text>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_CODE = re.compile(r"(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_FORMULA = re.compile(r"(?<!\\)\$\$?[^$]+\$\$?")
_LINK = re.compile(r"(?P<open>\]\()(?P<address><[^<>\n]*>|[^\s()<>]+)")
_ATTRIBUTES = re.compile(r"(?<=[)`\]])\{[.#:][^{}\n]*\}")


def plain_inline(written: str, children: Sequence[Token], href: Callable[[str], str]) -> str:
    """`written`, the text of an inline token with these `children`, as plain Markdown. href: where a typed address leads."""
    roles = iter([token for token in children if token.type in ("role", "term")])
    out, at = [], 0
    for start, end, kind in _protected(written):
        out.append(_links(written[at:start], href))
        piece = written[start:end]
        out.append(_role(_ROLE.match(piece), next(roles, None)) if kind == "role" else piece)
        at = end
    return "".join([*out, _links(written[at:], href)])


def _protected(written: str) -> Iterator[tuple[int, int, str]]:
    """What is not running text: roles, code and formulas, each with its place."""
    at = 0
    while at < len(written):
        found = [(match.start(), order, match, kind) for order, (kind, pattern) in
                 enumerate((("role", _ROLE), ("code", _CODE), ("formula", _FORMULA))) if (match := pattern.search(written, at))]
        if not found:
            return
        _, _, match, kind = min(found, key=lambda one: one[:2])
        yield match.start(), match.end(), kind
        at = match.end()


def _links(text: str, href: Callable[[str], str]) -> str:
    def led(match: re.Match[str]) -> str:
        address = href(match["address"].strip("<>"))
        return match["open"] + (f"<{address}>" if re.search(r"[\s()]", address) else address)

    return _ATTRIBUTES.sub("", _LINK.sub(led, text))


def _role(match: re.Match[str], token: Token | None) -> str:
    """What a role says where nobody knows roles."""
    name, text = match["name"], match["text"]
    shown = re.sub(r"\s*<[^<>]*>$", "", text)
    if name == "math":
        return f"${text}$"
    if name in ("kbd", "sub", "sup"):
        return f"<{name}>{text}</{name}>"
    return shown
