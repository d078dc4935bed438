"""The folder in which Pagefind works: the files that it is to find there in, a folder with these and no others out. A door.

It stays in the cache from one build to the next: to make a folder for each page, and to delete it, takes longer than to see that it is there, and a disk
makes files slowly when many have just been deleted.
"""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ..cache import Blob, Cache, Content, bytes_of
from ..exchange import hold
from ..frozen import frozen

_FOLDER = "pagefind"  # in the cache
_FOR_NOW = "for-now-"


@frozen
class Workplace:
    """top: the folder. held: what keeps other builds out of it as long as a process has it open; nothing where no other build knows it."""

    top: str
    held: tuple[int, ...] = ()

    def arrange(self, folder: str, files: Mapping[str, Content], in_order: bool = False) -> None:
        """Let `files`, by their paths, be all that stands in a folder of this one, whatever stands there. Raises OSError.

        What the cache holds has a second name there: that is quicker than a copy, and by the number of the file on its disk it is known the next time.
        in_order: the folder is made anew where other files stood there, since some disks name files in the order in which they were put there.
        """
        top = f"{self.top}/{folder}"
        if os.path.islink(top):
            os.unlink(top)
        os.makedirs(top, exist_ok=True)
        found = dict(_files(top, ""))
        if in_order and found.keys() != files.keys():
            shutil.rmtree(top)
            found = {}
        blobs = {file.place: file for file in files.values() if isinstance(file, Blob)}
        numbers = {place: os.stat(blob).st_ino for place, blob in blobs.items()}
        left = {path for path, number in found.items() if isinstance(file := files.get(path), Blob) and numbers[file.place] == number}
        for path in found.keys() - left:
            os.unlink(f"{top}/{path}")
        missing = sorted(files.keys() - left)
        for parent in dict.fromkeys(path.rpartition("/")[0] for path in missing):
            os.makedirs(f"{top}/{parent}", exist_ok=True)
        for path in missing:
            _hand_over(files[path], f"{top}/{path}")


@contextmanager
def claim(cache: Cache, number: int, folder: Path | None = None) -> Iterator[Workplace]:
    """That of a piece, as the cache keeps it; one for this time where another build works there, or nothing is kept. folder: where that of the site would be."""
    near = cache.folder or folder
    top = f"{near}/{_FOLDER}/{number}"
    handle = _held(top) if cache.folder else None
    if handle is None:
        with alone(near) as own:
            yield own
        return
    try:
        yield Workplace(top, (handle,))
    finally:
        os.close(handle)


@contextmanager
def alone(near: Path | None = None) -> Iterator[Workplace]:
    """One for this time. near: the folder of a cache, on whose disk it stands, since Pagefind numbers pages as the disk names them, and each in its way. None for
    any disk, which will do where nothing can be written there: what was made is not kept then."""
    top = _for_now(near)
    handle = hold(top) if near else None
    try:
        yield Workplace(top, () if handle is None else (handle,))
    finally:
        shutil.rmtree(top, ignore_errors=True)
        if handle is not None:
            os.close(handle)
        if near:
            with suppress(OSError):  # something else stands there
                os.removedirs(os.path.dirname(top))


def _for_now(near: Path | None) -> str:
    with suppress(OSError):
        if near:
            os.makedirs(near / _FOLDER, exist_ok=True)
            return tempfile.mkdtemp(prefix=_FOR_NOW, dir=near / _FOLDER)
    return tempfile.mkdtemp(prefix="easycompilers-search-")


def forget(cache: Cache, number: int) -> None:
    """Delete what is kept of a piece with this number or a larger one, since there are no more so many, and what builds that were killed have left, where nobody works there."""
    if cache.folder is None:
        return
    top = f"{cache.folder}/{_FOLDER}"
    many = itertools.takewhile(os.path.isdir, (f"{top}/{one}" for one in itertools.count(number)))
    left = [f"{top}/{name}" for name in os.listdir(top) if name.startswith(_FOR_NOW)] if os.path.isdir(top) else []
    for place in (*many, *left):
        handle = _held(place)
        if handle is not None:
            shutil.rmtree(place, ignore_errors=True)
            os.close(handle)


def _held(top: str) -> int | None:
    """A hold on the folder, None where it cannot be had. A link may lead to a folder of somebody's, in which nothing is to be deleted."""
    if os.path.islink(os.path.dirname(top)):
        return None
    with suppress(OSError):
        os.makedirs(top, exist_ok=True)
        handle = hold(top)
        if handle is not None and os.path.samestat(os.fstat(handle), os.lstat(top)):  # else it is a link, or was deleted meanwhile
            return handle
        if handle is not None:
            os.close(handle)
    return None


def _files(top: str, below: str) -> Iterator[tuple[str, int]]:
    """The path of each file that stands in a folder, and its number on the disk."""
    with os.scandir(f"{top}/{below}") as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(top, f"{below}{entry.name}/")
            else:
                yield below + entry.name, entry.inode()


def _hand_over(file: Content, place: str) -> None:
    if isinstance(file, Blob):
        with suppress(OSError):  # the system or the two places do not allow a second name
            os.link(file, place)
            return
    with open(place, "wb") as copy:
        copy.write(bytes_of(file))
