"""Rules about a page as a whole: formulas, names on the disk, and the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..maths import formula
from ..model import Prose, Site, walk
from ..problem import Problem, warning
from .scope import Scope

_MATHS = {"math_inline": False, "math_inline_double": True, "math_block": True, "math_block_label": True}


def formulas(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """TeX that cannot be turned into MathML."""
    for _, blocks in scope.texts:
        for block, _ in walk(blocks):
            for token in block.tokens if isinstance(block, Prose) else ():
                for one in (token, *(token.children or ())):
                    is_role = one.type == "role" and one.meta["name"] == "math"
                    if one.type in _MATHS or is_role:
                        found = formula(one.meta["text"] if is_role else one.content, _MATHS.get(one.type, False))
                        if found.problem:
                            span = block.span.source.find(one.content.strip().split("\n")[0], *_lines(token, block))
                            yield Problem("bad-formula", found.problem, span, "check its braces and the names of its commands")


def _lines(token, block: Prose) -> tuple[int, int]:
    return (token.map[0] + 1, token.map[1]) if token.map else (block.span.line, block.span.line)


def names_that_differ_in_case(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """Two files that are one file on a disk which ignores case."""
    seen: dict[str, str] = {}
    for path in sorted((*addresses.chapters, *addresses.files)):
        other = seen.setdefault(path.casefold(), path)
        if other != path:
            yield Problem("same-but-for-case", f"this file's name differs from {other} by capitals alone", path=path,
                          hint="rename one: on Windows and macOS they would be one file")


def unused_terms(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """A term that no chapter mentions. Nothing is said while parts of a course are still to be written."""
    if not all(course.parts == course.chapters for course in site.courses):
        return
    used = {name for _, chapter in addresses.chapters.values() for name in chapter.facts.terms}
    for term in site.terms:
        if term.name not in used:
            yield warning("unused-term", f"no chapter mentions `{term.name}`", term.span, "use it, or delete it")
