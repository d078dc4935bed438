"""A listing that is read and not run.

    ```{code-block} python
    :caption: A pre-norm block
    :emphasize-lines: 2,4-5
    :lineno-start: 1
    ```
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..model import Component, Inline
from ..problem import Problem
from ..shape import Key


@dataclass(frozen=True, kw_only=True)
class CodeBlock(Component):
    """language: as the author wrote it, '' for plain text. start: number of the first line, 0 for no numbers.

    emphasised: the lines to set off, 1-based from the top of the listing.
    """

    word: ClassVar[str] = "code-block"
    source: str
    language: str = ""
    caption: Inline = Inline()
    label: str = ""
    start: int = 0
    emphasised: tuple[int, ...] = ()


OPTIONS = (
    LABEL, CLASS,
    Key("caption", "text", "a line above the listing"),
    Key("emphasize-lines", "text", "the lines to set off, as in `2,4-5`"),
    Key("lineno-start", "whole", "the number of the first line"),
    Key("linenos", "flag", "true numbers the lines from 1"),
)


def read(directive: Directive) -> CodeBlock:
    """The listing; lines to set off that it does not have are reported."""
    options = directive.options(*OPTIONS)
    source, _ = directive.code()
    caption = options.get("caption", "")
    return CodeBlock(
        span=directive.span, source=source, language=directive.head.argument, label=options.get("label", ""),
        caption=directive.inline(caption, directive.span) if caption else Inline(),
        start=options.get("lineno-start", 1 if options.get("linenos") else 0),
        emphasised=_lines(options.get("emphasize-lines", ""), source.count("\n"), directive),
    )


def _lines(text: str, count: int, directive: Directive) -> tuple[int, ...]:
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = part.partition("-")
        ends = (first.strip(), last.strip() if dash else first.strip())
        if not all(end.isdecimal() and 1 <= int(end) <= count for end in ends):
            directive.report(Problem("emphasised-lines", f"`{part}` is not a line of this listing, which has {count}",
                                     directive.source.find(part, directive.head.line, directive.head.body_line),
                                     "count from the first line of the code, as in `2,4-5`"))
            continue
        found.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(found))
