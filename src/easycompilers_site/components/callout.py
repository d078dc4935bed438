"""A box beside the main line of thought: `note` `tip` `important` `warning` `caution` `danger` `seealso` `pitfall`
`admonition`.

    :::{note} A title, where the word itself will not do
    :class: dropdown
    Text.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..model import Block, Component, Inline


@frozen(kw_only=True)
class Callout(Component):
    """kind: the author's word. folded: closed until it is opened."""

    word: ClassVar[str] = "callout"
    kind: str
    title: Inline
    blocks: tuple[Block, ...]
    label: str = ""
    folded: bool = False

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


KINDS = ("note", "tip", "important", "warning", "caution", "danger", "seealso", "pitfall", "admonition")


def read(directive: Directive) -> Callout:
    options = directive.options(LABEL, CLASS)
    return Callout(
        span=directive.span, kind=directive.head.name, title=directive.title, blocks=directive.blocks,
        label=options.get("label", ""), folded="dropdown" in options.get("class", "").split(),
    )
