"""What the repository must not hold, and what its lock files must.

A clone works wherever pip and npm do, with whatever registry they are set up for: so no file names one,
and everything that a registry hands over is checked against a hash.
"""

import json
import re
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement

REGISTRY_HOST = re.compile(r"\b(?:pypi|files\.pythonhosted|registry\.npmjs|registry\.yarnpkg|deb\.debian)\.(?:org|com)\b")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:root|home|work)/\w")
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>[^\\]+?))? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


@pytest.fixture(scope="module")
def files(repository):
    """Path → text, of all that is in git or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=repository, capture_output=True, check=True, text=True).stdout.split("\0")
    return {name: text for name in names if name and (text := text_of(repository / name)) is not None}


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return None


@pytest.fixture(scope="module", params=[".", "tests/checkers", "tests/services"])
def npm_folder(repository, request):
    return repository / request.param


@pytest.fixture(scope="module")
def npm_lock(npm_folder):
    return json.loads((npm_folder / "package-lock.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def project(repository):
    return tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def constraints(repository):
    return (repository / "constraints.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("forbidden", [REGISTRY_HOST, MACHINE_PATH], ids=["registry host", "path of a machine"])
def test_no_file_names_a(forbidden, files):
    found = [f"{name}: {hit.group()}" for name, text in files.items() for hit in forbidden.finditer(text)]
    assert found == []


def test_nothing_gathered_or_built_is_in_git(files):
    made = ("node_modules/", "dist/", "build/", ".venv/", "src/easycompilers_site/vendor/")
    assert [name for name in files if name.startswith(made)] == []


def test_npm_lock_has_a_hash_and_no_address_for_each_package(npm_lock):
    packages = {name: entry for name, entry in npm_lock["packages"].items() if name}
    assert len(packages) > 10
    assert [name for name, entry in packages.items() if not entry.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    without_thanks = {name: {key: value for key, value in entry.items() if key != "funding"} for name, entry in packages.items()}
    assert "://" not in json.dumps(without_thanks)


def test_package_json_pins_exact_versions_that_the_lock_holds(npm_folder, npm_lock):
    wanted = json.loads((npm_folder / "package.json").read_text(encoding="utf-8"))
    for name, version in {**wanted.get("dependencies", {}), **wanted["devDependencies"]}.items():
        assert npm_lock["packages"][f"node_modules/{name}"]["version"] == version


def test_npm_is_told_to_lock_without_addresses_and_to_run_no_scripts(npm_folder):
    settings = (npm_folder / ".npmrc").read_text(encoding="utf-8").splitlines()
    assert {"omit-lockfile-registry-resolved=true", "ignore-scripts=true"} <= set(settings)
    assert not any(line.startswith("registry") for line in settings)


def test_constraints_hold_pins_and_hashes_and_nothing_else(constraints):
    assert [line for line in constraints if not PIN.fullmatch(line) and not HASH.fullmatch(line)] == []
    followed_by_hash = zip(constraints, constraints[1:] + [""], strict=True)
    assert [line for line, next_line in followed_by_hash if PIN.fullmatch(line) and not HASH.fullmatch(next_line)] == []


def test_constraints_meet_what_pyproject_asks_for(project, constraints):
    pinned = {}
    for pin in filter(None, map(PIN.fullmatch, constraints)):
        pinned.setdefault(pin["name"], set()).add(pin["version"])
    tables = project["project"]
    asked = [*project["build-system"]["requires"], *tables["dependencies"], *tables["optional-dependencies"]["test"]]
    for requirement in map(Requirement, asked):
        versions = pinned.get(requirement.name, set())
        assert versions, f"{requirement.name} is not in constraints.txt: run make constraints"
        assert all(requirement.specifier.contains(version) for version in versions), requirement
