"""What a page asks of others while it is drawn, noted: by it a later build knows whether the page would be the same.

Noting is for the thread of whoever turns it on; whoever is asked notes (`Chapter.facts`, `Addresses.find`, the templates).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import Any

from .frozen import changing, frozen


@changing
class Asked:
    """facts: of a chapter by its path, the names of those that were asked for, `TEXT` for its whole text.

    targets, labels: as written, each with the path that it was written in. templates: their names.
    """

    facts: dict[str, set[str]] = field(default_factory=dict)
    targets: set[tuple[str, str]] = field(default_factory=set)
    labels: set[tuple[str, str]] = field(default_factory=set)
    templates: set[str] = field(default_factory=set)

    def fact(self, path: str, name: str) -> None:
        self.facts.setdefault(path, set()).add(name)

    def add(self, other: Asked) -> None:
        """Note here as well what was noted in `other`."""
        for path, names in other.facts.items():
            self.facts.setdefault(path, set()).update(names)
        self.targets |= other.targets
        self.labels |= other.labels
        self.templates |= other.templates

    def __or__(self, other: Asked) -> Asked:
        facts = {path: self.facts.get(path, set()) | other.facts.get(path, set()) for path in {*self.facts, *other.facts}}
        return Asked(facts, self.targets | other.targets, self.labels | other.labels, self.templates | other.templates)


TEXT = "text"
NOTHING = Asked()

_noting: ContextVar[Asked | None] = ContextVar("noting", default=None)


@contextmanager
def noting() -> Iterator[Asked]:
    """Note what is asked within; a noting outside of it goes on after it."""
    asked = Asked()
    before = _noting.set(asked)
    try:
        yield asked
    finally:
        _noting.reset(before)


def now() -> Asked | None:
    """Where to note, None while nobody notes."""
    return _noting.get()


@frozen
class Noted:
    """The facts of the chapter at `path`, each of which is noted when it is asked for."""

    facts: Any
    path: str
    asked: Asked

    def __getattr__(self, name: str) -> Any:
        self.asked.fact(self.path, name)
        return getattr(self.facts, name)
