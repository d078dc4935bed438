"""What a site is, as plain values. Everything that came from a file knows its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from markdown_it.token import Token

from .problem import Problem
from .source import Source, Span
from .wheel import Wheel


@dataclass(frozen=True)
class Inline:
    """A run of text within a line: a title, a caption, a choice. `plain` is what a person would read aloud."""

    tokens: tuple[Token, ...] = ()
    plain: str = ""

    def __bool__(self) -> bool:
        return bool(self.tokens)


@dataclass(frozen=True)
class Prose:
    """A run of ordinary Markdown. A component in a list or a quote stands in it as a token of type ``block``."""

    tokens: tuple[Token, ...]
    span: Span


@dataclass(frozen=True)
class Broken:
    """A piece that could not be read: the preview shows `text` in a box, the report shows `problem`."""

    problem: Problem
    text: str
    span: Span


@dataclass(frozen=True, kw_only=True)
class Component:
    """What a directive became. A subclass for each word, in `components/`."""

    word: ClassVar[str] = ""
    span: Span

    def inner(self) -> Iterator[Block]:
        """The blocks within it, in reading order."""
        return iter(())


Block = Prose | Component | Broken


@dataclass(frozen=True)
class Heading:
    """level: 2 to 6. id: unique on its page."""

    level: int
    id: str
    title: Inline
    span: Span


@dataclass(frozen=True)
class Goal:
    """One outcome of a chapter: what the reader can do afterwards, and the label of what practises it ('' for none)."""

    text: Inline
    label: str
    span: Span


@dataclass(frozen=True)
class Chapter:
    """One part of a course that is written. minutes: None until it is worked out. updated: a day as in 2026-11-29, or ''.

    anchor: the id of the title, '' where the text does not say it as a heading of its own.
    """

    source: Source
    slug: str
    title: str
    summary: Inline
    level: str
    minutes: int | None
    outcomes: tuple[Goal, ...] = ()
    requires: tuple[tuple[str, Span], ...] = ()
    aliases: tuple[tuple[str, Span], ...] = ()
    updated: str = ""
    draft: bool = False
    autolink: bool = True
    blocks: tuple[Block, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchor: str = ""
    span: Span | None = None


@dataclass(frozen=True)
class Planned:
    """A part that course.yaml lists and nobody has written yet. minutes: 0 where it is not said."""

    slug: str
    title: str
    summary: str = ""
    level: str = ""
    minutes: int = 0


Part = Chapter | Planned


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Course:
    """folder: where it stands, as in `course/first`. wheels: what `packages` came to, with all that these need."""

    slug: str
    title: str
    summary: str
    level: str
    parts: tuple[Part, ...]
    span: Span
    folder: str = ""
    packages: tuple[Package, ...] = ()
    wheels: tuple[Wheel, ...] = ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(part for part in self.parts if isinstance(part, Chapter))


@dataclass(frozen=True)
class Term:
    """One entry of the glossary. not_in: phrases in which it stays unlinked. near: words of which one must be close."""

    name: str
    id: str
    definition: tuple[Block, ...]
    span: Span
    aliases: tuple[str, ...] = ()
    see: tuple[tuple[str, Span], ...] = ()
    autolink: bool = True
    not_in: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Site:
    """modules: what every cell may import, empty where it is not known."""

    title: str
    tagline: str
    language: str
    url: str
    repository: str
    license: str
    courses: tuple[Course, ...]
    terms: tuple[Term, ...]
    problems: tuple[Problem, ...] = ()
    modules: frozenset[str] = frozenset()


# ── what running a cell gave ──


@dataclass(frozen=True)
class Stream:
    """Printed text. name: ``stdout`` or ``stderr``."""

    name: str
    text: str


@dataclass(frozen=True)
class Value:
    """A shown value in each of its forms, by media type; ``text/plain`` is always there."""

    forms: Mapping[str, str]

    @property
    def rows(self) -> list[list[str]]:
        """The numbers of a picture as a table, the header first; empty for a value without."""
        rows = json.loads(self.forms.get("application/vnd.coursekit.rows+json", "[]"))
        return [[str(cell) for cell in row] for row in rows if isinstance(row, list)]


@dataclass(frozen=True)
class Failure:
    """What a cell raised. line: 1-based in the cell, 0 where unknown. traceback: the author's frames alone.

    sentence: what is wrong, for a learner, with code in `backticks`; '' where the message must do.
    """

    kind: str
    message: str
    line: int
    traceback: str
    sentence: str = ""


@dataclass(frozen=True)
class Outcome:
    """What one cell gave: outputs in the order they appeared, and the failure that ended it, if any."""

    outputs: tuple[Stream | Value, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of a site's cells, by the cell's place (`Span.place`), and the problems found by running.

    bytecode: by a course's slug and a wheel's name, a zip of bytecode to be unpacked over the wheel.
    """

    by_place: Mapping[str, Outcome] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    bytecode: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)

    def of(self, cell: Component, variant: int | None = None) -> Outcome | None:
        """The outcome of a cell, or of one variant of a figure that varies."""
        return self.by_place.get(cell.span.place + (f"#{variant}" if variant is not None else ""))


def walk(blocks: tuple[Block, ...] | Iterator[Block], parents: tuple[Component, ...] = ()) -> Iterator[tuple[Block, tuple[Component, ...]]]:
    """Every block at any depth, in reading order, with the components that it stands in, outermost first."""
    for block in blocks:
        yield block, parents
        if isinstance(block, Component):
            yield from walk(block.inner(), (*parents, block))
        elif isinstance(block, Prose):
            for token in block.tokens:
                if token.type == "block":
                    yield from walk((token.meta["block"],), parents)
