"""One run of Pagefind: pages reduced to their text in, its files out. A door: it stands in a folder of its own while it runs."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from ..cache import Blob, Content, bytes_of

FOLDER = "search/"
ENTRY = "pagefind-entry.json"

#: What of Pagefind's output a page of ours asks for; the rest is Pagefind's own interface.
_NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", ".pf_meta", ".pf_index", ".pf_fragment", ".pf_filter", ".pagefind")
_SECONDS = 600


def run(program: Path, texts: Mapping[str, Content], kept: Mapping[str, Blob] = MappingProxyType({})) -> tuple[dict[str, Content], str]:
    """Pagefind's files, or none and the last of what it said.

    kept: files by whose names it can be known what is in them. Pagefind lets them stand where they are, so an empty one stands for each, and it is
    spared to pack them, a fifth of its work.
    """
    with tempfile.TemporaryDirectory(prefix="easycompilers-search-") as folder:
        site, out = f"{folder}/site", f"{folder}/{FOLDER}"
        for path, text in texts.items():
            _hand_over(text, f"{site}/{path}")
        for path in kept:
            _hand_over(b"", f"{folder}/{path}")
        try:
            done = subprocess.run([str(program), "--site", site, "--output-path", out], capture_output=True, text=True,
                                  errors="replace", timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return {}, str(error)
        if done.returncode:
            return {}, (done.stderr or done.stdout).strip().split("\n")[-1]
        made = dict(_made(folder, kept))
        made[FOLDER + ENTRY] = as_json(json.loads(made[FOLDER + ENTRY]))  # Pagefind lists languages in any order
        return made, ""


def _made(folder: str, kept: Mapping[str, Blob]) -> Iterator[tuple[str, Content]]:
    """The files that stand in the index below `folder`, in the order of their paths."""
    for place in sorted(f"{top}/{name}" for top, _, names in os.walk(folder + "/" + FOLDER.rstrip("/")) for name in names if name.endswith(_NEEDED)):
        path, data = place.removeprefix(f"{folder}/"), _read(place)
        yield path, data or kept.get(path, data)


def _hand_over(text: Content, place: str) -> None:
    """A second name for a text that is kept is quicker than a copy, where the system and the two places allow it."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if not isinstance(text, bytes):
        with contextlib.suppress(OSError):
            return os.link(text, place)
    Path(place).write_bytes(bytes_of(text))


def _read(place: str) -> bytes:
    with open(place, "rb") as file:
        return file.read()


def as_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8")
