"""`easycompilers packages build`: an author's own package becomes a wheel of the course, or it is said why not.

No compiler and no network is asked: pure packages bring their own build backend, and pyodide-build is played by a script.
What the real one says where it reaches nothing was taken from version 0.39.2.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from wheels import make_wheel

from easycompilers_site.cli import main
from easycompilers_site.provide import author
from easycompilers_site.wheel import PLATFORM

BACKEND = """
import shutil
from pathlib import Path
def build_wheel(folder, config_settings=None, metadata_directory=None):
    [wheel] = Path("made").glob("*.whl")
    shutil.copy(wheel, folder)
    return wheel.name
"""
UNREACHED = """\
Traceback (most recent call last):
  File "pyodide_build/xbuildenv_releases.py", line 273, in load_cross_build_env_metadata
requests.exceptions.ConnectionError: HTTPSConnectionPool(host='pyodide.github.io', port=443): Max retries exceeded
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    for path, text in {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First # ours\n",
                       "course/first/01-one.md": "Text.\n"}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of pure Python whose backend hands out a wheel that is made already."""
    folder = tmp_path / "whisper"
    make_wheel(folder / "made", "whisper", {"whisper.py": "def whisper(text): return text.lower()\n"})
    (folder / "backend.py").write_text(BACKEND, encoding="utf-8")
    (folder / "pyproject.toml").write_text('[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n', encoding="utf-8")
    return folder


@pytest.fixture
def compiled(package: Path) -> Path:
    (package / "fast.c").write_text("int main;\n", encoding="utf-8")
    return package


@pytest.fixture
def pyodide_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """pyodide_build(script) → the script plays pyodide-build. It finds the folder for the wheel in `out`."""
    def play(script: str) -> None:
        place = tmp_path / "pyodide.py"
        place.write_text(f"import sys\nout = sys.argv[-1]\n{script}", encoding="utf-8")
        monkeypatch.setattr(author, "pyodide_build", lambda: [sys.executable, str(place)])
    return play


def build(*arguments: Path | str) -> Result:
    return CliRunner().invoke(main, ["packages", "build", *map(str, arguments)])


def test_a_pure_package_is_built_added_and_locked(site, package):
    result = build(package, site)
    assert result.exit_code == 0, result.output
    assert "Built course/first/wheels/whisper-1.0-py3-none-any.whl." in result.output
    assert (site / "course/first/course.yaml").read_text() == "title: First # ours\npackages:\n- ./wheels/whisper-1.0-py3-none-any.whl\n"
    assert "  whisper-1.0-py3-none-any.whl: sha256:" in (site / "course/first/packages.lock").read_text()


def test_building_again_takes_the_place_of_the_older_wheel(site, package):
    build(package, site)
    [old] = (package / "made").iterdir()
    old.unlink()
    make_wheel(package / "made", "whisper", {"whisper.py": ""}, version="1.1")
    assert build(package, site).exit_code == 0
    assert (site / "course/first/course.yaml").read_text().count("whisper") == 1
    assert "whisper-1.1" in (site / "course/first/packages.lock").read_text()


def test_c_code_is_built_by_pyodide_build(site, compiled, pyodide_build):
    place = make_wheel(compiled / "native", "whisper", {"whisper.cpython-314-wasm32-emscripten.so": b"\0asm"}, tag=f"cp314-cp314-{PLATFORM}")
    pyodide_build(f"import shutil\nshutil.copy({str(place)!r}, out)\n")
    result = build(compiled, site)
    assert result.exit_code == 0, result.output
    assert "needs to reach the list of Pyodide's releases (pyodide.github.io)" in result.output
    assert zipfile.is_zipfile(site / f"course/first/wheels/whisper-1.0-cp314-cp314-{PLATFORM}.whl")


@pytest.mark.parametrize(("script", "words"), [
    (f"print({UNREACHED!r})\nsys.exit(1)", ["pyodide-build does not reach what it needs", "pyodide.github.io", "github.com", "pip's own index"]),
    ("print('fast.c:1: error: expected ;')\nsys.exit(1)", ["fast.c:1: error: expected ;", "cannot be built", "last words are above"]),
    ("pass", ["the build ended well and left no wheel"]),
    ("import pathlib\npathlib.Path(out, 'whisper-1.0-cp313-cp313-pyodide_2025_0_wasm32.whl').write_bytes(b'')",
     ["this wheel is for `cp313-cp313-pyodide_2025_0_wasm32`", PLATFORM]),
])
def test_a_build_that_fails_says_why_and_changes_nothing(site, compiled, pyodide_build, script, words):
    pyodide_build(script)
    result = build(compiled, site)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
    for word in words:
        assert word in result.output
    assert "Traceback" not in result.output
    assert (site / "course/first/course.yaml").read_text() == "title: First # ours\n" and not (site / "course/first/packages.lock").exists()


def test_c_code_needs_the_python_of_the_page_and_pyodide_build(site, compiled, monkeypatch):
    monkeypatch.setattr(author, "PYTHON", "3.99")
    assert "C code for the page is built by Python 3.99, and this is Python" in build(compiled, site).output
    monkeypatch.setattr(author, "PYTHON", "{}.{}".format(*sys.version_info))
    monkeypatch.setattr(author.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'easycompilers-site[native]'" in build(compiled, site).output


def test_what_is_no_package(site, tmp_path):
    (tmp_path / "empty").mkdir()
    assert "it has no pyproject.toml" in build(tmp_path / "empty", site).output


def test_the_course_is_named_where_there_are_several(site, package):
    (site / "course/second").mkdir()
    (site / "course/second/01-one.md").write_text("Text.\n", encoding="utf-8")
    assert build(package, site).exit_code == 2 and "--course: first, second" in build(package, site).output
    assert "There is no course `third`" in build(package, site, "--course", "third").output
    result = build(package, site, "--course", "second")
    assert result.exit_code == 0, result.output
    assert "packages:\n- ./wheels/whisper" in (site / "course/second/course.yaml").read_text()


def test_renewing_the_locks_says_what_is_in_them(site, package):
    assert "No course asks for packages." in CliRunner().invoke(main, ["packages", "lock", str(site)]).output
    build(package, site)
    result = CliRunner().invoke(main, ["packages", "lock", str(site)])
    assert result.exit_code == 0 and "course/first/packages.lock\n  whisper 1.0 (" in result.output
    (site / "course/first/wheels/whisper-1.0-py3-none-any.whl").unlink()
    result = CliRunner().invoke(main, ["packages", "lock", str(site)])
    assert result.exit_code == 1 and "no-wheel" in result.output
