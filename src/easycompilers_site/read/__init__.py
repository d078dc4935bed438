"""The in-door: the author's folder, the theme and the shipped Python, as values."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from ..cache import NO_CACHE, Cache
from ..markdown import included
from ..problem import Problem, warning
from ..source import Source, Unread
from ..sources import Ask, CourseFile, Known, Seen, Sources, State
from .program import EXPLANATIONS, VENDOR, coursekit, modules, read_explanations, release, runtime, runtime_files
from .texts import again, listings, read_text, states_of
from .theme import languages, static, templates
from .walk import PACKAGE, leads_out, outside, paths, theme_folder, walk

__all__ = ["EXPLANATIONS", "PACKAGE", "VENDOR", "nothing_known", "read", "read_explanations", "release", "reread", "runtime_files", "theme_folder"]

#: What was touched this short a time ago may be touched again without a sign: the times of some disks have whole seconds.
_TICK = 2_000_000_000  # nanoseconds

_SETTINGS = ("site.yaml", "course.yaml", "packages.lock")


def nothing_known(places: Mapping[str, str], ask: Ask) -> tuple[Mapping[str, Seen], dict[str, State]]:
    """As where nothing was built before; see `sources.Known`."""
    return {}, dict(zip(places, ask([*places.values()])))


def read(site: Path, snapshot: bool = True, cache: Cache = NO_CACHE, known: Known = nothing_known) -> Sources:
    """Everything that a build of the folder `site` needs. What cannot be read is a problem; the rest is read all the same.

    snapshot: whether Python may start from the memory that was kept at package build. cache: remembers what was read in large files of
    the package, while nobody touches them. known: gives those chapters whose files are as they were when they were read before: these are not read again.
    """
    problems: list[Problem] = []
    texts, states, files = _course(site, known, problems)
    _glossary(site, texts, problems)
    folders = frozenset(place.name for place in (site / "course").iterdir() if place.is_dir() and place.name[0] != ".") if (site / "course").is_dir() else frozenset()
    theme = theme_folder()
    own = paths(site) if site.resolve() != theme.resolve() else frozenset()
    python, version = runtime(snapshot, cache)
    kit = coursekit()
    scripts, marks = static(theme, site, problems, cache)
    return Sources(
        texts=texts, files=files, listings=listings(texts, files), folders=folders, templates=templates(theme, site, problems),
        static=scripts, shipped=marks, runtime=python, runtime_version=version, coursekit=kit, modules=modules(python, kit, cache),
        languages=languages(site, problems), problems=tuple(problems), own=own, replaced=own & paths(theme) if own else own, states=states,
    )


def _course(site: Path, known: Known, problems: list[Problem]) -> tuple[dict[str, Source], dict[str, State], dict[str, CourseFile]]:
    """What stands in `course/`: texts, the states of the chapters' files, other files; by their paths."""
    texts: dict[str, Source] = {}
    files: dict[str, CourseFile] = {}
    found = [*walk(site, "course", problems)]
    chapters = {path: place for place, path in found if path.endswith(".md") and _is_text(path)}
    settled = time.time_ns() - _TICK
    seen, states = known(chapters, states_of)
    for place, path in found:
        if path in seen:
            texts[path] = Unread(path, *seen[path], again, place)
        elif _is_text(path):
            if states.get(path) and max(states[path][1:3]) >= settled:
                states[path] = ()
            read_text(place, path, texts, problems)
        elif path.lower().endswith((".md", ".markdown", ".mdown")):
            problems.append(warning("not-a-chapter", "this file is not read: a chapter stands right in a course's folder and ends in `.md`",
                                    path=path, hint="move it to `course/NAME/NN-title.md`, or give it another ending"))
        else:
            files[path] = _file(Path(place), path, problems)
    return texts, states, files


def _glossary(site: Path, texts: dict[str, Source], problems: list[Problem]) -> None:
    """The vocabulary, and what looks like it or like settings and is called otherwise."""
    if leads_out(site / "glossary.yaml", site.resolve()):
        problems.append(outside("glossary.yaml", "the site"))
    elif (site / "glossary.yaml").exists():
        read_text(site / "glossary.yaml", "glossary.yaml", texts, problems)
    for name in ("glossary.yml", "Glossary.yaml", "Glossary.yml", "course/site.yml"):
        right = name.lower().replace(".yml", ".yaml")
        if (site / name).exists() and not (site / right).exists():
            problems.append(warning("not-read", "this file is not read", path=name, hint=f"rename it to `{right}`"))


def reread(before: Sources, site: Path, changed: Collection[Path], snapshot: bool = True) -> Sources:
    """`before` with the texts at the places `changed` read anew; everything, where more may be another than words of texts that are known.

    changed: none where anything may have changed. snapshot: see `read`.
    """
    saved = {place.relative_to(site).as_posix() for place in changed if place.is_relative_to(site)}
    texts, problems = dict(before.texts), []
    for path in saved & texts.keys():
        read_text(site / path, path, texts, problems)
    alike = all(included(texts[path]) == included(before.texts[path]) for path in saved & texts.keys())
    if not changed or problems or before.problems or not alike or not saved <= texts.keys() or saved & before.listings.keys():
        return read(site, snapshot)
    return replace(before, texts=texts, states={})


def _is_text(path: str) -> bool:
    """Chapters stand right in a course's folder, settings there or in `course/`."""
    depth = path.count("/")
    return depth == 2 if path.endswith(".md") else depth in (1, 2) and path.rpartition("/")[2] in _SETTINGS


def _file(place: Path, path: str, problems: list[Problem]) -> CourseFile:
    from ..pictures import ENDINGS, size_of

    if not place.name.lower().endswith(ENDINGS):
        return CourseFile(place, place.stat().st_size)
    try:
        with place.open("rb") as picture:
            return CourseFile(place, place.stat().st_size, *size_of(picture))
    except OSError as error:
        problems.append(Problem("unreadable", f"this file cannot be read: {error.strerror}", path=path, hint="look at its permissions"))
        return CourseFile(place)
