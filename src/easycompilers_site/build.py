"""The whole story on one screen: read, parse, provide, check, run, render, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .cache import Cache
from .check import check
from .model import Course
from .parse import parse
from .problem import Problem, in_order
from .provide import add_own, provide
from .provide.own import Added
from .read import read
from .render import render
from .run import run
from .write import write


@dataclass(frozen=True)
class Report:
    """problems: all of the run, sorted. pages: how many were written, 0 where nothing was."""

    problems: tuple[Problem, ...]
    pages: int = 0

    @property
    def failed(self) -> bool:
        return any(problem.is_error for problem in self.problems)


def build(site_folder: Path, out: Path, tell: Callable[[str], None] = lambda line: None) -> Report:
    """Build the site in `site_folder` into `out`, which is left as it was if anything is wrong."""
    tell("Reading")
    sources = read(site_folder)
    site = provide(parse(sources), sources, site_folder, tell)
    problems = check(site, sources)
    outcomes = run(site, sources, Cache(site_folder / ".easycompilers" / "cache"), tell)
    problems += untold(outcomes.problems, problems)
    if not any(problem.is_error for problem in problems):
        tell("Drawing pages")
        rendered = render(site, outcomes, sources)
        problems += rendered.problems
        if not rendered.problems:
            tell("Writing")
            refusal = write(rendered.files, out)
            if refusal is None:
                return Report(tuple(in_order(problems)), sum(path.endswith(".html") for path in rendered.files))
            problems.append(refusal)
    return Report(tuple(in_order(problems)))


def untold(found: Iterable[Problem], told: Iterable[Problem]) -> list[Problem]:
    """What running found, without the imports that `check` found already: the cell stops at the same line."""
    lines = {problem.where[:2] for problem in told if problem.code == "unknown-import"}
    return [problem for problem in found if problem.where[:2] not in lines]


def lock_packages(site_folder: Path, tell: Callable[[str], None], upgrade: bool = False) -> tuple[Report, tuple[Course, ...]]:
    """Write packages.lock of every course anew. The problems that prevented it, and the courses with their wheels.

    upgrade: take the newest versions that will do, where otherwise those of the old lock are kept as far as they will do.
    """
    sources = read(site_folder)
    parsed = parse(sources)
    site = provide(parsed, sources, site_folder, tell, renew=True, upgrade=upgrade)
    problems = [problem for problem in (*sources.problems, *parsed.problems) if problem.where[0].endswith("/course.yaml")]
    return Report(tuple(in_order([*problems, *site.problems[len(parsed.problems):]]))), site.courses


def add_package(package: Path, site_folder: Path, course: str | None, tell: Callable[[str], None]) -> tuple[Added, Report]:
    """Build the wheel of the author's own `package`, add it to a course, and write the locks anew. Raises what `add_own` raises."""
    added = add_own(package, site_folder, read(site_folder).texts, course, tell)
    return added, lock_packages(site_folder, tell)[0]
