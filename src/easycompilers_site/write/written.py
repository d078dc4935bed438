"""What was left in a folder, kept in the cache: of each file what it was made of, and its state. Of a large site a build compares groups of files, each by a mark
of both; the rows of a group are read, and written anew, where one of its files is another now. Those of a group that has a name of its own have a place of their own.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import partial
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Any

from .. import json_lines
from ..cache import believing
from ..digest import digest_of_numbers
from ..frozen import frozen
from ..site_files import mark_of

Row = tuple  # what a file was made of (`_origin` in `fill.py`), and the state in which it was left (`state_of`)

#: Changes whenever a file is written to, or another is put in its place.
state_of = attrgetter("st_size", "st_mtime_ns", "st_ino", "st_mode")

_time_of = attrgetter("st_mtime_ns")

#: Of so many files a sixteenth is compared at once, of more a 256th.
MANY = 2000


#: Gives what is kept of the rows of a group, by its side and its name.
Apart = Callable[[int, str], bytes]


def nothing(side: int, name: str) -> bytes:
    """Of a site that is new, nothing is kept."""
    return b""


class Unreadable(Exception):
    """What is kept is not what was left: nobody knows what stands in the folder."""


@frozen
class Written:
    """What stands in a folder. number: that of the folder on its disk. folders: when each in it was changed last, in nanoseconds, by its path.

    groups: by its name what a group was made of and the states in which its files were left, each as one mark. lines: the rows of each, or the line that told them;
    those that are not there `apart` gives. fresh: rows of files that were not there before. side: which of two sites it is that change places, 0 or 1.
    """

    number: int
    folders: Mapping[str, int] = field(repr=False)
    groups: Mapping[str, tuple[str, str]] = field(repr=False)
    lines: Mapping[str, Any] = field(repr=False)
    fresh: Mapping[str, Row] = field(default_factory=dict, repr=False)
    side: int = 0
    apart: Apart = field(default=nothing, repr=False)

    def stands(self, folder: Path) -> bool:
        """Whether `folder` is this one, and nobody has put anything into it or taken anything away."""
        try:
            with asking(str(folder)) as ask:
                return ask(".").st_ino == self.number and [*map(_time_of, map(ask, [path or "." for path in self.folders]))] == [*self.folders.values()]
        except OSError:
            return False

    def left(self, top: str, groups: Mapping[str, Sequence[str]], marks: Mapping[str, str]) -> set[str]:
        """The names of those groups whose files, which stand in this folder at `top`, are made of the same as now, and of which nobody has changed one since.

        groups: the paths of the files of each. marks: see `mark_of`. Raises `Unreadable` where one cannot be asked for.
        """
        same = [name for name, mark in marks.items() if self.groups.get(name, ("",))[0] == mark]
        try:
            with asking(top) as ask:
                found = map(state_of, map(ask, chain.from_iterable(map(groups.__getitem__, same))))
                return {name for name in same if self.groups[name][1] == digest_of_numbers(islice(found, len(groups[name])))}
        except OSError as error:
            raise Unreadable from error

    def rows(self, names: Iterable[str]) -> dict[str, Row]:
        """Of all files of some groups, by their paths. Raises `Unreadable`, as well where they are not those of which the marks were made."""
        found: dict[str, Row] = {}
        try:
            for name in names:
                paths, origins, *columns = json_lines.row_of(self.lines[name] if name in self.lines else self.apart(self.side, name))
                left = [*zip(*columns, strict=True)]
                if self.groups[name] != (mark_of(paths, origins), digest_of_numbers(left)):
                    raise ValueError(name)
                found.update(zip(paths, zip(origins, left)))
        except (LookupError, TypeError, ValueError) as error:
            raise Unreadable from error
        return found

    @property
    def files(self) -> dict[str, Row]:
        """Raises `Unreadable`."""
        return self.rows(self.groups)

    @classmethod
    def of(cls, kept: bytes, apart: Apart) -> Written | None:
        """What was kept as `told` gave it, None for anything else."""
        values, tables = json_lines.read(kept)
        match values, tables:
            case {"number": int(number), "folders": [str(paths), str(times)], "groups": dict(groups), "side": int(side)}, {"rows": lines}:
                pairs = {name: tuple(marks) for name, marks in groups.items() if isinstance(marks, list) and len(marks) == 2}
                with believing():
                    folders = dict(zip(paths.split("//"), map(int, times.split(" ")), strict=True))
                    right = len(pairs) == len(groups) and lines.keys() <= groups.keys() and not any(map(is_apart, lines))
                    return cls(number, folders, pairs, lines, side=side, apart=apart) if right else None
        return None

    @property
    def told(self) -> bytes:
        folders = "//".join(self.folders), " ".join(map(str, self.folders.values()))  # two texts are told in less time than thousands
        values = {"number": self.number, "folders": folders, "groups": self.groups, "side": self.side}
        return json_lines.told(values, {"rows": {name: row for name, row in self.lines.items() if not is_apart(name)}})

    @property
    def rest(self) -> dict[str, bytes]:
        """What is to be kept apart, by its name: the rows of those groups alone that are others now."""
        return {name: json_lines.line_of(row) for name, row in self.lines.items() if is_apart(name)}


def grouped(origins: Mapping[str, str]) -> dict[str, list[str]]:
    """The paths of files in groups, by what each was made of: where one is another, two groups are, and a new one moves no other. origins: by the paths."""
    letters = 1 if len(origins) <= MANY else 2
    groups = defaultdict(list)
    for path, origin in origins.items():
        groups[origin[-letters:]].append(path)
    return groups


def is_apart(name: str) -> bool:
    """A letter or two name a group of files of which nobody else knows; the others hardly change, and there are many."""
    return len(name) > 2


def line_of(rows: Mapping[str, Row]) -> list[Any]:
    """The rows of a group as columns, which JSON is quicker to read and to write."""
    origins, left = zip(*rows.values())
    return [[*rows], origins, *zip(*left)]


@contextmanager
def asking(top: str) -> Iterator[Callable[[str], os.stat_result]]:
    """What gives the state of a path in the folder `top`: from there the disk has a shorter way to go to it. Both raise OSError.

    Shortest is the way from the folder in which the process works, so it works there for that time, if it may. Windows opens no folder, and knows the whole way alone.
    """
    if os.stat not in os.supports_dir_fd:
        yield lambda path: os.lstat(f"{top}/{path}")
        return
    folder, back = os.open(top, os.O_RDONLY), _way_back()
    try:
        if back is None:
            yield partial(os.stat, dir_fd=folder, follow_symlinks=False)
        else:
            os.fchdir(folder)
            yield os.lstat
    finally:
        os.close(folder)
        if back is not None:
            os.fchdir(back)
            os.close(back)


def _way_back() -> int | None:
    """The folder in which the process works; None where others of its threads work there, or it could not come back."""
    with suppress(OSError):
        return os.open(".", os.O_RDONLY) if threading.active_count() == 1 else None
    return None
