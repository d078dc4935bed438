"""The functions of coursekit in, each with its signature, its words and a runnable example out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import coursekit

from .places import DOCS
from .tables import table

EXAMPLES = DOCS / "examples" / "coursekit"


def pictures() -> Iterator[str]:
    yield ("Every cell can `import coursekit`. Its pictures take the colours of the page, by day and by night, and come with their numbers as a "
           "table, for readers who cannot see them and for all who want to look closer.")
    for name in coursekit.__all__:
        function = getattr(coursekit, name)
        if inspect.isfunction(function):
            yield f"## {name} {{#{name}}}"
            yield from inspect.getdoc(function).split("\n\n")[:1]
            yield _parameters(function)
            yield from inspect.getdoc(function).split("\n\n")[1:]
            code = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8").strip()
            yield f"```{{code-cell}} python\n:label: example-{name}\n\n{code}\n```"


def _parameters(function) -> str:
    rows = [(f"`{parameter.name}`", f"`{str(parameter.annotation).strip(chr(39))}`",
             "" if parameter.default is parameter.empty else f"`{parameter.default!r}`")
            for parameter in inspect.signature(function).parameters.values()]
    return table("name | takes | when left out", rows)
