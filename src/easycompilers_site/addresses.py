"""Where everything stands on the site, and how one page links to another: the address scheme, in one place.

A page is a folder with an `index.html`; an address on the site is the path of that folder from the site's root, '' for
the root itself, always with a slash at its end. Links are relative, so that a site works below any path.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any
from unicodedata import normalize
from urllib.parse import quote, unquote

from .asked import now
from .frozen import frozen
from .model import Chapter, Course, Labelled, Part, Site, Term
from .source import beside
from .sources import CourseFile
from .words import Words

GLOSSARY, REVIEW, OFFLINE, COVERS = "glossary/", "review/", "offline/", "covers/"
SEARCHED = ":search/"  # the text of each page for the index of the search: made with the page, and no part of the site
SERVICE_WORKER = "service-worker.js"  # at the root, since it takes what stands in its own folder; never hashed, since browsers look there for a newer one
NO_WORDS = Words(())
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


def course_address(course: Course) -> str:
    return f"{course.slug}/"


def part_address(course: Course, part: Part) -> str:
    return f"{course.slug}/{part.slug}/"


def introduced_at(term: Term) -> str:
    """The id of the place in a chapter at which it introduces a term."""
    return f"dfn--{term.id}"


def page_file(address: str) -> str:
    """The file that a host serves at `address`."""
    return f"{address}index.html"


def markdown_file(address: str, chapter: Chapter) -> str:
    """The file of a chapter's plain Markdown: beside its page, with a name that says what it is once it is downloaded."""
    return f"{address}{chapter.slug}.md"


def notebook_file(address: str, chapter: Chapter) -> str:
    """The file of a chapter as a Jupyter notebook."""
    return f"{address}{chapter.slug}.ipynb"


def cover_file(address: str) -> str:
    """The picture that stands for the page at `address` where others link to it."""
    return f"{COVERS}{address}cover.png"


def root_from(address: str) -> str:
    """The way from a page to the site's root: '' or '../' once or more."""
    return "../" * address.count("/")


def relative(address: str, start: str) -> str:
    """The link from the page `start` to `address` (a page, or a file), percent-encoded."""
    return root_from(start) + quote(address) if root_from(start) + address else "./"


def is_external(href: str) -> bool:
    return bool(_SCHEME.match(href))


@frozen
class Target:
    """What a link means. kind: ``external`` ``page`` ``file`` or ``missing``.

    address: of the page or file on the site, with `#…` where there is one. problem: why it is missing, in words. known: what could be meant by
    `written`.
    """

    kind: str
    address: str = ""
    problem: str = ""
    known: Words = NO_WORDS
    written: str = ""


@frozen
class Place:
    """Where something that has a label stands. part: the number of its chapter in the course, from 1."""

    labelled: Labelled
    chapter: Chapter
    part: int


