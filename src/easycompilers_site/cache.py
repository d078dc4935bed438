"""What was already worked out, in a folder that may be deleted at any time.

Bytes stand there by their digest, and values by a hash of what they were made from, or of what they are of: these say themselves what they are true of.
A door to the world, but to its own folder alone: an entry that is missing, cut off, from another release or of another form than was written is not there.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from importlib.util import cache_from_source
from itertools import repeat
from operator import itemgetter
from pathlib import Path
from typing import Any

from . import __version__
from .digest import digest_of
from .frozen import frozen
from .json_lines import line_of

#: How long what no build has used is kept: pages so long that another branch finds its own again, outcomes longer, since they take long.
WEEKS, WEEKS_OF_OUTCOMES = 4, 26
DAY = 86_400  # seconds
_NEVER = float("inf")

#: What digests and keys are written with; the first of each names the folder in which it stands.
_DIGITS, _LENGTH = b"0123456789abcdef", len(digest_of(b""))
_FOLDERS = frozenset(_DIGITS.decode())

#: Says by its age when the cache was pruned last.
PRUNED = "pruned"


class Lost(OSError):
    """Bytes that were believed to be in the cache are not there, or not all of them."""


class Blob(tuple):
    """Bytes that the cache holds: its folder, their digest, their size. It stands for the file with them wherever Python takes a path.

    A tuple, since a large site has twenty thousand at each build, and nothing that Python makes takes less time. Whoever uses it raises `Lost` where
    the bytes are not there. A symbolic link in its place is none: it may lead to what is not for everybody.
    """

    __slots__ = ()
    digest = property(itemgetter(1))
    size = property(itemgetter(2))

    @property
    def place(self) -> str:
        return f"{self[0]}{self.digest[:1]}/{self.digest}"

    @property
    def there(self) -> bool:
        try:
            return _stands(self.place, self.size)
        except OSError:
            return False

    def __fspath__(self) -> str:
        if not self.there:
            raise self._lost()
        return self.place

    def read_bytes(self) -> bytes:
        """In as few steps as there can be: a first build reads three of them for each page."""
        try:
            handle = os.open(self.place, _OLD)
        except OSError as error:
            raise self._lost() from error
        try:
            data = os.read(handle, self.size + 1)
        finally:
            os.close(handle)
        if len(data) != self.size:
            raise self._lost()
        return data

    def _lost(self) -> Lost:
        return Lost(errno.ENOENT, "the cache has lost a file", self.place)


#: What a file of a site is made of: bytes, those that the cache holds, or those of a file elsewhere.
Content = bytes | Blob | Path


def bytes_at(place: str | Path) -> bytes:
    """All that a file holds, in half of the time that `Path` takes for it: each build reads the theme. Raises OSError."""
    with open(place, "rb", buffering=0) as file:
        return file.readall()


def bytes_of(content: Content) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def rows_of(blobs: Mapping[str, Blob]) -> list[list[Any]]:
    """Files as JSON can hold them, for `Cache.blobs`: their paths, digests and sizes."""
    return [[*blobs], [blob.digest for blob in blobs.values()], [blob.size for blob in blobs.values()]]


@frozen
class Cache:
    """folder: None for no cache at all. careful: ask the disk for each `blob` whether it is there; else that is believed until it is used.

    release: of the program, where what is kept changes with more of it than its version.
    """

    folder: Path | None
    careful: bool = True
    release: str = ""

    def key(self, *parts: object) -> str:
        """The hash of `parts` (anything that JSON can hold, or bytes), of this version, and of `release`."""
        digest = self._beginning.copy()
        _update(digest, parts)
        return digest.hexdigest()

    @cached_property
    def _beginning(self) -> Any:
        """The hash of what all keys begin with."""
        digest = hashlib.blake2b(digest_size=20)
        _update(digest, (__version__, *([self.release] if self.release else [])))
        return digest

    def get(self, key: str) -> Any:
        """The value kept under `key`, None where there is none that can be read."""
        try:
            return json.loads(self.told(key).decode("utf-8"))
        except ValueError:
            return None

    def told(self, key: str) -> bytes:
        """The bytes kept under `key`, none where there are none that can be read."""
        if self.folder is None:
            return b""
        try:
            return bytes_at(self._place(key))
        except OSError:
            return b""

    def put(self, key: str, value: Any) -> bool:
        """Keep `value`, which JSON can hold. Whether it could be kept."""
        return self.folder is not None and self.tell(key, line_of(value))

    def tell(self, key: str, data: bytes) -> bool:
        """Keep bytes. Whether they could be kept."""
        return self.folder is not None and self._write(self._place(key), data)

    def once(self, place: str, made_from: object, make: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
        """What `make` gives, which JSON can hold, or what it gave the last time that it was kept under `place`, where that was made from the same.

        right: whether a value can be what `make` gave; see `believing`.
        """
        if self.folder is None:
            return make()
        mark = digest_of(made_from)
        with believing():
            before, value = self.get(self.key(place))
            if before == mark and right(value):
                return value
        value = make()
        self.put(self.key(place), [mark, value])
        return value

    def move(self, key: str, other: str) -> bool:
        """Keep under `other` what is kept under `key`. Whether there is something, and it could be."""
        if self.folder is None:
            return False
        place = self._place(other)
        try:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.replace(self._place(key), place)
        except OSError:
            return False
        return True

    def blob(self, digest: str, size: int) -> Blob | None:
        """The bytes with this digest, None where there are none, or not so many."""
        found = self.blobs([[""], [digest], [size]])
        return found[""] if found else None

    def put_blob(self, data: bytes) -> Blob | None:
        """Keep bytes, in a file with the digest of them as its name. None where they cannot be kept."""
        if self.folder is None:
            return None
        blob = self._blob(digest_of(data), len(data))
        return blob if self._write(blob.place, data, blob.size) else None

    def blobs(self, rows: Any) -> dict[str, Blob] | None:
        """What `rows_of` has told of, None where the cache lacks any of it."""
        with believing():
            paths, digests, sizes = rows
            if self.folder is not None and len(paths) == len(digests) == len(sizes) and _lead_nowhere_else(paths, digests) and {*map(type, sizes)} <= {int}:
                found = dict(zip(paths, map(Blob, zip(repeat(self._top), digests, sizes))))
                return found if not self.careful or all(blob.there for blob in found.values()) else None
        return None

    def put_blobs(self, files: Mapping[str, bytes | Blob]) -> dict[str, Blob] | None:
        """Keep files. None where one of them cannot be kept."""
        kept = {path: self.put_blob(file) if isinstance(file, bytes) else file for path, file in files.items()}
        return None if None in kept.values() else kept

    def _blob(self, digest: str, size: int) -> Blob:
        return Blob((self._top, digest, size))

    @cached_property
    def _top(self) -> str:
        return f"{self.folder}/"

    def prune(self, used: Callable[[], Collection[str]]) -> None:
        """Forget what is neither used now nor was written lately: once a day, since to look at all files takes as long as to draw a page.

        used: gives digests of bytes and keys of values. A cache that was never pruned is a new one, and is from the next day on.
        """
        age = _age(self.folder / PRUNED) if self.folder else 0
        if age >= DAY:
            if age < _NEVER:
                self._forget(used())
            self._write(f"{self._top}{PRUNED}", b"")

    def _forget(self, used: Collection[str]) -> None:
        for folder in _entries(self._top):
            if folder.name not in _FOLDERS or not folder.is_dir(follow_symlinks=False):
                continue
            for file in _entries(folder):
                name, ending = os.path.splitext(file.name)
                of, weeks = (folder.name + name, WEEKS_OF_OUTCOMES) if ending == ".json" else (file.name, WEEKS)
                with contextlib.suppress(OSError):
                    if of not in used and _age(file) > weeks * 7 * DAY:
                        os.unlink(file)

    def _write(self, place: str, data: bytes, whole: int = -1) -> bool:
        """Two builds may do so at once; a cache that cannot be written is no cache, and no error.

        What is new is written where it belongs at once, which saves half of what a file costs the disk: whoever reads a part of it sees
        that by its length, or that it is no JSON, and takes it for none. What is there already is replaced in one step, unless it is as long as `whole`.
        """
        try:
            try:
                put_new(place, data)
            except FileExistsError:
                if not _stands(place, whole):
                    fresh = f"{place}.{os.urandom(8).hex()}"
                    put_new(fresh, data)
                    os.replace(fresh, place)
        except OSError:
            return False
        return True

    def _place(self, key: str) -> str:
        return f"{self._top}{key[:1]}/{key[1:]}.json"


def believing() -> contextlib.AbstractContextManager[None]:
    """What is not there, or is not what was written, ends the block: it is as if nothing had been kept."""
    return contextlib.suppress(LookupError, ValueError, TypeError, AttributeError)


def _stands(place: str, size: int) -> bool:
    """Whether what stands at `place` is a file, and no link to one, of `size` bytes. Raises OSError where nothing does."""
    state = os.lstat(place)
    return state.st_size == size and stat.S_ISREG(state.st_mode)


def _lead_nowhere_else(paths: list[str], digests: list[str]) -> bool:
    """Whether no file is meant that stands outside of the cache or of the site: others may have written to a cache that is shared. All are looked at
    as one, since there are twenty thousand. Raises TypeError or ValueError where they are no texts."""
    lines = "\n" + "\n".join(paths)
    return ({*map(len, digests)} <= {_LENGTH} and not "".join(digests).encode("ascii").translate(None, _DIGITS)
            and not any(way in lines for way in ("\n/", "\n../", "/../")))


def _entries(folder: str | os.DirEntry[str]) -> list[os.DirEntry[str]]:
    """What stands in a folder, nothing where it cannot be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return list(entries)
    return []


