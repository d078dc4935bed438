"""`easycompilers schema`."""

from __future__ import annotations

import json

import click

NAMES = ("site", "course", "chapter", "glossary")


@click.command("schema")
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
def schema_command(name: str) -> None:
    """Print the JSON Schema of a settings file, for an editor: site, course, chapter (its front matter) or glossary."""
    from ..schema import schemas

    click.echo(json.dumps(schemas()[name], indent=2, ensure_ascii=False))
