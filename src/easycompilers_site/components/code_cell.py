"""A runnable Python cell.

    ```{code-cell} python
    :label: layer-norm-by-hand
    :tags: [setup]

    mean = sum(x) / len(x)
    mean
    ```
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..directive import LABEL, Directive
from ..model import Component, Inline
from ..problem import Problem, did_you_mean
from ..shape import Key


@dataclass(frozen=True, kw_only=True)
class CodeCell(Component):
    """source: the code, ending in a newline. line: the line of the file on which its first line stands.

    id: unique on the page. number: 1 for the first cell of its page, 0 in an exercise. timeout: seconds that one run may take.
    """

    word: ClassVar[str] = "code-cell"
    source: str
    line: int
    id: str = ""
    number: int = 0
    label: str = ""
    tags: frozenset[str] = frozenset()
    caption: Inline = Inline()
    alt: str = ""
    timeout: float = 30.0

    @property
    def is_figure(self) -> bool:
        """A picture worked out at build: its code is not shown and not run in the page."""
        return "remove-input" in self.tags


JUPYTER_TAGS = frozenset({"raises-exception", "skip-execution", "hide-input", "remove-input", "remove-output", "remove-cell"})
OUR_TAGS = frozenset({"setup", "readonly", "isolated", "predict"})
EXERCISE_TAGS = frozenset({"starter", "check", "mistake", "answer"})
TAGS = JUPYTER_TAGS | OUR_TAGS | EXERCISE_TAGS
LANGUAGES = frozenset({"", "python", "python3", "ipython3", "py"})

OPTIONS = (
    LABEL,
    Key("tags", "texts", "a list, as in `[setup, hide-input]`"),
    Key("caption", "text", "the caption of a figure, the conclusion first"),
    Key("alt", "text", "what the picture shows, for a reader who cannot see it"),
    Key("timeout", "whole", "how many seconds one run may take"),
)


def read(directive: Directive) -> CodeCell:
    """The cell; unknown tags and other languages are reported."""
    options = directive.options(*OPTIONS)
    if directive.head.argument not in LANGUAGES:
        directive.report(Problem("cell-language", f"a cell runs Python, not `{directive.head.argument}`", directive.argument_span,
                                 "use `code-block` for a listing in another language"))
    for tag in options.get("tags", ()):
        if tag.text not in TAGS:
            hint = did_you_mean(tag.text, TAGS) or "the tags are " + ", ".join(f"`{t}`" for t in sorted(TAGS))
            directive.report(Problem("unknown-tag", f"`{tag.text}` is not a tag of a cell", tag.span, hint))
    source, line = directive.code()
    caption = options.get("caption", "")
    tags = frozenset(tag.text for tag in options.get("tags", ())) & TAGS
    return CodeCell(
        span=directive.span, source=source, line=line, label=options.get("label", ""),
        id=options.get("label") or f"cell--{directive.names.number('code-cell')}",
        number=0 if tags & EXERCISE_TAGS else directive.names.number("cell"), tags=tags,
        caption=directive.inline(caption, directive.source.find(caption, directive.head.line, directive.head.body_line)) if caption else Inline(),
        alt=options.get("alt", ""), timeout=float(options.get("timeout", 30)),
    )
