"""Rules about questions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..addresses import Addresses
from ..choices import faults, place_of
from ..components.quiz import OPTIONS, TYPED, Question, Quiz, is_number
from ..inlines import running_text
from ..model import Prose
from ..places import walked
from ..problem import Problem, did_you_mean, warning
from .roles import named
from .scope import Scope


def _quizzes(scope: Scope) -> Iterator[Quiz]:
    for _, chapter in scope.chapters:
        for block, _ in walked(chapter.blocks):
            if isinstance(block, Quiz):
                yield block


def _questions(scope: Scope) -> Iterator[Question]:
    for quiz in _quizzes(scope):
        yield from quiz.questions


def lists(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A question has one list, and each box in it is `[ ]` or `[x]`."""
    for question in _questions(scope):
        boxed = [token for block in question.prompt + question.explanation if isinstance(block, Prose) for token in block.tokens
                 if token.type == "list_item_open" and "task-list-item" in str(token.attrGet("class") or "")]
        if boxed:
            line = (boxed[0].map or (question.span.line - 1, 0))[0] + 1
            yield Problem("two-lists", "this question has a second list of choices", question.span.source.whole_line(line),
                          "put all choices into one list, with the same mark before each, and indent each explanation under its choice")
        for choice in question.choices:
            if re.match(r"\[.?\]", running_text(choice.blocks)):
                yield Problem("bad-box", "this choice's box is neither `[ ]` nor `[x]`", place_of(choice.blocks, question.span), "write `- [ ]` or `- [x]`")


def choices(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A question to be picked has choices that differ, a right one, and an explanation for each wrong one."""
    for quiz in _quizzes(scope):
        if not quiz.questions:
            yield Problem("empty-quiz", "this quiz has no question", quiz.span, "add a `question` to it, with a shorter fence")
    for question in _questions(scope):
        if question.kind in TYPED:
            continue
        if not question.prompt:
            yield Problem("question-without-prompt", "this question asks nothing", question.span, "write it above the choices")
        yield from faults("question", [choice.blocks for choice in question.choices], question.span, "write at least two, each as `- [ ] …` or `- [x] …`")
        if len(question.choices) < 2:
            continue
        right = sum(choice.right for choice in question.choices)
        if not right:
            yield Problem("no-right-choice", "none of the choices is marked as right", question.span, "mark it with `- [x]`")
        if right > 1 and question.kind == "single":
            yield Problem("two-right-choices", f"{right} choices are marked as right, and one may be picked", question.span,
                          "mark one, or write `:kind: multiple`")
        for choice in question.choices:
            if not choice.right and not choice.explanation:
                yield Problem("unexplained-choice", f"the wrong choice “{running_text(choice.blocks)}” has no explanation", place_of(choice.blocks, question.span),
                              "say under it, in a line that begins with `  > `, what is mistaken about it")


def typed_answers(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A typed answer is given, and is a number where a number is asked for."""
    for question in _questions(scope):
        if question.kind not in TYPED:
            continue
        if question.kind == "predict":
            yield from _predicted(question)
        elif not question.answers:
            yield Problem("question-without-answer", "this question has no `:answer:`", question.span, "write the right answer there")
        if not question.explanation:
            yield Problem("unexplained-answer", "this question does not say why its answer is right", question.span,
                          "say it at the end, in a line that begins with `> `")
        foreseen = (expected.answer for expected in question.expected)
        for answer in (*question.answers, *foreseen) if question.kind == "number" else ():
            if not is_number(answer):
                yield Problem("not-a-number", f"the answer `{answer}` is not a number", question.span, "write it as in `0.25`")
        for expected in question.expected:
            if not expected.explanation:
                yield Problem("unexplained-choice", f"the foreseen answer “{expected.answer}” has no explanation", question.span,
                              "say under it, in a line that begins with `  > `, what is mistaken about it")


def _predicted(question: Question) -> Iterator[Problem]:
    """Of `predict`: one cell, whose output is the answer."""
    if not question.cells:
        yield Problem("predict-without-cell", "this question has no cell whose output is to be foretold", question.span,
                      "add a `code-cell` above the answers that you foresee")
    for cell in question.cells[1:]:
        yield Problem("second-cell", "this question has a second cell", cell.span, "keep one")
    if question.answers:
        yield Problem("unexpected-answer", "the answer of a `predict` question is what its cell prints", question.span, "take `:answer:` away")


def balance(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """The right choice should not be found by its length or its place. Only quizzes of three questions or more can tell."""
    for quiz in _quizzes(scope):
        picked = [q for q in quiz.questions if q.kind == "single" and len(q.choices) > 1 and sum(c.right for c in q.choices) == 1]
        if len(picked) < 3:
            continue
        places = {next(n for n, c in enumerate(q.choices) if c.right) for q in picked}
        if len(places) == 1:
            yield warning("same-place", f"the right choice is always number {places.pop() + 1}", quiz.span, "move it about")
        if all(max(q.choices, key=lambda c: len(running_text(c.blocks))).right for q in picked):
            yield warning("always-longest", "the right choice is always the longest", quiz.span, "shorten it, or lengthen a wrong one")


def sections(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Where a question is explained is there, and has a name."""
    for question in _questions(scope):
        if question.explained_in:
            span = question.span.source.find(question.explained_in, question.span.line + 1, question.span.line + len(OPTIONS))
            yield from named(question.explained_in, span, addresses, "give the heading that is meant an id of its own: `## Scale {#why-scale}`", "name the heading above it instead")


def returns(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A question that goes back to an earlier chapter names one that comes before its own."""
    for course, chapter in scope.chapters:
        going_back = [block for block, _ in walked(chapter.blocks) if isinstance(block, Question) and block.returns_to]
        before = [part.slug for part in course.parts[:course.number_of(chapter) - 1]] if going_back else []
        for block in going_back:
            if block.returns_to not in before:
                yield Problem("unknown-chapter", f"`{block.returns_to}` is not a chapter before this one", block.span,
                              did_you_mean(block.returns_to, before) or "write the slug of an earlier chapter")
