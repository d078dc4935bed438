"""Rules about addresses: nothing of the site may stand where something else does, or outside the site."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..addresses import GLOSSARY, OFFLINE, REVIEW, SERVICE_WORKER, Addresses, course_address, notebook_file, page_file, part_address
from ..late import late
from ..model import Site
from ..problem import Problem, warning
from ..source import Span

#: First folders of the site that are ours.
RESERVED = ("assets", "python", "glossary", "review", "search", "offline", "covers")

_DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9]|lpt[1-9])$")
_ALIAS = late(r"[\w-]+(/[\w-]+)*/?$")


def aliases(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """An old address stays within its course: words parted by slashes, no dots."""
    for _, chapter in addresses.chapters.values():
        for alias, span in chapter.aliases:
            if not _ALIAS.match(alias):
                yield Problem("bad-alias", f"`{alias}` cannot be an old address of this chapter", span,
                              "write the part of the address after the course, as in `layer-norm`")


def taken(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """Two pages, or a page and a file, with one address."""
    owners: dict[str, str] = {"index.html": "the courses page", "404.html": "the page for what is not found",
                               page_file(REVIEW): "the review page", page_file(OFFLINE): "the page for what is not kept", SERVICE_WORKER: "the service worker"}
    if site.terms:
        owners[page_file(GLOSSARY)] = "the glossary"
    for place, name, span in _claims(site, addresses):
        first = owners.setdefault(place.casefold(), name)
        if first != name:
            yield Problem("address-twice", f"{name} would stand where {first} stands, at `{place}`", span, "rename one of the two",
                          path=name if span is None else "")
    kept = {*RESERVED, *(course.slug.casefold() for course in site.courses)}
    for name in sorted(addresses.root_files):
        if name.split("/")[0].casefold() in kept:
            yield Problem("reserved", f"`{name.split('/')[0]}/` is a folder of the site itself, where nothing else can be put", path=f"static/root/{name}",
                          hint="give it another name")
    for course in site.courses:
        if course.slug in RESERVED:
            yield Problem("reserved", f"a course cannot be called `{course.slug}`: the site keeps that folder for itself", course.span,
                          "rename the course's folder")


def windows_names(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """A page is a folder, and Windows gives some names to devices only."""
    for course in site.courses:
        for name, path in ((course.slug, f"{course.folder}/"), *((chapter.slug, chapter.source.path) for chapter in course.chapters)):
            if _DEVICE.match(name):
                yield warning("windows-name", f"Windows cannot make the folder `{name}`, in which this would stand on the site", path=path,
                              hint="rename it if the site is built or unpacked on Windows")


def _claims(site: Site, addresses: Addresses) -> Iterator[tuple[str, str, Span | None]]:
    """What stands where: its file on the site, what it is called, and where it comes from."""
    for course in site.courses:
        yield page_file(course_address(course)), f"the course in {course.folder}/", course.span
        for chapter in course.chapters:
            here = part_address(course, chapter)
            yield page_file(here), chapter.source.path, chapter.span
            yield notebook_file(here, chapter), f"the notebook of {chapter.source.path}", chapter.span
        for chapter in course.chapters:
            for alias, span in chapter.aliases:
                if _ALIAS.match(alias):
                    yield page_file(f"{course.slug}/{alias.strip('/')}/"), f"the old address `{alias}` of {chapter.source.path}", span
    for path in sorted(addresses.published):
        place = path.removeprefix("course/")
        yield place, path, None
        yield page_file(f"{place}/"), path, None  # where a file stands there can be no folder
    for name in sorted(addresses.root_files):
        yield name, f"static/root/{name}", None
