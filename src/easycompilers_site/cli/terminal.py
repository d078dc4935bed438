"""The terminal: what is being done, and every problem. The only print."""

from __future__ import annotations

import sys

import click

from ..problem import draw


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


def show(problems) -> None:
    """Every problem, with a blank line between two of them."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[2K", err=True, nl=False)
    for problem in problems:
        click.echo(draw(problem, colour=sys.stderr.isatty()) + "\n", err=True)


def count(problems) -> str:
    errors = sum(problem.is_error for problem in problems)
    return f"{errors} error{'s' * (errors != 1)}"
