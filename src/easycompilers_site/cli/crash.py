"""A fault of our own, told as one: what to send to whom, and the traceback below. The exit code is that of sysexits.h."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

import click

from .. import __version__

EX_SOFTWARE = 70


class Commands(click.Group):
    """The commands of the program. What one of them raises, and click does not know, is our own fault."""

    def invoke(self, context: click.Context) -> object:
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise  # the reader of our output has gone, as in `… | head`
            click.echo(f"\n{crash_report(error)}", err=True)
            sys.exit(EX_SOFTWARE)


def crash_report(error: Exception) -> str:
    """The whole message, the traceback last. What tells of the machine is imported when there is something to tell."""
    import platform
    import shlex
    import traceback

    command = shlex.join(["easycompilers", *sys.argv[1:]])
    trace = "".join(traceback.format_exception(error)).rstrip()
    return f"""\
This is a fault of easycompilers itself, not of your files. What was written before is untouched.
{_where_to()} with everything below, and, if you can, the file that brings it about.

easycompilers-site {__version__}
Python {platform.python_version()} ({platform.python_implementation()})
{platform.platform()}
{_without_home(command)}

{_without_home(trace)}"""


def _where_to() -> str:
    """Where the package says that it is looked after, when it says so."""
    from importlib.metadata import PackageNotFoundError, metadata

    with contextlib.suppress(PackageNotFoundError):
        for entry in metadata("easycompilers-site").get_all("Project-URL") or ():
            name, _, address = entry.partition(",")
            if name.strip().lower() in ("issues", "bug tracker", "repository", "source"):
                return f"Please report it at {address.strip()}"
    return "Please report it where you got easycompilers from (the place of its source code, under “Issues”)"


def _without_home(text: str) -> str:
    """`text` with the reader's home folder as `~`: a report is sent to others."""
    home = os.path.expanduser("~")
    return text.replace(home, "~") if len(home) > 1 else text
