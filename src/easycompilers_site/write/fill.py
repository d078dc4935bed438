"""The files of a site into a folder that nobody sees yet: an empty one, or that of the site before the last, which is changed where it differs.

A file that would be as it was is left, or taken over from the last site by a second name for the same bytes (a hard link): either is quicker
than a copy. What was written is noted; a file that is not as it was left, since somebody changed it by hand, is written anew.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from pathlib import Path

from ..cache import Blob, Content, bytes_of, put_new
from ..digest import digest_of, digest_of_numbers
from ..frozen import frozen
from ..site_files import SiteFiles, mark_of
from .written import Row, Written, asking, grouped, line_of, nothing, state_of


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
        state = state_of(os.lstat(place))
        if state == tuple(left):
            return state
        os.unlink(place)
        return None


def fill(folder: Path, files: SiteFiles, old: Old, side: int, before: Written | None = None) -> Written:
    """Let `files` be all that stands in `folder`. before: what stands there now, None for nothing. side: see `Written`. Raises `Unreadable`, with nothing changed."""
    top = str(folder)
    origins = _origins(files.single)
    groups = grouped(origins)
    marks = {name: mark_of(paths, map(origins.__getitem__, paths)) for name, paths in groups.items()} | {name: group.mark for name, group in files.groups.items()}
    groups |= {name: group.paths for name, group in files.groups.items()}
    same = before.left(top, groups, marks) if before else set()
    rows = before.rows(before.groups.keys() - same) if before else {}
    times = dict(before.folders) if before else {}  # of the folders in which nothing changes
    contents = dict(files.single)
    for group in (group for name, group in files.groups.items() if name not in same):
        made = group.make()
        contents |= made
        origins |= _origins(made)
    others = [path for name, paths in groups.items() if name not in same for path in paths]
    there = dict.fromkeys(("", *times))  # the folders
    for path in _clear(top, rows.keys() - set(others), times):
        there.pop(path, None)
    known = [path for path in others if path in rows]
    with asking(top) as ask:
        now = zip(known, zip(map(origins.__getitem__, known), map(state_of, map(ask, known))))
        written = dict.fromkeys(others) | {path: row for path, row in now if row == rows[path]}
    fresh: dict[str, Row] = {}
    for path in [path for path, row in written.items() if row is None]:
        place, parent, origin = f"{top}/{path}", path.rpartition("/")[0], origins[path]
        _forget(times, parent)
        if path in rows:
            os.unlink(place)
        elif parent not in there:
            _make(f"{top}/{parent}")
            there |= dict.fromkeys(_way_to(parent))
        state = old.take(path, origin, place)
        if state is None:
            _put(contents[path], place)
            state = state_of(os.lstat(place))
        written[path] = fresh[path] = origin, state
    left = {name: {path: written[path] for path in paths} for name, paths in groups.items() if name not in same}
    return Written(
        os.stat(top).st_ino, {path: times[path] if path in times else os.lstat(f"{top}/{path}").st_mtime_ns for path in there},
        {name: before.groups[name] if name in same else (marks[name], digest_of_numbers([state for _, state in left[name].values()])) for name in groups},
        {name: line_of(left[name]) if name in left else before.lines[name] for name in groups if name in left or name in before.lines}, fresh, side,
        before.apart if before else nothing)


def _clear(top: str, files: Collection[str], times: dict[str, int]) -> Iterator[str]:
    """Delete files of the folder `top`, and those folders of it in which none is left: these. times: of the folders in which nothing changes."""
    for path in files:
        os.unlink(f"{top}/{path}")
    parents = {path.rpartition("/")[0] for path in files}
    for parent in parents:
        _forget(times, parent)
    for folder in sorted({one for parent in parents for one in _way_to(parent)}, reverse=True):
        with contextlib.suppress(OSError):  # something is left in it
            os.rmdir(f"{top}/{folder}")
            yield folder


def _forget(times: dict[str, int], folder: str) -> None:
    """Something changes in a folder, and, where it is a new one, in one above it."""
    for one in ("", *_way_to(folder)):
        times.pop(one, None)


def _way_to(folder: str) -> list[str]:
    """The paths of a folder, and of those in which it stands; none for the top."""
    found = []
    while folder:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return found


def _make(folder: str) -> None:
    """A folder, whose parent mostly is there."""
    try:
        os.mkdir(folder)
    except (FileNotFoundError, FileExistsError):
        os.makedirs(folder, exist_ok=True)


def _origins(files: Mapping[str, Content]) -> dict[str, str]:
    """What each is made of: another for other bytes."""
    return {path: content.digest if isinstance(content, Blob) else _origin(content) for path, content in files.items()}


def _origin(content: bytes | Path) -> str:
    """Of what the cache does not hold. Of a file its state tells."""
    return digest_of(content) if isinstance(content, bytes) else f"{content} {state_of(os.stat(content))}"


def _put(content: Content, place: str) -> None:
    if isinstance(content, Path):
        shutil.copyfile(content, place)
        return
    data = bytes_of(content)
    try:
        put_new(place, data)
    except FileExistsError:  # on some disks the names of two files are one
        Path(place).write_bytes(data)
