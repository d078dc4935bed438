"""What a site is, as plain values. Everything that came from a file knows its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from .asked import TEXT, Noted, now
from .digest import digest_of
from .frozen import frozen
from .problem import Problem
from .source import Source, Span

if TYPE_CHECKING:  # values need no parser
    from markdown_it.token import Token

    from .wheel import Wheel


@frozen
class Inline:
    """A run of text within a line: a title, a caption, a choice. `plain` is what a person would read aloud."""

    tokens: tuple[Token, ...] = ()
    plain: str = ""

    def __bool__(self) -> bool:
        return bool(self.tokens)

    @property
    def told(self) -> list:
        """The tokens as JSON can hold them, without their places."""
        return [_told(token) for token in self.tokens]


def _told(token: Token) -> list:
    meta = {name: value for name, value in token.meta.items() if isinstance(value, str)}
    children = None if token.children is None else [_told(child) for child in token.children]
    return [token.type, token.tag, token.nesting, dict(token.attrs), token.content, token.markup, token.info, meta, children]


@frozen
class Prose:
    """A run of ordinary Markdown. A component in a list or a quote stands in it as a token of type ``block``."""

    tokens: tuple[Token, ...]
    span: Span


@frozen
class Broken:
    """A piece that could not be read: the preview shows `text` in a box, the report shows `problem`."""

    problem: Problem
    text: str
    span: Span


@frozen(kw_only=True)
class Component:
    """What a directive became. A subclass for each word, in `components/`."""

    word: ClassVar[str] = ""
    span: Span

    @property
    def noun(self) -> str:
        """What a reference to it says before its number, in lower case: '' for what is called by its title or not at all."""
        return ""

    @property
    def ordinal(self) -> int:
        """Its number among those of its page that the noun names, 0 for none."""
        return getattr(self, "number", 0)

    def inner(self) -> Iterator[Block]:
        """The blocks within it, in reading order."""
        return iter(())


Block = Prose | Component | Broken


@frozen
class Heading:
    """level: 2 to 6. id: unique on its page."""

    level: int
    id: str
    title: Inline
    span: Span


@frozen
class Goal:
    """One outcome of a chapter: what the reader can do afterwards, and the label of what practises it ('' for none)."""

    text: Inline
    label: str
    span: Span


@frozen
class Text:
    """What the source of a chapter says. minutes: None where the author says nothing of them. updated: a day as in 2026-11-29, or ''.
    language: its tag, '' for that of the course.

    anchor: the id of the title, '' where the text does not say it as a heading of its own. problems: met in reading it.
    """

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
    language: str = ""
    blocks: tuple[Block, ...] = ()
    headings: tuple[Heading, ...] = ()
    anchor: str = ""
    problems: tuple[Problem, ...] = ()


@frozen
class Labelled:
    """What a reference can name. noun, number: as in "figure 2"; noun is ``heading`` or '' for what is called by its title."""

    label: str
    noun: str
    number: int
    title: Inline
    span: Span

    @property
    def nameless(self) -> bool:
        """Whether a reference to it has nothing to say by itself."""
        return not self.title if self.noun in ("", "heading") else not self.number


@frozen
class Facts:
    """What the rest of a site asks of a text: little, so that it can be kept where the text is not.

    minutes: worked out where the author says nothing. requires: slugs. anchors: ids that a link may lead to. labels: what
    a reference can name. set_off: phrases in bold, whether what stands beside it says what it is, and its place. addresses: every
    address that the prose and the pictures name. terms: names, in the order of first mention. imports: dotted names of what its
    cells import. problems: of reading it.
    """

    title: str = ""
    summary: Inline = Inline()
    level: str = ""
    minutes: int = 0
    language: str = ""
    draft: bool = False
    requires: tuple[str, ...] = ()
    aliases: tuple[tuple[str, Span], ...] = ()
    updated: str = ""
    anchors: tuple[str, ...] = ()
    labels: tuple[Labelled, ...] = ()
    set_off: tuple[tuple[str, bool, Span], ...] = ()
    addresses: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    has_cells: bool = False
    problems: tuple[Problem, ...] = ()

    @cached_property
    def mark(self) -> str:
        """Changes with everything that another page may show of them."""
        return digest_of([told(getattr(self, one.name)) for one in fields(self) if one.name != "problems"])

    @cached_property
    def places(self) -> str:
        """Changes with where in the file what has a place stands."""
        spans = [*(one.span for one in self.labels), *(span for _, span in self.aliases), *(span for *_, span in self.set_off)]
        return digest_of([(span.line, span.column, span.length) for span in spans])


def told(value: object) -> object:
    """What a page shows of a fact: where it stands in its file does not matter."""
    if isinstance(value, str):
        return value
    if isinstance(value, Inline):
        return value.told
    if isinstance(value, Span):
        return None
    if isinstance(value, tuple):
        return [told(one) for one in value]
    return [told(getattr(value, one.name)) for one in fields(value)] if is_dataclass(value) else value


def _keys_of(text: str) -> list[str]:
    found = _FRONT_MATTER.match(text)
    head = found[0] if found else text if text.startswith("---") else ""
    return [key for key in ("draft", "updated", "aliases") if key in head]


#: From the dashes on the first line to the next line of as many.
_FRONT_MATTER = re.compile(r"(-{3,}).*?\n\1-*[ \t]*(?:\n|\Z)", re.DOTALL)


@frozen(eq=False)
class Chapter:
    """One part of a course that is written. Its text is read when something of it is first asked for, and need not be held.

    key: changes with all that its text is read from. read: gives the text. know: gives the facts, with or without the text.
    Whoever asks for one of the others is noted (`asked.py`), but for `known`, which is for those who note for themselves.
    """

    source: Source
    slug: str
    key: str
    read: Callable[[], Text] = field(repr=False)
    know: Callable[[], Facts] = field(repr=False)

    @property
    def text(self) -> Text:
        if asked := now():
            asked.fact(self.source.path, TEXT)
        return self.read()

    @property
    def facts(self) -> Facts:
        asked = now()
        return Noted(self.known, self.source.path, asked) if asked else self.known

    @cached_property
    def known(self) -> Facts:
        return self.know()

    @property
    def span(self) -> Span:
        return self.source.span(1)

    @cached_property
    def _keys(self) -> frozenset[str]:
        """Those of three keys that the front matter may hold. Most hold none, and the text need not be read for them."""
        return frozenset(self.source.noted("keys", _keys_of))

    @property
    def draft(self) -> bool:
        return "draft" in self._keys and self.facts.draft

    @property
    def updated(self) -> str:
        return self.facts.updated if "updated" in self._keys else ""

    @property
    def aliases(self) -> tuple[tuple[str, Span], ...]:
        return self.facts.aliases if "aliases" in self._keys else ()

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

    language: its tag, or the site's.
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

    def language_of(self, chapter: Chapter) -> str:
        """The tag of the language that a chapter is written in."""
        return chapter.language or self.language

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(part for part in self.parts if isinstance(part, Chapter))


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


# ── what running a cell gave ──

_NO_NAME = re.compile(r"<.* object at 0x[0-9a-f]+>$", re.DOTALL)


@frozen
class Stream:
    """Printed text. name: ``stdout`` or ``stderr``."""

    name: str
    text: str


@frozen
class Value:
    """A shown value in each of its forms, by media type; ``text/plain`` is always there."""

    forms: Mapping[str, str]

    @property
    def name(self) -> str:
        """What a picture of it is called, where nobody says it: Python's own word for an object says nothing to a reader."""
        plain = self.forms["text/plain"]
        return "A picture without a description" if _NO_NAME.match(plain) else plain.split("\n")[0]

    @property
    def rows(self) -> list[list[str]]:
        """The numbers of a picture as a table, the header first; empty for a value without."""
        rows = json.loads(self.forms.get("application/vnd.coursekit.rows+json", "[]"))
        return [[str(cell) for cell in row] for row in rows if isinstance(row, list)]


@frozen
class Failure:
    """What a cell raised. line: 1-based in the cell, 0 where unknown. traceback: the author's frames alone.

    sentence: what is wrong, for a learner, with code in `backticks`; '' where the message must do.
    """

    kind: str
    message: str
    line: int
    traceback: str
    sentence: str = ""


@frozen
class Outcome:
    """What one cell gave: outputs in the order they appeared, and the failure that ended it, if any."""

    outputs: tuple[Stream | Value, ...] = ()
    failure: Failure | None = None

    @property
    def printed(self) -> str:
        """What it printed, and the values that show as plain text alone; without the line's end at its end."""
        texts = [output.text if isinstance(output, Stream) else output.forms["text/plain"] + "\n"
                 for output in self.outputs if (output.name == "stdout" if isinstance(output, Stream) else output.forms.keys() == {"text/plain"})]
        return "".join(texts).strip("\n")


@frozen
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
