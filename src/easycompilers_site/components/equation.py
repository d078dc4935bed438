"""A displayed formula, numbered where it has a label.

    :::{math}
    :label: eq-scores
    s = \\frac{q k^T}{\\sqrt{d}}
    :::

    $$ a^2 + b^2 = c^2 $$ (eq-pythagoras)
"""

from __future__ import annotations

from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..model import Component
from ..problem import Problem


@frozen(kw_only=True)
class Equation(Component):
    """tex: the formula. line: the line of the file on which it begins. number: on its page, 0 for one without a label."""

    word: ClassVar[str] = "equation"
    tex: str
    line: int
    label: str = ""
    number: int = 0

    @property
    def noun(self) -> str:
        return "equation"


def read(directive: Directive) -> Equation:
    """The formula: the body, and before it what stands after the name, as in Sphinx."""
    options = directive.options(LABEL, CLASS)
    body, line = directive.code()
    head = directive.head.argument
    if not head and not body.strip():
        directive.report(Problem("empty-formula", "this formula is empty", directive.span, "write TeX on the lines below the name"))
    label = options.get("label", "")
    return Equation(span=directive.span, tex=f"{head}\n{body}" if head else body, line=directive.head.line if head else line,
                    label=label, number=directive.names.number("equation") if label else 0)
