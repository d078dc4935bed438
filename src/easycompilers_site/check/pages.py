"""Rules about a site as a whole: names on the disk, and the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..addresses import Addresses
from ..components.term import Lexicon
from ..model import Site
from ..problem import Problem, warning
from ..source import Span
from .scope import Scope


def names_that_differ_in_case(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """Two files that are one file on a disk which ignores case."""
    seen: dict[str, str] = {}
    for path in sorted((*addresses.chapters, *addresses.files)):
        other = seen.setdefault(path.casefold(), path)
        if other != path:
            yield Problem("same-but-for-case", f"this file's name differs from {other} by capitals alone", path=path,
                          hint="rename one: on Windows and macOS they would be one file")


#: What no keyboard types and no page may hold: control characters but tab, line end and form feed, a byte-order mark within a text, and what Unicode sets aside.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufeff\ufdd0-\ufdef\ufffe\uffff]")
#: All bytes but those that such a character has or begins with: of most texts nothing else is left, which is found in a fifth of the time.
_SEEN = bytes(byte for byte in range(256) if byte not in (0x7F, 0xC2, 0xEF) and (byte >= 32 or byte in b"\t\n\f\r"))


def control_characters(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A character that nobody sees, and that a page would lose or show as something else; the first of each line."""
    for _, chapter in scope.chapters:
        text = chapter.source.text
        lines = chapter.source.lines if text.encode("utf-8").translate(None, _SEEN) and _UNSEEN.search(text) else ()
        for number, line in enumerate(lines, 1):
            if found := _UNSEEN.search(line):
                yield Problem("control-character", f"a character stands here that cannot be seen (U+{ord(found[0]):04X})",
                              chapter.source.span(number, found.start() + 1, 1), "delete it; in Python write it as an escape, such as `\\x07`")


def undefined_terms(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """A phrase that a course sets off in bold more than once, once with words that say what it is, and that the glossary does not have."""
    lexicon = Lexicon(site.terms)
    for course in site.courses if site.terms else ():
        found: dict[str, list[tuple[bool, Span]]] = {}
        for chapter in course.chapters:
            for phrase, explained, span in chapter.known.set_off:
                found.setdefault(" ".join(phrase.casefold().split()), []).append((explained, span))
        for phrase, places in found.items():
            explained = next((span for explained, span in places if explained), None)
            if len(places) > 1 and explained and lexicon.find(phrase) is None:
                yield warning("undefined-term", f"`{phrase}` is set off and explained like a term, and is not in the glossary", explained,
                              "add it to glossary.yaml, where readers of other chapters find it; or do not set it in bold")


def unused_terms(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """A term that no chapter mentions. Nothing is said while parts of a course are still to be written."""
    if not all(course.parts == course.chapters for course in site.courses):
        return
    used = {name for _, chapter in addresses.chapters.values() for name in chapter.facts.terms}
    for term in site.terms:
        if term.name not in used:
            yield warning("unused-term", f"no chapter mentions `{term.name}`", term.span, "use it, or delete it")