@frozen
class Addresses:
    """The addresses of a site's chapters and files. files: everything in `course/` that is not text, by its path.

    root_files: what stands at the site's root under its own name. once: gives what the first function gives, or, by the name, what it gave when nothing that any
    page may ask was another, if the second says of that that it can be so.
    """

    site: Site
    files: Mapping[str, CourseFile]
    root_files: frozenset[str] = frozenset()
    once: Callable[[str, Callable[[], list[str]], Callable[[Any], bool]], list[str]] = lambda name, make, right: make()

    @cached_property
    def chapters(self) -> dict[str, tuple[str, Chapter]]:
        """Path of a chapter's source → its address and itself."""
        return {part.source.path: (part_address(course, part), part) for course in self.site.courses for part in course.chapters}

    @cached_property
    def pages(self) -> dict[str, Chapter]:
        """Address → the chapter that stands there."""
        return dict(self.chapters.values())

    def course_of(self, source_path: str) -> Course | None:
        """The course in whose folder a file stands, None where it stands in none, as the vocabulary's does."""
        return next((course for course in self.site.courses if source_path.startswith(f"{course.folder}/")), None)

    @cached_property
    def terms(self) -> dict[str, Term]:
        """Every term by its name."""
        return {term.name: term for term in self.site.terms}

    @cached_property
    def published(self) -> frozenset[str]:
        """The files of the course folders that a text links to or shows; no other leaves the author's folder."""
        return frozenset(self.once("published", self._published, lambda kept: isinstance(kept, list) and self.files.keys() >= {*kept})) if self.files else frozenset()

    def _published(self) -> list[str]:
        terms = ((term.span.source.path, term.addresses) for term in self.site.terms)
        return sorted(self.published_by(chapter for _, chapter in self.chapters.values()) | self._among_files(terms))

    def published_by(self, chapters: Iterable[Chapter]) -> frozenset[str]:
        """The files of the course folders that these chapters link to or show."""
        return self._among_files((chapter.source.path, chapter.known.addresses) for chapter in chapters)

    def _among_files(self, named: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
        """The files that are meant. named: where addresses are written, and they."""
        names = {path.rpartition("/")[2] for path in self.files}
        written = ((normalize("NFC", unquote(href.partition("#")[0].partition("?")[0])), path) for path, addresses in named if names for href in addresses)
        places = (beside(href, path) for href, path in written if href.rpartition("/")[2] in names)
        return frozenset(place for place in places if place in self.files)

    @cached_property
    def term_names(self) -> Words:
        """What a `term` role may name."""
        return Words(name for term in self.site.terms for name in (term.name, *term.aliases))

    @cached_property
    def _known(self) -> dict[tuple[str, str], Words]:
        """What was made by `_words`."""
        return {}

    def find(self, href: str, source_path: str) -> Target:
        """What `href`, written in the file `source_path`, leads to."""
        if asked := now():
            asked.targets.add((href, source_path))
        if is_external(href):
            return Target("external", href)
        if href.startswith("/"):
            return Target("missing", problem=f"`{href}` begins at the host's root, where the site need not stand")
        path, _, fragment = (normalize("NFC", unquote(part)) for part in href.partition("#"))
        path = path.partition("?")[0]
        place = beside(path, source_path) if path else source_path
        if place in self.chapters:
            address, chapter = self.chapters[place]
            if fragment and fragment not in chapter.known.anchors:
                where = "this chapter" if not path else f"`{path}`"
                return Target("missing", problem=f"there is no heading `#{fragment}` in {where}",
                              known=self._words("heading", place), written=f"#{fragment}")
            return Target("page", address + (f"#{fragment}" if fragment else ""))
        if place in self.files:
            return Target("file", place.removeprefix("course/"))
        if not path:
            return Target("page", f"#{fragment}")
        return Target("missing", problem=f"there is no file `{path}` here", known=self._words("file", posixpath.dirname(source_path)), written=path)

    def _words(self, kind: str, place: str) -> Words:
        """What could be meant. kind: ``heading`` (of the chapter `place`), ``file`` (as seen from the folder `place`) or ``label`` (in the file `place`)."""
        if (kind, place) not in self._known:
            known = ([f"#{one}" for one in self.chapters[place][1].known.anchors] if kind == "heading"
                     else [posixpath.relpath(path, place) for path in (*self.chapters, *self.files)] if kind == "file"
                     else [label for labels in self._labels_for(place) for label in labels])
            self._known[kind, place] = Words(known)
        return self._known[kind, place]

    @cached_property
    def labels(self) -> dict[str, Mapping[str, tuple[Place, ...]]]:
        """A course's slug → all that each label of it could mean. Only headings may share one: each is reached from its own chapter."""
        return {course.slug: _by_label(course) for course in self.site.courses}

    def labelled(self, label: str, source_path: str) -> tuple[Place, ...]:
        """What `label`, written in the file `source_path`, could mean: what stands in the same chapter, else in its course.

        A definition belongs to no course, so that it may mean what stands in any.
        """
        if asked := now():
            asked.labels.add((label, source_path))
        found = [place for labels in self._labels_for(source_path) for place in labels.get(label, ())]
        return tuple(place for place in found if place.chapter.source.path == source_path) or tuple(found)

    def known_labels(self, source_path: str) -> Words:
        """The labels that a reference in the file `source_path` can name."""
        return self._words("label", source_path)

    def _labels_for(self, source_path: str) -> list[Mapping[str, tuple[Place, ...]]]:
        own = self.course_of(source_path)
        return [self.labels[course.slug] for course in ([own] if own else self.site.courses)]

    def file(self, href: str, source_path: str) -> CourseFile | None:
        """The picture or other file that `href`, written in the file `source_path`, leads to; None for anything else."""
        target = self.find(href, source_path)
        return self.files[f"course/{target.address}"] if target.kind == "file" else None

    def document(self, written: str, source_path: str) -> Target:
        """What a `doc` role names: a chapter's file, with or without its ending."""
        return self.find(written if written.endswith(".md") else f"{written}.md", source_path)

    def link(self, target: Target, start: str) -> str:
        """The href from the page `start` to a target that is not missing."""
        if target.kind == "external":
            return target.address
        address, hash_sign, fragment = target.address.partition("#")
        if address == start and hash_sign:
            return "#" + quote(fragment, safe="/:")
        return (relative(address, start) if address or not hash_sign else "") + hash_sign + quote(fragment, safe="/:")


def _by_label(course: Course) -> Mapping[str, tuple[Place, ...]]:
    found: dict[str, list[Place]] = {}
    for number, part in enumerate(course.parts, 1):
        for one in part.known.labels if isinstance(part, Chapter) else ():
            found.setdefault(one.label, []).append(Place(one, part, number))
    return {label: tuple(places) for label, places in found.items()}
