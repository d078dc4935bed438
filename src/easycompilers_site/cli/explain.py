"""`easycompilers explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..explanation import Explanation


@click.command("explain")
@click.argument("code", required=False)
def explain_command(code: str | None) -> None:
    """Tell more about a problem: what CODE means, why it matters, a wrong and a right example. Without CODE, list all.

    CODE is the name in brackets at the head of a report, as in `error[unknown-term]`.

    Exit status: 0, or 2 where there is no such code.
    """
    from ..problem import did_you_mean
    from ..read import read_explanations

    known = read_explanations()
    if code is None:
        width = max(map(len, known))
        for each in known.values():
            click.echo(f"{each.code:{width}}  {each.title}")
        return
    wanted = code.strip().lower().removeprefix("error").removeprefix("warning").strip("[]:")
    if wanted not in known:
        hint = did_you_mean(wanted, known)
        raise click.UsageError(f"There is no problem with the code `{wanted}`. " + (hint.capitalize() if hint else "`easycompilers explain` lists all codes."))
    click.echo(text_of(known[wanted]))


def text_of(one: Explanation) -> str:
    """The explanation as a person reads it on a terminal: Markdown is text."""
    return "\n\n".join([f"{one.code}: {one.title}", one.text, "Wrong:", _indented(one.wrong.markdown), _indented(one.report.rstrip()),
                        "Right:", _indented(one.right.markdown)])


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))
