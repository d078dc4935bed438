"""Checks judge what code does: answers of another style pass, and wrong ones are told what is wrong. In this Python and in the one that ships."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from shipped import PAGE_PYTHON, PYODIDE, SNAPSHOT, START

from easycompilers_site.bundle import zip_of
from easycompilers_site.components.code_cell import CodeCell
from easycompilers_site.components.exercise import Exercise
from easycompilers_site.run.session import FILES, Session
from test_content import ROOT, proofs, verdict

EXERCISES = dict(proofs())
PART = re.compile(r"^# (?P<label>\S+)$|^```python (?P<kind>right|wrong)(?:: (?P<words>[^\n]+))?\n(?P<code>.*?)^```$", re.M | re.S)


def answers() -> Iterator[tuple[str, str, str, str]]:
    """Label, right or wrong, words of the check's, code; in the order of the page."""
    label = ""
    for part in PART.finditer(Path(__file__).with_name("answers.md").read_text(encoding="utf-8")):
        if part["label"]:
            label = part["label"]
        else:
            yield label, part["kind"], part["words"] or "", part["code"]


ANSWERS = list(answers())
each_answer = pytest.mark.parametrize("label, kind, words, code", ANSWERS, ids=[f"{label}-{kind}-{words}" for label, kind, words, _ in ANSWERS])


def test_every_exercise_has_answers_of_both_kinds() -> None:
    for label in EXERCISES:
        assert sum(label == each and kind == "right" for each, kind, _, _ in ANSWERS) >= 3, label
        assert sum(label == each and kind == "wrong" for each, kind, _, _ in ANSWERS) >= 3, label
    assert {label for label, *_ in ANSWERS} == EXERCISES.keys()


@each_answer
def test_the_check_in_this_python(label: str, kind: str, words: str, code: str) -> None:
    exercise = EXERCISES[label]
    judge(kind, words, verdict(exercise, cell(exercise, code)))


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    if not all((PYODIDE / name).is_file() for name in FILES):
        pytest.skip("the shipped Python is not here; run `make build`")
    coursekit = {f"coursekit/{path.name}": path.read_bytes() for path in (ROOT / "src/coursekit").glob("*.py")}
    with Session(PYODIDE, zip_of(PAGE_PYTHON | coursekit), START, snapshot=SNAPSHOT) as session:
        yield session


@each_answer
def test_the_check_in_the_python_that_ships(session: Session, label: str, kind: str, words: str, code: str) -> None:
    exercise = EXERCISES[label]
    attempt = session.attempt("Exercise", cell(exercise, code).source, exercise.check.source, starter=exercise.starter.source)
    failure = attempt.outcome.failure
    judge(kind, words, None if attempt.passed else f"{failure.kind}: {failure.message}" if failure else attempt.message)


def judge(kind: str, words: str, said: str | None) -> None:
    if kind == "right":
        assert said is None
    else:
        assert said is not None and words.lower() in said.lower()


def cell(exercise: Exercise, code: str) -> CodeCell:
    """The starter, in which `code` stands for the statements whose names it binds."""
    bound = {name for statement in ast.parse(code).body for name in names(statement)}
    lines = exercise.starter.source.splitlines(keepends=True)
    replaced = [statement for statement in ast.parse(exercise.starter.source).body if names(statement) and names(statement) <= bound]
    for statement in reversed(replaced):
        lines[statement.lineno - 1:statement.end_lineno] = [code if statement is replaced[0] else ""]
    assert replaced, exercise.label
    return replace(exercise.starter, source="".join(lines))


def names(statement: ast.stmt) -> set[str]:
    """What a statement binds at the top of a cell."""
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
