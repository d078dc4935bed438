"""A table with a caption, by which it is numbered and named.

    :::{table} What each part costs
    :label: tbl-cost

    | part | parameters |
    |---|--:|
    | attention | 12 |
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..model import Component, Inline, Prose
from ..problem import Problem

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


@frozen(kw_only=True)
class Table(Component):
    """table: its tokens, from its opening to its closing. number: on its page, 0 for one without a caption."""

    word: ClassVar[str] = "table"
    caption: Inline
    table: Prose
    label: str = ""
    number: int = 0

    @property
    def noun(self) -> str:
        return "table"

    def inner(self) -> Iterator[Prose]:
        yield self.table


def read(directive: Directive) -> Table:
    """The one table of the body; whatever else stands there is reported."""
    options = directive.options(LABEL, CLASS)
    tokens: list[Token] = []
    for block in directive.blocks:
        tables = isinstance(block, Prose) and [token.type for token in block.tokens if token.level == block.tokens[0].level]
        if tokens or not tables or set(tables) != {"table_open", "table_close"}:
            directive.report(Problem("stray-text", "a `table` holds one table and nothing else", block.span, "move this before or after it"))
        else:
            tokens = list(block.tokens)
    if not tokens and not directive.blocks:
        directive.report(Problem("empty-table", "this `table` holds no table", directive.span, "write it below, as lines of `| cell | cell |`"))
    caption = directive.title
    return Table(span=directive.span, caption=caption, table=Prose(tuple(tokens), directive.span), label=options.get("label", ""),
                 number=directive.names.number("table") if caption else 0)
