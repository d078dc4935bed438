"""What the result of a job shows to be wrong with the chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..components.code_cell import CodeCell
from ..model import Course, Failure
from ..problem import Problem, warning
from ..source import Span
from .plan import Job
from .record import Result

_EXPECT = re.compile(r"\s*#\s*expect:\s*(?P<text>.+?)\s*$", re.IGNORECASE)


def problems_of(job: Job, result: Result) -> Iterator[Problem]:
    """The problems of one job, each at the line of the cell that caused it."""
    if result.differs:
        yield warning("output-differs", "this cell gives something else each time it is run", job.cell.span,
                      "start what is random from a number, as in `random.seed(0)`, and print no time and no address; or tag the cell `differs`")
    if job.kind == "cell":
        yield from _cell(job, result)
    elif job.kind == "predict":
        yield from _predicted(job, result)
    elif job.kind == "answer" and (mistake := _syntax(job.check)):
        yield mistake
    elif job.kind == "answer":
        if result.outcome.failure:
            yield _failed(job, result.outcome.failure, "answer-failed", "the answer stops")
        elif not result.passed:
            yield Problem("answer-refused", f"the check refuses the answer: {result.message}", job.cell.span, "mend the answer or the check")
    elif job.kind == "arranged" and not result.passed:
        yield Problem("parsons-refused", f"the answer's lines, put in order again, do not pass: {_said(result)}", job.cell.span,
                      "look at what the check makes of `source`: comments stand with the line below them, and blank lines fall out")
    elif job.kind == "shuffled" and result.passed:
        yield warning("parsons-passes", "the lines pass out of order, as the learner finds them", job.exercise.span,
                      "take `:parsons:` away, or let lines depend on those before them")
    elif job.kind == "starter":
        yield from _starter(job, result)
    elif job.kind == "mistake":
        yield from _mistake(job, result)


def _said(result: Result) -> str:
    failure = result.outcome.failure
    return f"{failure.kind}: {failure.message}" if failure else result.message


def _syntax(check: CodeCell) -> Problem | None:
    try:
        compile(check.source, "check", "exec")
    except SyntaxError as error:
        return Problem("check-syntax", f"this check is not Python: {error.msg}", check.span.source.whole_line(check.line + (error.lineno or 1) - 1), "mend this line")
    return None


def _cell(job: Job, result: Result) -> Iterator[Problem]:
    cell, failure = job.cell, result.outcome.failure
    meant = "raises-exception" in cell.tags
    if failure and (not meant or failure.kind == "TimeLimit"):
        yield _failed(job, failure, "cell-failed", "this cell stops")
    elif meant and not failure:
        yield warning("cell-did-not-raise", "this cell is tagged `raises-exception` and raises nothing", cell.span, "take the tag away")


def _predicted(job: Job, result: Result) -> Iterator[Problem]:
    """A question that asks what its cell prints has an answer, and none that was foreseen as wrong is right."""
    failure, answer = result.outcome.failure, result.outcome.printed
    if failure:
        yield _failed(job, failure, "question-failed", "the cell of this question stops")
    elif not answer.strip():
        yield Problem("nothing-printed", "the cell of this question prints nothing, so there is nothing to foretell", job.cell.span,
                      "print what is asked for, as text")
    for expected in job.question.expected:
        if not failure and "".join(expected.answer.split()) == "".join(answer.split()):
            yield Problem("right-as-wrong", f"“{expected.answer}” is among the wrong answers, and it is what the cell prints", job.question.span,
                          "take it out: the answer is worked out")


def _starter(job: Job, result: Result) -> Iterator[Problem]:
    failure = result.outcome.failure
    if failure and failure.kind == "TimeLimit":
        yield _failed(job, failure, "starter-failed", "the starter stops")
    elif result.passed and not job.exercise.starter_passes:
        yield Problem("starter-passes", "the check passes the starter, so there is nothing to do", job.cell.span,
                      "let the check look at what the learner has to change, or write `:starter-passes: true`")


def _mistake(job: Job, result: Result) -> Iterator[Problem]:
    failure = result.outcome.failure
    said = _said(result)
    if failure and failure.kind == "TimeLimit":
        yield _failed(job, failure, "mistake-failed", "this mistake stops")
        return
    if result.passed:
        yield Problem("mistake-passes", "the check passes this mistake", job.cell.span, "let the check refuse it")
        return
    expected = _EXPECT.match(job.cell.source.split("\n")[0])
    if expected and expected["text"] not in said:
        yield Problem("mistake-message", f"this mistake is told “{said}”", job.cell.span.source.whole_line(job.cell.line),
                      f"it should be told something with “{expected['text']}” in it")


def _failed(job: Job, failure: Failure, code: str, what: str) -> Problem:
    cell = job.cell
    if failure.kind == "TimeLimit":
        return Problem(code, f"{what} after its time limit of {cell.timeout:g} seconds", cell.span,
                       "look for a loop that never ends, or raise `:timeout:`")
    return Problem(code, f"{what} with {failure.kind}: {failure.message}", _line(job, failure), _hint(failure, code))


def _hint(failure: Failure, code: str) -> str:
    if failure.kind == "ModuleNotFoundError" and failure.sentence:
        return f"{failure.sentence.removesuffix('.')}; a package is asked for in `packages` of course.yaml"
    if failure.kind == "EOFError" and "input()" in failure.message:
        return "`:input:` has what is typed at build, one answer for each `input()`, as in `:input: [Ada, 36]`; or tag the cell `skip-execution`"
    return "mend it, or tag the cell `raises-exception` if it is meant" if code == "cell-failed" else "mend it"


def _line(job: Job, failure: Failure) -> Span:
    return job.cell.span.source.whole_line(job.first_line + failure.line - 1) if failure.line else job.cell.span


def wheel_unusable(name: str, why: str, course: Course) -> Problem:
    """A wheel that Pyodide cannot load, at the entry that asks for it."""
    span = next((package.span for package in course.packages if package.name == name), course.packages[0].span)
    return Problem("wheel-unusable", f"the wheel of `{name}` cannot be loaded: {why}", span, "take another version, or build it again")
