"""A question that the reader guesses at before the text tells, and that nobody grades: what answers it, an `answer`, stands where the
text has told it.

    :::{prediction} Which of two lists fits [3, 4] better?
    :label: guess-fit

    - The same list, [3, 4].
    - A longer one that points elsewhere.
    :::

    The text that tells it …

    :::{answer} guess-fit
    The longer one may: it scores by its length, too.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..choices import box_of, faults, place_of, prose_of, split_list
from ..directive import LABEL, Directive
from ..frozen import frozen
from ..model import Block, Component, Inline
from ..problem import Problem


@frozen(kw_only=True)
class Prediction(Component):
    """title: the question. before: what else belongs to it. choices: what each of them offers. id: unique on the page."""

    word: ClassVar[str] = "prediction"
    id: str
    title: Inline
    before: tuple[Block, ...]
    choices: tuple[tuple[Block, ...], ...]
    label: str = ""

    def inner(self) -> Iterator[Block]:
        yield from self.before
        for choice in self.choices:
            yield from choice


def read(directive: Directive) -> Prediction:
    options = directive.options(LABEL)
    before, items, after = split_list(directive)
    boxed = [bool(box_of(item)) for item in items]
    choices = tuple(prose_of(item, directive) for item in items)
    for problem in _faults(directive, choices, boxed, after):
        directive.report(problem)
    number = directive.names.number("prediction")
    return Prediction(span=directive.span, id=options.get("label") or f"prediction--{number}", title=directive.title, before=before, choices=choices,
                      label=options.get("label", ""))


def _faults(directive: Directive, choices: tuple[tuple[Block, ...], ...], boxed: list[bool], after: tuple[Block, ...]) -> Iterator[Problem]:
    if not directive.title:
        yield Problem("prediction-without-question", "this prediction asks nothing", directive.span,
                      "write a question after its name: `:::{prediction} Which of the two is larger?`")
    yield from faults("prediction", choices, directive.span, "write at least two as a list, each as `- …`")
    for choice, marked in zip(choices, boxed):
        if marked:
            yield Problem("graded-prediction", "this choice has a box, and a prediction is not graded", place_of(choice, directive.span),
                          "write `- …` without the box, and say in the `answer` which choice is right")
    for block in after[:1]:
        yield Problem("stray-text", "a prediction ends with its choices", block.span, "move this above them, or into an `answer` further down")
