"""A runnable Python cell.

    ```{code-cell} python
    :label: layer-norm-by-hand
    :tags: [setup]

    mean = sum(x) / len(x)
    mean
    ```

A figure that the reader can change is worked out at build for each of a few values of one name:

    ```{code-cell} python
    :tags: [remove-input]
    :caption: A low temperature sharpens the shares.
    :alt: Five bars, one for each share.
    :vary: temperature = 0.5, 1, 2
    :start: 1

    coursekit.bars(softmax([score / temperature for score in scores]))
    ```
"""

from __future__ import annotations

import ast
from typing import ClassVar

from ..directive import LABEL, Directive
from ..frozen import frozen
from ..model import Component, Inline
from ..problem import Problem, did_you_mean
from ..shape import Key


@frozen
class Vary:
    """The name (or names, parted by commas) that a figure varies, its values as Python that an author typed, and which of them stands there at first."""

    name: str
    values: tuple[str, ...]
    start: int = 0

    @property
    def labels(self) -> tuple[str, ...]:
        """The values as the reader chooses them: those of several names without the brackets round them."""
        return tuple(value.strip("()") if "," in self.name else value for value in self.values)

    def binding(self, number: int) -> str:
        """The line that gives the name its value for variant `number`."""
        return f"{self.name} = {self.values[number]}\n"


@frozen(kw_only=True)
class CodeCell(Component):
    """source: the code, ending in a newline. line: the line of the file on which its first line stands.

    id: unique on the page. number: 1 for the first cell of its page, 0 in an exercise and in a question. figure: its number among
    the figures, 0 for what is none or has no caption. timeout: seconds that one run may take.
    input: what is typed at build where the code asks.
    """

    word: ClassVar[str] = "code-cell"
    source: str
    line: int
    id: str = ""
    number: int = 0
    figure: int = 0
    label: str = ""
    tags: frozenset[str] = frozenset()
    caption: Inline = Inline()
    alt: str = ""
    timeout: float = 30.0
    input: tuple[str, ...] = ()
    vary: Vary | None = None

    @property
    def runnable(self) -> str:
        """What a page runs where a cell below needs this one: with the first value of what the figure varies."""
        return self.vary.binding(self.vary.start) + self.source if self.vary else self.source

    @property
    def noun(self) -> str:
        return "figure" if self.is_figure else "cell"

    @property
    def ordinal(self) -> int:
        return self.figure if self.is_figure else self.number

    @property
    def is_figure(self) -> bool:
        """A picture worked out at build: its code is not shown and not run in the page."""
        return "remove-input" in self.tags


#: Each tag, and what it does: Jupyter's, our own, and those of the cells of an exercise.
_JUPYTER = {
    "raises-exception": "the cell is meant to fail, and its error is shown",
    "skip-execution": "the build does not run the cell",
    "hide-input": "the code is folded away, and the reader can open it",
    "remove-input": "the code is not shown: the cell is a figure, which needs `:alt:` and `:caption:`",
    "remove-output": "what comes out at build is not shown",
    "remove-cell": "nothing is shown; the cells below can use its names",
}
_OURS = {
    "setup": "runs quietly before the others, and is folded",
    "readonly": "the reader can run the code and not change it",
    "isolated": "has names of its own: it neither sees those of other cells nor changes them",
    "predict": "asks for a guess before the first run",
    "differs": "gives something else each time it is run, and is meant to",
}
_EXERCISE = {
    "starter": "in an exercise: what the reader finds",
    "check": "in an exercise: decides whether an answer is right",
    "mistake": "in an exercise: a wrong answer, which the check has to refuse",
    "answer": "in a solution: the answer, which the check has to take",
}
TAGS = {**_JUPYTER, **_OURS, **_EXERCISE}
JUPYTER_TAGS, EXERCISE_TAGS = frozenset(_JUPYTER), frozenset(_EXERCISE)
LANGUAGES = frozenset({"", "python", "python3", "ipython3", "py"})

OPTIONS = (
    LABEL,
    Key("tags", "texts", "a list, as in `[setup, hide-input]`"),
    Key("caption", "text", "the caption of a figure, the conclusion first"),
    Key("alt", "text", "what the picture shows, for a reader who cannot see it"),
    Key("timeout", "whole", "how many seconds one run may take"),
    Key("input", "texts", "what is typed at build where the code asks with `input()`, as in `[Ada, 36]`; a reader types their own"),
    Key("vary", "text", "for a figure: a name and the values that it takes, as in `temperature = 0.5, 1, 2`"),
    Key("start", "text", "the value that the figure has at first"),
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
    tags = frozenset(tag.text for tag in options.get("tags", ()) if tag.text in TAGS)
    vary = _vary(options, tags, directive)
    if directive.head.argument not in LANGUAGES or ("vary" in options and vary is None):
        tags |= {"skip-execution"}  # what is wrong is told: running it would only tell of what follows from it
    is_figure = "remove-input" in tags
    caption, figure = directive.captioned(options.get("caption", ""), "figure" if is_figure else "captioned cell")
    return CodeCell(
        span=directive.span, source=source, line=line, label=options.get("label", ""),
        id=options.get("label") or f"cell--{directive.names.number('code-cell')}",
        number=0 if tags & EXERCISE_TAGS or "question" in directive.within else directive.names.number("cell"),
        figure=figure if is_figure else 0, tags=tags, caption=caption,
        alt=options.get("alt", ""), timeout=float(options.get("timeout", 30)),
        input=tuple(answer.text for answer in options.get("input", ())), vary=vary,
    )


def _vary(options: dict, tags: frozenset[str], directive: Directive) -> Vary | None:
    """What `:vary:` says, None where it says nothing or cannot be read (reported)."""
    text = options.get("vary")
    if text is None:
        return None
    span = directive.option_span(text)

    def refuse(message: str) -> None:
        directive.report(Problem("vary", message, span, "write a name and two to nine values, as in `temperature = 0.5, 1, 2`"))

    name, equals, values = (part.strip() for part in text.partition("="))
    found = _values(values)
    if not equals or not all(one.strip().isidentifier() for one in name.split(",")) or not 2 <= len(found) <= 9:
        return refuse("this does not name what varies")
    if "remove-input" not in tags:
        return refuse("only a figure, a cell tagged `remove-input`, can vary")
    start = options.get("start", found[0])
    if start not in found:
        return refuse(f"the figure is to start at `{start}`, which is not one of its values")
    return Vary(name, found, found.index(start))


def _values(text: str) -> tuple[str, ...]:
    """The values as typed: parted by the commas that stand in no bracket and no quotes."""
    try:
        elements = ast.parse(f"[{text}]", mode="eval").body.elts
    except (SyntaxError, AttributeError):
        return ()
    return tuple(ast.get_source_segment(f"[{text}]", element) or "" for element in elements)
