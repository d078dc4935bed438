"""What is wrong, where, and what to do about it: a value, and the one place that draws it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from unicodedata import category, combining, east_asian_width

import click

from .frozen import frozen
from .source import Span
from .words import Words


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


_ERROR, _WARNING = Severity.ERROR.value, Severity.WARNING.value


@frozen
class Problem:
    """One mistake of the author's.

    code: short name in kebab case, stable between releases.
    message: what is wrong, one sentence without a full stop.
    span: where it stands; None for a file that could not be read as text.
    hint: what to do, one sentence.
    path: the file where there is no span.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    severity: Severity = Severity.ERROR
    path: str = ""

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def where(self) -> tuple[str, int, int]:
        """File, line and column, 1-based; 0 where unknown. Problems are sorted by it."""
        return (self.span.source.path, self.span.line, self.span.column) if self.span else (self.path, 0, 0)


def warning(code: str, message: str, span: Span | None = None, hint: str = "", path: str = "") -> Problem:
    """A problem that does not stop a build."""
    return Problem(code, message, span, hint, Severity.WARNING, path)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """By file, line and column. What is found in several ways, a template's fault on each of its pages for example, is told once."""
    told: dict[tuple, Problem] = {}
    for problem in problems:
        told.setdefault((*problem.where, problem.code, problem.message), problem)
    return [told[key] for key in sorted(told)]


def did_you_mean(word: str, known: Iterable[str] | Words) -> str:
    """A hint that names the known word nearest to `word`, or the empty string where none is near.

    Where many words are looked up among the same known ones, `known` is a `Words` that is made once.
    """
    near = (known if isinstance(known, Words) else Words(known)).nearest(word)
    return f"did you mean `{near}`?" if near else ""


#: What begins a colour on a terminal, and what ends each. click is asked once, since a report may have thousands of problems.
_BLUE, _BOLD, _RED, _YELLOW = (click.style("", **style, reset=False) for style in ({"fg": "blue"}, {"bold": True}, {"fg": "red", "bold": True}, {"fg": "yellow", "bold": True}))
_END = click.style("")
_SHADES = {_ERROR: _RED, _WARNING: _YELLOW}


def draw(problem: Problem, *, colour: bool = False) -> str:
    """The problem as a person reads it: a headline, the place, the line with carets under it, the hint."""
    kind = _ERROR if problem.is_error else _WARNING
    blue, bold, shade, end = (_BLUE, _BOLD, _SHADES[kind], _END) if colour else ("", "", "", "")
    head = f"{shade}{kind}[{problem.code}]{end}{bold}: {_shortened(problem.message)}{end}"
    span, indent, place = problem.span, "", ""
    if span is None:
        if problem.path:
            place = f"\n{blue} --> {end}{problem.path}"
    else:
        number = str(span.line)
        indent = " " * len(number)
        bar = f"\n{blue}{indent} |{end}"
        line, shift = _window(span.source.line(span.line), span.column)
        column = span.column - shift
        before, under = line[: column - 1], line[column - 1 : column - 1 + span.length]
        plain = line.isascii() and line.isprintable()  # as most are: a character is a column
        carets = "^" * max(1, len(under) if plain else _width(_visible(under)))
        space = " " * (len(before) if plain else _width(_visible(before)))
        place = (f"\n{blue}{indent}--> {end}{span.place}{bar}\n{blue}{number} | {end}{line if plain else _visible(line)}"
                 f"{bar} {space}{shade}{carets}{end}")
    hint = f"\n{indent} {blue}={end} {bold}hint{end}: {_shortened(problem.hint)}" if problem.hint else ""
    return f"{head}{place}{hint}"


def _shortened(text: str, most: int = 500) -> str:
    """A message that quotes what a person hardly wrote, without its middle."""
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def _window(line: str, column: int, width: int = 160) -> tuple[str, int]:
    """A part of a long line that holds `column`, and how many characters were cut off before it."""
    if len(line) <= width:
        return line, 0
    start = max(0, min(column - 1 - width // 3, len(line) - width))
    return line[start : start + width], start


#: More that is not drawn, or that would move what is: DEL, C1, marks of direction, a byte-order mark.
_UNSEEN = frozenset(map(chr, (*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0xFEFF)))


def _visible(text: str) -> str:
    """`text` with tabs as one space and control characters as a picture of themselves."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c == "\t" else chr(0x2400 + ord(c)) if ord(c) < 32 else "\ufffd" if c in _UNSEEN else c for c in text)


def _width(text: str) -> int:
    """How many columns of a terminal `text` takes: two for a character of Chinese or an emoji, none for a mark upon another."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) or category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1 for c in text)
