"""Several processes draw the pages of one site: the same files and the same report as one alone."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from files import put, tree

from easycompilers_site import sharing
from easycompilers_site.work import ENOUGH, shares_of

COUNT = 2 * ENOUGH
SITE = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\n",
    "glossary.yaml": "vector: A row of numbers.\nmatrix: Rows of a {term}`vector`.\n",
    **{f"course/first/{number:02}-part-{number}.md": f"---\ntitle: Part {number}\nsummary: About *{number}*.\n---\n\nA **vector** of {number}, see "
       f"[the other end]({COUNT - number + 1:02}-part-{COUNT - number + 1}.md#why).\n\n## Why\n\nSee [here](01-part-1.md).\n" for number in range(1, COUNT + 1)},
}
COMMAND = [sys.executable, "-m", "easycompilers_site", "build"]

only_where_shared = pytest.mark.skipif(not sharing.possible(), reason="one process works here")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path / "site", SITE)
    return tmp_path / "site"


def build(site: Path, out: str, *options: str) -> tuple[dict[str, bytes], str]:
    """The files of the site, and what was told on the way."""
    done = subprocess.run([*COMMAND, str(site), "--out", str(site / out), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return tree(site / out), done.stderr


@only_where_shared
def test_one_process_and_two_warm_and_cold_with_and_without_a_cache_give_the_same(site: Path) -> None:
    alone = build(site, "alone", "--jobs", "1", "--no-cache")
    assert "vague-link" in alone[1]
    assert build(site, "together", "--jobs", "2") == alone
    assert build(site, "warm", "--jobs", "2") == alone
    put(site, {"course/first/01-part-1.md": SITE["course/first/01-part-1.md"].replace("Part 1", "Part one")})
    assert build(site, "edited", "--jobs", "3") == build(site, "anew", "--jobs", "2", "--no-cache")


@only_where_shared
def test_a_mistake_that_another_process_finds_is_told_and_nothing_is_written(site: Path) -> None:
    path = f"course/first/{COUNT:02}-part-{COUNT}.md"
    put(site, {path: SITE[path] + "\n```{tpi}\n```\n"})
    done = subprocess.run([*COMMAND, str(site), "--jobs", "2"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error[unknown-directive]" in done.stderr and f"{path}:" in done.stderr
    assert not (site / "dist").exists()


@only_where_shared
def test_the_share_of_a_process_that_ends_too_early_is_done_here() -> None:
    heard: list[object] = []

    def do(share: str, send: sharing.Send) -> str:
        send(share)
        if share == "killed":
            os._exit(9)
        if share == "wrong":
            raise ValueError(share)
        return share.upper()

    helpers = sharing.Helpers(["well", "killed", "wrong"], do, heard.append)
    assert list(helpers.results()) == [("well", "WELL"), ("killed", None), ("wrong", None)]
    assert set(heard) == {"well", "killed", "wrong"}


class Source:
    def __init__(self, text: str) -> None:
        self.text = text


class Chapter:
    def __init__(self, text: str = "") -> None:
        self.source = Source(text)


def test_another_process_works_only_where_there_is_enough_to_do() -> None:
    def sizes(count: int, jobs: int, text: str = "") -> list[int]:
        return [len(share) for share in shares_of([(None, Chapter(text))] * count, jobs)]

    assert sizes(0, 8) == [0]
    assert sizes(2 * ENOUGH - 1, 8) == [2 * ENOUGH - 1]
    assert sizes(2 * ENOUGH, 8) == [ENOUGH, ENOUGH]
    assert sizes(100 * ENOUGH, 2) == [50 * ENOUGH] * 2
    assert sizes(4, 8, "```{code-cell} python\n") == [2, 2], "to run cells takes long"


def on_a_terminal(site: Path, **environment: str) -> str:
    """What a person sees at a terminal of a build that finds something to warn of."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    with subprocess.Popen([*COMMAND, str(site)], stdout=subprocess.DEVNULL, stderr=theirs, env={**clean, "TERM": "xterm", **environment}):
        os.close(theirs)
        seen = b""
        try:
            while more := os.read(ours, 65536):
                seen += more
        except OSError:  # Linux says so when the other end is closed
            pass
    os.close(ours)
    return seen.decode()


COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_terminal_shows_what_is_done_and_how_much_of_it(site: Path) -> None:
    seen = on_a_terminal(site)
    assert re.search(rf"Drawing pages: \d+ of {COUNT} …", seen)
    assert COLOUR.search(seen)
    put(site, {"course/first/01-part-1.md": SITE["course/first/01-part-1.md"] + "\nMore.\n"})
    plain = on_a_terminal(site, NO_COLOR="1")
    assert "Drawing pages: " in plain and "warning[vague-link]" in plain and not COLOUR.search(plain)


def test_where_no_line_can_be_written_over_no_progress_is_shown(site: Path) -> None:
    assert "Drawing" not in build(site, "dist")[1] and "\x1b" not in build(site, "dist")[1]
    assert "\x1b" not in on_a_terminal(site, TERM="dumb")
