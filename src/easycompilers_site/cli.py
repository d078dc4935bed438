"""Arguments in, reports and exit code out. The only print, the only exit."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from . import __version__
from .problem import Problem, draw

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


@main.group("packages")
def packages_group() -> None:
    """The packages that cells import: `packages` in a course.yaml."""


@packages_group.command("lock")
@SITE
@click.option("--upgrade", is_flag=True, help="Take the newest versions that will do, not those of the old lock.")
def lock_command(site: Path, upgrade: bool) -> None:
    """Work out the wheels of every course in SITE anew, and write each course's packages.lock.

    Exit status: 0 when the locks are written, 1 with every problem listed.
    """
    from .build import lock_packages

    report, courses = lock_packages(site, Progress(), upgrade)
    show(report.problems)
    for course in courses:
        if course.wheels:
            click.echo(f"{course.folder}/packages.lock")
            for wheel in course.wheels:
                click.echo(f"  {wheel.name} {wheel.version} ({wheel.place.stat().st_size / 1000:,.0f} kB)")
    if report.failed:
        sys.exit(1)
    if not any(course.packages for course in courses):
        click.echo("No course asks for packages.")


@packages_group.command("build")
@click.argument("package", metavar="PATH", type=click.Path(exists=True, file_okay=False, path_type=Path))
@SITE
@click.option("--course", default=None, help="The folder of the course that gets it; the only course by default.")
def build_package_command(package: Path, site: Path, course: str | None) -> None:
    """Build the package in the folder PATH for the Python of the page, and add its wheel to a course of SITE.

    A package of pure Python is built by pip. One with C, C++, Cython, Fortran or Rust in it is built by pyodide-build, which
    `pip install 'easycompilers-site[native]'` brings, and which downloads a compiler.
    """
    from .build import add_package
    from .provide import NoCourse, NotBuilt

    try:
        added, report = add_package(package, site, course, Progress(always=True))
    except NoCourse as error:
        raise click.UsageError(str(error)) from None
    except NotBuilt as error:
        click.echo(f"{error.said}\n" if error.said else "", err=True)
        show([Problem("not-built", error.message, hint=error.hint)])
        sys.exit(1)
    show(report.problems)
    click.echo(f"Built {added.wheel}.")
    if not added.written:
        click.echo(f"Add it to the packages of {added.settings} yourself: {added.entry}")
    sys.exit(report.failed)


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
