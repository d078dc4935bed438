"""`easycompilers check`: what a build would say, without a site; for people, programs and GitHub jobs."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from files import put
from hosts import StaticHost, serving
from test_bad_input import GOOD

from easycompilers_site import visit
from easycompilers_site.addresses import Addresses
from easycompilers_site.check import Scope, check_texts
from easycompilers_site.cli import main
from easycompilers_site.cli.formats import as_github
from easycompilers_site.parse import parse
from easycompilers_site.problem import Problem
from easycompilers_site.read import read
from easycompilers_site.source import Source

SECOND = {"course/second/course.yaml": "title: Second\n", "course/second/01-two.md": "A {trem}`two` and [one](../first/01-one.md).\n"}
WARNED = {"glossary.yaml": "one: A number.\ntwo: Another number.\n"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path / "site", GOOD)
    return tmp_path / "site"


def check(site: Path, *options: str) -> Result:
    result = CliRunner().invoke(main, ["check", str(site), *options])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def places(result: Result) -> list[str]:
    return [line.split("--> ")[1] for line in result.stdout.splitlines() if "--> " in line]


def test_a_good_site_is_clean_and_nothing_is_written(site: Path) -> None:
    result = check(site)
    assert result.exit_code == 0 and re.fullmatch(r"Nothing is wrong in \d+ pages\.\n", result.stdout)
    assert not (site / "dist").exists()


def test_cells_are_run_and_templates_are_drawn(site: Path) -> None:
    put(site, {"course/first/01-one.md": "One.\n\n```{code-cell} python\n1 / 0\n```\n"})
    assert "error[cell-failed]" in check(site).stdout
    put(site, GOOD | {"templates/chapter.html": "{{ page.titel }}\n"})
    assert "templates/chapter.html:1:9" in check(site).stdout


def test_what_was_found_in_a_text_is_found_anew_when_its_terms_are(site: Path) -> None:
    """A definition is asked what it names, then its terms are found in it, and then it is looked at."""
    put(site, {"glossary.yaml": "one:\n  definition: A number, as {term}`one` is.\n"})
    sources = read(site)
    parsed = parse(sources)
    assert not list(check_texts(Scope(parsed, terms=parsed.terms), Addresses(parsed, sources.files)))


def test_the_report_ends_with_how_many_there_are(site: Path) -> None:
    put(site, WARNED | {"course/first/01-one.md": "A {trem}`one` and {trem}`one` of one.\n"})
    result = check(site)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 errors, 1 warning. `easycompilers explain unknown-role` tells more."


def test_warnings_are_no_failure_unless_asked(site: Path) -> None:
    put(site, WARNED)
    assert check(site).exit_code == 0
    result = check(site, "--strict")
    assert result.exit_code == 1 and "\n1 warning. `easycompilers explain unused-term` tells more.\n" in result.stdout


def test_what_check_finds_build_finds(site: Path) -> None:
    put(site, WARNED | SECOND)
    built = CliRunner().invoke(main, ["build", str(site)])
    assert [line for line in built.stderr.splitlines() if "-->" in line] == [line for line in check(site).stdout.splitlines() if "-->" in line]


# ── one course of several ──


def test_one_course_alone(site: Path) -> None:
    """In a job for each course each tells of its own, and of what they share."""
    put(site, WARNED | SECOND)
    assert check(site, "--only", "first").exit_code == 0
    assert places(check(site, "--only", "first")) == ["glossary.yaml:2:1"]
    assert places(check(site, "--only", "second")) == ["course/second/01-two.md:1:4", "glossary.yaml:2:1"]


def test_one_course_runs_its_own_cells_alone(site: Path) -> None:
    put(site, SECOND | {"course/second/01-two.md": "One.\n\n```{code-cell} python\n1 / 0\n```\n"})
    assert places(check(site, "--only", "first")) == []
    assert places(check(site, "--only", "second")) == ["course/second/01-two.md:4:1"]


def test_a_course_that_is_not_there_is_wrong_usage(site: Path) -> None:
    result = check(site, "--only", "frist")
    assert result.exit_code == 2 and "did you mean `first`?" in result.stderr


# ── for programs ──


def test_json_has_one_shape(site: Path) -> None:
    put(site, {"course/first/01-one.md": "A {trem}`one` is one.\n"})
    (site / "course/first/Dead.md").symlink_to("nowhere.md")
    told = json.loads(check(site, "--format", "json").stdout)
    assert told == {"errors": 1, "warnings": 1, "problems": [
        {"file": "course/first/01-one.md", "line": 1, "column": 4, "end_column": 8, "severity": "error", "code": "unknown-role",
         "message": "there is no role `trem`", "hint": "did you mean `term`?"},
        {"file": "course/first/Dead.md", "line": None, "column": None, "end_column": None, "severity": "warning", "code": "dead-link",
         "message": "this symbolic link leads nowhere", "hint": "delete it, or put its target back"},
    ]}


def test_json_of_a_clean_site_is_json(site: Path) -> None:
    assert json.loads(check(site, "--format", "json").stdout) == {"errors": 0, "warnings": 0, "problems": []}
    assert check(site, "--format", "github").stdout == ""


def test_annotations_name_the_file_from_the_repository(tmp_path: Path) -> None:
    """A site may stand in a folder of a repository; GitHub wants the way from the repository's root."""
    put(tmp_path / "docs" / "site", GOOD | {"course/first/01-one.md": "A {trem}`one` is one.\n"})
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    result = check(tmp_path / "docs" / "site", "--format", "github")
    assert result.exit_code == 1
    assert result.stdout == ("::error file=docs/site/course/first/01-one.md,line=1,col=4,endColumn=8,title=unknown-role"
                             "::there is no role `trem`%0Ahint: did you mean `term`?\n")


