"""hatch_build.py: what it gathers, when it does nothing, and what it says when npm cannot work."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def hatch_build(repository):
    specification = importlib.util.spec_from_file_location("hatch_build", repository / "hatch_build.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def sources(repository, tmp_path):
    """A copy of what the gathering reads, with nothing gathered."""
    for name in (".npmrc", "hatch_build.py", "package.json", "package-lock.json"):
        shutil.copy(repository / name, tmp_path)
    for name in ("editor", "rich"):
        shutil.copytree(repository / "static" / name, tmp_path / "static" / name)
    return tmp_path


def run(folder, **environment):
    return subprocess.run(
        [sys.executable, "hatch_build.py"],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def test_second_time_does_nothing_and_says_nothing(repository):
    assert run(repository).returncode == 0
    assert run(repository).stdout == ""


def test_gathered_files_say_which_python_it_is(repository):
    vendor = repository / "src/easycompilers_site/vendor"
    about = json.loads((vendor / "vendor.json").read_text(encoding="utf-8"))["pyodide"]
    locked = json.loads((repository / "package-lock.json").read_text(encoding="utf-8"))["packages"]["node_modules/pyodide"]
    assert (vendor / "pyodide/VERSION").read_text(encoding="utf-8").strip() == about["version"] == locked["version"]
    assert about["python"].startswith("3.")
    assert {"abi_version", "arch", "platform"} <= about.keys()


@pytest.mark.parametrize("name", ["package-lock.json", "static/editor/editor.js", "static/rich/rich.js", "hatch_build.py"])
def test_a_change_asks_for_a_new_gathering(hatch_build, sources, name):
    before = hatch_build.hash_of_inputs(sources)
    with open(sources / name, "a", encoding="utf-8") as file:
        file.write("\n")
    assert hatch_build.hash_of_inputs(sources) != before


def test_a_lost_file_asks_for_a_new_gathering(hatch_build, repository, tmp_path):
    vendor = tmp_path / "vendor"
    shutil.copytree(repository / "src/easycompilers_site/vendor", vendor)
    inputs = hatch_build.hash_of_inputs(repository)
    assert hatch_build.is_gathered(vendor, inputs)
    (vendor / "pyodide/pyodide.mjs").unlink()
    assert not hatch_build.is_gathered(vendor, inputs)


def test_without_a_registry_the_message_is_a_sentence(sources):
    nobody_listens = "http://127.0.0.1:9/"
    result = run(
        sources, npm_config_registry=nobody_listens, npm_config_cache=str(sources / "cache"), npm_config_fetch_retries="0"
    )
    assert result.returncode == 1
    assert "npm could not reach a package registry" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (sources / "src/easycompilers_site/vendor").exists()


def test_licences_travel_with_what_was_gathered(repository):
    vendor = repository / "src/easycompilers_site/vendor"
    assert "MPL-2.0" in (vendor / "pyodide/LICENSE").read_text(encoding="utf-8")
    licences = (vendor / "editor/LICENSES.txt").read_text(encoding="utf-8")
    assert all(f"{name} " in licences for name in ("@codemirror/view", "@lezer/python", "style-mod"))
    licences = (vendor / "rich/LICENSES.txt").read_text(encoding="utf-8")
    assert all(f"{name} " in licences for name in ("dompurify", "markdown-it"))
