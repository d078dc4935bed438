"""The in-door: the author's folder, the theme and the shipped Python, as values."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import stat
import sys
import time
import unicodedata
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .cache import NO_CACHE, Cache
from .digest import digest_of, mark_of
from .explanation import Explanation, read_explanation
from .library import modules_of
from .limits import MOST_BYTES, MOST_OF_THE_THEME
from .markdown import included
from .pictures import ENDINGS, size_of
from .problem import Problem, warning
from .source import Source, Unread
from .sources import ROOT, CourseFile, RuntimeFile, Seen, Sources

PACKAGE = Path(__file__).parent
VENDOR = PACKAGE / "vendor"
EXPLANATIONS = PACKAGE / "explanations"
LANGUAGES = "languages"  # the folder of catalogues, in the package and beside an author's site
BUNDLES = ("editor", "rich")  # folders of static/ whose scripts are bundled at package build

#: Pyodide's files under the names that they have on a site: a host may not know the media type of `.mjs`.
RUNTIME_NAMES = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js", "pyodide.asm.wasm": "pyodide.asm.wasm",
                 "python_stdlib.zip": "python_stdlib.zip", "LICENSE": "LICENSE"}

#: What was touched this short a time ago may be touched again without a sign: the times of some disks have whole seconds.
_TICK = 2_000_000_000  # nanoseconds

_SETTINGS = ("site.yaml", "course.yaml", "packages.lock")


def read(site: Path, snapshot: bool = True, cache: Cache = NO_CACHE, known: Mapping[str, Seen] = MappingProxyType({})) -> Sources:
    """Everything that a build of the folder `site` needs. What cannot be read is a problem; the rest is read all the same.

    snapshot: whether Python may start from the memory that was kept at package build. cache: remembers what was read in large files of
    the package, while nobody touches them. known: chapters that were read before, by their paths; those whose files nobody has touched are not read again.
    """
    texts: dict[str, Source] = {}
    states: dict[str, list[int]] = {}
    settled = time.time_ns() - _TICK
    files: dict[str, CourseFile] = {}
    problems: list[Problem] = []
    for place, path in _walk(site, "course", problems):
        if _is_text(path):
            state = _state(place) if path.endswith(".md") else []
            seen = known.get(path)
            if seen and seen.state == state:
                texts[path] = Unread(path, seen.digest, seen.notes, partial(_again, place))
            else:
                _read_text(place, path, texts, problems)
            if state and max(state[1:3]) < settled:
                states[path] = state
        elif path.lower().endswith((".md", ".markdown", ".mdown")):
            problems.append(warning("not-a-chapter", "this file is not read: a chapter stands right in a course's folder and ends in `.md`",
                                    path=path, hint="move it to `course/NAME/NN-title.md`, or give it another ending"))
        else:
            files[path] = _file(place, path, problems)
    if _leads_out(site / "glossary.yaml", site.resolve()):
        problems.append(_outside("glossary.yaml", "the site"))
    elif (site / "glossary.yaml").exists():
        _read_text(site / "glossary.yaml", "glossary.yaml", texts, problems)
    for name in ("glossary.yml", "Glossary.yaml", "Glossary.yml", "course/site.yml"):
        right = name.lower().replace(".yml", ".yaml")
        if (site / name).exists() and not (site / right).exists():
            problems.append(warning("not-read", "this file is not read", path=name, hint=f"rename it to `{right}`"))
    folders = frozenset(place.name for place in (site / "course").iterdir() if place.is_dir() and place.name[0] != ".") if (site / "course").is_dir() else frozenset()
    theme = theme_folder()
    own = _paths(site) if site.resolve() != theme.resolve() else frozenset()
    runtime, version = _runtime(snapshot, cache)
    coursekit = _coursekit()
    languages = _languages(site, problems)
    return Sources(
        texts=texts, files=files, listings=_listings(texts, files), folders=folders, templates=_templates(theme, site, problems),
        static=_static(theme, site, problems), runtime=runtime, runtime_version=version, coursekit=coursekit, modules=_modules(runtime, coursekit, cache),
        problems=tuple(problems), own=own, replaced=own & _paths(theme) if own else own, languages=languages, states=states,
    )


def reread(before: Sources, site: Path, changed: Collection[Path], snapshot: bool = True) -> Sources:
    """`before` with the texts at the places `changed` read anew; everything, where more may be another than words of texts that are known.

    changed: none where anything may have changed. snapshot: see `read`.
    """
    paths = {place.relative_to(site).as_posix() for place in changed if place.is_relative_to(site)}
    texts, problems = dict(before.texts), []
    for path in paths & texts.keys():
        _read_text(site / path, path, texts, problems)
    alike = all(included(texts[path]) == included(before.texts[path]) for path in paths & texts.keys())
    if not changed or problems or before.problems or not alike or not paths <= texts.keys() or paths & before.listings.keys():
        return read(site, snapshot)
    return replace(before, texts=texts, states={})


def release(cache: Cache = NO_CACHE) -> str:
    """Changes with the generator and with the packages that it is made with, by which whatever it made may become another.

    It is the same on every machine. cache: see `read`.
    """
    places = _programs()
    packages = sorted(name for folder in sys.path if os.path.isdir(folder) for name in os.listdir(folder) if name.endswith(".dist-info"))

    def digest() -> str:
        return digest_of([[place.relative_to(PACKAGE).as_posix(), place.read_bytes()] for place in places])

    return digest_of([_once(cache, "release", places, digest), packages, sys.version])


def _programs() -> list[Path]:
    """The program's own modules."""
    found = []
    for folder, subfolders, names in os.walk(PACKAGE):
        subfolders[:] = [name for name in subfolders if Path(folder, name) != VENDOR]
        found += [Path(folder, name) for name in names if name.endswith(".py")]
    return sorted(found)


