"""The whole story on one screen: read, parse, check, run, render, write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .cache import Cache
from .check import check
from .parse import parse
from .problem import Problem, in_order
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
    site = parse(sources)
    problems = check(site, sources)
    outcomes = run(site, sources, Cache(site_folder / ".easycompilers" / "cache"), tell)
    problems += outcomes.problems
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
