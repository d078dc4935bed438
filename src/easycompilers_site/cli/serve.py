"""`easycompilers serve`."""

from __future__ import annotations

from pathlib import Path

import click

from .arguments import NO_SNAPSHOT, OUT, SITE
from .terminal import Progress, count, show


@click.command("serve")
@SITE
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; the next free one if it is taken.")
@OUT
@NO_SNAPSHOT
def serve_command(site: Path, port: int, out: Path | None, no_snapshot: bool) -> None:
    """Build the site, serve it on this machine alone, and build it again after each change."""
    from ..serve import serve

    def report(report) -> None:
        show(report.problems)
        if report.failed:
            click.echo(f"{count(report.problems)}. The page shows the last good site.", err=True)

    try:
        serve(site, out or site / "dist", port, Progress(), report, lambda address: click.echo(f"Serving {address}\nStop with Ctrl+C."), not no_snapshot)
    except KeyboardInterrupt:
        click.echo()
