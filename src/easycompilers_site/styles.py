"""A style sheet in, what it fetches out; and the sheet again, with each of these under the name that it has on the site. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .frozen import frozen

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SAID_OR_QUOTED = re.compile(r"""/\*.*?\*/\s*|\n\s+|(?P<quoted>"[^"\n]*"|'[^'\n]*')""", re.DOTALL)
_REFERENCE = re.compile(r"""@import\s+(?:url\(\s*)?["']?(?P<imported>[^"'\s;)]+)|url\(\s*(?P<quote>["']?)(?P<fetched>[^"')]+?)(?P=quote)\s*\)""", re.IGNORECASE)
_FACE = re.compile(r"@font-face\s*\{[^{}]*\}\s*")
_EXTERNAL = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_INLINE = re.compile(r"data:|#|about:", re.IGNORECASE)


@frozen
class Reference:
    """address: as it was written. start: where it stands in the sheet. line, column: from 1. imports: another sheet."""

    address: str
    start: int
    line: int
    column: int
    imports: bool

    @property
    def is_external(self) -> bool:
        return bool(_EXTERNAL.match(self.address))


def references(sheet: str) -> Iterator[Reference]:
    """What a sheet fetches, in order; nothing that stands in a comment or in the sheet itself (`data:`, `#…`)."""
    bare = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), sheet)
    for match in _REFERENCE.finditer(bare):
        group = "imported" if match["imported"] else "fetched"
        if not _INLINE.match(match[group]):
            start = match.start(group)
            yield Reference(match[group], start, bare.count("\n", 0, start) + 1, start - bare.rfind("\n", 0, start), group == "imported")


def without_faces(sheet: str) -> str:
    """The sheet without the fonts that it fetches: for a page that cannot name another file."""
    return _FACE.sub("", sheet)


def without_comments(sheet: str) -> str:
    """The sheet without its comments, and without the spaces at the beginning of its lines."""
    return _SAID_OR_QUOTED.sub(lambda found: found["quoted"] or ("\n" if found[0][0] == "\n" else " "), sheet)


def readdressed(sheet: str, place: Callable[[str], str]) -> str:
    """The sheet with `place(address)` for each file that it fetches."""
    parts, at = [], 0
    for reference in references(sheet):
        if not reference.imports and not reference.is_external:
            parts += [sheet[at : reference.start], place(reference.address)]
            at = reference.start + len(reference.address)
    return "".join([*parts, sheet[at:]])
