"""What stands below a folder: which files are read, and which never are."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ..problem import Problem, warning

#: The program's own folder.
PACKAGE = Path(__file__).parent.parent


def walk(site: Path, top: str, problems: list[Problem]) -> Iterator[tuple[Path, str]]:
    """Every file below `top` and its path, in the order of names. Hidden files, editors' own and those of Windows are left out."""
    inside = (site / top if top == "course" else site).resolve()  # a chapter may show and cut from what stands there
    if leads_out(site / top, site.resolve()):
        problems.append(outside(f"{top}/", "the site"))
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
            elif leads_out(place, inside):
                problems.append(outside(path, "`course/`" if top == "course" else "the site"))
            elif place.is_file():
                yield place, path
            elif not place.is_dir():  # a symbolic link to a folder is not followed
                problems.append(no_file(path))


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
