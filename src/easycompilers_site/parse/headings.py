"""Ids and titles of a page's headings: unique, stable, never empty, in any script."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..directive import RESERVED, Names
from ..inlines import plain
from ..model import Heading, Inline
from ..problem import Problem, warning
from ..shape import Report
from ..source import Source

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

_ATTRIBUTES = re.compile(r"\{\s*#(?P<id>[^\s{}]+)\s*\}\s*$")


#: What parts words in an id, however much of it there is.
_RUNS = re.compile(r"[\s-]+")


#: What is an id already, as the names of most files are.
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def slug(text: str) -> str:
    """`text` as an id: lower case, letters and digits of any script, single hyphens. '' where nothing is left."""
    return text if _ID.fullmatch(text) else _RUNS.sub("-", unicodedata.normalize("NFC", text).lower().translate(_KEPT)).strip("-")


class _Kept(dict):
    """What a character becomes, by its number: looked up once for each."""

    def __missing__(self, number: int) -> str:
        character = chr(number)
        self[number] = character if unicodedata.category(character)[0] in "LNM" or character in "-_" else " "
        return self[number]


_KEPT = _Kept()


def name_headings(tokens: Sequence[Token], source: Source, names: Names, report: Report) -> tuple[Heading, ...]:
    """Give every heading among `tokens` its id (from `{#id}`, else from its text), and list them.

    What a page's other headings would be called by themselves is never given to a repeated one: the literal
    "Tags 1" keeps `tags-1`, and the second "Tags" becomes `tags-2`.
    """
    found = [(token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"]
    given = [_explicit(inline) for _, inline in found]
    titles = [plain(inline.children or ()) for _, inline in found]
    bases = [slug(title) or "section" for title in titles]
    kept, tried = frozenset(bases), Counter[str]()
    headings = []
    for (opening, inline), explicit, title, base in zip(found, given, titles, bases):
        span = source.whole_line(opening.map[0] + 1)
        if not title:
            report(warning("empty-heading", "this heading has no text", span, "give it a text or delete it"))
        if explicit and names.taken.setdefault(explicit, span) is not span:
            report(Problem("label-twice", f"the id `{explicit}` is already used on line {names.taken[explicit].line}", span,
                           "give each thing an id of its own"))
        if explicit and RESERVED.match(explicit):
            report(Problem("bad-label", f"the id `{explicit}` is one that the page uses itself", span, "choose another"))
        identity = explicit or _free(base, names, kept, tried)
        names.taken.setdefault(identity, span)
        opening.attrSet("id", identity)
        headings.append(Heading(int(opening.tag[1]), identity, Inline((inline,), title), span))
    return tuple(headings)


def _free(base: str, names: Names, kept: frozenset[str], tried: Counter[str]) -> str:
    """`base`, or `base` with the first number that nobody has. tried: the last number of each base that somebody has."""
    if base not in names.taken and not RESERVED.match(base):
        return base
    while True:
        tried[base] += 1
        candidate = f"{base}-{tried[base]}"
        if candidate not in names.taken and candidate not in kept and not RESERVED.match(candidate):
            return candidate


def _explicit(inline: Token) -> str:
    """The id at the end of a heading's text, which loses it; '' where there is none."""
    last = inline.children[-1] if inline.children else None
    match = _ATTRIBUTES.search(last.content) if last is not None and last.type == "text" else None
    if match is None:
        return ""
    last.content = last.content[: match.start()].rstrip()
    return match["id"]
