"""A picture from the course folder with a caption and an alternative text.

    :::{figure} block.svg
    :alt: A block reads the stream and adds to it.
    :label: fig-block
    What the picture shows, the conclusion first.
    :::
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..model import Block, Component
from ..problem import Problem
from ..shape import Key


@dataclass(frozen=True, kw_only=True)
class Figure(Component):
    """path: of the picture, POSIX, relative to the site folder. href: the way to it from the page."""

    word: ClassVar[str] = "figure"
    path: str
    href: str
    alt: str
    blocks: tuple[Block, ...] = ()
    label: str = ""

    def inner(self) -> Iterator[Block]:
        return iter(self.blocks)


def read(directive: Directive) -> Figure:
    """The picture; whether its file is there is for `check` to say."""
    options = directive.options(LABEL, CLASS, Key("alt", "text", "what the picture shows, for a reader who cannot see it"))
    if not directive.head.argument:
        directive.report(Problem("missing-picture", f"this {directive.head.name} names no picture", directive.span,
                                 "write the file after the name: `:::{figure} block.svg`"))
    elif "alt" not in options:
        directive.report(Problem("missing-alt", "this picture has no `:alt:`", directive.argument_span,
                                 "say in a sentence what it shows, for a reader who cannot see it"))
    return Figure(span=directive.argument_span, href=directive.head.argument, alt=options.get("alt", ""),
                  path=_resolve(directive), blocks=directive.blocks, label=options.get("label", ""))


def _resolve(directive: Directive) -> str:
    folder = posixpath.dirname(directive.source.path)
    return posixpath.normpath(posixpath.join(folder, directive.head.argument))
