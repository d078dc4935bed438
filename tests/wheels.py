"""Wheels made by hand, so that no test of packages asks a network for anything."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path


def make_wheel(folder: Path, name: str, modules: Mapping[str, str | bytes], version: str = "1.0", requires: Iterable[str] = (),
               tag: str = "py3-none-any", python: str = "") -> Path:
    """A wheel in `folder`. modules: its files by path. requires: its requirements. python: what it says of Python's version."""
    stem = f"{name.replace('-', '_')}-{version}"
    about = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {text}" for text in requires)]
    about += [f"Requires-Python: {python}"] * bool(python)
    pure = str(tag.endswith("any")).lower()
    files = {path: text if isinstance(text, bytes) else text.encode("utf-8") for path, text in modules.items()}
    files[f"{stem}.dist-info/METADATA"] = ("\n".join(about) + "\n").encode()
    files[f"{stem}.dist-info/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: by hand\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode()
    record = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{stem}.dist-info/RECORD"] = ("\n".join([*record, f"{stem}.dist-info/RECORD,,"]) + "\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)
    return place


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
