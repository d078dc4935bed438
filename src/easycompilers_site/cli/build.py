"""`easycompilers build`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from .arguments import JOBS, NO_SNAPSHOT, OUT, SITE, processors
from .terminal import Progress, count, more, show


@click.command("build")
@SITE
@OUT
@NO_SNAPSHOT
@JOBS
@click.option("--no-cache", is_flag=True, help="Use nothing that earlier builds worked out, and keep nothing. The site is the same.")
@click.option("--compress", is_flag=True, help="Put compressed copies (.br and .gz) beside what is text, for servers that send them.")
def build_command(site: Path, out: Path | None, no_snapshot: bool, jobs: int | None, no_cache: bool, compress: bool) -> None:
    """Build the site in SITE (this folder by default).

    Exit status: 0 when it is written, 1 with every problem listed and the old output untouched.
    """
    from ..build import build

    out = out or site / "dist"
    started = time.monotonic()
    report = build(site, out, Progress(), cached=not no_cache, snapshot=not no_snapshot, compressed=compress, jobs=jobs or processors())
    show(report.problems)
    if report.failed:
        click.echo(f"{count(report.problems)}. Nothing was written. {more(report.problems)}", err=True)
        sys.exit(1)
    click.echo(f"{report.pages} pages in {out} ({time.monotonic() - started:.1f} s).")
