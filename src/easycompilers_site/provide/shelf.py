"""The wheels that were fetched, by their hashes, in a folder that may be deleted at any time: `.easycompilers/wheels/`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..frozen import frozen
from ..wheel import sha256_of


@frozen
class Shelf:
    folder: Path

    def get(self, file: str, sha256: str) -> Path | None:
        """Where the wheel stands, None where there is none with this hash. What differs from its hash is not there."""
        place = self._place(file, sha256)
        try:
            return place if sha256_of(place.read_bytes()) == sha256 else None
        except OSError:
            return None

    def put(self, file: str, data: bytes) -> Path:
        """Keep a wheel. Two builds may do so at once. Raises OSError."""
        place = self._place(file, sha256_of(data))
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as fresh:
            fresh.write(data)
        os.replace(fresh.name, place)
        return place

    def _place(self, file: str, sha256: str) -> Path:
        return self.folder / sha256 / file
