"""The files of a site by their paths. Those of a run of chapters in which nothing has changed are a group, and are told apart where one of them is asked for."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import chain

from .cache import Blob, Cache, Content, Lost, believing
from .digest import digest_of
from .frozen import frozen


@frozen
class Group:
    """mark: see `mark_of`. make: gives the files. It raises `Lost` where the cache cannot have them."""

    mark: str
    paths: tuple[str, ...] = field(repr=False)
    make: Callable[[], Mapping[str, Blob]] = field(repr=False)


@frozen(eq=False)
class SiteFiles(Mapping[str, Content]):
    """single: files by their paths. groups: by the name of each, which is longer than two letters."""

    single: Mapping[str, Content]
    groups: Mapping[str, Group] = field(default_factory=dict)

    def __getitem__(self, path: str) -> Content:
        return self._all[path]

    def __iter__(self) -> Iterator[str]:
        return chain(self.single, *(group.paths for group in self.groups.values()))

    def __len__(self) -> int:
        return len(self.single) + sum(len(group.paths) for group in self.groups.values())

    def __or__(self, more: Mapping[str, Content]) -> SiteFiles:
        added = more if isinstance(more, SiteFiles) else SiteFiles(more)
        return SiteFiles({**self.single, **added.single}, {**self.groups, **added.groups})

    @cached_property
    def _all(self) -> dict[str, Content]:
        found = dict(self.single)
        for group in self.groups.values():
            found |= group.make()
        return found


def group_as_json(rows: Sequence[Sequence]) -> list[str] | None:
    """Files as `group_from` reads them, or None where that cannot be. rows: as `cache.rows_of` has them."""
    paths, digests, sizes = rows
    return None if any("//" in path for path in paths) else [mark_of(paths, digests), "//".join(paths), " ".join(digests), " ".join(map(str, sizes))]


def group_from(kept: list[str], cache: Cache) -> Group:
    """Raises TypeError, ValueError or AttributeError where it was not told so, or not all of it can be found out."""
    mark, paths, digests, sizes = kept
    return group_of(mark, paths, lambda: [paths.split("//"), digests.split(" "), [*map(int, sizes.split(" "))]], cache)


def group_of(mark: str, paths: str, rows: Callable[[], Sequence[Sequence]], cache: Cache) -> Group:
    """A group whose files are told elsewhere. paths: as `group_as_json` gave them. rows: gives what `cache.rows_of` gave. Raises what `group_from` raises."""

    def found() -> dict[str, Blob] | None:
        with believing():
            return cache.blobs(rows())
        return None

    def make() -> dict[str, Blob]:
        files = found()
        if files is None:
            raise Lost(errno.ENOENT, "the cache has lost the files of a group")
        return files

    if not isinstance(mark, str) or cache.careful and found() is None:
        raise ValueError(mark)
    return Group(mark, tuple(paths.split("//")), make)


def mark_of(paths: Iterable[str], origins: Iterable[str]) -> str:
    """Changes with the files of a group. origins: what each is made of, its digest or what tells as much."""
    return digest_of("\0".join(chain(paths, origins)))
