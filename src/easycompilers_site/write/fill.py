"""The files of a site into a folder that nobody sees yet: an empty one, or that of the site before the last, which is changed where it differs.

A file that would be as it was is left, or taken over from the last site by a second name for the same bytes (a hard link): either is quicker
than a copy. What was written is noted; a file that is not as it was left, since somebody changed it by hand, is written anew.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from ..cache import Blob, Content, bytes_of, put_new
from ..digest import digest_of
from ..frozen import frozen

Row = tuple  # what a file was made of (`_origin`), and the state in which it was left (`_state`)

#: Changes whenever a file is written to, or another is put in its place.
_state = attrgetter("st_size", "st_mtime_ns", "st_ino", "st_mode")


@frozen
class Written:
    """What stands in a folder. number: that of the folder on its disk. folders: when each in it was changed last, in nanoseconds, by its path.

    files: a row for each, by its path. fresh: those of them that were not there before.
    """

    number: int
    folders: Mapping[str, int] = field(repr=False)
    files: Mapping[str, Row] = field(repr=False)
    fresh: Mapping[str, Row] = field(default_factory=dict, repr=False)

    def stands(self, folder: Path) -> bool:
        """Whether `folder` is this one, and nobody has put anything into it or taken anything away."""
        try:
            return os.stat(folder).st_ino == self.number and [found.st_mtime_ns for found in _found(str(folder), [path or "." for path in self.folders])] == [*self.folders.values()]
        except OSError:
            return False

    @classmethod
    def of(cls, kept: object) -> Written | None:
        """What was kept as `as_json` gave it, None for anything else."""
        match kept:
            case {"number": int(number), "folders": dict(folders), "paths": list(paths), "rows": [list(origins), *columns]} if {*map(type, paths)} <= {str}:
                try:
                    return cls(number, folders, dict(zip(paths, zip(origins, zip(*columns, strict=True), strict=True), strict=True)))
                except (TypeError, ValueError):
                    return None
        return None

    @property
    def as_json(self) -> dict[str, Any]:
        """The rows as columns, which JSON is quicker to read and to write."""
        origins, states = zip(*self.files.values())
        return {"number": self.number, "folders": self.folders, "paths": [*self.files], "rows": [origins, *zip(*states)]}


@frozen
class Old:
    """The site that stands at `out`. files: rows, as `Written` has them, or anything."""

    out: Path
    files: object = field(repr=False)

    def take(self, path: str, origin: str, place: str) -> tuple[int, ...] | None:
        """Give the file at `path` a second name, `place`, if it was made of `origin` and nobody has changed it since. Its state, None where that is not so."""
        match self.files.get(path) if isinstance(self.files, dict) else None:
            case [before, [*left]] if before == origin:
                pass
            case _:
                return None
        try:
            os.link(f"{self.out}/{path}", place, follow_symlinks=False)
        except OSError:  # it is gone, or this disk knows no second names
            return None
        state = _state(os.lstat(place))
        if state == tuple(left):
            return state
        os.unlink(place)
        return None


def fill(folder: Path, files: Mapping[str, Content], old: Old, before: Written | None = None) -> Written:
    """Let `files`, by their paths, be all that stands in `folder`. before: what stands there now, None for nothing."""
    top, rows, folders = str(folder), before.files if before else {}, {"", *_folders(files)}
    times = dict(before.folders) if before else {}  # of the folders in which nothing changes
    if before:
        _clear(top, before.files.keys() - files.keys(), before.folders.keys() - folders, times)
    origins = {path: content.digest if isinstance(content, Blob) else _origin(content) for path, content in files.items()}
    known = [path for path in files if path in rows] if before else []
    now = zip(known, zip(map(origins.__getitem__, known), map(_state, _found(top, known))))
    written = dict.fromkeys(files) | {path: row for path, row in now if row == rows[path]}
    fresh, there = {}, {"", *(before.folders if before else ())}
    for path in [path for path, row in written.items() if row is None]:
        place, parent, origin = f"{top}/{path}", path.rpartition("/")[0], origins[path]
        _forget(times, parent)
        if path in rows:
            os.unlink(place)
        elif parent not in there:
            _make(f"{top}/{parent}")
            there.add(parent)
        state = old.take(path, origin, place)
        if state is None:
            _put(files[path], place)
            state = _state(os.lstat(place))
        written[path] = fresh[path] = origin, state
    return Written(os.stat(top).st_ino, {path: times[path] if path in times else os.lstat(f"{top}/{path}").st_mtime_ns for path in folders}, written, fresh)


def _found(top: str, paths: Iterable[str]) -> Iterator[os.stat_result]:
    """The state of each of `paths` in the folder `top`. From there the disk has a shorter way to go to each. Raises OSError."""
    folder = os.open(top, os.O_RDONLY)
    try:
        yield from map(partial(os.stat, dir_fd=folder, follow_symlinks=False), paths)
    finally:
        os.close(folder)


def _clear(top: str, files: Iterable[str], folders: Iterable[str], times: dict[str, int]) -> None:
    """Delete what is no more to stand in the folder `top`. times: of the folders in which nothing changes."""
    for path in files:
        os.unlink(f"{top}/{path}")
        _forget(times, path.rpartition("/")[0])
    for path in sorted(folders, reverse=True):
        os.rmdir(f"{top}/{path}")
        _forget(times, path.rpartition("/")[0])


def _forget(times: dict[str, int], folder: str) -> None:
    """Something changes in a folder, and, where it is a new one, in one above it."""
    while folder:
        times.pop(folder, None)
        folder = folder.rpartition("/")[0]
    times.pop("", None)


def _folders(files: Mapping[str, Content]) -> set[str]:
    """The paths of all folders in which they stand, at any depth."""
    found: set[str] = set()
    for parent in {path.rpartition("/")[0] for path in files}:
        while parent and parent not in found:
            found.add(parent)
            parent = parent.rpartition("/")[0]
    return found


def _make(folder: str) -> None:
    """A folder, whose parent mostly is there."""
    try:
        os.mkdir(folder)
    except (FileNotFoundError, FileExistsError):
        os.makedirs(folder, exist_ok=True)


def _origin(content: Content) -> str:
    """Another for other bytes. Of a file that the cache does not hold its state tells."""
    if isinstance(content, Blob):
        return content.digest
    return digest_of(content) if isinstance(content, bytes) else f"{content} {_state(os.stat(content))}"


def _put(content: Content, place: str) -> None:
    if isinstance(content, Path):
        shutil.copyfile(content, place)
        return
    data = bytes_of(content)
    try:
        put_new(place, data)
    except FileExistsError:  # on some disks the names of two files are one
        Path(place).write_bytes(data)
