"""A line of our dialect in, the same line in plain Markdown out: roles as what they stand for, links to chapters as addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token

from ..catalogue import Catalogue
from ..frozen import frozen
from ..late import late
from ..other_languages import plain_phrases
from ..roles import NAMING

_ROLE = late(r"\{(?P<name>[a-zA-Z_][\w:+.-]*)\}(?P<ticks>`+)(?P<text>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_CODE = re.compile(r"(?P<ticks>`(?<!``)`*)(?!`).*?(?<!`)(?P=ticks)(?!`)", re.DOTALL)  # begins with the sign that is looked for, since that is found quickly
_FORMULA = late(r"(?<!\\)\$\$?[^$]+\$\$?")
_LINK = re.compile(r"(?P<open>\]\()(?P<address><[^<>\n]*>|[^\s()<>]+)")
_ATTRIBUTES = late(r"(?<=[)`\]])\{[.#:][^{}\n]*\}")


@frozen
class Told:
    """What only the site knows. href: a typed address in, where it leads out. role: a reference in, what it says out. words: of the page's language."""

    href: Callable[[str], str]
    role: Callable[[Token], str]
    words: Catalogue = Catalogue()


def plain_inline(written: str, children: Sequence[Token], told: Told) -> str:
    """`written`, the text of an inline token with these `children`, as plain Markdown."""
    if not ("{" in written or "`" in written or "$" in written or "](" in written):
        return written
    roles = iter([token for token in children if token.type == "role"] if "{" in written else [])
    out, at = [], 0
    for start, end, kind in _protected(written):
        out.append(_links(written[at:start], told.href))
        piece = written[start:end]
        out.append(_role(_ROLE.match(piece), roles, told) if kind == "role" else piece)
        at = end
    return "".join([*out, _links(written[at:], told.href)])


def _protected(written: str) -> Iterator[tuple[int, int, str]]:
    """What is not running text: roles, code and formulas, each with its place."""
    kinds = [(kind, pattern) for kind, pattern, sign in (("role", _ROLE, "{"), ("code", _CODE, "`"), ("formula", _FORMULA, "$")) if sign in written]
    found = [(kind, pattern, pattern.search(written)) for kind, pattern in kinds]
    while found := [one for one in found if one[2]]:
        kind, _, match = min(found, key=lambda one: one[2].start())
        yield match.start(), match.end(), kind
        found = [(kind, pattern, next_ if next_.start() >= match.end() else pattern.search(written, match.end())) for kind, pattern, next_ in found]


def _links(text: str, href: Callable[[str], str]) -> str:
    def led(match: re.Match[str]) -> str:
        address = href(match["address"].strip("<>"))
        return match["open"] + (f"<{address}>" if re.search(r"[\s()]", address) else address)

    text = _LINK.sub(led, text) if "](" in text else text
    return _ATTRIBUTES.sub("", plain_phrases(text)) if "{" in text else text


def _role(match: re.Match[str], roles: Iterator[Token], told: Told) -> str:
    """What a role says where nobody knows roles. A `term` is no longer among the `roles`: it has become a term."""
    name, text = match["name"], match["text"]
    token = next(roles, None) if name != "term" else None
    if name == "math":
        return f"${text}$"
    if token is not None and name in ("ref", "eq", "doc", "download"):
        return told.role(token)
    shown = re.sub(r"\s*<[^<>]*>$", "", text) if name in NAMING else text
    return f"<{name}>{shown}</{name}>" if name in ("kbd", "sub", "sup") else shown
