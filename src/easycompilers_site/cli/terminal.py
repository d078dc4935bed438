"""The terminal: what is being done, and every problem. The only print."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator

import click

from ..problem import Problem, draw


def take_any_character() -> None:
    """Output that goes into a file or to another program is UTF-8, also on Windows; a terminal shows ? for what it has no sign for."""
    for stream in (sys.stdout, sys.stderr):
        if not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
            stream.reconfigure(encoding="utf-8")
        stream.reconfigure(errors="replace")


class Progress:
    """Says what is being done: on one line of a terminal, or as plain lines elsewhere. always: each in a line of its own."""

    def __init__(self, always: bool = False) -> None:
        self.always = always
        self.terminal = sys.stderr.isatty() and not always

    def __call__(self, line: str) -> None:
        if self.terminal:
            click.echo(f"\r\x1b[2K{line} …", err=True, nl=False)
        elif self.always or line.startswith(("Running", "Fetching", "Compiling")):
            click.echo(f"{line} …", err=True)

    def clear(self) -> None:
        if self.terminal:
            click.echo("\r\x1b[2K", err=True, nl=False)


def show(problems: Iterable[Problem]) -> None:
    """Every problem, with a blank line between two of them."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[2K", err=True, nl=False)
    for text in drawn(problems, colour=sys.stderr.isatty()):
        click.echo(f"{text}\n", err=True)


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
