"""A file in, its text out, or why it has none."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path

from ..cache import bytes_at
from ..limits import MOST_BYTES
from ..markdown import included
from ..problem import Problem
from ..source import Source
from ..sources import CourseFile, State
from .walk import no_file


def read_text(place: str | Path, path: str, texts: dict[str, Source], problems: list[Problem]) -> None:
    """Put the text of the file at `place` among `texts` under `path`, or among `problems` why it cannot be read."""
    try:
        state = os.stat(place)
        if not stat.S_ISREG(state.st_mode):  # of a pipe nothing may ever come
            problems.append(no_file(path))
            return
        if state.st_size > MOST_BYTES:
            problems.append(too_large(path, state.st_size, MOST_BYTES))
            return
        data = bytes_at(place)
    except OSError as error:
        problems.append(Problem("unreadable", f"this file cannot be read: {error.strerror}", path=path, hint="look at its permissions"))
        return
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.append(_not_utf_8(data, path, error))
        return
    texts[path] = Source(path, _lines(text))


def again(place: str) -> str:
    """The text of a chapter that could be read before; '' where it cannot be read any more."""
    try:
        return _lines(bytes_at(place).decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return ""


def states_of(places: Sequence[str]) -> list[State]:
    """As `state_of` gives it, of each. To ask for all at once takes a fifth less time."""
    try:
        return [*map(_state, map(os.stat, places))]
    except OSError:  # one of them is gone
        return [*map(state_of, places)]


def state_of(place: str) -> State:
    """Another whenever the file is written to, or another is put in its place: size, times of its bytes and of its entry in nanoseconds, number on the disk."""
    try:
        return _state(os.stat(place))
    except OSError:
        return ()


_state = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino")


def listings(texts: dict[str, Source], files: dict[str, CourseFile]) -> dict[str, Source]:
    """The files from which chapters cut listings. One that is not there, or no text, is for `parse` to say, at the chapter's own line."""
    found: dict[str, Source] = {}
    for path in sorted({path for source in texts.values() for path in included(source)}):
        if path in texts:
            found[path] = texts[path]
        elif path in files:
            read_text(files[path].place, path, found, [])
    return found


def decoded(data: bytes, path: str, problems: list[Problem]) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.append(_not_utf_8(data, path, error))
        return data.decode("utf-8", "replace")


def too_large(path: str, size: int, most: int) -> Problem:
    return Problem("too-large", f"this file is {size:,} bytes long, and at most {most:,} of one are read", path=path,
                   hint="divide it, or put it beside the chapters and link to it: what is offered for download may be of any size")


def _not_utf_8(data: bytes, path: str, error: UnicodeDecodeError) -> Problem:
    shown = Source(path, _lines(data.decode("utf-8", "replace")))
    line = data.count(b"\n", 0, error.start) + 1
    column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")) + 1
    return Problem("not-utf-8", f"this file is not UTF-8: byte 0x{data[error.start]:02x} on line {line} belongs to another encoding",
                   shown.span(line, column, 1), "save it as UTF-8 in your editor")


def _lines(text: str) -> str:
    return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).removeprefix("\ufeff")
