"""A text that came from a file, and a place in it. Knows nothing else."""

from __future__ import annotations

import hashlib
import posixpath
from dataclasses import field
from functools import cached_property

from .frozen import frozen


@frozen(eq=False)
class Source:
    """One text file of the author's.

    path: as a report prints it, POSIX, relative to the site folder.
    text: decoded, without a byte-order mark, lines ended by ``\\n`` alone.
    """

    path: str
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; ``lines[0]`` is line 1."""
        return self.text.split("\n")

    @cached_property
    def digest(self) -> str:
        """A short hash of the text, for caches and stable names."""
        return hashlib.blake2b(self.text.encode("utf-8"), digest_size=12).hexdigest()

    def line(self, number: int) -> str:
        """Line `number` (1-based), or the empty string where there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def span(self, line: int, column: int = 1, length: int | None = None) -> Span:
        """The place at `line`, `column` (1-based, in characters); to the end of the line without a length."""
        rest = len(self.line(line).rstrip()) - column + 1
        return Span(self, line, column, max(1, rest if length is None else length))

    def whole_line(self, line: int) -> Span:
        """Everything on `line` but its indentation."""
        text = self.line(line)
        return self.span(line, len(text) - len(text.lstrip()) + 1)

    def find(self, needle: str, line: int, last: int | None = None) -> Span:
        """The first `needle` on the lines `line` to `last`, or the whole of `line` where it does not stand."""
        for number in range(line, (last or line) + 1):
            column = self.line(number).find(needle)
            if needle and column >= 0:
                return Span(self, number, column + 1, len(needle))
        return self.whole_line(line)


@frozen
class Span:
    """A run of characters on one line of a source: what a caret line can underline."""

    source: Source = field(repr=False)
    line: int
    column: int
    length: int = 1

    @property
    def place(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"


def beside(written: str, path: str) -> str:
    """The path of the file that is `written` in the file at `path`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
