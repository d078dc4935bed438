"""`easycompilers ci`: the one file that builds, checks and publishes, for each service; and how problems reach the lines of a change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from files import put, tree
from jsonschema.validators import validator_for
from ruamel.yaml import YAML
from test_bad_input import GOOD

from easycompilers_site import __version__
from easycompilers_site.ci import SERVICES, ci_text
from easycompilers_site.cli import main
from easycompilers_site.run.node import node_program

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "ci"
SCHEMAS = files("check_jsonschema.builtin_schemas.vendor")
OF_SERVICES = ROOT / "tests/services/node_modules"

#: The site at the root of its repository, and in a folder whose name needs quotes everywhere.
WAYS = {"": "at the root", "our courses/site/": "in a folder"}


@pytest.fixture(params=WAYS, ids=WAYS.values())
def way(request: pytest.FixtureRequest) -> str:
    return request.param


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["ci", *map(str, words)], catch_exceptions=False)


# ── what is written ──


@pytest.mark.parametrize("service", SERVICES)
def test_the_file_of_each_service(service: str, request: pytest.FixtureRequest) -> None:
    place = GOLDEN / SERVICES[service].starter
    text = ci_text(service, "courses/", "My school's site", "easycompilers-site==1.2.3")
    if request.config.getoption("--rewrite-golden"):
        put(GOLDEN, {place.name: text})
    assert place.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("service", SERVICES)
def test_it_stands_where_the_service_looks_and_is_never_overwritten(service: str, tmp_path: Path) -> None:
    put(tmp_path, {".git/HEAD": "", "our courses/site/course/site.yaml": "title: Example\n"})
    site, place = tmp_path / "our courses" / "site", tmp_path / SERVICES[service].path
    result = run(service, site)
    assert result.exit_code == 0 and str(place) in result.output and SERVICES[service].then in result.output
    assert f"easycompilers-site=={__version__}" in place.read_text(encoding="utf-8").replace("[compress]", "")
    assert "our courses/site" in place.read_text(encoding="utf-8")
    put(tmp_path, {SERVICES[service].path: "mine"})
    before = tree(tmp_path)
    result = run(service, site)
    assert result.exit_code == 2 and "is there already, and was not touched" in result.output and tree(tmp_path) == before
    assert "easycompilers build" in run(service, site, "--print").output and tree(tmp_path) == before


def test_another_package_can_be_named(tmp_path: Path) -> None:
    wanted = "easycompilers-site @ git+https://example.org/fork"
    assert f"pip install '{wanted}'" in run("github", tmp_path, "--print", "--package", wanted).output
    assert "'easycompilers-site[compress] @ git+https://example.org/fork'" in run("docker", tmp_path, "--print", "--package", wanted).output


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    put(tmp_path, {".github": "a file"})
    result = run("github", tmp_path)
    assert result.exit_code == 2 and "cannot be written" in result.output and "Traceback" not in result.output


# ── what each service takes ──


def faults(schema: Path, value: object) -> list[str]:
    rules = json.loads(schema.read_text(encoding="utf-8"))
    return [f"{list(error.path)}: {error.message[:200]}" for error in validator_for(rules)(rules).iter_errors(value)]


@pytest.mark.parametrize(("service", "schema"), [("github", "github-workflows"), ("gitlab", "gitlab-ci")])
def test_a_workflow_meets_the_public_schema(service: str, schema: str, way: str) -> None:
    value = YAML(typ="safe", pure=True).load(ci_text(service, way, "My site"))
    assert faults(SCHEMAS / f"{schema}.json", value) == []
    assert faults(SCHEMAS / f"{schema}.json", {**value, "jobs": "none", "stages": 5}), "the schema can say no"


def test_every_action_is_pinned_and_no_pull_request_publishes(way: str) -> None:
    workflow = YAML(typ="safe", pure=True).load(ci_text("github", way, "My site"))
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert len(used) == 5 and all(len(name.partition("@")[2]) == 40 for name in used)
    assert workflow["permissions"] == {"contents": "read"}
    publish = workflow["jobs"]["publish"]
    assert publish["needs"] == "build" and "github.event_name != 'pull_request'" in publish["if"]


def test_netlify_reads_its_file(way: str, tmp_path: Path) -> None:
    text = ci_text("netlify", way, "My site")
    assert tomllib.loads(text)["build"]["publish"] == f"{way}dist"
    program = OF_SERVICES / "@netlify/config/bin.js"
    if not program.exists():
        pytest.skip("NOT TESTED with Netlify's own reader: `make services` installs it")
    put(tmp_path, {"netlify.toml": text})
    command = [node_program(), program, "--config", tmp_path / "netlify.toml", "--repositoryRoot", tmp_path, "--branch", "main", "--offline"]
    read = subprocess.run(command, capture_output=True, text=True, check=True)
    config = json.loads(read.stdout)["config"]
    assert config["build"]["command"] == tomllib.loads(text)["build"]["command"] and config["plugins"][0]["inputs"]["paths"] == [f"{way}.easycompilers"]


def test_cloudflare_s_file_meets_its_schema(way: str) -> None:
    text = ci_text("cloudflare", way, "My site")
    value = json.loads("\n".join(line for line in text.splitlines() if not line.startswith("//")))
    assert value["assets"]["directory"] == f"./{way}dist" and value["name"] == "my-site"
    schema = OF_SERVICES / "wrangler/config-schema.json"
    if not schema.exists():
        pytest.skip("NOT TESTED with Cloudflare's own schema: `make services` installs it")
    assert faults(schema, value) == [] and faults(schema, {**value, "assets": 5})


def test_the_dockerfile_is_as_it_should_be(way: str) -> None:
    program = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip("NOT TESTED: hadolint is not installed on this machine")
    judged = subprocess.run([program, "-"], input=ci_text("docker", way, "My site"), capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout


def test_shell_lines_keep_odd_names_whole(tmp_path: Path) -> None:
    """A folder's name with a quote and a dollar reaches the program as it is."""
    odd = "it's $HOME & `x`/site/"
    workflow = YAML(typ="safe", pure=True).load(ci_text("github", odd, "My site"))
    line = next(step["run"] for step in workflow["jobs"]["build"]["steps"] if step.get("name") == "Build")
    put(tmp_path, {"easycompilers": "#!/bin/sh\n[ $1 = build ] && printf '%s' \"$2\" || true\n"})
    (tmp_path / "easycompilers").chmod(0o755)
    done = subprocess.run(["sh", "-c", line], env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}, capture_output=True, text=True, check=True)
    assert done.stdout == odd.rstrip("/")


