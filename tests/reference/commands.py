"""The commands in, what each does and its options out."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from easycompilers_site.cli import main

from .tables import sentence, table


def commands() -> Iterator[str]:
    top = click.Context(main, info_name="easycompilers")
    yield _told(main.help or "")
    for name, command in main.commands.items():
        yield from _command(command, click.Context(command, info_name=name, parent=top))


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## {context.command_path} {{#{context.command_path.replace(' ', '-')}}}"
    if not isinstance(command, click.Group):
        yield _usage(command, context)
    yield _told(command.help or "")
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        yield table("option | what it does", [(_named(option, context), sentence(option.help or "")) for option in options])
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _command(inner, click.Context(inner, info_name=name, parent=context))


def _usage(command: click.Command, context: click.Context) -> str:
    return "```\n" + " ".join([context.command_path, *command.collect_usage_pieces(context)]) + "\n```"


def _named(option: click.Option, context: click.Context) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    value = "" if option.is_flag else f" `{option.make_metavar(context)}`"
    shown = f" ({option.default} by default)" if option.show_default and option.default is not None else ""
    return names + value + shown


def _told(help_text: str) -> str:
    """A docstring's paragraphs; one that click leaves as it stands is a listing."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(help_text))
    return "\n\n".join("```\n" + part.removeprefix("\b\n") + "\n```" if part.startswith("\b") else " ".join(part.split()) for part in parts)