def _age(place: Path | os.DirEntry[str]) -> float:
    """Seconds since a file was written, without end where there is none."""
    try:
        return time.time() - os.stat(place).st_mtime
    except OSError:
        return _NEVER


def _update(digest: Any, parts: Iterable[object]) -> None:
    for part in parts:
        data = part if isinstance(part, bytes) else _in_order(part).encode("utf-8")
        digest.update(len(data).to_bytes(8, "big") + data)


_in_order = json.JSONEncoder(sort_keys=True).encode

_AS_IT_IS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_OLD = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _AS_IT_IS
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS


def put_new(place: str, data: bytes) -> None:
    """Write a file that was not there. Where that fails, none is left."""
    handle = _new(place)
    try:
        written = os.write(handle, data)
        while written < len(data):  # the disk is full, as the next step says, or it is a very large file
            written += os.write(handle, data[written:])
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(place)
        raise
    finally:
        os.close(handle)


def _new(place: str) -> int:
    """A file that was not there, in a folder that mostly is."""
    try:
        return os.open(place, _FRESH, 0o666)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        return os.open(place, _FRESH, 0o666)


#: Nothing is kept.
NO_CACHE = Cache(None)


def of_the_program(cache: Cache = NO_CACHE) -> Cache:
    """That of every site, beside the program's own bytecode, as Python keeps it; no cache where Python is to keep none. cache: of the same release, and as careful."""
    return replace(cache, folder=None if sys.dont_write_bytecode else Path(cache_from_source(__file__)).parent)
