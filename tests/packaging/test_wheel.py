"""The wheel: what is in it, and that it builds a site on a machine that has nothing but Python."""

import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import easycompilers_site

VENDOR = (
    "editor/editor.js", "editor/LICENSES.txt", "fonts/LICENSES.txt", "fonts/code.woff2", "fonts/code-english.woff2", "fonts/code-more.woff2",
    "fonts/text.woff2", "fonts/text-english.woff2", "fonts/text-english-bold.woff2", "fonts/text-english-italic.woff2", "fonts/text-italic.woff2",
    "fonts/text-more.woff2", "fonts/ui.woff2", "fonts/ui-english.woff2", "fonts/ui-more.woff2", "pyodide/LICENSE", "pyodide/VERSION", "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm", "pyodide/pyodide.mjs", "pyodide/python_stdlib.zip", "pyodide/snapshot.bin", "rich/rich.js",
    "rich/LICENSES.txt", "vendor.json",
)  # fmt: skip


def names_in(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def files_below(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def test_wheel_holds_the_theme(wheel, repository):
    expected = {f"easycompilers_site/theme/templates/{path.as_posix()}" for path in files_below(repository / "templates")}
    expected |= {
        f"easycompilers_site/theme/static/{path.as_posix()}"
        for path in files_below(repository / "static")
        if path.parts[0] not in ("editor", "rich")  # in a wheel they are bundles
    }
    assert {name for name in names_in(wheel) if name.startswith("easycompilers_site/theme/")} == expected


def test_wheel_holds_both_packages_whole(wheel, repository):
    for package in ("easycompilers_site", "coursekit"):
        source = repository / "src" / package
        expected = {f"{package}/{path.as_posix()}" for path in files_below(source)}
        assert expected <= names_in(wheel)


def test_wheel_says_which_release_it_is_and_that_it_has_types(wheel, repository):
    with zipfile.ZipFile(wheel) as archive:
        about = email.message_from_bytes(archive.read(next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))))
    changes = (repository / "CHANGELOG.md").read_text(encoding="utf-8")
    assert about["Version"] == re.search(r"^## (\d\S*?),? ", changes, re.MULTILINE)[1] == easycompilers_site.__version__
    assert {"compress", "native", "test"} <= set(about.get_all("Provides-Extra"))
    assert {"coursekit/py.typed", "easycompilers_site/py.typed"} <= names_in(wheel)


def test_wheel_holds_what_was_gathered(wheel):
    vendored = {name for name in names_in(wheel) if name.startswith("easycompilers_site/vendor/")}
    assert vendored == {f"easycompilers_site/vendor/{name}" for name in VENDOR}


def test_wheel_holds_nothing_else(wheel):
    allowed = ("coursekit/", "easycompilers_site/", "easycompilers_site-")
    assert [name for name in names_in(wheel) if not name.startswith(allowed)] == []
    assert [name for name in names_in(wheel) if "node_modules" in name or "__pycache__" in name] == []


def test_wheel_is_the_same_each_time(wheel, build, tmp_path):
    assert build("wheel", tmp_path).read_bytes() == wheel.read_bytes()


def test_sdist_builds_the_same_wheel(wheel, build, repository, tmp_path):
    """What npm gathers is laid beside the unpacked sources, so that this test needs no registry."""
    with tarfile.open(build("sdist", tmp_path / "sdist")) as archive:
        assert [name for name in archive.getnames() if "/vendor/" in name] == []
        archive.extractall(tmp_path, filter="data")
    (sources,) = tmp_path.glob("easycompilers_site-*")
    shutil.copytree(repository / "src/easycompilers_site/vendor", sources / "src/easycompilers_site/vendor")
    again = build("wheel", tmp_path / "wheel", source=sources)
    assert names_in(again) == names_in(wheel)


# ── Installed ──

CHAPTER = """\
---
title: Hello
summary: One cell.
---

```{code-cell} python
import coursekit
print("six times seven is", 6 * 7)
```
"""
SITE = {
    "course/site.yaml": "title: A very small site\n",
    "course/first/course.yaml": "title: First steps\nsummary: One chapter.\nlevel: Beginner\n",
    "course/first/01-hello.md": CHAPTER,
}


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A virtual environment that holds the wheel; its dependencies are those that the tests run with, so no network."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", wheel], check=True, timeout=120)
    # The packages there are found through this file, an editable installation there is not: its own .pth is not read.
    site_packages = next(folder.rglob("site-packages"))
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python.parent


@pytest.fixture
def bare(tmp_path):
    """An environment with an empty PATH: neither node nor npm nor git is found."""
    (tmp_path / "empty").mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NODE", "EASYCOMPILERS"))}
    return {**kept, "PATH": str(tmp_path / "empty"), "HOME": str(tmp_path / "empty")}


def test_installed_packages_come_from_the_wheel(installed, bare, tmp_path):
    code = "import coursekit, easycompilers_site as site; print(coursekit.__file__); print(site.__file__)"
    output = subprocess.run([installed / "python", "-c", code], cwd=tmp_path, env=bare, capture_output=True, text=True, check=True)
    assert all(Path(line).is_relative_to(installed.parent) for line in output.stdout.splitlines())


def test_installed_command_builds_a_site(installed, bare, tmp_path):
    site, out, elsewhere = tmp_path / "site", tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name, text in SITE.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    command = [installed / "easycompilers", "build", site, "--out", out]
    result = subprocess.run(command, cwd=elsewhere, env=bare, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "A very small site" in (out / "index.html").read_text(encoding="utf-8")
    assert "six times seven is 42" in (out / "first/hello/index.html").read_text(encoding="utf-8")
    assert list(elsewhere.iterdir()) == []


def test_installed_command_makes_a_site_that_builds(installed, bare, tmp_path):
    """The starter files come with the wheel, the hidden one too."""
    for words in (["new", "site"], ["new", "chapter", "Another", "--site", "site"], ["build", "site"]):
        command = [installed / "easycompilers", *words]
        result = subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, text=True, timeout=300)
        assert result.returncode == 0, result.stdout + result.stderr
        assert not set(re.findall(r"warning\[([\w-]+)", result.stderr)) - {"placeholder"}  # what the author has to write over
    assert (tmp_path / "site/.gitignore").is_file()
    assert (tmp_path / "site/dist/first-steps/another/index.html").is_file()
