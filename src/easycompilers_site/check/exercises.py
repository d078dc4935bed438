"""Rules about exercises that can be seen without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..addresses import Addresses
from ..components.exercise import Exercise
from ..places import walked
from ..problem import Problem
from .scope import Scope


def _exercises(scope: Scope) -> Iterator[Exercise]:
    for _, chapter in scope.chapters:
        for block, _ in walked(chapter.blocks):
            if isinstance(block, Exercise):
                yield block


def whole(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """An exercise has a title, a label, a starter, a check and a solution with an answer."""
    for exercise in _exercises(scope):
        def lacks(code: str, what: str, hint: str) -> Problem:
            return Problem(code, f"this exercise has no {what}", exercise.span, hint)

        if not exercise.title:
            yield lacks("exercise-without-title", "title", "write it after the name: `{exercise} Normalise one token`")
        if not exercise.label:
            yield lacks("exercise-without-label", "label", "give it one: `:label: ex-normalise-one-token`")
        if exercise.starter is None:
            yield lacks("exercise-without-starter", "starter", "add a `code-cell` with `:tags: [starter]`")
        if exercise.check is None:
            yield lacks("exercise-without-check", "check", "add a `code-cell` with `:tags: [check, remove-cell]`")
        if exercise.solution is None and exercise.label:  # without a label no solution can name it
            yield lacks("exercise-without-solution", "solution", "add a `solution` with its label, and in it a cell with `:tags: [answer]`")
        elif exercise.solution is not None and exercise.solution.answer is None:
            yield Problem("solution-without-answer", "this solution has no answer", exercise.solution.span,
                          "add a `code-cell` with `:tags: [answer]` to it")


def messages(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A check has at least one `assert`, and each has a message. Code that cannot be parsed here is for `run` to judge."""
    for exercise in _exercises(scope):
        check = exercise.check
        if check is None:
            continue
        try:
            tree = ast.parse(check.source)
        except (SyntaxError, ValueError, RecursionError):
            continue
        asserts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
        if not asserts:
            yield Problem("check-without-assert", "this check can never fail: it has no `assert`", check.span,
                          "write `assert condition, \"what is likely wrong, and what to do\"`")
        for node in asserts:
            if node.msg is None:
                span = check.span.source.whole_line(check.line + node.lineno - 1)
                yield Problem("check-without-message", "this `assert` has no message for the learner", span,
                              "write what is likely wrong after a comma")
