"""Packages of a course, from course.yaml to wheels: what is locked, what is held, and what is said when it cannot be.

pip is real, and finds nothing but a folder of wheels made here: PIP_NO_INDEX and PIP_FIND_LINKS are its own settings.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from wheels import make_wheel

from easycompilers_site.build import lock_packages
from easycompilers_site.model import Course
from easycompilers_site.parse import parse
from easycompilers_site.problem import Problem, draw
from easycompilers_site.provide import pip, provide
from easycompilers_site.read import read
from easycompilers_site.wheel import PLATFORM

NATIVE = f"cp314-cp314-{PLATFORM}"


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place from which pip takes packages."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    put(folder, "course/site.yaml", "title: Example\n")
    put(folder, "course/first/01-one.md", "Text.\n")
    return folder


@pytest.fixture
def no_pip(monkeypatch: pytest.MonkeyPatch):
    """Whoever runs pip from here on fails the test."""
    def forbid():
        def run_pip(*arguments: str) -> str:
            raise AssertionError(f"pip was run: {arguments}")
        monkeypatch.setattr(pip, "run_pip", run_pip)
    return forbid


def put(site: Path, path: str, text: str) -> None:
    place = site / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def ask(site: Path, *packages: str) -> None:
    put(site, "course/first/course.yaml", "title: First\npackages:\n" + "".join(f"- {text}\n" for text in packages))


def lock(site: Path) -> str:
    return (site / "course/first/packages.lock").read_text(encoding="utf-8")


def provided(site: Path) -> tuple[Course, list[Problem]]:
    """The course, and the problems, as a build has them."""
    sources = read(site)
    found = provide(parse(sources), sources, site, lambda line: None)
    return found.courses[0], list(found.problems)


def files(site: Path) -> list[str]:
    course, problems = provided(site)
    assert not problems, "\n\n".join(map(draw, problems))
    return [wheel.file for wheel in course.wheels]


def refused(site: Path, code: str, *words: str) -> str:
    """The one problem, which has this code and these words."""
    course, problems = provided(site)
    assert [problem.code for problem in problems] == [code], "\n\n".join(map(draw, problems))
    drawn = draw(problems[0])
    for word in words:
        assert word in drawn, drawn
    assert not course.wheels
    return drawn


# ── choosing ──


def test_a_name_comes_with_all_that_it_needs(site, index):
    make_wheel(index, "plot", {"plot.py": ""}, version="2.0", requires=["numbers-kit>=1", "colour"])
    make_wheel(index, "numbers-kit", {"kit/__init__.py": "", "kit/fast.cpython-314-wasm32-emscripten.so": b"\0asm"}, tag=NATIVE)
    make_wheel(index, "colour", {"colour.py": ""})
    make_wheel(index, "unasked", {"unasked.py": ""})
    ask(site, "plot")
    assert files(site) == ["colour-1.0-py3-none-any.whl", f"numbers_kit-1.0-{NATIVE}.whl", "plot-2.0-py3-none-any.whl"]


def test_the_newest_version_that_will_do_is_taken(site, index):
    for version in ("1.0", "1.5", "2.0"):
        make_wheel(index, "plot", {"plot.py": ""}, version=version)
    ask(site, "plot<2")
    assert files(site) == ["plot-1.5-py3-none-any.whl"]


def test_conditions_are_judged_by_the_python_of_the_page(site, index):
    make_wheel(index, "plot", {"plot.py": ""}, requires=[
        'for-pages; sys_platform == "emscripten"', 'for-desks; sys_platform != "emscripten"', 'old; python_version < "3.14"',
        'more; extra == "more"', 'other; extra == "other"'])
    for name in ("for-pages", "more"):
        make_wheel(index, name, {f"{name.replace('-', '_')}.py": ""})
    ask(site, "'plot[more]'")
    assert files(site) == ["for_pages-1.0-py3-none-any.whl", "more-1.0-py3-none-any.whl", "plot-1.0-py3-none-any.whl"]


def test_what_two_packages_ask_of_a_third_holds_for_it(site, index):
    make_wheel(index, "first", {"first.py": ""}, requires=["third>=1"])
    make_wheel(index, "second", {"second.py": ""}, requires=["bridge"])
    make_wheel(index, "bridge", {"bridge.py": ""}, requires=["third<3"])
    for version in ("0.9", "2.0", "3.0"):
        make_wheel(index, "third", {"third.py": ""}, version=version)
    ask(site, "first", "second")
    assert "third-2.0-py3-none-any.whl" in files(site)


def test_packages_that_need_each_other(site, index):
    make_wheel(index, "hen", {"hen.py": ""}, requires=["egg"])
    make_wheel(index, "egg", {"egg.py": ""}, requires=["hen"])
    ask(site, "egg")
    assert files(site) == ["egg-1.0-py3-none-any.whl", "hen-1.0-py3-none-any.whl"]


def test_a_wheel_of_the_authors_own_is_taken_before_any_other(site, index):
    make_wheel(index, "mine", {"mine.py": ""}, version="9.0")
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": ""}, requires=["colour"])
    make_wheel(index, "colour", {"colour.py": ""}, requires=["mine"])
    ask(site, "./wheels/mine-1.0-py3-none-any.whl")
    assert files(site) == ["colour-1.0-py3-none-any.whl", "mine-1.0-py3-none-any.whl"]


# ── the lock ──


def test_the_first_build_writes_a_lock_that_a_person_can_read(site, index):
    place = make_wheel(index, "plot", {"plot.py": ""})
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": ""})
    ask(site, "plot", "./wheels/mine-1.0-py3-none-any.whl")
    files(site)
    rows = [row for row in lock(site).splitlines() if not row.startswith("#")]
    assert rows[:4] == [f"python: cp314 {PLATFORM}", "packages:", "- ./wheels/mine-1.0-py3-none-any.whl", "- plot"]
    assert rows[4] == "wheels:" and rows[5].startswith("  mine-1.0-py3-none-any.whl: sha256:") and rows[6].startswith("  plot-1.0-py3-none-any.whl: sha256:")
    assert "://" not in lock(site) and str(place.parent) not in lock(site)


def test_with_a_lock_that_fits_pip_is_not_asked(site, index, no_pip):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    before = files(site)
    make_wheel(index, "plot", {"plot.py": ""}, version="2.0")
    no_pip()
    assert files(site) == before == ["plot-1.0-py3-none-any.whl"]


def test_on_another_machine_the_lock_brings_the_same_wheels(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    before, text = files(site), lock(site)
    for place in sorted((site / ".easycompilers").rglob("*"), reverse=True):
        place.unlink() if place.is_file() else place.rmdir()
    make_wheel(index, "plot", {"plot.py": ""}, version="2.0")
    assert files(site) == before and lock(site) == text


def test_a_wheel_on_the_shelf_that_was_changed_is_fetched_again(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    files(site)
    [place] = (site / ".easycompilers/wheels").rglob("*.whl")
    good = place.read_bytes()
    place.write_bytes(b"something else")
    files(site)
    assert place.read_bytes() == good


def test_a_hash_that_differs_is_refused(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    files(site)
    make_wheel(index, "plot", {"plot.py": "evil = True\n"})
    [place] = (site / ".easycompilers/wheels").rglob("*.whl")
    place.unlink()
    refused(site, "wheel-changed", "`plot`", "course.yaml:3:3", "packages lock --upgrade")


def test_an_own_wheel_that_was_changed_is_refused_until_it_is_locked_anew(site, index):
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": ""})
    ask(site, "./wheels/mine-1.0-py3-none-any.whl")
    files(site)
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": "x = 1\n"})
    refused(site, "wheel-changed", "its hash is another", "easycompilers packages lock")
    report, _ = lock_packages(site, lambda line: None)
    assert not report.problems and files(site) == ["mine-1.0-py3-none-any.whl"]


def test_a_lock_that_no_longer_fits_says_how_to_renew_it(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    make_wheel(index, "colour", {"colour.py": ""})
    ask(site, "plot")
    files(site)
    ask(site, "colour")
    text = lock(site)
    refused(site, "lock-old", "it has no `colour`, and it has `plot`, which course.yaml has not", "easycompilers packages lock", "course.yaml:3:3")
    assert lock(site) == text
    lock_packages(site, lambda line: None)
    assert files(site) == ["colour-1.0-py3-none-any.whl"]


def test_a_lock_for_another_python(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    files(site)
    put(site, "course/first/packages.lock", lock(site).replace("cp314", "cp315"))
    refused(site, "lock-old", "`cp315", "easycompilers packages lock")
    report, _ = lock_packages(site, lambda line: None)
    assert not report.problems and "cp314" in lock(site)


@pytest.mark.parametrize(("old", "new", "code"), [
    ("sha256:", "md5:", "lock"), ("wheels:", "wheles:", "unknown-key"), ("python: ", "python: [", "yaml-syntax"),
])
def test_a_lock_that_was_damaged(site, index, old, new, code):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "plot")
    files(site)
    put(site, "course/first/packages.lock", lock(site).replace(old, new, 1))
    course, problems = provided(site)
    assert problems[0].code == code and problems[0].where[0] == "course/first/packages.lock" and not course.wheels
    report, _ = lock_packages(site, lambda line: None)
    assert not report.problems and files(site)


def test_renewing_keeps_the_versions_that_will_do_and_upgrading_does_not(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    make_wheel(index, "colour", {"colour.py": ""})
    ask(site, "plot")
    files(site)
    make_wheel(index, "plot", {"plot.py": ""}, version="2.0")
    ask(site, "plot", "colour")
    lock_packages(site, lambda line: None)
    assert files(site) == ["colour-1.0-py3-none-any.whl", "plot-1.0-py3-none-any.whl"]
    lock_packages(site, lambda line: None, upgrade=True)
    assert files(site) == ["colour-1.0-py3-none-any.whl", "plot-2.0-py3-none-any.whl"]


# ── what cannot be had ──


def test_a_name_that_cannot_be_had(site, index):
    make_wheel(index, "numpy", {"numpy/__init__.py": ""}, tag="cp314-cp314-manylinux_2_28_x86_64")
    ask(site, "numpy")
    refused(site, "package-unavailable", "`numpy` cannot be had for the Python of the page", "course.yaml:3:3", PLATFORM)
    assert not (site / "course/first/packages.lock").exists()


def test_a_version_that_there_is_not(site, index):
    for version in ("1.0", "1.1"):
        make_wheel(index, "plot", {"plot.py": ""}, version=version)
    ask(site, "plot==3")
    refused(site, "package-unavailable", "`plot==3`", "there is 1.0, 1.1")


def test_a_need_that_cannot_be_had_is_told_at_the_entry_that_led_to_it(site, index):
    make_wheel(index, "plot", {"plot.py": ""}, requires=["numpy>=2"])
    ask(site, "plot")
    refused(site, "package-unavailable", "`numpy>=2`, which `plot` needs, cannot be had", "course.yaml:3:3")


def test_an_own_wheel_that_is_not_what_another_needs(site, index):
    make_wheel(index, "plot", {"plot.py": ""}, requires=["mine>=2"])
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": ""})
    ask(site, "./wheels/mine-1.0-py3-none-any.whl", "plot")
    refused(site, "package-conflict", "`plot` needs `mine>=2`, and `mine-1.0-py3-none-any.whl` is 1.0")


def test_an_own_wheel_for_another_python(site, index):
    make_wheel(site / "course/first/wheels", "mine", {"mine.py": ""}, python="<3.14")
    ask(site, "./wheels/mine-1.0-py3-none-any.whl")
    refused(site, "wheel-unfit", "wants Python <3.14, and the page has 3.14.2", "course.yaml:3:3")


@pytest.mark.parametrize("data", [b"", b"not a zip", None])
def test_an_own_wheel_that_is_damaged(site, index, data):
    place = make_wheel(site / "course/first/wheels", "mine", {"mine.py": "x = 1\n" * 1000})
    place.write_bytes(place.read_bytes()[:200] if data is None else data)
    ask(site, "./wheels/mine-1.0-py3-none-any.whl")
    refused(site, "wheel-unfit", "damaged")


def test_an_index_that_cannot_be_reached(site, index, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "https://127.0.0.1:9/simple")
    ask(site, "plot")
    refused(site, "package-network", "pip does not reach the index", "pip config list")


def test_no_pip(site, index, monkeypatch, tmp_path):
    """A Python without pip: one whose path holds nothing but the standard library."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{os.path.realpath(os.sys.executable)}" -I -S "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(pip.sys, "executable", str(python))
    ask(site, "plot")
    refused(site, "no-pip", "there is none in the Python that builds", "ensurepip")


def test_problems_of_one_course_leave_the_others_alone(site, index):
    make_wheel(index, "plot", {"plot.py": ""})
    ask(site, "missing")
    put(site, "course/second/course.yaml", "title: Second\npackages: [plot]\n")
    put(site, "course/second/01-one.md", "Text.\n")
    sources = read(site)
    found = provide(parse(sources), sources, site, lambda line: None)
    assert [problem.code for problem in found.problems] == ["package-unavailable"]
    assert [[wheel.name for wheel in course.wheels] for course in found.courses] == [[], ["plot"]]
