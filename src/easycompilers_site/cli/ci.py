"""`easycompilers ci`."""

from __future__ import annotations

from pathlib import Path

import click

from .arguments import SITE
from .new import NotMade

NAMES = ("github", "gitlab", "netlify", "cloudflare", "docker")


@click.command("ci")
@click.argument("service", metavar="SERVICE", type=click.Choice(NAMES))
@SITE
@click.option("--package", metavar="REQUIREMENT", default="", help="What pip is to install there; this release of easycompilers-site by default.")
@click.option("--print", "shown", is_flag=True, help="Print the file, and write nothing.")
def ci_command(service: str, site: Path, package: str, shown: bool) -> None:
    """Write the one file with which SERVICE builds, checks and publishes SITE: github, gitlab, netlify, cloudflare or docker.

    It is put where the service looks for it, at the root of the git repository that holds SITE. A file that is there is left alone.
    """
    from ..ci import SERVICES, Refused, ci_text, repository_of, write_ci

    if shown:
        root, way = repository_of(site)
        click.echo(ci_text(service, way, root.name, package), nl=False)
        return
    try:
        place = write_ci(service, site, package)
    except Refused as error:
        raise NotMade(str(error)) from None
    click.echo(f"Wrote {place}.\n{SERVICES[service].then}")