# ── problems on the lines of a change ──


def test_gitlab_s_report_of_code_quality(tmp_path: Path) -> None:
    put(tmp_path, {".git/HEAD": ""})
    put(tmp_path / "docs", GOOD | {"course/first/01-one.md": "A {trem}`one` is one.\n\nA {trem}`one` is one.\n", "glossary.yaml": "one: A number.\ntwo: Another.\n"})
    result = CliRunner().invoke(main, ["check", str(tmp_path / "docs"), "--format", "gitlab"])
    rows = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [(row["location"], row["check_name"], row["severity"]) for row in rows] == [
        ({"path": "docs/course/first/01-one.md", "lines": {"begin": 1}}, "unknown-role", "major"),
        ({"path": "docs/course/first/01-one.md", "lines": {"begin": 3}}, "unknown-role", "major"),
        ({"path": "docs/glossary.yaml", "lines": {"begin": 2}}, "unused-term", "minor"),
    ]
    assert rows[0]["description"] == "there is no role `trem` (did you mean `term`?)" and len({row["fingerprint"] for row in rows}) == 3


def test_gitlab_knows_a_problem_again_that_has_moved(tmp_path: Path) -> None:
    marks = []
    for text in ("A {trem}`one` is one.\n", "One line more.\n\nA {trem}`one` is one.\n"):
        put(tmp_path, GOOD | {"course/first/01-one.md": text})
        result = CliRunner().invoke(main, ["check", str(tmp_path), "--format", "gitlab"])
        marks.append([row["fingerprint"] for row in json.loads(result.stdout)])
    assert marks[0] == marks[1] and len(marks[0]) == 1


def test_a_clean_site_is_an_empty_report(tmp_path: Path) -> None:
    put(tmp_path, GOOD)
    result = CliRunner().invoke(main, ["check", str(tmp_path), "--format", "gitlab"])
    assert result.exit_code == 0 and json.loads(result.stdout) == []
