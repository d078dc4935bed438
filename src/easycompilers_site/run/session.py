"""Cells in, outcomes out: the shipped Python under node, with a time limit that holds and nothing of this machine in it."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..model import Failure, Outcome, Stream, Value
from .node import Node, RuntimeMissing

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
BOOT_SECONDS = 120.0
GRACE_SECONDS = 1.0  # from the limit, at which Python is interrupted, to the kill


@dataclass(frozen=True)
class Attempt:
    """What became of an exercise's code: what it gave, whether the check passes it, and what the check says."""

    outcome: Outcome
    passed: bool
    message: str


class Session:
    """One interpreter, in which the cells of a chapter share their names.

    pyodide: the folder of its four files. prelude: the text of prelude.py. coursekit: a zip with the package at its root.
    restarts: how often it had to be started anew, and lost all names, because a cell could not be interrupted.
    """

    def __init__(self, pyodide: Path, prelude: str, coursekit: bytes) -> None:
        self.pyodide = pyodide
        self.restarts = 0
        self._boot = {"prelude": prelude, "coursekit": base64.b64encode(coursekit).decode("ascii")}
        self._node: Node | None = None

    def __enter__(self) -> Session:
        self._node = self._start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._node:
            self._node.end()

    def run(self, name: str, source: str, *, isolated: bool = False, limit: float = 30.0) -> Outcome:
        """Run a cell. name: what a traceback calls it. limit: in seconds; a cell that passes it fails with ``TimeLimit``."""
        return self._perform(limit, name=name, source=source, isolated=isolated, check=None, starter="")[0]

    def attempt(self, name: str, source: str, check: str, *, starter: str = "", limit: float = 30.0) -> Attempt:
        """Run an exercise in a copy of the names so far, and judge it.

        starter: the code that the learner is given. A name that it binds is shown to the check even where it hides a
        builtin (`def sum(values): ____`); any other such name is not.
        """
        outcome, verdict = self._perform(limit, name=name, source=source, isolated=False, check=check, starter=starter)
        return Attempt(outcome, verdict.get("passed", False), verdict.get("message", _stopped(outcome)))

    def _perform(self, limit: float, **request: Any) -> tuple[Outcome, dict[str, Any]]:
        node = self._node = self._node or self._start()
        node.send({**request, "seconds": limit})
        outputs: list[Stream | Value] = []
        failure: Failure | None = None
        verdict: dict[str, Any] = {}
        end = time.monotonic() + limit + GRACE_SECONDS
        while True:
            message = node.receive(end - time.monotonic())
            if message is None or message == Node.GONE:
                failure = self._lost(node, limit, crashed=message is not None)
                break
            if isinstance(message, dict):
                verdict = message["done"]
                break
            kind, text = message
            if kind == "failure":
                failure = Failure(**json.loads(text))
            else:
                _add(outputs, Value(json.loads(text)) if kind == "value" else Stream(kind, text))
        return Outcome(tuple(outputs), failure), verdict

    def _lost(self, node: Node, limit: float, *, crashed: bool) -> Failure:
        """The failure of a cell that had to be killed, or that took the interpreter with it."""
        node.end()
        self._node = None
        self.restarts += 1
        anew = "Python was started anew, so the names from the cells before are gone."
        if crashed:
            return Failure("FatalError", f"It took the interpreter down with it. {anew}", 0, node.last_words())
        return Failure("TimeLimit", f"It was stopped after {limit:g} s, which is the limit for one run. {anew}", 0, "")

    def _start(self) -> Node:
        missing = [name for name in FILES if not (self.pyodide / name).is_file()]
        if missing:
            raise RuntimeMissing(f"Python for the page is not installed: {missing[0]} is missing in {self.pyodide}")
        node = Node(self.pyodide)
        node.send(self._boot)
        if node.receive(BOOT_SECONDS) != {"ready": True}:
            node.end()
            raise RuntimeMissing(f"Python for the page does not start under node: {node.last_words() or 'no answer'}")
        return node


def _add(outputs: list[Stream | Value], output: Stream | Value) -> None:
    """Pieces of one stream that follow one another are one output."""
    last = outputs[-1] if outputs else None
    if isinstance(output, Stream) and isinstance(last, Stream) and last.name == output.name:
        outputs[-1] = Stream(last.name, last.text + output.text)
    else:
        outputs.append(output)


def _stopped(outcome: Outcome) -> str:
    return f"Your code stopped with {outcome.failure.kind}." if outcome.failure else "The check did not finish."
