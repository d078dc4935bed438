"""`easycompilers new`."""

from __future__ import annotations

from pathlib import Path

import click


class NotMade(click.ClickException):
    """What was asked for cannot be made: told without the usage, which it was not against."""

    exit_code = 2


class NewGroup(click.Group):
    """`new chapter …` is a command of the group; with any other word, `new DIR`, the word is a folder."""

    def resolve_command(self, context: click.Context, words: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if words[0] in self.commands:
            return super().resolve_command(context, words)
        return "", site_command, words


@click.group("new", cls=NewGroup, subcommand_metavar="DIR | chapter TITLE…")
def new_command() -> None:
    """Make a small site in the new folder DIR, or the next chapter of a course.

    \b
    easycompilers new DIR
    easycompilers new chapter "What a mean says"
    """


@click.command("DIR")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def site_command(folder: Path) -> None:
    """Make a small site in the new folder DIR."""
    from ..new import Refused, new_site

    try:
        made = new_site(folder)
    except Refused as error:
        raise NotMade(str(error)) from None
    for file in made.files:
        click.echo(f"  {file}")
    click.echo(f"A small site stands in {folder}. To see it:\n")
    if made.folder != Path.cwd():
        click.echo(f'  cd "{folder}"' if " " in str(folder) else f"  cd {folder}")
    click.echo("  easycompilers serve")


@new_command.command("chapter")
@click.argument("title", metavar="TITLE", nargs=-1, required=True)
@click.option("--course", default=None, help="The folder of the course that gets it; the only course by default.")
@click.option("--site", default=".", show_default=True, type=click.Path(exists=True, file_okay=False, path_type=Path), help="The folder of the site.")
def chapter_command(title: tuple[str, ...], course: str | None, site: Path) -> None:
    """Write the next chapter of a course, with its number, a file name after TITLE, and its front matter.

    For a site in a folder called `chapter`, write its path: easycompilers new ./chapter
    """
    from ..new import Refused, new_chapter
    from ..provide import NoCourse

    if not any(word.strip() for word in title):
        raise click.UsageError("A chapter needs a title.")
    try:
        made = new_chapter(site, " ".join(title), course)
    except (NoCourse, Refused) as error:
        raise NotMade(str(error)) from None
    click.echo(f"Wrote {made.path}.")
    if made.listed:
        click.echo(f"It is among the chapters of {made.settings}.")
    if made.entry:
        click.echo(f"Add it to the chapters of {made.settings} yourself: - {made.entry}")
