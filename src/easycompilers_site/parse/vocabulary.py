"""A vocabulary as JSON can hold it, and back: what the site asks of every term is kept, and a definition is read when it is drawn."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property
from itertools import chain
from typing import Any

from ..components.term import Forms, Lexicon
from ..dialect import dialect
from ..frozen import changing
from ..json_lines import encoded
from ..located import Located
from ..model import Block, Term
from ..source import Source, Span
from .glossary import Glossary, linked_definition, parse_glossary

#: Of what kind what is kept of a term is, in the order of `_row`.
_KINDS = [str, list, list, list, bool, list, list, list, str, str, list]


def as_json(glossary: Glossary) -> list | None:
    """None for a vocabulary in which anything is wrong: it is read again until it is mended.

    What few builds ask of a term is told as one text, and so are the forms of a word: a large vocabulary has thousands of each.
    """
    if glossary.problems:
        return None
    lexicon = glossary.lexicon
    forms = {word: "\n".join(" ".join([str(number), *sorted(words)]) for number, words in found) for word, found in lexicon.by_word.items()}
    terms = [(term.name, term.key, term.listed, encoded(_row(term, glossary.written[term.name]))) for term in lexicon.terms]
    return [lexicon.key, terms, forms]


def _row(term: Term, written: Located) -> list:
    return [term.id, _at(term.span), term.aliases, [[name, _at(span)] for name, span in term.see], term.autolink, term.not_in, term.near,
            term.addresses, term.language, written.text, _at(written.span)]


def _at(span: Span) -> list[int]:
    return [span.line, span.column, span.length]


def from_json(kept: Any, source: Source) -> Glossary:
    """Raises ValueError, or what `cache.believing` knows, where this is not what was kept."""
    of_all, terms, forms = kept
    names, _, _, rows = columns = [*zip(*terms, strict=True)] or [()] * 4
    if {*map(type, (of_all, *forms.values(), *chain(*columns)))} != {str}:
        raise ValueError
    read = _Definitions(source, dict(zip(names, rows)))
    read.lexicon = KeptLexicon(tuple(KeptTerm(name, key, listed, source, read) for name, key, listed, _ in terms), of_all, forms)
    return Glossary(read.lexicon)


class KeptLexicon(Lexicon):
    """A lexicon of which what takes long was kept. told: by a word, the forms of terms in which it stands."""

    def __init__(self, terms: tuple[Term, ...], key: str, told: Mapping[str, str]) -> None:
        self.__dict__.update(terms=terms, key=key, told=told)

    def forms_with(self, words: Collection[str]) -> Forms:
        """Where it cannot be what was kept, it is worked out again."""
        with suppress(ValueError):
            found = {word: [(int(number), form) for number, *form in map(str.split, self.told[word].split("\n"))] for word in words & self.told.keys()}
            if all(number < len(self.terms) for forms in found.values() for number, _ in forms):
                return found
        return super().forms_with(words)


class KeptTerm(Term):
    """A term whose parts are made when they are asked for: of most an edit wants what is given here. read: gives the rest."""

    def __init__(self, name: str, key: str, listed: str, source: Source, read: _Definitions) -> None:
        values = self.__dict__
        values["name"], values["key"], values["listed"], values["source"], values["defined"] = name, key, listed, source, read

    listed: str = ""  # in place of what a term works out
    row = cached_property(lambda self: self.defined.row(self.name))
    id = property(lambda self: self.row[0])
    span = property(lambda self: Span(self.source, *self.row[1]))
    aliases = property(lambda self: tuple(self.row[2]))
    see = cached_property(lambda self: tuple((name, Span(self.source, *at)) for name, at in self.row[3]))
    autolink = property(lambda self: self.row[4])
    not_in = property(lambda self: tuple(self.row[5]))
    near = property(lambda self: tuple(self.row[6]))
    addresses = property(lambda self: tuple(self.row[7]))
    language = property(lambda self: self.row[8])

    def read(self) -> tuple[Block, ...]:
        return self.defined(self.name)


@changing
class _Definitions:
    """Reads the definition of a term, by its name, when it is first asked for. rows: what is kept of terms, by their names."""

    source: Source
    rows: Mapping[str, str]
    lexicon: Lexicon = Lexicon(())
    known: dict[str, tuple[Block, ...]] = field(default_factory=dict)

    def __call__(self, name: str) -> tuple[Block, ...]:
        if name not in self.known:
            *_, text, at = self.row(name)
            self.known[name] = linked_definition(Located("text", Span(self.source, *at), text), self.source, self.lexicon)
        return self.known[name]

    def row(self, name: str) -> list:
        """As `_row` gave it. Where it is not what was kept, the vocabulary is read again."""
        with suppress(LookupError, ValueError):
            row = json.loads(self.rows[name])
            if isinstance(row, list) and [*map(type, row)] == _KINDS:
                return row
        return self._again[name]

    @cached_property
    def _again(self) -> dict[str, list]:
        glossary = parse_glossary(self.source, dialect())
        return {term.name: _row(term, glossary.written[term.name]) for term in glossary.lexicon.terms}
