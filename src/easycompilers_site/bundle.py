"""Several small modules as one file: the zip that Python in the page imports coursekit and its own prelude from."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping


def zip_of(modules: Mapping[str, bytes]) -> bytes:
    """A zip of `modules` by their path in it; the same bytes for the same modules."""
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(modules):
            entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, modules[path])
    return buffer.getvalue()


def stamp_of(bundle: bytes) -> str:
    """By what a snapshot knows whether the modules that it holds are those of this bundle."""
    return hashlib.blake2b(bundle, digest_size=10).hexdigest()
