"""The files of a site in, compressed copies of those that are text out: `page.html.br` and `page.html.gz` beside `page.html`.

A server that looks for them (Caddy, nginx, GitLab Pages) sends them as they are, and compresses nothing itself. Brotli and Zopfli pack as
tightly as they can, which takes long, so that a copy is kept by a hash of what it was made from. The same file gives the same bytes on
every machine: neither writes a time, and both bring their own code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from .cache import Blob, Cache, Content, bytes_of
from .digest import digest_of
from .problem import Problem

#: What is text, or packs like it. Pictures, fonts and the index of the search are packed already.
ENDINGS = (".css", ".csv", ".html", ".ipynb", ".js", ".json", ".map", ".md", ".mjs", ".py", ".svg", ".txt", ".wasm", ".webmanifest", ".xml")
LEAST = 1024  # bytes of a file: a smaller one goes in one packet anyway
PAYS = 0.9  # what a copy may have of the file's size, at most
LARGE = 500_000  # bytes from which Zopfli tries less often: it would take minutes


def lacking() -> Problem | None:
    """What is wrong where the packages are not installed that do it."""
    try:
        import brotli  # noqa: F401
        import zopfli.gzip  # noqa: F401
    except ImportError as error:
        return Problem("no-compression", f"nothing can be compressed: {error.name} is not installed", hint="run `pip install 'easycompilers-site[compress]'`")
    return None


def compress(files: Mapping[str, Content], cache: Cache, tell: Callable[[str], None]) -> dict[str, Content]:
    """The copies, by their paths on the site. A copy that saves little is left out, and one where the site has another file."""
    from concurrent.futures import ThreadPoolExecutor

    chosen = [(path, file) for path, file in files.items() if path.lower().endswith(ENDINGS)]
    tell("Compressing")
    with ThreadPoolExecutor() as workers:  # both let others work while they do
        made = list(workers.map(partial(_copies, cache), chosen))
    return {path: copy for copies in made for path, copy in copies if path not in files}


def _copies(cache: Cache, named: tuple[str, Content]) -> Iterable[tuple[str, Content]]:
    path, file = named
    if not isinstance(file, (bytes, Blob)):
        file = file.read_bytes()
    size, digest = (file.size, file.digest) if isinstance(file, Blob) else (len(file), digest_of(file))
    if size < LEAST:
        return []
    return [(path + ending, copy) for ending, name, pack in _ways() if (copy := _copy(file, cache, cache.key("compressed", name, digest), pack))]


def _ways() -> list[tuple[str, str, Callable[[bytes], bytes]]]:
    """Ending, what a copy is known by, and what makes it."""
    import brotli
    from zopfli.gzip import compress as zopfli

    def gzip(content: bytes) -> bytes:
        return zopfli(content, numiterations=15 if len(content) < LARGE else 1)

    return [(".br", f"brotli {brotli.__version__}", partial(brotli.compress, quality=11)), (".gz", "zopfli 15 1", gzip)]


def _copy(file: bytes | Blob, cache: Cache, key: str, pack: Callable[[bytes], bytes]) -> Content | None:
    """The copy, made now or found in the cache; None where it does not pay."""
    match cache.get(key):
        case []:
            return None
        case [str(digest), int(size)] if place := cache.blob(digest, size):
            return place
    content = bytes_of(file)
    copy = pack(content)
    if len(copy) > PAYS * len(content):
        cache.put(key, [])
        return None
    place = cache.put_blob(copy)
    cache.put(key, [digest_of(copy), len(copy)])
    return place or copy
