"""One run of Pagefind: pages reduced to their text in, its files out. A door."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ..cache import Blob, Content, Lost, bytes_at
from .workplace import Workplace, alone

FOLDER = "search/"
ENTRY = "pagefind-entry.json"

#: What of Pagefind's output a page of ours asks for; the rest is Pagefind's own interface.
_NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", ".pf_meta", ".pf_index", ".pf_fragment", ".pf_filter", ".pagefind")
_SECONDS = 600

#: How Pagefind gets its memory (it is made with jemalloc): in large pages where the system has them, since to be given small ones one by one took it a tenth of
#: its time. Whoever has set this otherwise has it so.
_MEMORY = {"_RJEM_MALLOC_CONF": "narenas:1,thp:always"}


def run(program: Path, texts: Mapping[str, Content], kept: Mapping[str, Blob], work: Workplace, empty: Content = b"") -> tuple[dict[str, Content], str]:
    """Pagefind's files, or none and the last of what it said.

    kept: files by whose names it can be known what is in them. Pagefind lets them stand where they are, so an empty one stands for each, and it is
    spared to pack them, a fifth of its work. empty: that one; where the cache holds it, one with many names, since a name costs the disk an eighth of a file.
    """
    try:
        work.arrange("site", texts, in_order=True)
        work.arrange(FOLDER.rstrip("/"), {path.removeprefix(FOLDER): empty for path in kept})
    except OSError as error:
        if isinstance(error, Lost) or not work.held:
            raise
        with alone() as own:  # the cache may be somebody else's, and be there to be read
            return run(program, texts, kept, own, empty)
    fault = _fault(program, work)
    if fault is not None:
        return {}, fault
    if any(os.stat(f"{work.top}/{path}").st_size for path in kept):  # it has not let them stand, and many names may be one file
        return run(program, texts, {}, work)
    made: dict[str, Content] = {path: kept.get(path) or bytes_at(f"{work.top}/{path}") for path in _found(work.top)}
    made[FOLDER + ENTRY] = as_json(json.loads(made[FOLDER + ENTRY]))  # Pagefind lists languages in any order
    return made, ""


def _fault(program: Path, work: Workplace) -> str | None:
    """Let Pagefind do its work. The last of what it said, where it could not; None where it could."""
    try:
        done = subprocess.run([str(program), "--site", f"{work.top}/site", "--output-path", f"{work.top}/{FOLDER}"], capture_output=True, text=True,
                              errors="replace", timeout=_SECONDS, check=False, env={**_MEMORY, **os.environ}, pass_fds=work.held)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stderr or done.stdout).strip().split("\n")[-1] if done.returncode else None


def _found(folder: str) -> list[str]:
    """The paths of the files that stand in the index below `folder`, in order."""
    top = f"{folder}/{FOLDER}".rstrip("/")
    return sorted(f"{where}/{name}".removeprefix(f"{folder}/") for where, _, names in os.walk(top) for name in names if name.endswith(_NEEDED))


def as_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8")
