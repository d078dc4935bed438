"""`easycompilers check`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .arguments import JOBS, SITE, processors
from .formats import as_github, as_gitlab, as_json
from .terminal import Progress, count, more, show


@click.command("check")
@SITE
@click.option("--format", "form", type=click.Choice(("text", "json", "github", "gitlab")), default="text", show_default=True,
              help="How problems are told: to a person, as one JSON object, as annotations of a GitHub job, or as GitLab's report of code quality.")
@click.option("--only", metavar="COURSE", default="", help="Check this course alone, by its folder's name, with what all courses share.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@JOBS
@click.option("--external", is_flag=True, help="Ask other hosts whether what links lead to is there.")
def check_command(site: Path, form: str, only: str, strict: bool, jobs: int | None, external: bool) -> None:
    """Find everything in SITE that a build would refuse or warn of, and write no page.

    The format, links, terms, quizzes, accessibility, templates and packages are checked, every cell and exercise is run, and each
    page is drawn. What is left to `build` is the output folder alone: whether it can be written. As after a build, what was
    worked out is kept in .easycompilers/, and a packages.lock that is missing is written.

    Problems go to the standard output, what is being done to the standard error.

    Exit status: 0 when nothing is wrong, or only warnings; 1 with every problem listed; 2 for a wrong argument.
    """
    from ..build import check_site
    from ..ci import repository_of
    from ..sources import NoCourse

    try:
        report = check_site(site, Progress(), only, external, jobs or processors())
    except NoCourse as error:
        raise click.UsageError(str(error)) from None
    Progress().clear()
    if form == "json":
        click.echo(as_json(report.problems))
    elif form == "github":
        click.echo(as_github(report.problems, repository_of(site)[1]), nl=bool(report.problems))
    elif form == "gitlab":
        click.echo(as_gitlab(report.problems, repository_of(site)[1]))
    else:
        show(report.problems, err=False)
        click.echo(f"{count(report.problems)}. {more(report.problems)}" if report.problems else f"Nothing is wrong in {report.pages} pages.")
    sys.exit(report.failed or (strict and bool(report.problems)))
