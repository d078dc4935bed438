"""Arguments in, reports and exit code out: a table of the commands, each in the module of its name. Only `__main__` comes after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

from .. import __version__
from .crash import Commands
from .terminal import take_any_character

COMMANDS = ("new", "build", "check", "serve", "ci", "explain", "schema", "packages", "verify")


class Modules(Mapping[str, click.Command]):
    """The commands by their names. The module of one is imported when it is asked for, since only one of them is used."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        return getattr(import_module(f".{name}", __name__), f"{name}_command")

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@click.group(cls=Commands, commands=Modules(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="easycompilers")
def main() -> None:
    """Turn a folder of chapters into a course website.

    Exit status of every command: 0 well, 1 problems in the site, 2 a wrong argument, 70 a fault of easycompilers itself.
    """
    take_any_character()
