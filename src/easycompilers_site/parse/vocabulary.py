"""A vocabulary as JSON can hold it, and back: what the site asks of every term is kept, and a definition is read when it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property, partial
from typing import Any

from ..components.term import Lexicon
from ..frozen import changing
from ..located import Located
from ..model import Block, Term
from ..source import Source, Span
from .glossary import Glossary, linked_definition


def as_json(glossary: Glossary) -> list | None:
    """None for a vocabulary in which anything is wrong: it is read again until it is mended."""
    return None if glossary.problems else [_term(term, glossary.written[term.name]) for term in glossary.lexicon.terms]


def _term(term: Term, written: Located) -> list:
    return [term.name, term.id, _at(term.span), term.aliases, [[name, _at(span)] for name, span in term.see], term.autolink, term.not_in, term.near,
            term.addresses, term.key, term.language, written.text, _at(written.span)]


def _at(span: Span) -> list[int]:
    return [span.line, span.column, span.length]


def from_json(kept: Sequence[Any], source: Source) -> Glossary:
    read = _Definitions(source)
    for name, identity, at, aliases, see, autolink, not_in, near, addresses, key, language, text, place in kept:
        read.written[name] = Located("text", Span(source, *place), text)
        read.terms.append(Term(
            name=name, id=identity, span=Span(source, *at), read=partial(read, name), aliases=tuple(aliases),
            see=tuple((other, Span(source, *where)) for other, where in see), autolink=autolink, not_in=tuple(not_in), near=tuple(near),
            addresses=tuple(addresses), key=key, language=language))
    return Glossary(read.lexicon, written=read.written)


@changing
class _Definitions:
    """Reads the definition of a term, by its name, when it is first asked for."""

    source: Source
    written: dict[str, Located] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    known: dict[str, tuple[Block, ...]] = field(default_factory=dict)

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(tuple(self.terms))

    def __call__(self, name: str) -> tuple[Block, ...]:
        if name not in self.known:
            self.known[name] = linked_definition(self.written[name], self.source, self.lexicon)
        return self.known[name]
