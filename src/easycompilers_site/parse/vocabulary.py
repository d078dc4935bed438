"""A vocabulary as JSON can hold it, and back: what the site asks of every term is kept, and a definition is read when it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from ..components.term import Forms, Lexicon
from ..frozen import changing
from ..located import Located
from ..model import Block, Term
from ..source import Source, Span
from .glossary import Glossary, linked_definition

#: Of what kind what is kept of a term is, in the order of `_term`.
_KINDS = (str, str, list, list, list, bool, list, list, list, str, str, str, list)


def as_json(glossary: Glossary) -> list | None:
    """None for a vocabulary in which anything is wrong: it is read again until it is mended."""
    if glossary.problems:
        return None
    lexicon = glossary.lexicon
    forms = {word: [[number, sorted(words)] for number, words in found] for word, found in lexicon.by_word.items()}
    rows = [term.row if isinstance(term, KeptTerm) else _term(term, glossary.written[term.name]) for term in lexicon.terms]
    return [lexicon.key, rows, forms]


def _term(term: Term, written: Located) -> list:
    return [term.name, term.id, _at(term.span), term.aliases, [[name, _at(span)] for name, span in term.see], term.autolink, term.not_in, term.near,
            term.addresses, term.key, term.language, written.text, _at(written.span)]


def _at(span: Span) -> list[int]:
    return [span.line, span.column, span.length]


def from_json(kept: Any, source: Source) -> Glossary:
    """Raises ValueError, or what `cache.believing` knows, where this is not what was kept."""
    key, rows, forms = kept
    if rows and any({*map(type, column)} != {kind} for column, kind in zip(zip(*rows, strict=True), _KINDS, strict=True)):
        raise ValueError
    read = _Definitions(source, {row[0]: row for row in rows})
    read.lexicon = KeptLexicon(tuple(KeptTerm(row, source, read) for row in rows), str(key), dict(forms))
    return Glossary(read.lexicon)


class KeptLexicon(Lexicon):
    """A lexicon of which what takes long was kept."""

    def __init__(self, terms: tuple[Term, ...], key: str, by_word: Forms) -> None:
        self.__dict__.update(terms=terms, key=key, by_word=by_word)


class KeptTerm(Term):
    """A term whose parts are made when they are asked for: of most an edit wants the name and the key. row: as `_term` gives it. read: gives a definition."""

    def __init__(self, row: list, source: Source, read: Callable[[str], tuple[Block, ...]]) -> None:
        values = self.__dict__
        values["row"], values["source"], values["defined"] = row, source, read

    name = property(lambda self: self.row[0])
    id = property(lambda self: self.row[1])
    span = property(lambda self: Span(self.source, *self.row[2]))
    aliases = property(lambda self: tuple(self.row[3]))
    see = cached_property(lambda self: tuple((name, Span(self.source, *at)) for name, at in self.row[4]))
    related = property(lambda self: [name for name, _ in self.row[4]])
    autolink = property(lambda self: self.row[5])
    not_in = property(lambda self: tuple(self.row[6]))
    near = property(lambda self: tuple(self.row[7]))
    addresses = property(lambda self: tuple(self.row[8]))
    key = property(lambda self: self.row[9])
    language = property(lambda self: self.row[10])

    def read(self) -> tuple[Block, ...]:
        return self.defined(self.name)


@changing
class _Definitions:
    """Reads the definition of a term, by its name, when it is first asked for. rows: of terms, by their names."""

    source: Source
    rows: Mapping[str, list]
    lexicon: Lexicon = Lexicon(())
    known: dict[str, tuple[Block, ...]] = field(default_factory=dict)

    def __call__(self, name: str) -> tuple[Block, ...]:
        if name not in self.known:
            *_, text, at = self.rows[name]
            self.known[name] = linked_definition(Located("text", Span(self.source, *at), text), self.source, self.lexicon)
        return self.known[name]
