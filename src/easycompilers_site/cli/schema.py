"""`easycompilers schema`."""

from __future__ import annotations

import json
from pathlib import Path

import click

NAMES = ("site", "course", "chapter", "glossary")


@click.command("schema")
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=None, help="Write it into this file, and make its folder.")
def schema_command(name: str, out: Path | None) -> None:
    """Print the JSON Schema of a settings file, for an editor: site, course, chapter (its front matter) or glossary."""
    from ..schema import schemas

    text = json.dumps(schemas()[name], indent=2, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.UsageError(f"{out} cannot be written: {error.strerror or error}.") from None