def _once(cache: Cache, what: str, places: Iterable[Path], work: Callable[[], Any]) -> Any:
    """What `work` makes of the files at `places`: kept, and not made again while none of them is touched."""
    states = [place.stat() for place in places]
    key = cache.key(what, [[str(place), state.st_size, state.st_mtime_ns, state.st_ino] for place, state in zip(places, states)])
    made = cache.get(key)
    if made is None:
        made = work()
        cache.put(key, made)
    return made


def theme_folder() -> Path:
    """Where `templates/` and `static/` of the theme stand: in the installed package, or at the top of a checkout."""
    packaged = PACKAGE / "theme"
    return packaged if packaged.is_dir() else PACKAGE.parent.parent


def _is_text(path: str) -> bool:
    """Chapters stand right in a course's folder, settings there or in `course/`."""
    parts = path.split("/")
    if parts[-1] in _SETTINGS:
        return len(parts) in (2, 3)
    return len(parts) == 3 and path.endswith(".md")


def _walk(site: Path, top: str, problems: list[Problem]) -> Iterator[tuple[Path, str]]:
    """Every file below `top` and its path, in the order of names. Hidden files, editors' own and those of Windows are left out."""
    inside = (site / top if top == "course" else site).resolve()  # a chapter may show and cut from what stands there
    if _leads_out(site / top, site.resolve()):
        problems.append(_outside(f"{top}/", "the site"))
        return
    for folder, subfolders, names in os.walk(site / top):
        way = Path(folder).relative_to(site).as_posix()
        subfolders[:] = sorted(name for name in subfolders if name[0] != "." and name != "__pycache__")
        for name in sorted(names):
            if name[0] in ".#" or name.endswith(("~", ".swp", ".tmp", ".pyc")) or name in ("Thumbs.db", "desktop.ini"):
                continue
            place = Path(folder, name)
            path = unicodedata.normalize("NFC", f"{way}/{name}")  # macOS may take letters and their marks apart
            if not place.is_symlink() and place.is_file():
                yield place, path
            elif not place.exists() and place.is_symlink():
                problems.append(warning("dead-link", "this symbolic link leads nowhere", path=path, hint="delete it, or put its target back"))
            elif _leads_out(place, inside):
                problems.append(_outside(path, "`course/`" if top == "course" else "the site"))
            elif place.is_file():
                yield place, path
            elif not place.is_dir():  # a symbolic link to a folder is not followed
                problems.append(_no_file(path))


def _leads_out(place: Path, inside: Path) -> bool:
    return place.is_symlink() and not Path(os.path.realpath(place)).is_relative_to(inside)  # of links in a circle `resolve` makes an error


def _no_file(path: str) -> Problem:
    return Problem("unreadable", "this is a pipe, a socket or a device, and no file", path=path, hint="delete it, or put a file in its place")


