"""The search index: pages reduced to their text in, Pagefind's files out.

Pagefind reads every page each time. So a large site is cut into pieces, each with an index of its own that is kept by a hash of all that it was
made from, and only the pieces run in which a text has changed. They stand in one folder, and `static/search/pieces.js` asks all of them.
Of a piece that runs again Pagefind packs those fragments alone whose pages have changed (a fragment is what is shown of a page that was found).
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..cache import Blob, Cache, Content, believing, bytes_of, rows_of
from ..digest import digest_of
from ..frozen import frozen
from ..problem import Problem, warning
from ..site_files import Group, SiteFiles, group_as_json, group_from, mark_of
from .pagefind import ENTRY, FOLDER, as_json, run
from .workplace import claim, forget

Fragments = dict[str, tuple[str, Blob, int]]  # by the file of their page, the path of each on the site, what it holds, and its length in words

#: How many pages a piece has in the mean, and one of a large site. Pagefind takes 2 ms for each page of a piece, after an edit as well, and for a piece itself a
#: hundredth of a second. A reader's browser fetches for each piece a list of its pages, and about 25 kB for each word that is looked for. So pieces grow with
#: a site for a while, and then no more: what an edit costs is not to grow without end.
PIECE = 24
LARGE_PIECE = 50
#: How many pieces a site has before they become large.
PIECES = 20

#: Which of them a browser may keep for a time without a connection: all, unless they are more than a learner would want to fetch.
LIST = "files.json"
_MOST = 5_000_000  # bytes

#: The first piece of a language brings Pagefind's program for all. The others name this one, which is empty but for the sign that it is not packed.
NO_PROGRAM = "wasm.none.pagefind"

#: How a fragment begins, when it is unpacked: with the address of its page. Its length in words comes after the text, in which a quotation mark has a backslash.
_FRAGMENT = re.compile(rb'pagefind_dcd\{"url":("(?:[^"\\]|\\.)*")')
_WORDS = re.compile(rb',"word_count":(\d+)')
_OWN = (".pf_fragment", ".pf_index", ".pf_meta", ".pf_filter")
_NAME = re.escape(FOLDER) + r"fragment/[\w-]+\.pf_fragment"


@frozen
class Piece:
    """files: all but the entry; those whose names are hashes of what they hold of the pages are a group. entry: what Pagefind says of it. size: of `files`, in bytes."""

    files: SiteFiles
    entry: Mapping[str, Any]
    size: int


def index(texts: Mapping[str, Content], cache: Cache, tell: Callable[[str], None], folder: Path | None = None) -> tuple[SiteFiles, list[Problem]]:
    """The files of the index by their path on the site, and why there are none.

    texts: the HTML of each page reduced to its text, by the page's file on the site; as bytes, or as the cache holds it. folder: see `claim`.
    """
    try:
        from pagefind_bin import get_executable
    except ImportError:
        return SiteFiles({}), [_without("Pagefind is not installed", "run `pip install 'pagefind[bin]'`")]
    if not texts:
        return SiteFiles({}), []
    program = Path(get_executable())
    size = program.stat().st_size
    made: list[Piece] = []
    pieces = pieces_of(texts)
    for number, piece in enumerate(pieces, 1):
        what = "Indexing the text for search" + (f": part {number} of {len(pieces)}" if len(pieces) > 1 else "")
        found, said = _piece((program, size), piece, (number, len(pieces)), cache, folder, lambda line=what: tell(line))
        if found is None:
            return SiteFiles({}), [_without(f"Pagefind could not read the text: {said}", "everything else of the site is there; try again, or report it")]
        made.append(found)
    forget(cache, len(pieces) + 1)
    return _together(made), []


def pieces_of(texts: Mapping[str, Content]) -> list[dict[str, Content]]:
    """The pages in pieces of about the same size, each in the order of their paths. By its address a page has its piece, so that a new chapter changes one piece and
    not all that follow; but that chapter with which there is another piece changes all.
    """
    number = max(min(-(-len(texts) // PIECE), PIECES), -(-len(texts) // LARGE_PIECE))
    pieces: list[dict[str, Content]] = [{} for _ in range(number)]
    for path in sorted(texts):
        pieces[int(digest_of(path)[:8], 16) % number][path] = texts[path]
    return [piece for piece in pieces if piece]


def _piece(pagefind: tuple[Path, int], texts: Mapping[str, Content], which: tuple[int, int], cache: Cache, folder: Path | None,
           begin: Callable[[], None]) -> tuple[Piece | None, str]:
    """A piece as it is kept, or as Pagefind makes it; None and why. pagefind: the program and its size, which another release has otherwise. begin: is called
    where it has something to do."""
    program, version = pagefind
    digests = [digest_of(text) if isinstance(text, bytes) else text.digest for text in texts.values()]
    key = cache.key("search piece", version, mark_of(texts, digests))
    with believing():
        return _piece_from(cache.get(key), which[0], cache), ""
    begin()
    by_page = dict(zip(texts, digests))
    place = cache.key("fragments", version, which)
    fragments = _fragments(place, by_page, cache)
    with claim(cache, which[0], folder) as work:
        made, said = run(program, texts, {path: blob for path, blob, _ in fragments.values()}, work, cache.put_blob(b"") or b"")
        fresh = _fresh(made)
        if fragments.keys() & fresh.keys():  # names are the beginnings of hashes: two have begun alike, and Pagefind has given them out otherwise
            made, said = run(program, texts, {}, work)
            fresh = _fresh(made)
    if not made:
        return None, said
    lengths = {page: (path, words) for page, (path, _, words) in fragments.items() if path in made} | fresh
    entry = _with_lengths(bytes_of(made.pop(FOLDER + ENTRY)), lengths.values())
    size = sum(len(file) if isinstance(file, bytes) else file.size for file in made.values())
    blobs = cache.put_blobs(made)
    if blobs is None:
        return Piece(SiteFiles(made), entry, size), said
    own = rows_of({path: blob for path, blob in blobs.items() if path.endswith(_OWN)})
    kept = [group_as_json(own), rows_of({path: blob for path, blob in blobs.items() if not path.endswith(_OWN)}), entry, size]
    cache.put(key, kept)
    cache.put(place, {page: [by_page[page], path, blobs[path].digest, blobs[path].size, words] for page, (path, words) in lengths.items() if page in by_page})
    return _piece_from(kept, which[0], cache), said


def _piece_from(kept: list[Any], number: int, cache: Cache) -> Piece:
    """Raises what `believing` takes for nothing."""
    own, others, entry, size = kept
    files = cache.blobs(others)
    if not files or not isinstance(entry["languages"], dict) or not isinstance(size, int):
        raise ValueError(number)
    return Piece(SiteFiles(files, {f"search {number}": group_from(own, cache)}), entry, size)


def _fragments(place: str, marks: Mapping[str, str], cache: Cache) -> Fragments:
    """Those that were made when the piece ran last, of pages whose text is as it was."""
    found: Fragments = {}
    with believing():
        for page, (mark, path, digest, size, words) in cache.get(place).items():
            blob = cache.blob(digest, size) if marks.get(page) == mark else None
            if blob and re.fullmatch(_NAME, path):
                found[page] = path, blob, int(words)
    return found


def _fresh(made: Mapping[str, Content]) -> dict[str, tuple[str, int]]:
    """By the file of its page the path of each fragment that was made now, and its length in words."""
    found = {}
    for path, data in made.items():
        if isinstance(data, bytes) and path.endswith(".pf_fragment"):
            text = zlib.decompress(data, wbits=31)
            named, words = _FRAGMENT.match(text), _WORDS.search(text)
            address = unquote(json.loads(named[1])) if named else ""
            found[address.removeprefix("/") + ("index.html" if address.endswith("/") else "")] = path, int(words[1]) if words else 0
    return found


def _with_lengths(entry: bytes, fragments: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """Pagefind's entry with the mean length of the pages of each language in words, by which the pieces reckon as one: to ask an index for it is to fetch it whole."""
    lengths: dict[str, list[int]] = {}
    for path, words in fragments:
        lengths.setdefault(path.removeprefix(FOLDER + "fragment/").partition("_")[0], []).append(words)
    told = json.loads(entry)
    for language, found in told["languages"].items():
        found["mean_length"] = sum(lengths.get(language, ())) / found["page_count"]
    return told


