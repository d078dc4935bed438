"""A question that the reader answers from memory before the text tells: what was learned is kept better where it is recalled than
where it is read again.

    :::{recap} What does a mean tell, and what does it hide?
    It tells where the numbers lie as a whole. It hides how far they lie apart.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..directive import LABEL, Directive
from ..frozen import frozen
from ..model import Block, Component, Inline
from ..problem import Problem


@frozen(kw_only=True)
class Recap(Component):
    """title: the question. blocks: what there is to be recalled. id: unique on the page."""

    word: ClassVar[str] = "recap"
    id: str
    title: Inline
    blocks: tuple[Block, ...]
    label: str = ""

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


def read(directive: Directive) -> Recap:
    options = directive.options(LABEL)
    if not directive.title:
        directive.report(Problem("recap-without-question", "this recap asks nothing, so that there is nothing to recall", directive.span,
                                 "write a question after its name: `:::{recap} What does a mean hide?`"))
    if not directive.blocks:
        directive.report(Problem("recap-without-text", "this recap tells nothing after its question", directive.span,
                                 "write below it what the reader should have recalled, in a few sentences"))
    return Recap(span=directive.span, id=options.get("label") or f"recap--{directive.names.number('recap')}", title=directive.title,
                 blocks=directive.blocks, label=options.get("label", ""))
