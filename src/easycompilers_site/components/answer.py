"""What there is to say to a `prediction`, once the text has told it: the reader is shown what they guessed.

    :::{answer} guess-fit
    The longer one may: a score grows with the length, too.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from ..directive import Directive
from ..frozen import frozen
from ..model import Block, Component
from ..problem import Problem, did_you_mean
from ..shape import Report
from .prediction import Prediction


@frozen(kw_only=True)
class Answer(Component):
    """answers: the label of its prediction. asked: that prediction, None where there is none above it."""

    word: ClassVar[str] = "answer"
    answers: str
    blocks: tuple[Block, ...]
    asked: Prediction | None = None

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


def read(directive: Directive) -> Answer:
    directive.options()
    if not directive.blocks:
        directive.report(Problem("answer-without-text", "this answer says nothing", directive.span,
                                 "say in a few sentences what is right, and what speaks for the other choices"))
    return Answer(span=directive.span, answers=directive.head.argument, blocks=directive.blocks)


def with_answers(blocks: tuple[Block, ...], report: Report) -> tuple[Block, ...]:
    """Each answer with the prediction above it that it names; an answer and a prediction that have not each other are reported."""
    asked: dict[str, Prediction] = {}
    answered: set[str] = set()
    joined: list[Block] = []
    for block in blocks:
        if isinstance(block, Prediction) and block.label:
            asked[block.label] = block
        elif isinstance(block, Answer):
            if block.answers in answered:
                report(Problem("second-answer", f"`{block.answers}` has an answer already", block.span, "keep one of the two"))
            elif block.answers in asked:
                answered.add(block.answers)
                block = replace(block, asked=asked[block.answers])
            else:
                what = f"there is no prediction `{block.answers}` above this in the chapter" if block.answers else "this answer names no prediction"
                report(Problem("answer-without-prediction", what, block.span, did_you_mean(block.answers, asked) or "write the prediction's label after `{answer}`"))
        joined.append(block)
    for block in blocks:
        if isinstance(block, Prediction) and block.label not in answered:
            report(Problem("prediction-without-answer", "nothing answers this prediction", block.span, _how(block.label)))
    return tuple(joined)


def _how(label: str) -> str:
    """How a prediction with this label, '' for none, gets an answer."""
    if label:
        return f"write `:::{{answer}} {label}` below the text that tells it"
    return "give it a `:label:`, and write an `answer` with that label below the text that tells it"
