"""`easycompilers packages`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..problem import Problem
from .arguments import SITE
from .terminal import Progress, show


@click.group("packages")
def packages_command() -> None:
    """The packages that cells import: `packages` in a course.yaml."""


@packages_command.command("lock")
@SITE
@click.option("--upgrade", is_flag=True, help="Take the newest versions that will do, not those of the old lock.")
def lock_command(site: Path, upgrade: bool) -> None:
    """Work out the wheels of every course in SITE anew, and write each course's packages.lock.

    Exit status: 0 when the locks are written, 1 with every problem listed.
    """
    from ..build import lock_packages

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


@packages_command.command("build")
@click.argument("package", metavar="PATH", type=click.Path(exists=True, file_okay=False, path_type=Path))
@SITE
@click.option("--course", default=None, help="The folder of the course that gets it; the only course by default.")
def build_package_command(package: Path, site: Path, course: str | None) -> None:
    """Build the package in the folder PATH for the Python of the page, and add its wheel to a course of SITE.

    A package of pure Python is built by pip. One with C, C++, Cython, Fortran or Rust in it is built by pyodide-build, which
    `pip install 'easycompilers-site[native]'` brings, and which downloads a compiler.
    """
    from ..build import add_package
    from ..provide import NoCourse, NotBuilt

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
