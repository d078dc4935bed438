"""What was already worked out, by content hash, in a folder that may be deleted at any time.

A door to the world, but to its own folder alone: an entry that is missing, cut off or from another release is not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import __version__


@dataclass(frozen=True)
class Cache:
    """folder: None for no cache at all."""

    folder: Path | None

    def key(self, *parts: object) -> str:
        """The hash of `parts` (anything that JSON can hold, or bytes) and of this release."""
        digest = hashlib.blake2b(digest_size=20)
        for part in (__version__, *parts):
            data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode("utf-8")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()

    def get(self, key: str) -> Any:
        """The value kept under `key`, None where there is none that can be read."""
        if self.folder is None:
            return None
        try:
            return json.loads(self._place(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep `value`. Two builds may do so at once; a cache that cannot be written is no cache, and no error."""
        if self.folder is None:
            return
        place = self._place(key)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=place.parent, delete=False) as file:
                json.dump(value, file)
            os.replace(file.name, place)
        except OSError:
            return

    def _place(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"
