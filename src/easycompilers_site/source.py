"""A text that came from a file, and a place in it. Knows nothing else."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from .frozen import frozen


class Changed(Exception):
    """A text is another than it was when the build began."""


@frozen(eq=False)
class Source:
    """One text file of the author's.

    path: as a report prints it, POSIX, relative to the site folder.
    text: decoded, without a byte-order mark, lines ended by ``\\n`` alone.
    """

    path: str
    text: str = field(repr=False)

    key = ""  # of its chapter, where that is known: see `Unread`

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; ``lines[0]`` is line 1."""
        return self.text.split("\n")

    @cached_property
    def digest(self) -> str:
        """A short hash of the text, for caches and stable names."""
        return _digest(self.text)

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found in the text, by names: see `noted`."""
        return {}

    def noted(self, name: str, find: Callable[[str], Any]) -> Any:
        """What `find` finds in the text, which JSON can hold. It is found once, and kept with the text."""
        if name not in self.notes:
            self.__dict__["notes"] = {**self.notes, name: find(self.text)}  # what is there may be what was found in other texts too
        return self.notes[name]

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


class Unread(Source):
    """A text whose file is as it was when it was read by an earlier build. It is read when somebody asks for it. Raises `Changed` then, if it is another.

    key: of its chapter, as it was worked out then. read: gives the text of the file that stands at `place`.
    """

    __setattr__, __delattr__ = object.__setattr__, object.__delattr__  # nobody sets anything but `__init__`, which takes half the time so: there are thousands

    def __init__(self, path: str, digest: str, notes: Mapping[str, Any], key: str, read: Callable[[str], str], place: str) -> None:
        self.path, self.digest, self.notes, self.key, self.read, self.place = path, digest, notes, key, read, place

    @cached_property
    def text(self) -> str:
        text = self.read(self.place)
        if _digest(text) != self.digest:
            raise Changed(self.path)
        return text

    @cached_property
    def lines(self) -> list[str]:
        """Who shows a line and has not read the text shows it as it is now."""
        return (self.__dict__["text"] if "text" in self.__dict__ else self.read(self.place)).split("\n")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8"), digest_size=12).hexdigest()


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
