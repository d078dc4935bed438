"""The search index: pages reduced to their text in, Pagefind's files out. A door: it runs Pagefind in a folder of its own.

Pagefind reads every page each time. So a large site is cut into pieces, each with an index of its own that is kept by a hash of all that it was
made from, and only the pieces run in which a text has changed. They stand in one folder, and `static/search/pieces.js` asks all of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from .cache import Cache, Content
from .digest import digest_of
from .problem import Problem, warning

FOLDER = "search/"
ENTRY = "pagefind-entry.json"

#: What of Pagefind's output a page of ours asks for; the rest is Pagefind's own interface.
_NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", ".pf_meta", ".pf_index", ".pf_fragment", ".pf_filter", ".pagefind")
_SECONDS = 600

#: The most pages of a piece: Pagefind takes 2 ms for each of them, and a reader's browser fetches some small files for each piece.
PIECE = 64

#: Which of them a browser may keep for a time without a connection: all, unless they are more than a learner would want to fetch.
LIST = "files.json"
_MOST = 5_000_000  # bytes

#: The first piece of a language brings Pagefind's program for all. The others name this one, which is empty but for the sign that it is not packed.
NO_PROGRAM = "wasm.none.pagefind"


def index(texts: Mapping[str, Content], cache: Cache, tell: Callable[[str], None]) -> tuple[dict[str, Content], list[Problem]]:
    """The files of the index by their path on the site, and why there are none.

    texts: the HTML of each page reduced to its text, by the page's file on the site; as bytes, or as the cache holds it.
    """
    try:
        from pagefind_bin import get_executable
    except ImportError:
        return {}, [_without("Pagefind is not installed", "run `pip install 'pagefind[bin]'`")]
    if not texts:
        return {}, []
    program = Path(get_executable())
    made: list[dict[str, Content]] = []
    pieces = pieces_of(texts)
    for number, piece in enumerate(pieces, 1):
        what = "Indexing the text for search" + (f": part {number} of {len(pieces)}" if len(pieces) > 1 else "")
        found, said = _piece(program, piece, cache, lambda line=what: tell(line))
        if not found:
            return {}, [_without(f"Pagefind could not read the text: {said}", "everything else of the site is there; try again, or report it")]
        made.append(found)
    return _together(made), []


def pieces_of(texts: Mapping[str, Content]) -> list[dict[str, Content]]:
    """The pages in pieces of about the same size. By its address a page has its piece, so that a new chapter changes one piece and not all that follow."""
    number = -(-len(texts) // PIECE)
    pieces: list[dict[str, Content]] = [{} for _ in range(number)]
    for path, text in texts.items():
        pieces[int(digest_of(path)[:8], 16) % number][path] = text
    return [piece for piece in pieces if piece]


def _piece(program: Path, texts: Mapping[str, Content], cache: Cache, begin: Callable[[], None]) -> tuple[dict[str, Content], str]:
    """The files of one piece as they are kept, or as Pagefind makes them; none and why. begin: is called where it has something to do."""
    key = cache.key("search", program.stat().st_size, {path: digest_of(text) if isinstance(text, bytes) else text.digest for path, text in texts.items()})
    kept = _kept(key, cache)
    if kept:
        return kept, ""
    begin()
    made, said = _run(program, texts)
    blobs = {path: cache.put_blob(data) for path, data in made.items()}
    if not made or None in blobs.values():
        return {**made}, said
    cache.put(key, {path: [blob.digest, blob.size] for path, blob in blobs.items()})
    return blobs, said


def _together(pieces: list[dict[str, Content]]) -> dict[str, Content]:
    """The files of all pieces, whose names hold hashes, with one entry that names them, and the list of what a browser may keep."""
    files = {path: file for piece in pieces for path, file in piece.items()}
    if len(pieces) > 1:
        entries = [json.loads(_bytes(piece[FOLDER + ENTRY])) for piece in pieces]
        named = [(f"{language}-x-{number}", language, found) for number, entry in enumerate(entries) for language, found in sorted(entry["languages"].items())]
        first = {language: name for name, language, _ in reversed(named)}
        files[FOLDER + ENTRY] = _json({**entries[0], "languages": {name: found if name == first[language] else {**found, "wasm": "none"} for name, language, found in named}})
        files[FOLDER + NO_PROGRAM] = b"pagefind_dcd"
    whole = sum(len(file) if isinstance(file, bytes) else file.size for file in files.values())
    return {**files, FOLDER + LIST: _json([path.removeprefix(FOLDER) for path in files] if whole <= _MOST else [])}


def _json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8")


def _without(why: str, hint: str) -> Problem:
    return warning("no-search", f"the site has no search: {why}", hint=hint)


def _kept(key: str, cache: Cache) -> dict[str, Content]:
    """The files of an index that was made from the same, empty where one of them is not there any more."""
    kept = cache.get(key)
    try:
        files = {path: cache.blob(digest, size) for path, (digest, size) in kept.items()}
    except (AttributeError, TypeError, ValueError):
        return {}
    return {} if None in files.values() else files


def _run(program: Path, texts: Mapping[str, Content]) -> tuple[dict[str, bytes], str]:
    """Pagefind's files, or none and the last of what it said."""
    with tempfile.TemporaryDirectory(prefix="easycompilers-search-") as folder:
        site, out = Path(folder, "site"), Path(folder, "out")
        for path, text in texts.items():
            _hand_over(text, f"{site}/{path}")
        try:
            done = subprocess.run([str(program), "--site", str(site), "--output-path", str(out)], capture_output=True, text=True,
                                  errors="replace", timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return {}, str(error)
        if done.returncode:
            return {}, (done.stderr or done.stdout).strip().split("\n")[-1]
        made = {place.relative_to(out).as_posix(): place.read_bytes()
                for place in sorted(out.rglob("*")) if place.is_file() and place.name.endswith(_NEEDED)}
        made[ENTRY] = _json(json.loads(made[ENTRY]))  # Pagefind lists languages in any order
        return {FOLDER + path: data for path, data in made.items()}, ""


def _hand_over(text: Content, place: str) -> None:
    """A second name for a text that is kept is quicker than a copy, where the system and the two places allow it."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if not isinstance(text, bytes):
        with contextlib.suppress(OSError):
            return os.link(text, place)
    Path(place).write_bytes(_bytes(text))


def _bytes(text: Content) -> bytes:
    return text if isinstance(text, bytes) else text.read_bytes()
