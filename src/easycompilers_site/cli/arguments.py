"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path

import click

#: The folder of the site.
SITE = click.argument("site", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))

#: Where the site goes.
OUT = click.option("--out", type=click.Path(path_type=Path), default=None, help="Where the site goes; SITE/dist by default.")
