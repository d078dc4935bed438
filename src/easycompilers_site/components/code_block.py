"""A listing that is read and not run.

    ```{code-block} python
    :caption: A pre-norm block
    :emphasize-lines: 2,4-5
    :lineno-start: 1
    ```

Each numbered line has an address, made of the label and its number: `[line 2](#pre-norm:2)`.
"""

from __future__ import annotations

from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..model import Component, Inline
from ..problem import Problem
from ..shape import Key


@frozen(kw_only=True)
class CodeBlock(Component):
    """language: as the author wrote it, '' for plain text. start: number of the first line, 0 for no numbers.
    number: of the listing on its page, 0 for one without a caption.

    emphasised: the lines to set off, 1-based from the top of the listing. id: with which the ids of its lines begin, '' where they have no numbers.
    """

    word: ClassVar[str] = "code-block"
    source: str
    language: str = ""
    caption: Inline = Inline()
    label: str = ""
    start: int = 0
    emphasised: frozenset[int] = frozenset()
    number: int = 0
    id: str = ""

    @property
    def noun(self) -> str:
        return "listing"

    @property
    def anchors(self) -> tuple[str, ...]:
        """The ids of its lines, from the top. Neither a label nor a heading's words hold a colon, so that nothing else is called that."""
        count = self.source.rstrip("\n").count("\n") + 1
        return tuple(f"{self.id}:{number}" for number in range(self.start, self.start + count)) if self.id else ()


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
    caption, number = directive.captioned(options.get("caption", ""), "listing")
    start = options.get("lineno-start", 1 if options.get("linenos") else 0)
    return CodeBlock(
        span=directive.span, source=source, language=directive.head.argument, label=options.get("label", ""),
        caption=caption, number=number, start=start, id=identity(directive, options, start),
        emphasised=emphasised(options.get("emphasize-lines", ""), source.count("\n"), directive),
    )


def identity(directive: Directive, options: dict, start: int) -> str:
    """With which the ids of a listing's lines begin: its label, or else its number among those that have numbered lines and no label."""
    return options.get("label") or f"listing--{directive.names.number('numbered lines')}" if start else ""


def emphasised(text: str, count: int, directive: Directive) -> frozenset[int]:
    """The lines to set off in a listing of `count` lines."""
    return frozenset(lines(text, count, directive, "emphasised-lines", "this listing"))


def lines(text: str, count: int, directive: Directive, code: str, where: str) -> list[int]:
    """The numbers that `2,4-5,7-` names, in the order named; one that is none of 1 to `count` is reported under `code`."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = (end.strip() for end in part.partition("-"))
        first, last = (first or "1", last or str(count)) if dash else (first, first)
        if dash == part or not all(end.isdecimal() and 1 <= int(end) <= count for end in (first, last)) or int(first) > int(last):
            directive.report(Problem(code, f"`{part}` is not a line of {where}, which has {count}", directive.option_span(part),
                                     "count from its first line, as in `2,4-5`"))
            continue
        found.extend(range(int(first), int(last) + 1))
    return found
