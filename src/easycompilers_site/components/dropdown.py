"""Text that is closed until the reader opens it.

    :::{dropdown} What it says while closed
    Text.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..model import Block, Component, Inline
from ..problem import Problem
from ..shape import Key


@frozen(kw_only=True)
class Dropdown(Component):
    word: ClassVar[str] = "dropdown"
    title: Inline
    blocks: tuple[Block, ...]
    label: str = ""
    opened: bool = False

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


def read(directive: Directive) -> Dropdown:
    options = directive.options(LABEL, CLASS, Key("open", "flag", "true shows it opened"))
    if not directive.title:
        directive.report(Problem("missing-title", "a dropdown needs a title, which is all that shows while it is closed",
                                 directive.span, "write it after the name: `:::{dropdown} The details`"))
    return Dropdown(span=directive.span, title=directive.title, blocks=directive.blocks, label=options.get("label", ""),
                    opened=options.get("open", False))
