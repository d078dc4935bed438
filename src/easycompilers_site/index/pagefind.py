"""One run of Pagefind: pages reduced to their text in, its files out. A door: it stands in a folder of its own while it runs."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from ..cache import Blob, Content, bytes_of

FOLDER = "search/"
ENTRY = "pagefind-entry.json"

#: What of Pagefind's output a page of ours asks for; the rest is Pagefind's own interface.
_NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", ".pf_meta", ".pf_index", ".pf_fragment", ".pf_filter", ".pagefind")
_SECONDS = 600

#: How Pagefind gets its memory (it is made with jemalloc): in large pages where the system has them, since to be given small ones one by one took it a tenth of
#: its time. Whoever has set this otherwise has it so.
_MEMORY = {"_RJEM_MALLOC_CONF": "narenas:1,thp:always"}


def run(program: Path, texts: Mapping[str, Content], kept: Mapping[str, Blob] = MappingProxyType({})) -> tuple[dict[str, Content], str]:
    """Pagefind's files, or none and the last of what it said.

    kept: files by whose names it can be known what is in them. Pagefind lets them stand where they are, so an empty one stands for each, and it is
    spared to pack them, a fifth of its work.
    """
    with tempfile.TemporaryDirectory(prefix="easycompilers-search-") as folder:
        site, out = f"{folder}/site", f"{folder}/{FOLDER}"
        _folders(site, texts)
        for path, text in texts.items():
            _hand_over(text, f"{site}/{path}")
        _reserve(folder, kept)
        try:
            done = subprocess.run([str(program), "--site", site, "--output-path", out], capture_output=True, text=True,
                                  errors="replace", timeout=_SECONDS, check=False, env={**_MEMORY, **os.environ})
        except (OSError, subprocess.TimeoutExpired) as error:
            return {}, str(error)
        if done.returncode:
            return {}, (done.stderr or done.stdout).strip().split("\n")[-1]
        if any(os.stat(f"{folder}/{path}").st_size for path in kept):  # it has not let them stand, and many names may be one file
            return run(program, texts)
        made: dict[str, Content] = {path: kept.get(path) or _read(f"{folder}/{path}") for path in _found(folder)}
        made[FOLDER + ENTRY] = as_json(json.loads(made[FOLDER + ENTRY]))  # Pagefind lists languages in any order
        return made, ""


def _found(folder: str) -> list[str]:
    """The paths of the files that stand in the index below `folder`, in order."""
    top = f"{folder}/{FOLDER}".rstrip("/")
    return sorted(f"{where}/{name}".removeprefix(f"{folder}/") for where, _, names in os.walk(top) for name in names if name.endswith(_NEEDED))


def _folders(top: str, paths: Iterable[str]) -> None:
    """The folders below `top` in which files with these paths stand, each made once."""
    for folder in dict.fromkeys(path.rpartition("/")[0] for path in paths):
        os.makedirs(f"{top}/{folder}", exist_ok=True)


def _hand_over(text: Content, place: str) -> None:
    """A second name for a text that is kept is quicker than a copy, where the system and the two places allow it."""
    if isinstance(text, bytes) or not _named(text, place):
        with open(place, "wb") as file:
            file.write(bytes_of(text))


def _reserve(folder: str, paths: Iterable[str]) -> None:
    """An empty file at each of `paths` below `folder`. One with many names, where the system allows it: a name costs the disk an eighth of a file."""
    _folders(folder, paths)
    empty = ""
    for path in paths:
        place = f"{folder}/{path}"
        if not empty or not _named(empty, place):
            empty = place
            _hand_over(b"", place)


def _named(file: Blob | Path | str, name: str) -> bool:
    """Give a file a second name. Whether it could be given."""
    try:
        os.link(file, name)
    except OSError:
        return False
    return True


def _read(place: str) -> bytes:
    with open(place, "rb") as file:
        return file.read()


def as_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8")
