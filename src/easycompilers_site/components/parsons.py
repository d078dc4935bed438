"""The lines of an exercise's answer out of their order, for the learner to arrange: what `:parsons: true` makes.

    ````{exercise} The mean of a list
    :label: ex-mean
    :parsons: true

    …
    ````

A line is a line of Python's: with all that continues it, and with the comments and decorators above it. Blank lines fall out.
Lines that the starter has already stand still. Where fewer than three would be left to move, the lines move with them that stand
in the same function, and where that is too few, all (Parsons and Haden 2006; with buttons, since dragging shuts people out).
"""

from __future__ import annotations

import tokenize
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from ..digest import digest_of
from ..frozen import frozen
from ..model import Component
from ..problem import Problem
from ..shape import Report
from .code_cell import CodeCell

FEWEST = 3  # lines to arrange: two are no puzzle

_NO_CODE = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@frozen
class Line:
    """text: without the end of its last line. still: whether it stands where it has to, and cannot be moved. far: whether in no
    function (nor other statement at the margin) in which something moves.
    """

    text: str
    still: bool = False
    far: bool = False

    @property
    def name(self) -> str:
        """What a button calls it: its first row of code."""
        return _code(self.text).split("\n")[0].strip()


@frozen(kw_only=True)
class Parsons(Component):
    """lines: in the order of the answer."""

    word: ClassVar[str] = "parsons"
    lines: tuple[Line, ...]

    @property
    def shown(self) -> tuple[Line, ...]:
        """The lines as the page has them: those that move in an order of their own, which is the same in every build."""
        moved = iter(_out_of_order([line for line in self.lines if not line.still]))
        return tuple(line if line.still else next(moved) for line in self.lines)

    @property
    def rows(self) -> tuple[tuple[Line, ...], ...]:
        """The lines as shown, those that are far in runs, which can be folded, and each of the others by itself."""
        runs = groupby(enumerate(self.shown), key=lambda one: -1 if one[1].far else one[0])
        return tuple(tuple(line for _, line in run) for _, run in runs)


def program(lines: Sequence[Line]) -> str:
    """The lines as code."""
    return "".join(line.text + "\n" for line in lines)


def parsons_of(starter: CodeCell | None, answer: CodeCell, report: Report) -> Parsons | None:
    """The lines of `answer`. None where there are too few (reported), and for what is not Python, which running the answer tells."""
    texts = python_lines(answer.source)
    if len(texts) < FEWEST:
        if texts:
            report(Problem("nothing-to-arrange", f"this answer has {len(texts)} line{'s' * (len(texts) > 1)}, too few to be put in order",
                           answer.span, "take `:parsons:` away from the exercise"))
        return None
    new = set(range(len(texts))) - (_in_both(python_lines(starter.source), texts) if starter else set())
    around = [range(start, end) for start, end in _statements(texts) if new & set(range(start, end))]
    if len(new) < FEWEST:
        new |= {at for lines in around for at in lines[1:]}
    if len(new) < FEWEST:
        new, around = set(range(len(texts))), [range(len(texts))]
    near = {at for lines in around for at in lines}
    return Parsons(span=answer.span, lines=tuple(Line(text, at not in new, at not in near) for at, text in enumerate(texts)))


def _statements(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where each statement at the margin starts, and where the next one does."""
    starts = [at for at, line in enumerate(lines) if not _code(line)[:1].isspace()]
    return zip(starts, [*starts[1:], len(lines)])


def python_lines(source: str) -> list[str]:
    """`source` cut into its lines, as the head of this module has them."""
    rows = source.split("\n")
    try:
        cut = list(_cut(rows))
    except (tokenize.TokenError, SyntaxError):
        return []
    lines: list[str] = []
    joined = False  # to a decorator above it
    for before, first, last, alone in cut:
        text = "\n".join([*(row for row in rows[before : first - 1] if row.strip()), *rows[first - 1 : last]])
        if lines and (joined or alone and lines[-1].endswith(":")):
            lines[-1] += "\n" + text
        else:
            lines.append(text)
        joined = rows[first - 1].lstrip().startswith("@")
    rest = [row for row in rows[cut[-1][2] :] if row.strip()] if cut else []
    return [*lines[:-1], "\n".join([lines[-1], *rest])] if lines else []


def _cut(rows: list[str]) -> Iterator[tuple[int, int, int, bool]]:
    """Of each line the last row before it, its first and its last row (from 1), and whether it is a text and nothing else."""
    before, run = 0, []
    for token in tokenize.generate_tokens((row + "\n" for row in rows).__next__):
        if token.type == tokenize.NEWLINE and run:
            yield before, run[0].start[0], token.start[0], len(run) == 1 and run[0].type == tokenize.STRING
            before, run = token.start[0], []
        elif token.type not in _NO_CODE:
            run.append(token)


def _in_both(starter: list[str], answer: list[str]) -> set[int]:
    """The places in `answer` of the lines that stand in both, in the same order, whatever is remarked above them."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, [_code(line) for line in starter], [_code(line) for line in answer], autojunk=False)
    return {at for block in matcher.get_matching_blocks() for at in range(block.b, block.b + block.size)}


def _code(line: str) -> str:
    return "\n".join(row.rstrip() for row in line.split("\n") if not row.lstrip().startswith("#"))


def _out_of_order(lines: list[Line]) -> list[Line]:
    """Another order: the first line does not come first, nor the last one last, so that it hardly works by chance."""
    mixed = [line for _, line in sorted(enumerate(lines), key=lambda one: digest_of([one[1].text, one[0]]))]
    turned = (mixed[at:] + mixed[:at] for at in range(len(mixed)))
    return next((order for order in turned if order[0].text != lines[0].text and order[-1].text != lines[-1].text), lines[::-1])
