"""A course's wheels on the site, each in a folder named by its hash, and the lock by which Pyodide finds them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from ..digest import mark_of
from ..frozen import frozen
from ..model import Course
from ..pyodide_lock import INFO, pyodide_lock
from .assets import FOLDER

PLACE = f"{FOLDER}wheels/"


@frozen
class WheelFiles:
    """version: of the Pyodide that ships. bytecode: by a wheel's name, a zip that is unpacked over the wheel."""

    course: Course
    version: str
    bytecode: Mapping[str, bytes]

    @cached_property
    def lock_path(self) -> str:
        """Where the lock stands on the site."""
        return f"{PLACE}{self.course.slug}.{mark_of(self._lock)}.json"

    @property
    def files(self) -> dict[str, bytes | Path]:
        """What the course's packages add to the site, by path."""
        wheels = {PLACE + self._places[wheel.name]: wheel.place for wheel in self.course.wheels}
        return wheels | {PLACE + place: self.bytecode[name] for name, place in self._bytecode.items()} | {self.lock_path: self._lock}

    @cached_property
    def _places(self) -> dict[str, str]:
        """Of each wheel by its name, its path from the lock. Python reads a wheel's file name, so the hash cannot stand in it."""
        return {wheel.name: f"{wheel.sha256[:10]}/{wheel.file}" for wheel in self.course.wheels}

    @cached_property
    def _bytecode(self) -> dict[str, str]:
        return {name: f"{mark_of(packed)}/{name}.zip" for name, packed in sorted(self.bytecode.items())}

    @cached_property
    def _lock(self) -> bytes:
        """As Pyodide reads it, but for `bytecode`, which wheels.js reads."""
        lock = {"info": {**INFO, "version": self.version}, "packages": pyodide_lock(self.course.wheels, self._places), "bytecode": self._bytecode}
        return (json.dumps(lock, indent=1, sort_keys=True) + "\n").encode()
