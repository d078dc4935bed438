"""Every cell, check, answer and mistake of a site, each chapter in an interpreter of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from ..bundle import zip_of
from ..cache import Cache
from ..catalogue import Catalogue, Catalogues
from ..model import Chapter, Course, Outcomes, Site
from ..problem import Problem, in_order
from ..pyodide_lock import closure
from ..sources import Sources
from ..translated import sentences
from ..wheel import Wheel
from .again import differing, shown_jobs, worth_a_second_look
from .bytecode import bytecode_of
from .plan import Job, jobs_of
from .record import Result, from_json, to_json
from .session import RuntimeMissing, Session, WheelUnusable
from .verdict import problems_of, wheel_unusable


@dataclass
class Runner:
    """Runs the cells of one chapter after another. tell: is given a line whenever something that takes long begins.

    catalogues: the words of pages, by language. given_up: folders of courses whose cells cannot be run, which is told once. remember: hold what chapters gave. made: the outcomes of chapters, by their keys.
    """

    site: Site
    sources: Sources
    cache: Cache
    tell: Callable[[str], None] = lambda line: None
    remember: bool = False
    catalogues: Catalogues = field(default_factory=lambda: Catalogues({}))
    given_up: set[str] = field(default_factory=set)
    made: dict[str, Outcomes] = field(default_factory=dict)

    @cached_property
    def bundle(self) -> bytes:
        return zip_of(self.sources.page_python)

    @property
    def start(self) -> str:
        return self.sources.static.get("python/start.js", b"").decode("utf-8")

    def chapter(self, course: Course, chapter: Chapter) -> Outcomes:
        """The outcomes of the chapter's cells, worked out now or found in the cache, and what they show to be wrong."""
        outcomes = self._outcomes(course, chapter)
        if self.remember:
            self.made[chapter.key] = outcomes
        return outcomes

    def _outcomes(self, course: Course, chapter: Chapter) -> Outcomes:
        words = self._words(course, chapter)
        jobs = jobs_of(chapter, words)
        modules = frozenset(path.partition(".")[0] for path in chapter.known.imports)
        if not jobs or course.folder in self.given_up or (course.packages and not course.wheels and modules - self.site.modules):
            return Outcomes()  # what is not run for want of packages is told already
        try:
            results = self._results(chapter, jobs, self._wheels(course, chapter), self._sentences(words))
        except WheelUnusable as error:
            return self._give_up(course, wheel_unusable(*error.args, course))
        except RuntimeMissing as error:
            return self._give_up(course, Problem("no-python", str(error), path=chapter.source.path,
                                                 hint="install the package again: its build brings the Python that cells run in"))
        by_place = {job.place: result.outcome for job, result in zip(jobs, results) if job.kind in ("cell", "starter", "predict")}
        return Outcomes(by_place, tuple(in_order(problem for job, result in zip(jobs, results) for problem in problems_of(job, result))))

    def kept(self, course: Course, chapter: Chapter) -> Outcomes | None:
        """As `chapter` gives them, where nothing need be run for it; else None."""
        made = self.made.get(chapter.key)
        if made is None:
            words = self._words(course, chapter)
            jobs = jobs_of(chapter, words)
            if not jobs or self.cache.get(self._key(jobs, self._wheels(course, chapter), self._sentences(words))) is not None:
                made = self.chapter(course, chapter)
        return made

    def _words(self, course: Course, chapter: Chapter) -> Catalogue:
        return self.catalogues.of(self.catalogues.spoken(course.language_of(chapter), course.language, self.site.language))

    def _sentences(self, words: Catalogue) -> str:
        return sentences(self.sources.page_python, words.language, self.catalogues).decode("utf-8")

    def _results(self, chapter: Chapter, jobs: list[Job], wheels: list[Wheel], words: str) -> list[Result]:
        key = self._key(jobs, wheels, words)
        results = from_json(self.cache.get(key), len(jobs))
        if results is None:
            self.tell(f"Running {len(jobs)} cell{'s' * (len(jobs) > 1)} of {chapter.source.path}")
            results = _work(jobs, self.sources, self.bundle, self.start, wheels, words)
            self.cache.put(key, to_json(results))
        return results

    def _key(self, jobs: list[Job], wheels: list[Wheel], words: str) -> str:
        return self.cache.key("outcomes", self.sources.runtime_version, self.bundle, self.start, words, [wheel.sha256 for wheel in wheels],
                              [job.identity for job in jobs])

    def _wheels(self, course: Course, chapter: Chapter) -> list[Wheel]:
        return closure({path.partition(".")[0] for path in chapter.known.imports}, course.wheels)

    def _give_up(self, course: Course, problem: Problem) -> Outcomes:
        self.given_up.add(course.folder)
        return Outcomes(problems=(problem,))

    def bytecode(self) -> dict[str, Mapping[str, bytes]]:
        """As `Outcomes` has it; a course is left out where its cells import nothing that is worth it."""
        found: dict[str, Mapping[str, bytes]] = {}
        for course in self.site.courses:
            if course.wheels:
                self.tell(f"Compiling what the cells of {course.folder} import")
                with contextlib.suppress(RuntimeMissing, WheelUnusable):  # the page does without
                    start = partial(_session, self.sources, self.bundle, self.start)
                    found[course.slug] = bytecode_of(course, self.cache, self.sources.runtime_version, start)
        return found


def _work(jobs: list[Job], sources: Sources, bundle: bytes, start: str, wheels: list[Wheel], words: str) -> list[Result]:
    with _session(sources, bundle, start, wheels, words) as session:
        results = [_one(session, job) for job in jobs]
    if not worth_a_second_look(jobs, results, bool(wheels)):
        return results
    with _session(sources, bundle, start, wheels, words, another=True) as session:
        again = [_one(session, job) for job in shown_jobs(jobs)]
    unsteady = differing(jobs, results, again)
    return [replace(result, differs=job.place in unsteady) for job, result in zip(jobs, results)]


def _session(sources: Sources, bundle: bytes, start: str, wheels: Sequence[Wheel], words: str = "", another: bool = False) -> Session:
    folder = next((file.place.parent for file in sources.runtime.values()), Path())
    snapshot = sources.runtime[sources.snapshot].place if sources.snapshot else None
    return Session(folder, bundle, start, wheels, snapshot, words, another)


def _one(session: Session, job: Job) -> Result:
    if job.check is None:
        return Result(session.run(job.name, job.source, isolated=job.isolated, apart=job.kind == "predict", limit=job.cell.timeout, answers=job.cell.input))
    starter = job.exercise.starter.source if job.exercise.starter else ""
    attempt = session.attempt(job.name, job.cell.source, job.check.source, starter=starter, limit=job.cell.timeout, answers=job.cell.input)
    return Result(attempt.outcome, attempt.passed, attempt.message)
