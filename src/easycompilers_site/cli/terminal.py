"""The terminal: what is being done, and every problem. The only print."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from typing import TextIO

import click

from ..problem import Problem, draw


def take_any_character() -> None:
    """Output that goes into a file or to another program is UTF-8, also on Windows; a terminal shows ? for what it has no sign for."""
    for stream in (sys.stdout, sys.stderr):
        if not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
            stream.reconfigure(encoding="utf-8")
        stream.reconfigure(errors="replace")


#: Seconds between two numbers of one count: more than that nobody can read.
PAUSE = 0.1


class Progress:
    """Says what is being done, and how much of it is done: on one line of a terminal, or as plain lines elsewhere. always: each in a line of its own."""

    def __init__(self, always: bool = False) -> None:
        self.always = always
        self.terminal = is_terminal(sys.stderr) and not always
        self.last, self.then = "", 0.0

    def __call__(self, line: str) -> None:
        if self.terminal:
            self._show(line)
        elif self.always or line.startswith(("Running", "Fetching", "Compiling")):
            click.echo(f"{line} …", err=True)

    def _show(self, line: str) -> None:
        """The line in place of the last, as far as the terminal is wide; the numbers of a count not faster than they can be read."""
        what, now = line.partition(":")[0], time.monotonic()
        if what != self.last or now - self.then >= PAUSE:
            self.last, self.then = what, now
            click.echo(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 3]} …", err=True, nl=False)

    def clear(self) -> None:
        if self.terminal:
            click.echo("\r\x1b[2K", err=True, nl=False)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads `stream` where a line can be written over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def is_coloured(stream: TextIO) -> bool:
    """Colours are for a terminal whose owner has not asked for none (no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def show(problems: Iterable[Problem], err: bool = True) -> None:
    """Every problem, with a blank line between two of them. err: on the standard error, where they are not what was asked for."""
    Progress().clear()
    texts = [f"{text}\n\n" for text in drawn(problems, colour=is_coloured(sys.stderr if err else sys.stdout))]
    if texts:  # in one piece: to write two thousand by themselves takes as long as to draw a page
        click.echo("".join(texts), err=err, nl=False)


def drawn(problems: Iterable[Problem], colour: bool) -> Iterator[str]:
    return (draw(problem, colour=colour) for problem in problems)


def count(problems: Collection[Problem]) -> str:
    """How many there are of each kind: "2 errors", "1 error, 1 warning", "3 warnings"."""
    errors = sum(problem.is_error for problem in problems)
    numbers = {"error": errors, "warning": len(problems) - errors}
    return ", ".join(f"{number} {kind}{'s' * (number != 1)}" for kind, number in numbers.items() if number)


def more(problems: Collection[Problem]) -> str:
    """Where there is more to read about the first problem, the first error where there is one."""
    first = min(problems, key=lambda problem: not problem.is_error)
    return f"`easycompilers explain {first.code}` tells more."
