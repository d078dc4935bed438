"""Everything that a build reads, as values: what `read` hands to the pure verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

from .digest import digest_of
from .frozen import frozen
from .problem import Problem
from .source import Source

#: The folder of `static/` whose files keep their names.
ROOT = "root/"


class NoCourse(Exception):
    """There is no such course, or more than one that could be meant. The message is a sentence for the author."""


@frozen
class RuntimeFile:
    """One file of the Python that ships. size: in bytes."""

    place: Path
    size: int


@frozen
class CourseFile:
    """A picture or another file that stands beside the chapters. size: in bytes. width, height: of a picture in pixels, 0 where unknown."""

    place: Path
    size: int = 0
    width: int = 0
    height: int = 0


#: By which the disk tells that a file is as it was: empty where it cannot tell, as of what was touched just now.
State = tuple[int, ...]

#: Of a text as an earlier build read it: the digest, what was found in it, as `Source.notes` has it, and the key of its chapter.
Seen = tuple[str, Mapping[str, Any], str]

#: By the places of files their states, in this order.
Ask = Callable[[Sequence[str]], Sequence[State]]

#: By the places of the files of chapters, by their paths, what is known of those that are as they were, and the states of others: see `Stretches.seen`.
Known = Callable[[Mapping[str, str], Ask], tuple[Mapping[str, Seen], dict[str, State]]]


@frozen
class Sources:
    """All keys are POSIX paths relative to the site folder (`texts`, `files`) or to their tree (`templates`, `static`).

    folders: names of the courses' folders, the empty ones too. states: of the files
    of chapters, by their paths, but for stretches that are whole as they were; see `stretches`.
    texts: chapters, settings, glossary. files: everything else in `course/`. listings: those of them from which a chapter cuts a
    listing, as text.
    templates, static: the theme's, with the author's files over them. shipped: of files of `static`, what changes with them, so that they need not be read.
    own: the author's files of both, as `templates/…` and `static/…`. replaced: those of them that stand over one of the theme's.
    runtime: Python for the browser, by the name it has on the site. coursekit: its modules, by their path in a zip.
    modules: what cells can import from these two, by the names at the top; empty where Python was not gathered.
    languages: of each language, the catalogues of the interface's words: the one that ships, and over it the author's.
    """

    texts: Mapping[str, Source]
    files: Mapping[str, CourseFile] = field(default_factory=dict)
    listings: Mapping[str, Source] = field(default_factory=dict)
    templates: Mapping[str, str] = field(default_factory=dict)
    static: Mapping[str, bytes] = field(default_factory=dict)
    shipped: Mapping[str, str] = field(default_factory=dict)
    runtime: Mapping[str, RuntimeFile] = field(default_factory=dict)
    runtime_version: str = ""
    coursekit: Mapping[str, bytes] = field(default_factory=dict)
    modules: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    folders: frozenset[str] = frozenset()
    states: Mapping[str, State] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    replaced: frozenset[str] = frozenset()
    languages: Mapping[str, tuple[Source, ...]] = field(default_factory=dict)

    @cached_property
    def marks(self) -> dict[str, str]:
        """Of each file of `static`, what changes with it."""
        return {path: self.shipped.get(path) or digest_of(self.static[path]) for path in sorted(self.static)}

    @property
    def snapshot(self) -> str:
        """The name of the snapshot among the files of `runtime`, '' where there is none."""
        return next((name for name in self.runtime if name.startswith("snapshot.")), "")

    @property
    def root_files(self) -> dict[str, bytes]:
        """What stands at the site's root under its own name (CNAME, robots.txt, favicon.svg): the files of `static/root/`."""
        return {path.removeprefix(ROOT): self.static[path] for path in self.static if path.startswith(ROOT)}

    @property
    def page_python(self) -> dict[str, bytes]:
        """What the page's Python imports besides its library: coursekit, the prelude, and the modules beside the prelude."""
        folder = "python/"
        beside = {path.removeprefix(folder): self.static[path] for path in self.static if path.startswith(folder) and path.endswith(".py")}
        return {**self.coursekit, **beside}
