"""What the rest of a site asks of a text."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache, cached_property

from ..digest import digest_of
from ..frozen import frozen
from ..problem import Problem
from ..source import Span
from .blocks import Inline


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
    address that the prose and the pictures name. terms: names, in the order of first mention. introduced: those of them that it
    introduces. imports: dotted names of what its
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
    introduced: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    has_cells: bool = False
    problems: tuple[Problem, ...] = ()

    @cached_property
    def mark(self) -> str:
        """Changes with everything that another page may show of them."""
        return digest_of([told(getattr(self, name)) for name in _names(type(self)) if name != "problems"])

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
    return [told(getattr(value, name)) for name in names] if (names := _names(type(value))) else value


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Of the fields of a class, none where it is no dataclass. Asked of each value they take longer than all else that is told of it."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()
