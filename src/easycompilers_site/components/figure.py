"""A picture from the course folder with a caption and an alternative text.

    :::{figure} block.svg
    :alt: A block reads the stream and adds to it.
    :label: fig-block
    :width: 60%
    What the picture shows, the conclusion first.
    :::
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..late import late
from ..model import Block, Component
from ..problem import Problem
from ..shape import Key
from ..source import beside
from ..sources import CourseFile

WIDTH = late(r"(?P<number>[1-9]\d{0,3})(?P<unit>px|%|)$")


@frozen(kw_only=True)
class Figure(Component):
    """path: of the picture, POSIX, relative to the site folder. href: the way to it, as typed. width: as typed, '' for its own.

    number: of the figure on its page, 0 for one without a caption.
    """

    word: ClassVar[str] = "figure"
    path: str
    href: str
    alt: str
    blocks: tuple[Block, ...] = ()
    label: str = ""
    width: str = ""
    number: int = 0

    @property
    def noun(self) -> str:
        return "figure"

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


def read(directive: Directive) -> Figure:
    """The picture; whether its file is there is for `check` to say."""
    options = directive.options(LABEL, CLASS, Key("alt", "text", "what the picture shows, for a reader who cannot see it"),
                                Key("width", "text", "in pixels or as a share of the text's width, as in `300px` or `50%`"))
    if not directive.head.argument:
        directive.report(Problem("missing-picture", f"this {directive.head.name} names no picture", directive.span,
                                 "write the file after the name: `:::{figure} block.svg`"))
    elif "alt" not in options:
        directive.report(Problem("missing-alt", "this picture has no `:alt:`", directive.argument_span,
                                 "say in a sentence what it shows, for a reader who cannot see it"))
    width = options.get("width", "")
    if width and not WIDTH.match(width):
        directive.report(Problem("bad-width", f"`{width}` is not a width that a picture can have", directive.option_span(width),
                                 "write pixels or a share of the text's width, as in `300px` or `50%`"))
        width = ""
    return Figure(span=directive.argument_span, href=directive.head.argument, alt=options.get("alt", ""),
                  path=beside(directive.head.argument, directive.source.path), blocks=directive.blocks, label=options.get("label", ""),
                  width=width, number=directive.names.number("figure") if directive.blocks else 0)


def shown_size(file: CourseFile, width: str) -> dict[str, str]:
    """The attributes that say how large a picture is drawn, so that its place is kept until it is there.

    A share of the text's width is a name for the style sheet, in steps of five per cent: pages carry no styles of their own.
    """
    match = WIDTH.match(width)
    wide, high = file.width, file.height
    if match and match["unit"] != "%":
        wide, high = int(match["number"]), round(high * int(match["number"]) / wide) if wide else 0
    size = {"width": str(wide)} if wide else {}
    if high:
        size["height"] = str(high)
    if match and match["unit"] == "%":
        size["data-width"] = str(min(100, max(5, 5 * round(int(match["number"]) / 5))))
    return size
