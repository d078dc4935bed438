"""What an author writes, and what becomes of it: the body is shown as a listing, and under it as the reader sees it.

    ::::{example}
    :::{note}
    Text.
    :::
    ::::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..directive import Directive
from ..frozen import frozen
from ..model import Block, Component
from .answer import with_answers
from .code_block import CodeBlock
from .exercise import with_solutions


@frozen(kw_only=True)
class Example(Component):
    """listing: the body as it was typed. blocks: what it means."""

    word: ClassVar[str] = "example"
    listing: CodeBlock
    blocks: tuple[Block, ...]

    def inner(self) -> Iterator[Block]:
        yield self.listing
        yield from self.blocks


def read(directive: Directive) -> Example:
    directive.options()
    directive.refuse_argument()
    listing = CodeBlock(span=directive.span, source=_typed(directive))
    return Example(span=directive.span, listing=listing, blocks=with_answers(with_solutions(directive.blocks, directive.report), directive.report))


def _typed(directive: Directive) -> str:
    """The lines of the body, without what stands before the directive's own fence: blanks, or the marks of a quote."""
    head, lines = directive.head, directive.source.lines
    opening = directive.source.line(head.line)
    margin = opening[: len(opening) - len(opening.lstrip(" \t>"))]
    body = lines[head.body_line - 1 : head.last_line - head.closed]
    cut = [line.removeprefix(margin) if line.startswith(margin) else line.lstrip(" \t>") for line in body]
    return "\n".join(cut).strip("\n") + "\n"
