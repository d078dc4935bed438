"""What the rules about texts are given: the texts to look at, and the site that they are compared with."""

from __future__ import annotations

from collections.abc import Iterator

from ..frozen import frozen
from ..model import Block, Chapter, Course, Site, Term
from ..source import Source


@frozen
class Scope:
    """chapters: each with its course. terms: those whose definitions are looked at."""

    site: Site
    chapters: tuple[tuple[Course, Chapter], ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def texts(self) -> Iterator[tuple[Source, tuple[Block, ...]]]:
        """The blocks of every chapter and definition, and the file that they stand in."""
        for _, chapter in self.chapters:
            yield chapter.source, chapter.blocks
        for term in self.terms:
            yield term.span.source, term.definition


def everything(site: Site) -> Scope:
    return Scope(site, tuple((course, chapter) for course in site.courses for chapter in course.chapters), site.terms)
