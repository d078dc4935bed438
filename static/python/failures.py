"""An exception in, what the learner is told of it out: a sentence, Python's own words, the line, and their frames alone."""

from __future__ import annotations

import builtins
import linecache
import re
import traceback
from collections.abc import Callable

from phrases import gettext

__builtins__ = dict(vars(builtins))  # what is defined below keeps them, whatever a run does to the module builtins

FRAMES = 16  # of a traceback: what a person reads of an endless recursion

Failure = dict[str, str | int]


def told(error: BaseException, name: str, sources: set[str], passed: Callable[[], float], packages: tuple[str, ...]) -> Failure:
    """The failure of the cell `name`. sources, packages: as in explain.py. passed: as in prelude.Notebook.

    What cannot be told, since the exception is of the learner's own making and fails itself, goes by its name alone. So does one
    that has not been told when time runs out: with a raised recursion limit a traceback has a million frames.
    """
    try:
        return _told(error, name, sources, passed() if isinstance(error, KeyboardInterrupt) else 0, packages)
    except BaseException:
        kind = type.__dict__["__name__"].__get__(type(error))
        why = gettext("This exception cannot be shown: the time limit came first.") if passed() else gettext("This exception cannot be shown: its own `__str__` fails.")
        return {"kind": kind, "message": "", "line": 0, "traceback": "", "sentence": why}


def _told(error: BaseException, name: str, sources: set[str], seconds: float, packages: tuple[str, ...]) -> Failure:
    if isinstance(error, SyntaxError) and error.text is None and error.filename == name:
        error.text = linecache.getline(name, error.lineno or 0)
    trace = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
    trim(trace, sources)
    lines = [frame.lineno or 0 for frame in trace.stack if frame.filename == name]
    if isinstance(error, SyntaxError) and error.filename == name:
        lines.append(error.lineno or 0)
    return {
        "kind": "TimeLimit" if seconds else type(error).__name__,
        "message": gettext("It was stopped after %(seconds)s s, which is the limit for one run.", seconds=format(seconds, "g")) if seconds else last_words(trace),
        "line": lines[-1] if lines else 0,
        "traceback": "".join(trace.format() if trace.stack else trace.format_exception_only()).rstrip("\n"),
        "sentence": "" if seconds else sentence_for(error, sources, packages),
    }


def sentence_for(error: BaseException, sources: set[str], packages: tuple[str, ...]) -> str:
    """What explain.py says; it is read when the first failure asks for it, since most pages start without one."""
    if isinstance(error, MemoryError):  # there may be no room to read it
        return gettext("The memory that a page may take is full. Look for a list that grows without end, or for a very large number of items.")
    try:
        from explain import explain
    except Exception:
        return ""
    return explain(error, sources, packages)


def trim(trace: traceback.TracebackException, sources: set[str]) -> None:
    """Keep the frames that the learner wrote, in the exception and in those behind it."""
    mine = [frame for frame in trace.stack if frame.filename in sources]
    half = FRAMES // 2
    trace.stack = traceback.StackSummary.from_list(mine if len(mine) <= FRAMES else mine[:half] + mine[-half:])
    behind = [trace.__cause__, trace.__context__, *(trace.exceptions or [] if hasattr(trace, "exceptions") else [])]
    for other in behind:
        if other is not None:
            trim(other, sources)


def last_words(trace: traceback.TracebackException) -> str:
    """The message of an exception, with the suggestions that Python adds to it."""
    told = "".join(trace.format_exception_only())
    start = re.search(r"^[\w.<>]+: ", told, re.MULTILINE)
    return told[start.end() :].strip() if start else ""
