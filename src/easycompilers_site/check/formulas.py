"""TeX that cannot be turned into MathML: one report for each formula, at its place."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..components.equation import Equation
from ..maths import formula
from ..places import tokens_of, walked
from ..problem import Problem
from ..source import Source, Span
from .scope import Scope


def formulas(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Formulas in lines of text, between `$$` lines, in roles and in `math`."""
    for source, tex, display, line, column in _formulas(scope):
        mistake = formula(tex, display).mistake
        if mistake:
            yield Problem("bad-formula", mistake.message, _place(source, tex, mistake.offset, mistake.length, line, column), mistake.hint)


def _formulas(scope: Scope) -> Iterator[tuple[Source, str, bool, int, int]]:
    """The TeX of each formula and its file, whether it is displayed, and the line and column where it begins; column 0 for "on that line"."""
    for source, token in scope.marked:
        is_role = token.type == "role" and token.meta["name"] == "math"
        if is_role or token.type in ("math_inline", "math_inline_double"):
            span: Span = token.meta["span"]
            yield source, token.content, token.type == "math_inline_double", span.line, span.column
    for source, blocks in scope.texts:
        for token in tokens_of(blocks):
            if token.type == "math_block":
                yield source, token.content, True, (token.map or (0, 0))[0] + 1, 0
        for block, _ in walked(blocks):
            if isinstance(block, Equation) and block.tex.strip():
                yield source, block.tex, True, block.line, 0


def _place(source: Source, tex: str, offset: int, length: int, line: int, column: int) -> Span:
    """The piece of the formula at `offset`, `length` characters of one line."""
    row = tex.count("\n", 0, offset)
    start = tex.rfind("\n", 0, offset) + 1
    text = tex[start:].split("\n")[0]
    if row == 0 and column:
        return source.span(line, column + offset, max(1, length))
    found = source.find(text.strip(), line + row)
    into = offset - start - (len(text) - len(text.lstrip()))
    return source.span(found.line, found.column + max(0, into), max(1, min(length, len(text) - (offset - start))))
