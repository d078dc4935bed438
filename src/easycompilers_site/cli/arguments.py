"""Arguments that several commands take."""

from __future__ import annotations

import os
from pathlib import Path

import click

#: The folder of the site.
SITE = click.argument("site", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))

#: How many processes may draw pages, and run cells, at once.
JOBS = click.option("--jobs", type=click.IntRange(1), default=None, help="How many processes may work at once, where there is enough to do; one for each "
                    "processor by default. The site is the same. On Linux; elsewhere one works.")

#: Where the site goes.
OUT = click.option("--out", type=click.Path(path_type=Path), default=None, help="Where the site goes; SITE/dist by default.")

#: Whether Python starts from the memory that was kept at package build.
NO_SNAPSHOT = click.option("--no-snapshot", is_flag=True, help="Let Python start from nothing, not from a snapshot of its memory: a learner "
                           "downloads 4 MB less and waits three times as long.")


def processors() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
