"""The out-door: the files of a site into a folder. Built beside the old one, then swapped; never half a site.

A file that would be as it was is taken over from the old site by a second name for the same bytes (a hard link), which is quicker than a
copy. What was written is kept in the cache; a file that is not as it was left, since somebody changed it by hand, is written anew.
"""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from .cache import NO_CACHE, Cache
from .digest import digest_of
from .exchange import exchange
from .frozen import frozen
from .problem import Problem

try:
    import fcntl
except ImportError:  # Windows: nothing is held there, and nothing swept
    fcntl = None

#: A file with these words says that a folder is a site of ours, which the next build may replace. Its name keeps GitHub
#: Pages from running Jekyll; an empty one may be anybody's.
MARK = ".nojekyll"
WORDS = b"This folder was made by easycompilers. The next build replaces all of it.\n"

YOUNG = 60  # seconds in which a build that has made its folder holds it


def write(files: Mapping[str, bytes | Path], out: Path, cache: Cache = NO_CACHE) -> Problem | None:
    """Put `files` at `out` in place of what is there. The problem that prevented it, with the old site untouched, or None.

    cache: where it is kept what was written, so that the next time only what is another is written.
    """
    out = Path(os.path.realpath(out))  # a link to a folder stays a link
    try:
        refusal = _refusal(out)
        if refusal is not None:
            return refusal
        out.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}.new-", dir=out.parent))
    except OSError as error:
        return _cannot(out, error)
    hold = None
    try:
        hold = _hold(fresh)
        _sweep(out)
        key = cache.key("written", str(out))
        written = _fill(fresh, {**files, MARK: WORDS}, Old(out, cache.get(key)), cache)
        os.chmod(fresh, 0o755)
        _swap(fresh, out)
        cache.put(key, written)
    except OSError as error:
        return _cannot(out, error)
    finally:
        if hold is not None:
            os.close(hold)
        shutil.rmtree(fresh, ignore_errors=True)
    return None


def among_sources(out: Path, site: Path) -> Problem | None:
    """Why the site of the folder `site` must not be written to `out`: the next build would read it, and a preview never come to rest."""
    place = Path(os.path.realpath(out))
    for name in ("course", "templates", "static"):
        if place.is_relative_to(os.path.realpath(site / name)):
            return Problem("output-among-sources", f"the output would stand in {name}/, whose files the next build reads", path=str(out),
                           hint="name a folder beside it with `--out`, such as `dist`")
    return None


def _refusal(out: Path) -> Problem | None:
    """Why `out` must not be replaced: it holds something that is not a site of ours."""
    if out.exists() and not out.is_dir():
        return Problem("output-not-a-folder", "the output is a file, not a folder", path=str(out), hint="name another folder with `--out`")
    if out.is_dir() and any(out.iterdir()) and not _is_ours(out):
        return Problem("output-not-ours", "the output folder holds something that is not a built site", path=str(out),
                       hint="empty it, or name another folder with `--out`")
    return None


def _is_ours(out: Path) -> bool:
    try:
        return (out / MARK).read_bytes() == WORDS and not (out / ".git").exists()
    except OSError:
        return False


def _cannot(out: Path, error: OSError) -> Problem:
    return Problem("output", f"the site cannot be written here: {error.strerror or error}", path=str(out),
                   hint="look at the folder's permissions and at the space on the disk; the old site is as it was")


@frozen
class Old:
    """The site that stands at `out`. written: what `_fill` gave when it was written, or anything."""

    out: Path
    written: Any = field(repr=False)

    def take(self, path: str, origin: list, place: str) -> list[int] | None:
        """Give the file at `path` a second name, `place`, if it was made of `origin` and nobody has changed it since. Its state, None where that is not so."""
        row = self.written.get(path) if isinstance(self.written, dict) else None
        if not isinstance(row, list) or row[:1] != [origin]:
            return None
        try:
            os.link(f"{self.out}/{path}", place, follow_symlinks=False)
        except OSError:  # it is gone, or this disk knows no second names
            return None
        state = _state(os.lstat(place))
        if row[1:] == state:
            return state
        os.unlink(place)
        return None


def _fill(folder: Path, files: Mapping[str, bytes | Path], old: Old, cache: Cache) -> dict[str, list]:
    """Put the files into the empty `folder`. Of each by its path: what it was made of, and the state in which it was left."""
    written, there = {}, {""}
    for path, content in files.items():
        place, parent = f"{folder}/{path}", path.rpartition("/")[0]
        if parent not in there:
            _make(f"{folder}/{parent}")
            there.add(parent)
        origin = _origin(content, cache)
        state = old.take(path, origin, place)
        if state is None:
            _put(content, place)
            state = _state(os.lstat(place))
        written[path] = [origin, *state]
    return written


def _make(folder: str) -> None:
    """A folder, whose parent mostly is there."""
    try:
        os.mkdir(folder)
    except (FileNotFoundError, FileExistsError):
        os.makedirs(folder, exist_ok=True)


def _origin(content: bytes | Path, cache: Cache) -> list:
    """Another for other bytes. What the cache keeps is named by its digest; of any other file its state tells."""
    if isinstance(content, bytes):
        return [digest_of(content)]
    digest = cache.digest(content)
    return [digest] if digest else [str(content), *_state(os.stat(content))]


def _put(content: bytes | Path, place: str) -> None:
    if isinstance(content, Path):
        shutil.copyfile(content, place)
    else:
        Path(place).write_bytes(content)


def _state(found: os.stat_result) -> list[int]:
    """Changes whenever the file is written to, or another is put in its place."""
    return [found.st_size, found.st_mtime_ns, found.st_ino, found.st_mode]


def _swap(fresh: Path, out: Path) -> None:
    """Put `fresh` where `out` is: in one step where the system has one, so that whatever stops this leaves a whole site there.

    Elsewhere (Windows, some network drives) the old folder goes out of the way first, and is put back where the second step fails.
    """
    try:
        os.rename(fresh, out)  # nothing is there, or an empty folder
        return
    except OSError:
        if not out.is_dir():
            raise
    if exchange(fresh, out):
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.old-", dir=out.parent))
    try:
        os.rename(out, old / "site")
        try:
            os.rename(fresh, out)
        except OSError:
            os.rename(old / "site", out)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _sweep(out: Path) -> None:
    """Delete what builds that were killed have left beside `out`: folders that nobody holds, and that have not been made just now."""
    for place in out.parent.glob(f".{glob.escape(out.name)}.new-*"):
        with contextlib.suppress(OSError):
            hold = _hold(place) if place.stat().st_mtime < time.time() - YOUNG else None
            if hold is not None:
                shutil.rmtree(place, ignore_errors=True)
                os.close(hold)


def _hold(folder: Path) -> int | None:
    """A hold on a folder, which ends when it is closed, or with the process. None where another has it, or the system knows none."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