def test_annotations_are_escaped() -> None:
    source = Source("course/a,b/01: 100%.md", "text")
    problem = Problem("some-code", "50% of a:b,c\nand more", source.span(1))
    assert as_github([problem]) == "::error file=course/a%2Cb/01%3A 100%25.md,line=1,col=1,endColumn=5,title=some-code::50%25 of a:b,c%0Aand more"


# ── other hosts ──


class Host(StaticHost):
    """Answers as the address says: /404 with 404; /no-head refuses HEAD alone; /slow drops the line. Keeps what it was asked."""

    asked: list[str]

    def do_HEAD(self) -> None:
        self.answer(405 if self.path == "/no-head" else self.status)

    def do_GET(self) -> None:
        self.answer(200 if self.path == "/no-head" else self.status)

    @property
    def status(self) -> int:
        return int(self.path[1:4]) if self.path[1:4].isdigit() else 200

    def answer(self, status: int) -> None:
        self.asked.append(f"{self.command} {self.path}")
        if self.path == "/dropped":
            self.connection.close()
            return
        self.send_response(status)
        if 300 < status < 400:
            self.send_header("Location", "/there")
        self.end_headers()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(visit, "SECONDS_BETWEEN", 0)
    Host.asked = []
    with serving(tmp_path, Host) as address:
        yield address


def linked(site: Path, *addresses: str) -> None:
    put(site, {"course/first/01-one.md": "Text about one.\n\n" + "".join(f"- [some page {n}]({address})\n" for n, address in enumerate(addresses))})


def test_other_hosts_are_asked_on_request_only(site: Path, host: str) -> None:
    linked(site, f"{host}/404")
    assert check(site).exit_code == 0 and Host.asked == []
    result = check(site, "--external")
    assert result.exit_code == 1
    assert "error[link-gone]" in result.stdout and places(result) == ["course/first/01-one.md:3:17"]


