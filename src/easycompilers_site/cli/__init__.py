"""Arguments in, reports and exit code out: a table of the commands, each in the module of its name. Only `__main__` comes after it."""

from __future__ import annotations

import click

from .. import __version__
from .build import build_command
from .check import check_command
from .ci import ci_command
from .crash import Commands
from .explain import explain_command
from .new import new_group
from .packages import packages_group
from .schema import schema_command
from .serve import serve_command
from .terminal import take_any_character
from .verify import verify_command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="easycompilers")
def main() -> None:
    """Turn a folder of chapters into a course website.

    Exit status of every command: 0 well, 1 problems in the site, 2 a wrong argument, 70 a fault of easycompilers itself.
    """
    take_any_character()


for command in (
    new_group,
    build_command,
    check_command,
    serve_command,
    ci_command,
    explain_command,
    schema_command,
    packages_group,
    verify_command,
):
    main.add_command(command)
