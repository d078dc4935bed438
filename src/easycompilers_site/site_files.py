"""The files of a site by their paths. Those of a run of chapters in which nothing has changed are a group, and are told apart where one of them is asked for."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping
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
        groups = {**self.groups, **more.groups} if isinstance(more, SiteFiles) else self.groups
        return SiteFiles({**self.single, **(more.single if isinstance(more, SiteFiles) else more)}, groups)

    @cached_property
    def _all(self) -> dict[str, Content]:
        found = dict(self.single)
        for group in self.groups.values():
            found |= group.make()
        return found


def group_as_json(rows: Iterable[tuple[str, str, int]]) -> list[str] | None:
    """Files as `group_from` reads them, or None where that cannot be. rows: path, digest and size of each."""
    paths, digests, sizes = zip(*rows)
    return None if any("//" in path for path in paths) else [mark_of(paths, digests), "//".join(paths), " ".join(digests), " ".join(map(str, sizes))]


def group_from(kept: list[str], cache: Cache) -> Group:
    """Raises TypeError, ValueError or AttributeError where it was not told so, or not all of it can be found out."""
    mark, told, digests, sizes = kept
    paths = tuple(told.split("//"))

    def make() -> dict[str, Blob]:
        with believing():
            if found := cache.blobs([paths, digests.split(" "), [*map(int, sizes.split(" "))]]):
                return found
        raise Lost(errno.ENOENT, "the cache has lost the files of a run of chapters")

    if not isinstance(mark, str) or cache.careful and not cache.blobs([paths, digests.split(" "), [*map(int, sizes.split(" "))]]):
        raise ValueError(mark)
    return Group(mark, paths, make)


def mark_of(paths: Iterable[str], origins: Iterable[str]) -> str:
    """Changes with the files of a group. origins: what each is made of, its digest or what tells as much."""
    return digest_of("\0".join(chain(paths, origins)))