def test_what_is_there_is_not_reported(site: Path, host: str) -> None:
    """A page, one that moved, one that no program may see, and one whose head alone is refused."""
    linked(site, f"{host}/there", f"{host}/301", f"{host}/403", f"{host}/429", f"{host}/no-head", "mailto:a@example.org")
    assert check(site, "--external").stdout.startswith("Nothing is wrong")
    assert "GET /no-head" in Host.asked and "GET /403" not in Host.asked


def test_a_host_that_cannot_be_reached_is_a_warning(site: Path, host: str) -> None:
    linked(site, f"{host}/500", f"{host}/dropped", "http://name.invalid/", "http://[bad/")
    result = check(site, "--external")
    assert result.exit_code == 0
    assert places(result) == [f"course/first/01-one.md:{line}:17" for line in (3, 4, 5, 6)] and result.stdout.count("warning[link-unanswered]") == 4


def test_an_address_is_asked_for_once(site: Path, host: str) -> None:
    linked(site, f"{host}/there", f"{host}/there#a", f"{host}/there#b", f"<{host}/404>", f"{host}/404")
    assert len(places(check(site, "--external"))) == 2
    assert sorted(Host.asked) == ["GET /404", "HEAD /404", "HEAD /there"]


def test_a_host_has_one_request_at_a_time(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most = 0, 0

    class Counting(http.server.SimpleHTTPRequestHandler):
        def do_HEAD(self) -> None:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.01)  # others would come in the meantime
            at_once -= 1
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_) -> None:
            pass

    monkeypatch.setattr(visit, "SECONDS_BETWEEN", 0)
    with serving(tmp_path, Counting) as address:
        linked(site, *(f"{address}/{n}" for n in range(20)))
        assert check(site, "--external").exit_code == 0
    assert most == 1


# ── a fault of our own ──


def test_a_fault_of_our_own_says_so(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from easycompilers_site import build

    def broken(*_) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(build, "parse", broken)
    result = check(site)
    assert result.exit_code == 70 and result.stdout == ""
    for words in ("a fault of easycompilers itself", "Please report it", "easycompilers-site 0.", "Python 3.", "ZeroDivisionError: a bug", 'in broken\n'):
        assert words in result.stderr, result.stderr
    assert result.stderr.index("report it") < result.stderr.index("Traceback")


def test_a_fault_keeps_the_home_folder_to_itself(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from easycompilers_site import build

    def broken(*_) -> None:
        raise RuntimeError(f"at {site}")

    monkeypatch.setattr(build, "parse", broken)
    monkeypatch.setenv("HOME", str(site.parent))
    assert str(site.parent) not in check(site).stderr and "at ~/site" in check(site).stderr


def test_a_reader_that_goes_away_is_no_fault(site: Path) -> None:
    put(site, {"course/first/01-one.md": "A {trem}`one`.\n\n" * 2000})
    result = subprocess.run(f"'{sys.executable}' -m easycompilers_site check '{site}' | head -1", shell=True, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("error[unknown-role]") and "fault" not in result.stderr


def test_all_of_a_report_reaches_its_reader_before_the_program_ends(site: Path) -> None:
    """It ends at once, without what Python does at an end: what waits in its streams has to be written, and the status has to be told."""
    put(site, {"course/first/01-one.md": "A {trem}`one`.\n\n" * 2000})
    result = subprocess.run([sys.executable, "-m", "easycompilers_site", "check", str(site)], capture_output=True, text=True, check=False)
    assert result.stdout.count("error[unknown-role]") == 2000
    assert result.stdout.splitlines()[-1].startswith("2000 errors") and result.returncode == 1


def test_a_report_reaches_a_file_whatever_the_machine_writes_in(tmp_path: Path) -> None:
    """On Windows what goes into a file may be written in an encoding that has no sign for most letters."""
    put(tmp_path, {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": "日本 {term}`注意`\n"})
    command = [sys.executable, "-m", "easycompilers_site", "check", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "cp1252"}, timeout=120, check=False)
    assert result.returncode == 1, result.stderr
    assert "`??` is not in the glossary" in result.stdout.decode("cp1252")
