"""What the program brings with it: its own modules, the Python that pages run, coursekit, and what is said of each kind of problem."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..cache import NO_CACHE, Cache, bytes_at, of_the_program
from ..digest import digest_of, mark_of
from ..library import modules_of
from ..sources import RuntimeFile
from .walk import PACKAGE

if TYPE_CHECKING:
    from ..explanation import Explanation

VENDOR = PACKAGE / "vendor"
EXPLANATIONS = PACKAGE / "explanations"

#: Pyodide's files under the names that they have on a site: a host may not know the media type of `.mjs`.
RUNTIME_NAMES = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js", "pyodide.asm.wasm": "pyodide.asm.wasm",
                 "python_stdlib.zip": "python_stdlib.zip", "LICENSE": "LICENSE"}


def release(cache: Cache = NO_CACHE) -> str:
    """Changes with the generator and with the packages that it is made with, by which whatever it made may become another.

    It is the same on every machine. cache: see `read`.
    """
    places = _programs()
    packages = sorted(name for folder in sys.path if os.path.isdir(folder) for name in os.listdir(folder) if name.endswith(".dist-info"))

    def digest() -> str:
        return digest_of(sorted([Path(place).relative_to(PACKAGE).as_posix(), bytes_at(place)] for place in places))

    return digest_of([once(cache, "release", places, digest, _is_text), packages, sys.version])


def runtime(snapshot: bool, cache: Cache) -> tuple[dict[str, RuntimeFile], str]:
    """The files of the Python that ships, by their names on the site, and its version. Empty where it was not gathered."""
    folder = VENDOR / "pyodide"
    places = {name: folder / own for own, name in RUNTIME_NAMES.items() if (folder / own).exists()}
    kept = folder / "snapshot.bin"  # not a .gz: some servers would unpack it on the way
    if snapshot and kept.exists():
        mark = once(cache, "snapshot", [kept], lambda: mark_of(kept.read_bytes()), _is_text)
        places[f"snapshot.{mark}.bin"] = kept
    version = folder / "VERSION"
    return ({name: RuntimeFile(place, place.stat().st_size) for name, place in places.items()},
            version.read_text(encoding="utf-8").strip() if version.exists() else "unknown")


def runtime_files() -> dict[str, str]:
    """SHA-256 of each file of the Python that ships, by its path on a site."""
    files, version = runtime(True, Cache(None))
    return {f"python/{version}/{name}": hashlib.sha256(file.place.read_bytes()).hexdigest() for name, file in files.items()}


def coursekit() -> dict[str, bytes]:
    """The modules of `coursekit`, by their path in a zip."""
    spec = importlib.util.find_spec("coursekit")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return {f"coursekit/{path.relative_to(folder).as_posix()}": bytes_at(path)
            for folder in folders for path in sorted(Path(folder).rglob("*.py"))}


def modules(runtime: dict[str, RuntimeFile], coursekit: dict[str, bytes], cache: Cache) -> frozenset[str]:
    """What cells can import of the Python that ships; empty where it was not gathered, so that nothing is said to be missing."""
    library = runtime.get("python_stdlib.zip")
    if library is None:
        return frozenset()
    own = once(cache, "modules", [library.place], lambda: _modules_in(library.place), lambda kept: isinstance(kept, list) and all(map(_is_text, kept)))
    return frozenset(own) | modules_of(coursekit)


def read_explanations() -> dict[str, Explanation]:
    """What there is to say about each kind of problem, by its code, in the order of the alphabet."""
    from ..explanation import read_explanation

    return {place.stem: read_explanation(place.stem, place.read_text(encoding="utf-8")) for place in sorted(EXPLANATIONS.glob("*.md"), key=lambda place: place.stem)}


def _programs() -> list[str]:
    """Where the program's own modules stand."""
    found, folders = [], [str(PACKAGE)]
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    found.append(entry.path)
                elif entry.name != "__pycache__" and entry.path != str(VENDOR) and entry.is_dir():
                    folders.append(entry.path)
    return sorted(found)


def once(cache: Cache, what: str, places: Iterable[str | Path], work: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
    """What `work` makes of the files at `places`: kept, and not made again while none of them is touched.

    It is kept beside the program's own bytecode, for every site; in `cache` where nothing can be kept there. right: as `Cache.once` has it.
    """
    states = [os.stat(place) for place in places]
    state = digest_of([[str(place), state.st_size, state.st_mtime_ns, state.st_ino] for place, state in zip(places, states)])
    key, program = cache.key(what), of_the_program()
    for kept in (program, cache):
        match kept.get(key):
            case [before, made] if before == state and right(made):
                return made
    made = work()
    _ = program.put(key, [state, made]) or cache.put(key, [state, made])
    return made


def _is_text(kept: object) -> bool:
    return isinstance(kept, str)


def _modules_in(library: Path) -> list[str]:
    import zipfile

    with zipfile.ZipFile(library) as archive:
        return sorted(modules_of(archive.namelist()))
