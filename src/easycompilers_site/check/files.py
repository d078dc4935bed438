"""Rules about the files that stand beside the chapters: each is used, or named so that it need not be."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from ..addresses import Addresses
from ..model import Site
from ..problem import Problem, warning
from ..sources import Sources

#: What stands in a folder of sources, for people or for programs, and is meant for no page.
_FOR_PEOPLE = ("readme", "licence", "license", "copying", "authors", "makefile")
_PACKAGES = ("pyproject.toml", "setup.py", "setup.cfg", "meson.build")


def unused(site: Site, sources: Sources, addresses: Addresses) -> Iterator[Problem]:
    """A file that nothing shows, links to, cuts a listing from or installs. Those that only a draft uses are used."""
    if not addresses.files:
        return
    used = {*addresses.published, *addresses.published_by(site.aside), *sources.listings, *(package.wheel for course in site.courses for package in course.packages)}
    packages = tuple(f"{posixpath.dirname(path)}/" for path in addresses.files if posixpath.basename(path) in _PACKAGES)
    for path in sorted(addresses.files.keys() - used):
        if not path.startswith(packages) and not _kept_aside(path):
            yield warning("unreferenced-file", "nothing shows this file or links to it, so that it is not published", path=path,
                          hint="show it, link to it, or delete it; a name that begins with `_` says that it is for you alone")


def _kept_aside(path: str) -> bool:
    parts = path.split("/")[1:]
    return any(part.startswith("_") for part in parts) or parts[-1].lower().split(".")[0] in _FOR_PEOPLE
