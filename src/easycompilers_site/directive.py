"""What a component's reader is given: a directive with its options read and its body parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import field, replace
from typing import Any

from .frozen import changing, frozen
from .late import late
from .located import load
from .markdown import Head
from .model import Block, Broken, Inline
from .problem import Problem
from .shape import Key, Report, Shape
from .source import Source, Span

LABEL = Key("label", "text", "a name that links and progress use: letters, digits and hyphens")
CLASS = Key("class", "text", "`dropdown` folds a box; other names, as texts written for MyST have them, change nothing")

#: Ids that the theme and the parser give themselves.
RESERVED = re.compile(r"main$|fn(ref)?\d|term--|dfn--|cell--|quiz--|question--|recap--|prediction--|listing--|.*:\d+$")

_LABEL = late(r"[A-Za-z][A-Za-z0-9_.-]*$")


@changing
class Names:
    """The ids of one page: each given once."""

    taken: dict[str, Span] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def number(self, word: str) -> int:
        """1 for the first `word` on the page, 2 for the second, and so on."""
        self.counts[word] = self.counts.get(word, 0) + 1
        return self.counts[word]

    def claim(self, label: str, span: Span, report: Report) -> str:
        """`label`, or '' where it cannot be an id or is one already (reported)."""
        if not _LABEL.match(label) or RESERVED.match(label):
            report(Problem("bad-label", f"`{label}` cannot be a label", span,
                           "a label begins with a letter and holds letters, digits, `-`, `_` and `.`"))
            return ""
        first = self.taken.setdefault(label, span)
        if first is not span:
            report(Problem("label-twice", f"the label `{label}` is already used on line {first.line}", span,
                           "give each thing a label of its own"))
            return ""
        return label


@frozen
class Directive:
    """One directive of a chapter.

    blocks: the body where it is Markdown. body: the body as typed where it is code.
    inline: turns the text of an argument or option, and its place, into an `Inline`.
    within: the names of the directives that it stands in, outermost first. lines: the first and the last line of the whole.
    files: the paths of what stands beside the chapters. listings: those of them from which a chapter cuts a listing.
    """

    head: Head
    source: Source
    blocks: tuple[Block, ...]
    body: str
    names: Names
    report: Report
    inline: Callable[[str, Span], Inline]
    within: tuple[str, ...] = ()
    lines: tuple[int, int] = (1, 1)
    files: Collection[str] = ()
    listings: Mapping[str, Source] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        """The name between the braces: what a report underlines."""
        return self.source.find(self.head.name, self.head.line)

    @property
    def argument_span(self) -> Span:
        return self.source.find(self.head.argument, self.head.line) if self.head.argument else self.span

    def option_span(self, value: str) -> Span:
        """Where an option's value stands."""
        return self.source.find(value, self.head.line + 1, max(self.head.line + 1, self.head.body_line))

    def broken(self, problem: Problem) -> Broken:
        """What stands in the place of a directive that cannot be read, for a reason that is reported."""
        self.report(problem)
        first, last = self.lines
        return Broken(problem, "\n".join(self.source.lines[first - 1 : last]), self.span)

    def captioned(self, caption: str, word: str) -> tuple[Inline, int]:
        """The caption that an option gives, and the number that it gets on its page: 0 for none."""
        return (self.inline(caption, self.option_span(caption)), self.names.number(word)) if caption else (Inline(), 0)

    @property
    def title(self) -> Inline:
        """The argument as inline Markdown."""
        return self.inline(self.head.argument, self.argument_span) if self.head.argument else Inline()

    def options(self, *keys: Key) -> dict[str, Any]:
        """The options by name, read as `keys` declare them; what is not among them is reported."""
        head, shape = self.head, Shape(f"`{self.head.name}`", keys)
        texts = {key.name for key in keys if key.kind == "text"}
        lines = head.options if head.options_are_yaml else tuple(_as_yaml(line, texts) for line in head.options)
        value, problems = load(self.source, "\n".join(lines), head.options_line + head.options_are_yaml)
        for problem in problems:
            self.report(problem)
        values = shape.read(_shifted(value, self), self.span, self.report)
        if "label" in values:
            values["label"] = self.names.claim(values["label"], self.option_span(values["label"]), self.report)
        return values

    def refuse_argument(self) -> None:
        if self.head.argument:
            self.report(Problem("unexpected-argument", f"`{self.head.name}` takes nothing after its name", self.argument_span,
                                "move the text into the body"))

    def code(self) -> tuple[str, int]:
        """The body without blank lines at its ends, and the line of the file on which it then begins."""
        lines = self.body.split("\n")
        start = next((n for n, line in enumerate(lines) if line.strip()), 0)
        text = "\n".join(lines[start:]).rstrip()
        return (text + "\n" if text else ""), self.head.body_line + start


def _as_yaml(line: str, texts: set[str]) -> str:
    """`:key: value` as YAML of the same meaning: the value of a key in `texts` is a text whatever it looks like."""
    key, _, value = line[1:].partition(":")
    value = value.strip()
    if not value:
        return f" {key}: ''" if key in texts else f" {key}: true"
    if len(value) > 1 and value[0] in "'\"" and value.find(value[0], 1) == len(value) - 1 and "\\" not in value:
        return f" {key}: {value}"
    if key not in texts and (value[0] == "[" or value in ("true", "false") or value.isdecimal()):
        return f" {key}: {value}"
    return f" {key}: '" + value.replace("'", "''") + "'"


def _shifted(value: Any, directive: Directive) -> Any:
    """The located value with the columns that the option lines have in the file (they may be indented)."""
    if value is None or not value.entries:
        return value

    def at(one: Any) -> Any:
        needle = one.text or "["
        return replace(one, span=directive.source.find(needle, one.span.line), items=tuple(map(at, one.items)))

    return replace(value, span=directive.span, entries=tuple((at(k), at(v)) for k, v in value.entries))
