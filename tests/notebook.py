"""The page's Python under plain CPython: a notebook whose outputs are kept, and the modules beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "static" / "python"))

import checks  # noqa: E402, F401
import complete  # noqa: E402, F401
import explain  # noqa: E402, F401
import prelude  # noqa: E402
import shown  # noqa: E402, F401


class Page:
    """A notebook whose outputs are kept."""

    def __init__(self, seen=None, **hooks) -> None:
        self.seen: list[tuple[str, str]] = []
        self.notebook = prelude.Notebook(seen or (lambda kind, text: self.seen.append((kind, text))), **hooks)

    def run(self, source: str, name: str = "Cell 1", **how) -> list[tuple[str, str]]:
        """The outputs of one cell; pieces of one stream are joined."""
        self.seen.clear()
        self.notebook.run(name, source, **how)
        joined: list[tuple[str, str]] = []
        for kind, text in self.seen:
            if joined and joined[-1][0] == kind in ("stdout", "stderr"):
                text = joined.pop()[1] + text
            joined.append((kind, text))
        return joined

    def value(self, source: str) -> dict:
        return json.loads(dict(self.run(source))["value"])

    def failure(self, source: str, **how) -> dict:
        return json.loads(dict(self.run(source, **how))["failure"])

    def attempt(self, source: str, check: str, starter: str = "") -> tuple[bool, str]:
        self.seen.clear()
        verdict = json.loads(self.notebook.attempt("Exercise 1", source, check, starter))
        return verdict["passed"], verdict["message"]
