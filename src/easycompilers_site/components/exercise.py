"""A task that checks itself: `exercise` with its `hint`s, and its `solution`. What is shown once it is passed: a `question`
about the learner's own code, of any kind that a quiz has, and what to try next, `then-try`. With `:parsons: true` the last hint is
the answer's lines to be put in order.

    ````{exercise} Six times seven
    :label: ex-six
    :parsons: true

    ```{code-cell} python
    :tags: [starter]
    answer = ____
    ```
    ```{code-cell} python
    :tags: [check, remove-cell]
    assert answer == 42, f"{answer} is not it: multiply."
    ```
    :::{hint}
    Seven and seven, six times.
    :::
    :::{question}
    How often does your code add?

    - [x] As often as it goes round.
    - [ ] Once.
      > That is the line that gives the first value.
    :::
    :::{then-try}
    Let it multiply any two numbers.
    :::
    ````
    ````{solution} ex-six
    ```{code-cell} python
    :tags: [answer]
    answer = 0
    for _ in range(6):
        answer += 7
    ```
    ````
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from ..directive import LABEL, Directive
from ..frozen import frozen
from ..model import Block, Component, Inline
from ..problem import Problem, did_you_mean
from ..shape import Key, Report
from .code_cell import CodeCell
from .parsons import Parsons, parsons_of
from .quiz import Question, Quiz, numbered


@frozen(kw_only=True)
class Hint(Component):
    word: ClassVar[str] = "hint"
    blocks: tuple[Block, ...]

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


@frozen(kw_only=True)
class ThenTry(Component):
    word: ClassVar[str] = "then-try"
    blocks: tuple[Block, ...]

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


@frozen(kw_only=True)
class Solution(Component):
    """solves: the label of its exercise. before, after: what stands before and after the answer."""

    word: ClassVar[str] = "solution"
    solves: str
    answer: CodeCell | None
    before: tuple[Block, ...] = ()
    after: tuple[Block, ...] = ()

    def inner(self) -> Iterator[Block]:
        yield from self.before
        if self.answer:
            yield self.answer
        yield from self.after


@frozen(kw_only=True)
class Exercise(Component):
    """number: 1 for the first on its page. check and mistakes never stand in the page as text. own: the questions about the
    learner's own code. parsons: the answer's lines to arrange, where that is asked for (arrange).
    """

    word: ClassVar[str] = "exercise"
    title: Inline
    label: str
    task: tuple[Block, ...]
    starter: CodeCell | None
    check: CodeCell | None
    mistakes: tuple[CodeCell, ...] = ()
    hints: tuple[Hint, ...] = ()
    solution: Solution | None = None
    own: Quiz | None = None
    then_try: tuple[ThenTry, ...] = ()
    arrange: bool = False
    parsons: Parsons | None = None
    starter_passes: bool = False
    number: int = 1

    @property
    def noun(self) -> str:
        return "exercise"

    def inner(self) -> Iterator[Block]:
        yield from self.task
        yield from (cell for cell in (self.starter, self.check, *self.mistakes) if cell)
        yield from self.hints
        yield from (part for part in (self.solution, self.own) if part)
        yield from self.then_try


def read_hint(directive: Directive) -> Hint:
    directive.options()
    directive.refuse_argument()
    return Hint(span=directive.span, blocks=directive.blocks)


def read_then_try(directive: Directive) -> ThenTry:
    directive.options()
    directive.refuse_argument()
    return ThenTry(span=directive.span, blocks=directive.blocks)


def read_solution(directive: Directive) -> Solution:
    """The first cell tagged `answer` is the answer; what stands before and after it is the reasoning."""
    directive.options()
    at = next((n for n, block in enumerate(directive.blocks) if _is(block, "answer")), None)
    if at is None:
        return Solution(span=directive.span, solves=directive.head.argument, answer=None, after=directive.blocks)
    return Solution(span=directive.span, solves=directive.head.argument, answer=directive.blocks[at],
                    before=directive.blocks[:at], after=directive.blocks[at + 1 :])


OPTIONS = (
    LABEL,
    Key("parsons", "flag", "true gives the answer's lines out of order as the last hint, to be arranged"),
    Key("starter-passes", "flag", "true where running the code as it is passes the check"),
)


def read_exercise(directive: Directive) -> Exercise:
    """The exercise without its solution, which the chapter's reader joins to it by its label."""
    options = directive.options(*OPTIONS)
    blocks = directive.blocks
    for tag in ("starter", "check"):
        for extra in [block for block in blocks if _is(block, tag)][1:]:
            directive.report(Problem("second-cell", f"this exercise has a second `{tag}` cell", extra.span, "keep one"))
    task = tuple(block for block in blocks if not isinstance(block, (Hint, Question, ThenTry))
                 and not any(_is(block, tag) for tag in ("starter", "check", "mistake")))
    label, number = options.get("label", ""), directive.names.number("exercise")
    return Exercise(
        span=directive.span, title=directive.title, label=label, task=task,
        starter=next((block for block in blocks if _is(block, "starter")), None),
        check=next((block for block in blocks if _is(block, "check")), None),
        mistakes=tuple(block for block in blocks if _is(block, "mistake")),
        hints=tuple(block for block in blocks if isinstance(block, Hint)),
        own=_own(tuple(block for block in blocks if isinstance(block, Question)), label or f"exercise-{number}"),
        then_try=tuple(block for block in blocks if isinstance(block, ThenTry)),
        arrange=options.get("parsons", False), starter_passes=options.get("starter-passes", False), number=number,
    )


def _own(questions: tuple[Question, ...], exercise: str) -> Quiz | None:
    """The questions of an exercise as a quiz, which stands in no list of quizzes."""
    return Quiz(span=questions[0].span, id=f"question--of-{exercise}", questions=numbered(questions), own=True) if questions else None


def _is(block: Block, tag: str) -> bool:
    return isinstance(block, CodeCell) and tag in block.tags


def with_solutions(blocks: tuple[Block, ...], report: Report) -> tuple[Block, ...]:
    """Each solution joined to the exercise that it names; a solution without an exercise stays, and is reported."""
    exercises = {block.label: block for block in blocks if isinstance(block, Exercise) and block.label}
    solutions: dict[str, Solution] = {}
    left: list[Block] = []
    for block in blocks:
        if isinstance(block, Solution):
            if block.solves in exercises and block.solves not in solutions:
                solutions[block.solves] = block
                continue
            if block.solves in solutions:
                report(Problem("second-solution", f"`{block.solves}` has a solution already", block.span, "keep one of the two"))
            else:
                report(Problem("solution-without-exercise", f"there is no exercise `{block.solves}` in this chapter", block.span,
                               did_you_mean(block.solves, exercises) or "write the exercise's label after `{solution}`"))
            continue
        left.append(block)
    return tuple(_solved(block, solutions.get(block.label), report) if isinstance(block, Exercise) else block for block in left)


def _solved(exercise: Exercise, solution: Solution | None, report: Report) -> Exercise:
    """The exercise with its solution, and with the lines of its answer where they are to be arranged."""
    if not exercise.arrange or solution is None or solution.answer is None:
        return replace(exercise, solution=solution)
    return replace(exercise, solution=solution, parsons=parsons_of(exercise.starter, solution.answer, report))
