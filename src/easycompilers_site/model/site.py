"""A site: its courses, their chapters and its vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from ..asked import TEXT, Noted, now
from ..digest import digest_of
from ..frozen import frozen
from ..problem import Problem
from ..source import Source, Span
from .blocks import Block, Text
from .facts import Facts

if TYPE_CHECKING:
    from ..wheel import Wheel


#: From the dashes on the first line to the next line of as many.
_FRONT_MATTER = re.compile(r"(-{3,}).*?\n\1-*[ \t]*(?:\n|\Z)", re.DOTALL)


@frozen(eq=False)
class Chapter:
    """One part of a course that is written. Its text is read when something of it is first asked for, and need not be held.

    key: changes with all that its text is read from. read: gives the text of a chapter, know its facts, with or without the text, and mark `mark` and `places` of
    the facts, with or without these.
    Whoever asks for one of the others is noted (`asked.py`), but for `known`, which is for those who note for themselves.
    """

    source: Source
    slug: str
    key: str
    read: Callable[[Chapter], Text] = field(repr=False)
    know: Callable[[Chapter], Facts] = field(repr=False)
    mark: Callable[[Chapter], tuple[str, str]] = field(repr=False)

    __setattr__, __delattr__ = object.__setattr__, object.__delattr__  # as in `source.Unread`

    def __init__(self, source: Source, slug: str, key: str, read: Callable[[Chapter], Text], know: Callable[[Chapter], Facts], mark: Callable[[Chapter], tuple[str, str]]) -> None:
        self.source, self.slug, self.key, self.read, self.know, self.mark = source, slug, key, read, know, mark

    @property
    def text(self) -> Text:
        if asked := now():
            asked.fact(self.source.path, TEXT)
        return self.read(self)

    @property
    def facts(self) -> Facts:
        asked = now()
        return Noted(self.known, self.source.path, asked) if asked else self.known

    @cached_property
    def known(self) -> Facts:
        return self.know(self)

    @property
    def marks(self) -> tuple[str, str]:
        return self.mark(self)

    @property
    def span(self) -> Span:
        return self.source.span(1)

    def _says(self, key: str) -> bool:
        """Whether the front matter may hold one of three keys. Most hold none, and the text need not be read for them."""
        return key in self.source.noted("keys", _keys_of)

    @property
    def draft(self) -> bool:
        return self._says("draft") and self.facts.draft

    @property
    def updated(self) -> str:
        return self.facts.updated if self._says("updated") else ""

    @property
    def aliases(self) -> tuple[tuple[str, Span], ...]:
        return self.facts.aliases if self._says("aliases") else ()

    title = property(lambda self: self.facts.title)
    summary = property(lambda self: self.facts.summary)
    level = property(lambda self: self.facts.level)
    minutes = property(lambda self: self.facts.minutes)
    language = property(lambda self: self.facts.language)
    blocks = property(lambda self: self.text.blocks)
    headings = property(lambda self: self.text.headings)
    outcomes = property(lambda self: self.text.outcomes)
    requires = property(lambda self: self.text.requires)
    anchor = property(lambda self: self.text.anchor)


def _keys_of(text: str) -> list[str]:
    found = _FRONT_MATTER.match(text)
    head = found[0] if found else text if text.startswith("---") else ""
    return [key for key in ("draft", "updated", "aliases") if key in head]


@frozen
class Planned:
    """A part that course.yaml lists and nobody has written yet. minutes: 0 where it is not said."""

    slug: str
    title: str
    summary: str = ""
    level: str = ""
    minutes: int = 0


Part = Chapter | Planned


@frozen
class Package:
    """One entry of a course's `packages`: a name with the versions that will do, or a wheel of the author's own.

    text: as it was typed. name: normalised. wheel: its path below the site's folder, '' for a name.
    """

    text: str
    span: Span
    name: str
    specifier: str = ""
    extras: tuple[str, ...] = ()
    wheel: str = ""


@frozen
class Course:
    """id: under which learners' work on it is kept, whatever becomes of its address. folder: where it stands, as in `course/first`. wheels: what `packages` came to, with all that these need.

    language: its tag, or the site's. authors: names.
    """

    slug: str
    title: str
    summary: str
    level: str
    parts: tuple[Part, ...]
    span: Span
    folder: str = ""
    packages: tuple[Package, ...] = ()
    id: str = ""
    wheels: tuple[Wheel, ...] = ()
    language: str = ""
    authors: tuple[str, ...] = ()

    def language_of(self, chapter: Chapter) -> str:
        """The tag of the language that a chapter is written in."""
        return chapter.language or self.language

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(part for part in self.parts if isinstance(part, Chapter))

    @cached_property
    def with_aliases(self) -> tuple[Chapter, ...]:
        """The chapters that have had another address. It is worked out once, so that who notes what a page asks (`asked.py`) has to ask each chapter."""
        return tuple(chapter for chapter in self.chapters if chapter.aliases)

    def number_of(self, part: Part) -> int:
        """The place of a part among all of them, from 1."""
        return self._numbers[part]

    @cached_property
    def _numbers(self) -> dict[Part, int]:
        return {part: number for number, part in reversed([*enumerate(self.parts, 1)])}


@frozen(eq=False)
class Term:
    """One entry of the glossary. not_in: phrases in which it stays unlinked. near: words of which one must be close.
    language: the tag of its own, '' for that of the site.

    addresses: every address that the definition names. key: changes with all that it is drawn from. read: gives it.
    """

    name: str
    id: str
    span: Span
    read: Callable[[], tuple[Block, ...]] = field(repr=False)
    aliases: tuple[str, ...] = ()
    see: tuple[tuple[str, Span], ...] = ()
    autolink: bool = True
    not_in: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    key: str = ""
    language: str = ""

    @property
    def definition(self) -> tuple[Block, ...]:
        return self.read()

    @property
    def listed(self) -> str:
        """Changes with what a list of all terms says of it beside its definition."""
        return digest_of([self.aliases, [name for name, _ in self.see]])


@frozen
class Site:
    """aside: drafts, and what no course lists: read for mistakes, and not published.

    id: under which learners' work and settings are kept. modules: what every cell may import, empty where it is not known. offline:
    whether pages are kept for a time without a connection. policy: whether pages say what they may load and run.
    """

    title: str
    tagline: str
    language: str
    url: str
    repository: str
    license: str
    courses: tuple[Course, ...]
    terms: tuple[Term, ...]
    aside: tuple[Chapter, ...] = ()
    problems: tuple[Problem, ...] = ()
    modules: frozenset[str] = frozenset()
    offline: bool = True
    id: str = ""
    policy: bool = True
