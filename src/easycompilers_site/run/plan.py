"""A chapter in, the list of what is to be run of it out, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..components.code_cell import EXERCISE_TAGS, CodeCell
from ..components.exercise import Exercise
from ..model import Chapter, walk


@dataclass(frozen=True)
class Job:
    """One thing to run. kind: ``cell`` ``starter`` ``answer`` or ``mistake``.

    name: what a traceback calls it. check: the exercise's check, None for a plain cell.
    """

    kind: str
    name: str
    cell: CodeCell
    check: CodeCell | None = None
    exercise: Exercise | None = None

    @property
    def isolated(self) -> bool:
        return "isolated" in self.cell.tags

    @property
    def identity(self) -> list:
        """All that the result depends on, but for what ran before."""
        starter = self.exercise.starter if self.exercise else None
        return [self.kind, self.name, self.cell.source, self.cell.timeout, self.isolated,
                self.check.source if self.check else None, starter.source if starter else None]


def jobs_of(chapter: Chapter) -> list[Job]:
    """The chapter's jobs. Cells tagged `setup` come first, since the page runs them before the others."""
    jobs = list(_jobs(chapter))
    return sorted(jobs, key=lambda job: not (job.kind == "cell" and "setup" in job.cell.tags))


def _jobs(chapter: Chapter) -> Iterator[Job]:
    for block, _ in walk(chapter.blocks):
        if isinstance(block, Exercise):
            yield from _of_exercise(block)
        elif isinstance(block, CodeCell) and not block.tags & EXERCISE_TAGS and "skip-execution" not in block.tags:
            yield Job("cell", f"Cell {block.number}", block)


def _of_exercise(exercise: Exercise) -> Iterator[Job]:
    if exercise.check is None:
        return
    name = f"Exercise {exercise.number}"
    answer = exercise.solution.answer if exercise.solution else None
    for kind, cell in [("starter", exercise.starter), ("answer", answer), *(("mistake", cell) for cell in exercise.mistakes)]:
        if cell is not None:
            yield Job(kind, name, cell, exercise.check, exercise)
