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

from ..cache import Blob, Cache, Content, bytes_of
from ..exchange import hold
from ..frozen import frozen


@frozen
class Workplace:
    """top: the folder. held: what keeps other builds out of it as long as a process has it open; nothing where no other build knows the folder."""

    top: str
    held: tuple[int, ...] = ()

    def arrange(self, files: Mapping[str, Content]) -> None:
        """Let `files`, by their paths, be all that stands in the folder, whatever stands there. Raises OSError.

        What the cache holds has a second name there: that is quicker than a copy, and by the number of the file on its disk it is known the next time.
        """
        blobs = {file.place: file for file in files.values() if isinstance(file, Blob)}
        numbers = {place: os.stat(blob).st_ino for place, blob in blobs.items()}
        left = set(_left(self.top, "", {path: numbers[file.place] for path, file in files.items() if isinstance(file, Blob)}))
        missing = {path: file for path, file in files.items() if path not in left}
        for folder in dict.fromkeys(path.rpartition("/")[0] for path in missing):
            os.makedirs(f"{self.top}/{folder}", exist_ok=True)
        for path, file in missing.items():
            _hand_over(file, f"{self.top}/{path}")


@contextmanager
def claim(cache: Cache, number: int) -> Iterator[Workplace]:
    """That of a piece, as the cache keeps it. One for this time alone where another build works there, or nothing is kept."""
    top = _kept(cache, number)
    handle = _held(top) if cache.folder else None
    if handle is None:
        with alone() as own:
            yield own
        return
    try:
        yield Workplace(top, (handle,))
    finally:
        os.close(handle)


@contextmanager
def alone() -> Iterator[Workplace]:
    """One for this time."""
    with tempfile.TemporaryDirectory(prefix="easycompilers-search-") as top:
        yield Workplace(top)


def forget(cache: Cache, number: int) -> None:
    """Delete what is kept of a piece with this number or a larger one, where nobody works there: there are no more so many pieces."""
    for top in itertools.takewhile(os.path.isdir, (_kept(cache, one) for one in itertools.count(number))):
        handle = _held(top)
        if handle is not None:
            shutil.rmtree(top, ignore_errors=True)
            os.close(handle)


def _kept(cache: Cache, number: int) -> str:
    return f"{cache.folder}/pagefind/{number}"


def _held(top: str) -> int | None:
    """A hold on the folder, None where it cannot be had. A link may lead to a folder of somebody's, in which nothing is to be deleted."""
    if os.path.islink(top) or os.path.islink(os.path.dirname(top)):
        return None
    with suppress(OSError):
        os.makedirs(top, exist_ok=True)
        return hold(top)
    return None


def _left(top: str, below: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """Delete what stands in the folder `top`, but for files with these numbers, by their paths. Gives the paths of those that are left."""
    with os.scandir(f"{top}/{below}") as found:
        entries = list(found)
    for entry in entries:
        path = below + entry.name
        if entry.is_dir(follow_symlinks=False):
            inner = list(_left(top, f"{path}/", numbers))
            yield from inner
            if not inner:
                os.rmdir(entry.path)
        elif numbers.get(path) == entry.inode():
            yield path
        else:
            os.unlink(entry.path)


def _hand_over(file: Content, place: str) -> None:
    if isinstance(file, Blob):
        with suppress(OSError):  # the system or the two places do not allow a second name
            os.link(file, place)
            return
    with open(place, "wb") as copy:
        copy.write(bytes_of(file))
