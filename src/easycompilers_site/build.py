"""The whole story on one screen: read, parse, provide, check, run, render, index, compress, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .addresses import SEARCHED
from .cache import Cache, Content, Lost
from .catalogue import Catalogues
from .check import links_to_other_hosts
from .frozen import frozen
from .index import index
from .keeping import Keeping
from .model import Course, Site
from .parse import parse
from .problem import Problem, did_you_mean, in_order
from .read import nothing_known, read, release
from .render import Renderer
from .site_files import SiteFiles
from .source import Changed
from .sources import Known, NoCourse, Sources
from .work import Work
from .write import among_sources, write

if TYPE_CHECKING:
    from .provide.own import Added
    from .run import Runner

Tell = Callable[[str], None]


@frozen
class Report:
    """problems: all of the run, sorted. pages: how many were written, 0 where nothing was."""

    problems: tuple[Problem, ...]
    pages: int = 0

    @property
    def failed(self) -> bool:
        return any(problem.is_error for problem in self.problems)


@frozen
class Inspected:
    """All that is known of a site before it is written. files: of the whole site, none where anything is wrong. texts: what a search finds in them."""

    site: Site
    sources: Sources
    problems: tuple[Problem, ...]
    files: SiteFiles = SiteFiles({})
    texts: Mapping[str, Content] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        return sum(path.endswith(".html") for path in self.files)


def build(site_folder: Path, out: Path, tell: Tell = lambda line: None, cached: bool = True, snapshot: bool = True, compressed: bool = False, jobs: int = 1) -> Report:
    """Build the site in `site_folder` into `out`, which is left as it was if anything is wrong.

    cached: use what earlier builds worked out, and keep what this one does. snapshot: see `read`. compressed: with compressed copies
    of what is text, see `compress`. jobs: how many processes may draw pages at once. The site is the same either way.
    """
    refusal = among_sources(out, site_folder)
    if compressed and refusal is None:  # what packs is imported where something is to be packed
        from .compress import lacking

        refusal = lacking()
    if refusal is not None:
        return Report((refusal,))
    cache = Cache(cache_of(site_folder) if cached else None, careful=False)
    try:
        return _built(site_folder, out, tell, cache, snapshot, compressed, jobs)
    except Lost:  # to ask for each file whether the cache has it takes longer than to be wrong once
        return _built(site_folder, out, tell, replace(cache, careful=True), snapshot, compressed, jobs)


def _built(site_folder: Path, out: Path, tell: Tell, cache: Cache, snapshot: bool, compressed: bool, jobs: int) -> Report:
    """Raises `Lost` where the cache is not careful."""
    found = inspect(site_folder, tell, cache, snapshot=snapshot, jobs=jobs)
    if not found.files:
        return Report(found.problems)
    searched, problems = index(found.texts, cache, tell, cache_of(site_folder))
    files = found.files | searched
    if compressed:
        from .compress import compress

        files |= compress(files, cache, tell)
    tell("Writing")
    refusal = write(files, out, cache)
    added = [*problems, *([refusal] if refusal else [])]
    return Report(tuple(in_order([*found.problems, *added])) if added else found.problems, 0 if refusal else found.pages)


def cache_of(site_folder: Path) -> Path:
    return site_folder / ".easycompilers" / "cache"


def check_site(site_folder: Path, tell: Tell = lambda line: None, only: str = "", external: bool = False, jobs: int = 1) -> Report:
    """Everything that `build` would say of the site, with nothing written to its output. Raises `NoCourse`.

    only: one course, by its folder's name; '' for all. jobs: see `build`. external: ask whether what links lead to on other hosts is there.
    """
    found = inspect(site_folder, tell, Cache(cache_of(site_folder), careful=False), only, jobs=jobs)
    problems = list(found.problems)
    if external:
        from .visit import visit

        links = [(href, span) for href, span in links_to_other_hosts(found.site, found.sources) if _concerns(span.source.path, only)]
        problems += visit(links, tell)
    return Report(tuple(in_order(problems)), found.pages)


def inspect(site_folder: Path, tell: Tell, cache: Cache, only: str = "", snapshot: bool = True, jobs: int = 1) -> Inspected:
    """Read, parse, provide; then each chapter by itself: check, run, render. only: leave out the cells and the problems of every other course."""
    keeping = Keeping(cache, release(cache))
    try:
        return _inspected(site_folder, tell, only, keeping, keeping.texts.seen, snapshot, jobs)
    except Changed:  # while it was being built: nothing is believed any more
        return _inspected(site_folder, tell, only, Keeping(cache, keeping.release), nothing_known, snapshot, jobs)


def _inspected(site_folder: Path, tell: Tell, only: str, keeping: Keeping, known: Known, snapshot: bool, jobs: int) -> Inspected:
    tell("Reading")
    cache = keeping.cache
    sources = read(site_folder, snapshot, cache, known)
    memory = keeping.memory()
    parsed = parse(sources, memory)
    chosen = _provided(_narrowed(parsed, sources.folders, only), sources, site_folder, tell)
    site = _widened(chosen, parsed)
    catalogues = Catalogues(sources.languages, cache)
    start = partial(_runner, site, sources, cache, catalogues)
    renderer = Renderer(site, sources, start(tell).bytecode() if any(course.wheels for course in site.courses) else {}, catalogues, replace(cache, release=keeping.release))
    work = Work(renderer, start, keeping, memory, tell)
    work.add([renderer.fault] if renderer.fault else [])
    work.chapters([(course, chapter) for course in chosen.courses for chapter in course.chapters], jobs)
    work.site()
    whole = not only and not work.failed
    keeping.save(memory, sources, whole, renderer.everything if whole and cache.folder else "", work.runs)
    problems = tuple(in_order(problem for problem in work.problems if _concerns(problem.where[0], only)))
    if any(problem.is_error for problem in problems):
        return Inspected(site, sources, problems)
    texts = work.searched | {path.removeprefix(SEARCHED): text for path, text in work.files.items() if path.startswith(SEARCHED)}
    groups = keeping.groups(work.runs, work.groups) if whole else {}
    elsewhere = {path for name, group in groups.items() if name not in work.groups for path in group.paths}
    single = {path: file for path, file in work.files.items() if not path.startswith(SEARCHED) and path not in elsewhere}
    return Inspected(site, sources, problems, SiteFiles(single, groups), texts)


def _provided(site: Site, sources: Sources, folder: Path, tell: Tell) -> Site:
    """The site with its wheels. What looks for them is imported where there are some."""
    if not any(course.packages for course in site.courses):
        return site
    from .provide import provide

    return provide(site, sources, folder, tell)


def _runner(site: Site, sources: Sources, cache: Cache, catalogues: Catalogues, tell: Tell) -> Runner:
    from .run import Runner

    return Runner(site, sources, cache, tell, catalogues=catalogues)


def _narrowed(site: Site, folders: Iterable[str], only: str) -> Site:
    """The site with the course `only` alone. Raises `NoCourse`."""
    if only and only not in folders:
        hint = did_you_mean(only, folders) or "the courses are " + ", ".join(f"`{name}`" for name in sorted(folders))
        raise NoCourse(f"There is no course `{only}`: {hint}")
    return replace(site, courses=tuple(course for course in site.courses if not only or course.folder == f"course/{only}"))


def _widened(chosen: Site, parsed: Site) -> Site:
    """`chosen` with the courses that were left out of it, since links may lead to them."""
    provided = {course.folder: course for course in chosen.courses}
    return replace(chosen, courses=tuple(provided.get(course.folder, course) for course in parsed.courses))


def _concerns(path: str, only: str) -> bool:
    """Whether a file belongs to the course `only`, or to no course."""
    parts = path.split("/")
    return not only or len(parts) < 3 or parts[0] != "course" or parts[1] == only


def lock_packages(site_folder: Path, tell: Tell, upgrade: bool = False) -> tuple[Report, tuple[Course, ...]]:
    """Write packages.lock of every course anew. The problems that prevented it, and the courses with their wheels.

    upgrade: take the newest versions that will do, where otherwise those of the old lock are kept as far as they will do.
    """
    from .provide import provide

    sources = read(site_folder)
    parsed = parse(sources)
    site = provide(parsed, sources, site_folder, tell, renew=True, upgrade=upgrade)
    problems = [problem for problem in (*sources.problems, *parsed.problems) if problem.where[0].endswith("/course.yaml")]
    return Report(tuple(in_order([*problems, *site.problems[len(parsed.problems):]]))), site.courses


def add_package(package: Path, site_folder: Path, course: str | None, tell: Tell) -> tuple[Added, Report]:
    """Build the wheel of the author's own `package`, add it to a course, and write the locks anew. Raises what `add_own` raises."""
    from .provide import add_own

    added = add_own(package, site_folder, read(site_folder).texts, course, tell)
    return added, lock_packages(site_folder, tell)[0]