def _outside(path: str, what: str) -> Problem:
    return Problem("outside", f"this symbolic link leads out of {what}", path=path, hint="copy the file here instead")


def _read_text(place: Path, path: str, texts: dict[str, Source], problems: list[Problem]) -> None:
    try:
        state = place.stat()
        if not stat.S_ISREG(state.st_mode):  # of a pipe nothing may ever come
            problems.append(_no_file(path))
            return
        if state.st_size > MOST_BYTES:
            problems.append(_too_large(path, state.st_size, MOST_BYTES))
            return
        data = place.read_bytes()
    except OSError as error:
        problems.append(Problem("unreadable", f"this file cannot be read: {error.strerror}", path=path, hint="look at its permissions"))
        return
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.append(_not_utf_8(data, path, error))
        return
    texts[path] = Source(path, _lines(text))


def _state(place: Path) -> list[int]:
    """Another whenever the file is written to, or another is put in its place: size, times of its bytes and of its entry in nanoseconds, number on the disk."""
    try:
        found = os.stat(place)
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def _again(place: Path) -> str:
    """The text of a chapter that could be read before; '' where it cannot be read any more."""
    try:
        return _lines(place.read_bytes().decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return ""


def _too_large(path: str, size: int, most: int) -> Problem:
    return Problem("too-large", f"this file is {size:,} bytes long, and at most {most:,} of one are read", path=path,
                   hint="divide it, or put it beside the chapters and link to it: what is offered for download may be of any size")


def _file(place: Path, path: str, problems: list[Problem]) -> CourseFile:
    if not place.name.lower().endswith(ENDINGS):
        return CourseFile(place, place.stat().st_size)
    try:
        with place.open("rb") as picture:
            return CourseFile(place, place.stat().st_size, *size_of(picture))
    except OSError as error:
        problems.append(Problem("unreadable", f"this file cannot be read: {error.strerror}", path=path, hint="look at its permissions"))
        return CourseFile(place)


def _listings(texts: dict[str, Source], files: dict[str, CourseFile]) -> dict[str, Source]:
    """The files from which chapters cut listings. One that is not there, or no text, is for `parse` to say, at the chapter's own line."""
    found: dict[str, Source] = {}
    for path in sorted({path for source in texts.values() for path in included(source)}):
        if path in texts:
            found[path] = texts[path]
        elif path in files:
            _read_text(files[path].place, path, found, [])
    return found


def _not_utf_8(data: bytes, path: str, error: UnicodeDecodeError) -> Problem:
    shown = Source(path, _lines(data.decode("utf-8", "replace")))
    line = data.count(b"\n", 0, error.start) + 1
    column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")) + 1
    return Problem("not-utf-8", f"this file is not UTF-8: byte 0x{data[error.start]:02x} on line {line} belongs to another encoding",
                   shown.span(line, column, 1), "save it as UTF-8 in your editor")


def _lines(text: str) -> str:
    return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).removeprefix("\ufeff")


def _templates(theme: Path, site: Path, problems: list[Problem]) -> dict[str, str]:
    """By name; the theme's own stand at `theme/…` as well, so that an author's template can extend the one that it replaces."""
    found = {name: _decoded(data, f"templates/{name}", problems) for name, data in _trees(theme, site, "templates", problems).items()}
    return found | {f"theme/{name}": data.decode("utf-8") for name, data in _trees(theme, theme, "templates", []).items()}


def _decoded(data: bytes, path: str, problems: list[Problem]) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.append(_not_utf_8(data, path, error))
        return data.decode("utf-8", "replace")


def _trees(theme: Path, site: Path, name: str, problems: list[Problem]) -> dict[str, bytes]:
    """The files below the folder `name` of the theme, and over them those of the author."""
    found: dict[str, bytes] = {}
    written: dict[str, str] = {}
    for top in dict.fromkeys((theme.resolve(), site.resolve())):
        for place, path in _walk(top, name, [] if top == theme.resolve() else problems):
            other = written.setdefault(path.casefold(), path)
            if other != path:
                problems.append(Problem("same-but-for-case", f"this file's name differs from {other} by capitals alone", path=path,
                                        hint="write it as that one to replace it, or give it another name"))
            if (size := place.stat().st_size) > MOST_OF_THE_THEME:
                problems.append(_too_large(path, size, MOST_OF_THE_THEME))
            else:
                found[path.removeprefix(f"{name}/")] = place.read_bytes()
    return found


