"""Arguments in, reports and exit code out. The only print, the only exit."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from . import __version__
from .problem import draw

SITE = click.argument("site", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="easycompilers")
def main() -> None:
    """Turn a folder of chapters into a course website."""


@main.command("build")
@SITE
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Where the site goes; SITE/dist by default.")
def build_command(site: Path, out: Path | None) -> None:
    """Build the site in SITE (this folder by default).

    Exit status: 0 when it is written, 1 with every problem listed and the old output untouched.
    """
    from .build import build

    out = out or site / "dist"
    started = time.monotonic()
    report = build(site, out, Progress())
    show(report.problems)
    if report.failed:
        click.echo(f"{count(report.problems)}. Nothing was written.", err=True)
        sys.exit(1)
    click.echo(f"{report.pages} pages in {out} ({time.monotonic() - started:.1f} s).")


@main.command("serve")
@SITE
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; the next free one if it is taken.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Where the site goes; SITE/dist by default.")
def serve_command(site: Path, port: int, out: Path | None) -> None:
    """Build the site, serve it on this machine alone, and build it again after each change."""
    from .serve import serve

    def report(report) -> None:
        show(report.problems)
        if report.failed:
            click.echo(f"{count(report.problems)}. The page shows the last good site.", err=True)

    try:
        serve(site, out or site / "dist", port, Progress(), report, lambda address: click.echo(f"Serving {address}\nStop with Ctrl+C."))
    except KeyboardInterrupt:
        click.echo()


class Progress:
    """Says what is being done: on one line of a terminal, or as plain lines elsewhere."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()

    def __call__(self, line: str) -> None:
        if self.terminal:
            click.echo(f"\r\x1b[2K{line} …", err=True, nl=False)
        elif line.startswith("Running"):
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
