"""Cells in, outcomes out: the shipped Python under node, with a time limit that holds and nothing of this machine in it."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..bundle import stamp_of
from ..frozen import frozen
from ..model import Failure, Outcome, Stream, Value
from ..pyodide_lock import pyodide_lock
from ..wheel import Wheel
from .node import Node, RuntimeMissing

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
BOOT_SECONDS = 120.0
MOST = 10**8  # characters of outputs: far more than the prelude lets a cell show
GRACE_SECONDS = 2.0  # from the limit, at which Python is interrupted, to the kill: a busy machine takes its time to say so


@frozen
class Attempt:
    """What became of an exercise's code: what it gave, whether the check passes it, and what the check says."""

    outcome: Outcome
    passed: bool
    message: str


class WheelUnusable(Exception):
    """The shipped Python cannot load a wheel, though its tags say so. Arguments: the wheel's name, and what Pyodide says."""


class Session:
    """One interpreter, in which the cells of a chapter share their names.

    pyodide: the folder of its four files. bundle: a zip of the prelude and what else is ours. start: the text of start.js.
    wheels: are there when it starts, whichever cell imports them. snapshot: the file to start from, which changes no outcome.
    words: what it says to learners, as phrases.py reads it; '' for English.
    another: at another hour, with other random numbers and other addresses than a session has else.
    restarts: how often it had to be started anew, and lost all names, because a cell could not be interrupted.
    """

    def __init__(self, pyodide: Path, bundle: bytes, start: str, wheels: Sequence[Wheel] = (), snapshot: Path | None = None,
                 words: str = "", another: bool = False) -> None:
        self.pyodide = pyodide
        self.restarts = 0
        self._readable = [pyodide, *([snapshot] if snapshot else []), *(wheel.place for wheel in wheels)]
        self._boot = {"bundle": base64.b64encode(bundle).decode("ascii"), "stamp": stamp_of(bundle), "start": start, "words": words,
                      "another": another,
                      "snapshot": str(snapshot.resolve()) if snapshot else None,
                      "packages": pyodide_lock(wheels, {wheel.name: wheel.place.resolve().as_posix() for wheel in wheels})}
        self._node: Node | None = None

    def __enter__(self) -> Session:
        self._node = self._start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._node:
            self._node.end()

    def run(self, name: str, source: str, *, isolated: bool = False, apart: bool = False, limit: float = 30.0, answers: Sequence[str] = ()) -> Outcome:
        """Run a cell. name: what a traceback calls it. apart: in a copy of the names so far, which it leaves as they were.

        limit: in seconds; a cell that passes it fails with ``TimeLimit``. answers: what input() gets, one after the other.
        """
        return self._perform(limit, name=name, source=source, isolated=isolated, apart=apart, check=None, starter="", answers=list(answers))[0]

    def attempt(self, name: str, source: str, check: str, *, starter: str = "", limit: float = 30.0, answers: Sequence[str] = ()) -> Attempt:
        """Run an exercise in a copy of the names so far, and judge it.

        starter: the code that the learner is given. A name that it binds is shown to the check even where it hides a
        builtin (`def sum(values): ____`); any other such name is not.
        """
        outcome, verdict = self._perform(limit, name=name, source=source, isolated=False, apart=False, check=check, starter=starter, answers=list(answers))
        return Attempt(outcome, verdict.get("passed", False), verdict.get("message", _stopped(outcome)))

    def call(self, script: str, function: str, *arguments: Any) -> Any:
        """What a function of the Python text `script` gives, as JSON: for what the build itself wants to know. No limit of time."""
        node = self._node = self._node or self._start()
        node.send({"script": script, "call": f"{function}(*{json.loads(json.dumps(arguments))!r})"})
        try:
            return json.loads(node.receive(BOOT_SECONDS)["done"])
        except (KeyError, TypeError, ValueError):
            node.end()
            self._node = None
            raise RuntimeMissing(f"Python for the page does not answer: {node.last_words() or 'nothing was said'}") from None

    def _perform(self, limit: float, **request: Any) -> tuple[Outcome, dict[str, Any]]:
        node = self._node = self._node or self._start()
        node.send({**request, "seconds": limit})
        outputs: list[Stream | Value] = []
        end = time.monotonic() + limit + GRACE_SECONDS
        failure: Failure | None = None
        most = MOST
        while True:
            message = node.receive(end - time.monotonic())
            said = understood(message)
            if said is None or most < 0:
                return Outcome(tuple(outputs), self._lost(node, limit, crashed=message is not None)), {}
            if isinstance(said, dict):
                return Outcome(tuple(outputs), failure), said
            if isinstance(said, Failure):
                failure = said
            else:
                _add(outputs, said)
                most -= len(said.text) if isinstance(said, Stream) else sum(map(len, said.forms.values()))

    def _lost(self, node: Node, limit: float, *, crashed: bool) -> Failure:
        """The failure of a cell that had to be killed, or that took the interpreter with it."""
        node.end()
        self._node = None
        self.restarts += 1
        anew = "Python was started anew, so the names from the cells before are gone."
        if crashed:
            return Failure("FatalError", f"It took the interpreter down with it. {anew}", 0, "")  # node's own words hold paths of this machine
        return Failure("TimeLimit", f"It was stopped after {limit:g} s, which is the limit for one run. {anew}", 0, "")

    def _start(self) -> Node:
        missing = [name for name in FILES if not (self.pyodide / name).is_file()]
        if missing:
            raise RuntimeMissing(f"Python for the page is not installed: {missing[0]} is missing in {self.pyodide}")
        node = Node(self.pyodide, self._readable)
        node.send(self._boot)
        answer = node.receive(BOOT_SECONDS)
        if answer != {"ready": True}:
            node.end()
            if answer and "unusable" in answer:
                raise WheelUnusable(*answer["unusable"])
            raise RuntimeMissing(f"Python for the page does not start under node: {node.last_words() or 'no answer'}")
        return node


def understood(message: Any) -> Stream | Value | Failure | dict[str, Any] | None:
    """A message of node.mjs, or None for anything else: the end, silence, and what a cell says that got hold of the line.

    A dict is what became of the request, {} where nothing was judged.
    """
    try:
        if isinstance(message, dict):
            done = message["done"]
            return {"passed": bool(done["passed"]), "message": str(done["message"])} if done else {}
        kind, text = message
        if kind == "failure":
            told = json.loads(text)
            return Failure(str(told["kind"]), str(told["message"]), int(told["line"]), str(told["traceback"]), str(told.get("sentence", "")))
        if kind == "value":
            return Value({str(name): str(form) for name, form in json.loads(text).items()})
        return Stream(kind, str(text)) if kind in ("stdout", "stderr") else None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def _add(outputs: list[Stream | Value], output: Stream | Value) -> None:
    """Pieces of one stream that follow one another are one output."""
    last = outputs[-1] if outputs else None
    if isinstance(output, Stream) and isinstance(last, Stream) and last.name == output.name:
        outputs[-1] = Stream(last.name, last.text + output.text)
    else:
        outputs.append(output)


def _stopped(outcome: Outcome) -> str:
    return f"Your code stopped with {outcome.failure.kind}." if outcome.failure else "The check did not finish."