def _together(pieces: list[Piece]) -> SiteFiles:
    """The files of all pieces, whose names hold hashes, with one entry that names them, and the list of what a browser may keep."""
    single: dict[str, Content] = {}
    groups: dict[str, Group] = {}
    there: set[str] = set()
    for piece in pieces:
        for name, group in piece.files.groups.items():
            if there.isdisjoint(group.paths):
                groups[name] = group
            else:  # two pieces have a file in common: it is one file
                single |= {path: file for path, file in group.make().items() if path not in there}
            there.update(group.paths)
        single |= {path: file for path, file in piece.files.single.items() if path not in there}
        there.update(piece.files.single)
    entry = pieces[0].entry
    if len(pieces) > 1:
        named = [(f"{language}-x-{number}", language, found) for number, piece in enumerate(pieces) for language, found in sorted(piece.entry["languages"].items())]
        first = {language: name for name, language, _ in reversed(named)}
        entry = {**entry, "languages": {name: found if name == first[language] else {**found, "wasm": "none"} for name, language, found in named}}
        single[FOLDER + NO_PROGRAM] = b"pagefind_dcd"
    single[FOLDER + ENTRY] = as_json(entry)
    files = SiteFiles(single, groups)
    kept = sorted(path.removeprefix(FOLDER) for path in files) if sum(piece.size for piece in pieces) <= _MOST else []
    return files | {FOLDER + LIST: as_json(kept)}


def _without(why: str, hint: str) -> Problem:
    return warning("no-search", f"the site has no search: {why}", hint=hint)
