"""What the rules about texts are given: the texts to look at, and the site that they are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..frozen import frozen
from ..model import Block, Chapter, Course, Site, Term
from ..places import marked, marked_at_the_head
from ..source import Source

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


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

    @property
    def marked(self) -> Iterator[tuple[Source, Token]]:
        """What is more than words in each of them, and in the summary and the outcomes of every chapter."""
        for source, blocks in self.texts:
            for token in marked(blocks):
                yield source, token
        for _, chapter in self.chapters:
            for token in marked_at_the_head(chapter):
                yield chapter.source, token


def everything(site: Site) -> Scope:
    return Scope(site, tuple((course, chapter) for course in site.courses for chapter in course.chapters), site.terms)