def _languages(site: Path, problems: list[Problem]) -> dict[str, tuple[Source, ...]]:
    """The catalogues that ship and those of the author, by the languages that name their files."""
    texts: dict[str, Source] = {}
    found: dict[str, tuple[Source, ...]] = {}
    for top, start in ((PACKAGE, "easycompilers_site/"), (site, "")):
        for place, path in _walk(top, LANGUAGES, problems):
            if place.parent == top / LANGUAGES and place.suffix == ".po":
                _read_text(place, start + path, texts, problems)
                if start + path in texts:
                    found[place.stem] = (*found.get(place.stem, ()), texts[start + path])
    return found


def _paths(top: Path) -> frozenset[str]:
    """The templates and the static files below `top`, as `templates/…` and `static/…`."""
    return frozenset(path for name in ("templates", "static") for _, path in _walk(top, name, []))


def _static(theme: Path, site: Path, problems: list[Problem]) -> dict[str, bytes]:
    """Scripts and styles. Of what is bundled (hatch_build.py) the bundle, not the source from which it was made."""
    found = {path: data for path, data in _trees(theme, site, "static", problems).items() if path.split("/")[0] not in BUNDLES}
    for path, data in found.items():
        if path.endswith((".js", ".css", ".py")) and not path.startswith(ROOT):
            found[path] = _decoded(data, f"static/{path}", problems).encode("utf-8")
    bundled = [f"{name}/{file}" for name in BUNDLES for file in (f"{name}.js", "LICENSES.txt")]
    fonts = {f"fonts/{place.name}": place.read_bytes() for place in sorted((VENDOR / "fonts").glob("*"))}
    return fonts | found | {path: (VENDOR / path).read_bytes() for path in bundled if (VENDOR / path).exists()}


def _runtime(snapshot: bool, cache: Cache) -> tuple[dict[str, RuntimeFile], str]:
    """The files of the Python that ships, by their names on the site, and its version. Empty where it was not gathered."""
    folder = VENDOR / "pyodide"
    places = {name: folder / own for own, name in RUNTIME_NAMES.items() if (folder / own).exists()}
    kept = folder / "snapshot.bin"  # not a .gz: some servers would unpack it on the way
    if snapshot and kept.exists():
        mark = _once(cache, "snapshot", [kept], lambda: mark_of(kept.read_bytes()))
        places[f"snapshot.{mark}.bin"] = kept
    version = folder / "VERSION"
    return ({name: RuntimeFile(place, place.stat().st_size) for name, place in places.items()},
            version.read_text(encoding="utf-8").strip() if version.exists() else "unknown")


def runtime_files() -> dict[str, str]:
    """SHA-256 of each file of the Python that ships, by its path on a site."""
    files, version = _runtime(True, Cache(None))
    return {f"python/{version}/{name}": hashlib.sha256(file.place.read_bytes()).hexdigest() for name, file in files.items()}


def _coursekit() -> dict[str, bytes]:
    """The modules of `coursekit`, by their path in a zip."""
    spec = importlib.util.find_spec("coursekit")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return {f"coursekit/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for folder in folders for path in sorted(Path(folder).rglob("*.py"))}


def _modules(runtime: dict[str, RuntimeFile], coursekit: dict[str, bytes], cache: Cache) -> frozenset[str]:
    """What cells can import of the Python that ships; empty where it was not gathered, so that nothing is said to be missing."""
    library = runtime.get("python_stdlib.zip")
    if library is None:
        return frozenset()
    return frozenset(_once(cache, "modules", [library.place], lambda: _modules_in(library.place))) | modules_of(coursekit)


def _modules_in(library: Path) -> list[str]:
    with zipfile.ZipFile(library) as archive:
        return sorted(modules_of(archive.namelist()))


def read_explanations() -> dict[str, Explanation]:
    """What there is to say about each kind of problem, by its code, in the order of the alphabet."""
    return {place.stem: read_explanation(place.stem, place.read_text(encoding="utf-8")) for place in sorted(EXPLANATIONS.glob("*.md"), key=lambda place: place.stem)}
