"""What is kept of a build, as JSON can hold it, and back. What is not what was written raises one of a few errors, which `keeping` knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from .asked import Asked
from .located import Located
from .model import Facts, Inline, Labelled
from .problem import Problem, Severity
from .source import Source, Span

if TYPE_CHECKING:
    from markdown_it.token import Token


def asked_as_json(asked: Asked) -> list:
    return [{path: sorted(names) for path, names in sorted(asked.facts.items())}, sorted(map(list, asked.targets)), sorted(map(list, asked.labels)),
            sorted(asked.templates)]


def asked_from(kept: list) -> Asked:
    facts, targets, labels, templates = kept
    return Asked({path: set(names) for path, names in facts.items()}, {(href, path) for href, path in targets},
                 {(label, path) for label, path in labels}, set(templates))


def problem_as_json(problem: Problem) -> list:
    place = [problem.span.source.path, *_at(problem.span)] if problem.span else [problem.path, 0, 0, 0]
    return [problem.code, *place, problem.message, problem.hint, problem.severity.value]


#: To ask the class for one takes longer than all else that a problem is made of.
_SEVERITIES = {one.value: one for one in Severity}


def problem_from(kept: list, sources: Mapping[str, Source]) -> Problem:
    code, path, line, column, length, message, hint, severity = kept
    span = Span(sources[path], line, column, length) if line else None
    return Problem(code, message, span, hint, _SEVERITIES[severity], "" if span else path)


def facts_as_json(facts: Facts) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """What every build asks of them, and what few do. None for facts that are not kept: of a text with mistakes, which is read again until they are mended."""
    if any(problem.is_error or problem.span is None for problem in facts.problems):
        return None
    told = {one.name: getattr(facts, one.name) for one in fields(facts) if one.name not in LATER and getattr(facts, one.name) != one.default}
    later = {
        "summary": facts.summary.told, "anchors": facts.anchors, "imports": facts.imports,
        "aliases": [[alias, *_at(span)] for alias, span in facts.aliases],
        "labels": [[one.label, one.noun, one.number, one.title.plain, one.title.told, *_at(one.span)] for one in facts.labels],
        "set_off": [[phrase, explained, *_at(span)] for phrase, explained, span in facts.set_off],
        "problems": [problem_as_json(problem) for problem in facts.problems],
    }
    return {**told, "shown": [facts.summary.plain, bool(facts.summary)]}, later


def located_as_json(value: Located) -> list:
    return [value.kind, *_at(value.span), value.text, [located_as_json(item) for item in value.items],
            [[located_as_json(name), located_as_json(entry)] for name, entry in value.entries]]


def located_from(kept: list, source: Source) -> Located:
    kind, line, column, length, text, items, entries = kept
    return Located(kind, Span(source, line, column, length), text, tuple(located_from(item, source) for item in items),
                   tuple((located_from(name, source), located_from(entry, source)) for name, entry in entries))


def _at(span: Span) -> tuple[int, int, int]:
    return span.line, span.column, span.length


class KeptFacts(Facts):
    """Facts that are read when they are asked for: of most texts nobody asks for any.

    mark, places: as `Facts` has them. first: gives what `facts_as_json` gave first. later: gives the rest, for which fewer ask.
    """

    def __init__(self, mark: str, places: str, source: Source, first: Callable[[], dict[str, Any]], later: Callable[[], dict[str, Any]]) -> None:
        self.__dict__.update(mark=mark, places=places, source=source, first=first, later=later)

    row = cached_property(lambda self: self.first())
    kept = cached_property(lambda self: self.later())
    summary = cached_property(lambda self: KeptInline(*self.row["shown"], lambda: self.kept["summary"]))
    anchors = cached_property(lambda self: tuple(self.kept["anchors"]))
    imports = cached_property(lambda self: tuple(self.kept["imports"]))
    aliases = cached_property(lambda self: tuple((alias, Span(self.source, *at)) for alias, *at in self.kept["aliases"]))
    labels = cached_property(lambda self: tuple(Labelled(label, noun, number, KeptInline(plain, bool(told), partial(_same, told)), Span(self.source, *at))
                                                for label, noun, number, plain, told, *at in self.kept["labels"]))
    set_off = cached_property(lambda self: tuple((phrase, explained, Span(self.source, *at)) for phrase, explained, *at in self.kept["set_off"]))
    problems = cached_property(lambda self: tuple(problem_from(one, {self.source.path: self.source}) for one in self.kept["problems"]))


#: The parts of facts that are rarely asked for, as those of the summary are that say how it is set.
LATER = frozenset({"summary", "aliases", "labels", "set_off", "problems", "anchors", "imports"})


def _first(one: Field) -> cached_property:
    """One of the other parts: what is left out of a row is as it mostly is, and a list stands there for a tuple."""
    made = cached_property(lambda self: _given(self.row.get(one.name, one.default), one.default))
    made.__set_name__(KeptFacts, one.name)
    return made


def _given(value: Any, default: object) -> Any:
    return tuple(value) if isinstance(default, tuple) else value


for _one in fields(Facts):
    if _one.name not in LATER:
        setattr(KeptFacts, _one.name, _first(_one))


class KeptInline(Inline):
    """Text within a line whose tokens are made when they are drawn. there: whether there are any. kept: gives them as `Inline.told` has them."""

    def __init__(self, plain: str, there: bool, kept: Callable[[], list]) -> None:
        self.__dict__.update(plain=plain, there=there, kept=kept)

    def __bool__(self) -> bool:
        return self.there

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(map(_token, self.kept()))

    @property
    def told(self) -> list:
        return self.kept()


def _same(value: list) -> list:
    return value


def _token(kept: list) -> Token:
    from markdown_it.token import Token

    kind, tag, nesting, attrs, content, markup, info, meta, children = kept
    inner = None if children is None else [_token(child) for child in children]
    return Token(kind, tag, nesting, attrs=attrs, content=content, markup=markup, info=info, meta=meta, children=inner)
