"""Rules about a site as a whole: names on the disk, and the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..model import Prose, Site, walk
from ..problem import Problem, warning
from .scope import Scope


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
