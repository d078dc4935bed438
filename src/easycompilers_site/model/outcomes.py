"""What running a cell gave."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field

from ..frozen import frozen
from ..late import late
from ..problem import Problem
from .blocks import Component

_NO_NAME = late(r"<.* object at 0x[0-9a-f]+>$", re.DOTALL)


@frozen
class Stream:
    """Printed text. name: ``stdout`` or ``stderr``."""

    name: str
    text: str


@frozen
class Value:
    """A shown value in each of its forms, by media type; ``text/plain`` is always there."""

    forms: Mapping[str, str]

    @property
    def name(self) -> str:
        """What a picture of it is called, where nobody says it: Python's own word for an object says nothing to a reader."""
        plain = self.forms["text/plain"]
        return "A picture without a description" if _NO_NAME.match(plain) else plain.split("\n")[0]

    @property
    def rows(self) -> list[list[str]]:
        """The numbers of a picture as a table, the header first; empty for a value without."""
        rows = json.loads(self.forms.get("application/vnd.coursekit.rows+json", "[]"))
        return [[str(cell) for cell in row] for row in rows if isinstance(row, list)]


@frozen
class Failure:
    """What a cell raised. line: 1-based in the cell, 0 where unknown. traceback: the author's frames alone.

    sentence: what is wrong, for a learner, with code in `backticks`; '' where the message must do.
    """

    kind: str
    message: str
    line: int
    traceback: str
    sentence: str = ""


@frozen
class Outcome:
    """What one cell gave: outputs in the order they appeared, and the failure that ended it, if any."""

    outputs: tuple[Stream | Value, ...] = ()
    failure: Failure | None = None

    @property
    def printed(self) -> str:
        """What it printed, and the values that show as plain text alone; without the line's end at its end."""
        texts = [output.text if isinstance(output, Stream) else output.forms["text/plain"] + "\n"
                 for output in self.outputs if (output.name == "stdout" if isinstance(output, Stream) else output.forms.keys() == {"text/plain"})]
        return "".join(texts).strip("\n")


@frozen
class Outcomes:
    """The outcomes of a site's cells, by the cell's place (`Span.place`), and the problems found by running.

    bytecode: by a course's slug and a wheel's name, a zip of bytecode to be unpacked over the wheel.
    """

    by_place: Mapping[str, Outcome] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    bytecode: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)

    def of(self, cell: Component, variant: int | None = None) -> Outcome | None:
        """The outcome of a cell, or of one variant of a figure that varies."""
        return self.by_place.get(cell.span.place + (f"#{variant}" if variant is not None else ""))
