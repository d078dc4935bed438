"""`easycompilers serve`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from ..problem import Problem
from .arguments import NO_SNAPSHOT, SITE
from .terminal import Progress, count, show


@click.command("serve")
@SITE
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen: this machine alone, or 0.0.0.0 for every machine of the network.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; the next free one if it is taken.")
@click.option("--open", "open_browser", is_flag=True, help="Open the first page in a browser.")
@NO_SNAPSHOT
def serve_command(site: Path, host: str, port: int, open_browser: bool, no_snapshot: bool) -> None:
    """Show SITE in a browser as it stands, each page as it is asked for, and every change as soon as it is saved.

    Nothing is written but the cache. What is wrong is told here and in the page, which shows all the rest.
    """
    from ..serve import serve

    progress = Progress()

    def report(problems: Collection[Problem]) -> None:
        progress.clear()
        show(problems)
        click.echo(f"{count(problems)}." if problems else "Nothing is wrong.", err=True)

    try:
        serve(site, host, port, progress, report, lambda address: click.echo(f"Serving {address}\nStop with Ctrl+C."), open_browser, not no_snapshot)
    except KeyboardInterrupt:
        click.echo()
