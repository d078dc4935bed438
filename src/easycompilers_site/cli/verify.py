"""`easycompilers verify`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .formats import as_json
from .terminal import Progress, count, more, show


@click.command("verify")
@click.argument("target", metavar="URL|DIR")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True, help="How problems are told: to a person, or as one JSON object.")
@click.option("--most", type=click.IntRange(1), default=20_000, show_default=True, help="How many files are looked at, at the most.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
def verify_command(target: str, form: str, most: int, strict: bool) -> None:
    """Look whether the site at URL, or in the folder DIR, is whole and is served as it should be.

    From the first page on, all that stands on the site is asked for once: pages, pictures, scripts, the search, Python. Told is what is
    missing, links to headings that are not there, and files whose bytes are not those that were built. Of a host it is also told what it
    does with types, keeping, wrong addresses and addresses without a slash. No other host is asked for anything.

    Problems go to the standard output, what is being done to the standard error.

    Exit status: 0 when nothing is wrong, or only warnings; 1 with every problem listed; 2 for a wrong argument.
    """
    from ..read import runtime_files
    from ..verify import is_address, verify

    if not is_address(target) and not Path(target).is_dir():
        raise click.UsageError(f"`{target}` is neither an address, as in https://example.org/courses/, nor a folder")
    found = verify(target, Progress(), most, runtime_files())
    Progress().clear()
    if form == "json":
        click.echo(as_json(found.problems))
    else:
        show(found.problems, err=False)
        click.echo(f"{count(found.problems)} in {found.asked} files. {more(found.problems)}" if found.problems else f"Nothing is wrong in {found.asked} files.")
        if not found.address:
            click.echo("How a host will serve them (types, headers, redirects, wrong addresses) cannot be known from a folder: verify its address too.")
    sys.exit(any(problem.is_error for problem in found.problems) or (strict and bool(found.problems)))
