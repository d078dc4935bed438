"""What stands below a folder: which files are read, and which never are."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from ..problem import Problem, warning

#: The program's own folder.
PACKAGE = Path(__file__).parent.parent


def walk(site: Path, top: str, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """Where every file below `top` stands and its path, in the order of names. Hidden files, editors' own and those of Windows are left out.

    A `Path` for each would take longer than to ask the disk for it.
    """
    inside = (site / top if top == "course" else site).resolve()  # a chapter may show and cut from what stands there
    if leads_out(site / top, site.resolve()):
        problems.append(outside(f"{top}/", "the site"))
        return
    for entry, way in _entries(str(site / top), top):
        name = entry.name
        if name[0] in ".#" or name.endswith(("~", ".swp", ".tmp", ".pyc")) or name in ("Thumbs.db", "desktop.ini"):
            continue
        path = unicodedata.normalize("NFC", f"{way}/{name}")  # macOS may take letters and their marks apart
        if entry.is_file(follow_symlinks=False):
            yield entry.path, path
            continue
        place = Path(entry.path)
        if not place.exists() and entry.is_symlink():
            problems.append(warning("dead-link", "this symbolic link leads nowhere", path=path, hint="delete it, or put its target back"))
        elif leads_out(place, inside):
            problems.append(outside(path, "`course/`" if top == "course" else "the site"))
        elif place.is_file():
            yield entry.path, path
        else:
            problems.append(no_file(path))


def _entries(folder: str, way: str) -> Iterator[tuple[os.DirEntry[str], str]]:
    """All that stands below `folder` and is no folder, with the way to where it stands: first what stands in it, then what is in its folders.

    The disk says of an entry what it is when it lists it, and need not be asked again. Symbolic links to folders are not followed.
    """
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=attrgetter("name"))
    except OSError:
        return
    folders = []
    for entry in entries:
        if _is_folder(entry):
            folders.append(entry)
        else:
            yield entry, way
    for entry in folders:
        if entry.is_dir(follow_symlinks=False) and entry.name[0] != "." and entry.name != "__pycache__":
            yield from _entries(entry.path, f"{way}/{entry.name}")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Or a symbolic link to one."""
    try:
        return entry.is_dir()
    except OSError:  # a link to itself
        return False


def paths(top: Path) -> frozenset[str]:
    """The templates and the static files below `top`, as `templates/…` and `static/…`."""
    return frozenset(path for name in ("templates", "static") for _, path in walk(top, name, []))


def theme_folder() -> Path:
    """Where `templates/` and `static/` of the theme stand: in the installed package, or at the top of a checkout."""
    packaged = PACKAGE / "theme"
    return packaged if packaged.is_dir() else PACKAGE.parent.parent


def leads_out(place: Path, inside: Path) -> bool:
    return place.is_symlink() and not Path(os.path.realpath(place)).is_relative_to(inside)  # of links in a circle `resolve` makes an error


def no_file(path: str) -> Problem:
    return Problem("unreadable", "this is a pipe, a socket or a device, and no file", path=path, hint="delete it, or put a file in its place")


def outside(path: str, what: str) -> Problem:
    return Problem("outside", f"this symbolic link leads out of {what}", path=path, hint="copy the file here instead")
