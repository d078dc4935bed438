"""Every cell, check, answer and mistake of a site, each chapter in an interpreter of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from ..bundle import zip_of
from ..cache import Cache
from ..imports import modules_in
from ..model import Outcome, Outcomes, Site
from ..problem import Problem, in_order
from ..pyodide_lock import closure
from ..sources import Sources
from ..wheel import Wheel
from .bytecode import bytecode_of
from .plan import Job, jobs_of
from .record import Result, from_json, to_json
from .session import RuntimeMissing, Session, WheelUnusable
from .verdict import problems_of, wheel_unusable


def run(site: Site, sources: Sources, cache: Cache, tell: Callable[[str], None]) -> Outcomes:
    """The outcomes of all cells, worked out now or found in `cache`, and what they show to be wrong.

    tell: is given a line whenever something that takes long begins.
    """
    bundle = zip_of(sources.page_python)
    start = sources.static.get("python/start.js", b"").decode("utf-8")
    by_place: dict[str, Outcome] = {}
    bytecode: dict[str, Mapping[str, bytes]] = {}
    problems: list[Problem] = []
    for course in site.courses:
        for chapter in course.chapters:
            jobs = jobs_of(chapter)
            if not jobs:
                continue
            modules = modules_in(chapter)
            if course.packages and not course.wheels and modules - site.modules:
                continue  # its packages could not be had, which is told already
            wheels = closure(modules, course.wheels)
            key = cache.key("outcomes", sources.runtime_version, bundle, start, [wheel.sha256 for wheel in wheels],
                            [job.identity for job in jobs])
            results = from_json(cache.get(key), len(jobs))
            if results is None:
                tell(f"Running {len(jobs)} cell{'s' * (len(jobs) > 1)} of {chapter.source.path}")
                try:
                    results = _work(jobs, sources, bundle, start, wheels)
                except WheelUnusable as error:
                    problems.append(wheel_unusable(*error.args, course))
                    break
                except RuntimeMissing as error:
                    problems.append(Problem("no-python", str(error), path=chapter.source.path,
                                            hint="install the package again: its build brings the Python that cells run in"))
                    break
                cache.put(key, to_json(results))
            for job, result in zip(jobs, results):
                if job.kind in ("cell", "starter", "predict"):
                    by_place[job.place] = result.outcome
                problems += problems_of(job, result)
        if course.wheels and not problems:
            tell(f"Compiling what the cells of {course.folder} import")
            with contextlib.suppress(RuntimeMissing, WheelUnusable):  # the page does without
                bytecode[course.slug] = bytecode_of(course, cache, sources.runtime_version, partial(_session, sources, bundle, start))
    return Outcomes(by_place, tuple(in_order(problems)), bytecode)


def _work(jobs: list[Job], sources: Sources, bundle: bytes, start: str, wheels: list[Wheel]) -> list[Result]:
    with _session(sources, bundle, start, wheels) as session:
        return [_one(session, job) for job in jobs]


def _session(sources: Sources, bundle: bytes, start: str, wheels: Sequence[Wheel]) -> Session:
    folder = next((file.place.parent for file in sources.runtime.values()), Path())
    snapshot = sources.runtime[sources.snapshot].place if sources.snapshot else None
    return Session(folder, bundle, start, wheels, snapshot)


def _one(session: Session, job: Job) -> Result:
    if job.check is None:
        return Result(session.run(job.name, job.source, isolated=job.isolated, apart=job.kind == "predict", limit=job.cell.timeout))
    starter = job.exercise.starter.source if job.exercise.starter else ""
    attempt = session.attempt(job.name, job.cell.source, job.check.source, starter=starter, limit=job.cell.timeout)
    return Result(attempt.outcome, attempt.passed, attempt.message)
