"""Wheels from the shelf where they are there, else by pip, which then puts them on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..wheel import Wheel, named, read_wheel, sha256_of
from .lock import Lock
from .pip import PipFailed, download
from .shelf import Shelf


@dataclass
class Fetcher:
    """tell: is called before the network is asked. kept: the lock whose versions are taken again where they will do.

    found: all that was fetched, by name.
    """

    shelf: Shelf
    tell: Callable[[], None]
    kept: Lock | None = None
    found: dict[str, Wheel] = field(default_factory=dict)

    def any(self, requirements: Sequence[str]) -> list[Wheel]:
        """A wheel for each requirement. Raises `PipFailed`, `Unfit`, OSError."""
        held, rest = {}, []
        for text in requirements:
            file = self._kept(Requirement(text))
            if file:
                held[file] = self.kept.wheels[file]
            else:
                rest.append(text)
        wheels = self.locked(held)
        if rest:
            self.tell()
            wheels += [self._keep(file, data) for file, data in download(rest).items()]
        return wheels

    def locked(self, wheels: Mapping[str, str]) -> list[Wheel]:
        """These very wheels: their hashes, by their files' names. Raises `PipFailed`, `Unfit`, OSError."""
        places = {file: self.shelf.get(file, sha256) for file, sha256 in wheels.items()}
        missing = [file for file, place in places.items() if place is None]
        fresh = {}
        if missing:
            self.tell()
            texts = ["{}=={}".format(*named(file)) for file in missing]
            fresh = download(texts, [f"sha256:{wheels[file]}" for file in missing])
        found = []
        for file, sha256 in wheels.items():
            place = places[file]
            if place is None:
                data = fresh.get(file)
                if data is None or sha256_of(data) != sha256:
                    raise PipFailed("hash", named(file)[0])
                found.append(self._keep(file, data))
            else:
                found.append(self._remember(read_wheel(file, place.read_bytes(), place)))
        return found

    def _kept(self, wanted: Requirement) -> str | None:
        file = self.kept.file_of(canonicalize_name(wanted.name)) if self.kept else None
        return file if file and wanted.specifier.contains(named(file)[1], prereleases=True) else None

    def _keep(self, file: str, data: bytes) -> Wheel:
        return self._remember(read_wheel(file, data, self.shelf.put(file, data)))

    def _remember(self, wheel: Wheel) -> Wheel:
        self.found[wheel.name] = wheel
        return wheel
