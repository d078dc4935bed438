"""A chapter in, the list of what is to be run of it out, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..catalogue import Catalogue
from ..frozen import frozen
from ..components.code_cell import EXERCISE_TAGS, CodeCell
from ..components.exercise import Exercise
from ..components.parsons import Parsons, program
from ..components.quiz import Question
from ..model import Chapter, walk


LONGEST_SHUFFLED = 5.0  # seconds


@frozen
class Job:
    """One thing to run. kind: ``cell`` ``starter`` ``answer`` ``mistake``, ``arranged`` (the answer's lines put together again),
    ``shuffled`` (the same as a learner finds them) or ``predict``, the cell of a question.

    name: what a traceback calls it. variant: number of the value of what a figure varies. check: the exercise's check, None for a plain cell.
    """

    kind: str
    name: str
    cell: CodeCell
    check: CodeCell | None = None
    exercise: Exercise | None = None
    question: Question | None = None
    variant: int | None = None

    @property
    def source(self) -> str:
        """What is run: the cell, with the value of what it varies before it."""
        vary = self.cell.vary
        return self.cell.source if vary is None or self.variant is None else vary.binding(self.variant) + self.cell.source

    @property
    def place(self) -> str:
        """By what the outcome is known."""
        return self.cell.span.place + (f"#{self.variant}" if self.variant is not None else "")

    @property
    def first_line(self) -> int:
        """The line of the file that is line 1 of what is run."""
        return self.cell.line - (self.variant is not None)

    @property
    def isolated(self) -> bool:
        return "isolated" in self.cell.tags

    @property
    def identity(self) -> list:
        """All that the result depends on, but for what ran before."""
        starter = self.exercise.starter if self.exercise else None
        return [self.kind, self.name, self.source, self.cell.timeout, self.isolated, list(self.cell.input),
                self.check.source if self.check else None, starter.source if starter else None]


def jobs_of(chapter: Chapter, words: Catalogue) -> list[Job]:
    """The chapter's jobs. Cells tagged `setup` come first, since the page runs them before the others. words: in which their names are said."""
    jobs = list(_jobs(chapter, words))
    return sorted(jobs, key=lambda job: not (job.kind == "cell" and "setup" in job.cell.tags))


def _jobs(chapter: Chapter, words: Catalogue) -> Iterator[Job]:
    for block, parents in walk(chapter.blocks):
        if isinstance(block, Exercise):
            yield from _of_exercise(block, words)
        elif isinstance(block, CodeCell) and parents and isinstance(parents[-1], Question):
            yield Job("predict", words.gettext("The question"), block, question=parents[-1])
        elif isinstance(block, CodeCell) and not block.tags & EXERCISE_TAGS and "skip-execution" not in block.tags:
            for variant in range(len(block.vary.values)) if block.vary else (None,):
                yield Job("cell", words.gettext("Cell %(number)s", number=block.number), block, variant=variant)


def _of_exercise(exercise: Exercise, words: Catalogue) -> Iterator[Job]:
    if exercise.check is None:
        return
    name = words.gettext("Exercise %(number)s", number=exercise.number)
    answer = exercise.solution.answer if exercise.solution else None
    parsons = _arrangements(exercise.parsons, answer) if exercise.parsons and answer else ()
    for kind, cell in [("starter", exercise.starter), ("answer", answer), *(("mistake", cell) for cell in exercise.mistakes), *parsons]:
        if cell is not None:
            yield Job(kind, name, cell, exercise.check, exercise)


def _arrangements(parsons: Parsons, answer: CodeCell) -> Iterator[tuple[str, CodeCell]]:
    """The lines in their order, and as they are shown: out of order they may go round for ever, which need not be waited for."""
    yield "arranged", replace(answer, source=program(parsons.lines))
    yield "shuffled", replace(answer, source=program(parsons.shown), timeout=min(answer.timeout, LONGEST_SHUFFLED))
