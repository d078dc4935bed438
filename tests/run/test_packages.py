"""Wheels in the shipped Python under node, as the build loads them; and what we hold to be true of that Python."""

from __future__ import annotations

import base64
import json
import zipfile
from pathlib import Path

import pytest
from shipped import BUNDLE, PYODIDE, ROOT, SNAPSHOT, START, needs_python
from wheels import make_wheel

from easycompilers_site.build import build as build_site
from easycompilers_site.library import ABSENT, BUILT_IN
from easycompilers_site.model import Value
from easycompilers_site.read import read
from easycompilers_site.run.bytecode import LEAST, SCRIPT
from easycompilers_site.run.session import Session, WheelUnusable
from easycompilers_site.wheel import MARKERS, PLATFORM, Wheel, read_wheel

pytestmark = needs_python


def wheel(folder: Path, *arguments, **named) -> Wheel:
    place = make_wheel(folder, *arguments, **named)
    return read_wheel(place.name, place.read_bytes(), place)


def test_wheels_are_there_with_what_they_need(tmp_path):
    wheels = [wheel(tmp_path, "shout", {"shout/__init__.py": "import loud\ndef shout(text): return text.upper() + loud.MARK\n"}, requires=["loud"]),
              wheel(tmp_path, "loud", {"loud.py": "MARK = '!'\n"})]
    with Session(PYODIDE, BUNDLE, START, wheels, SNAPSHOT) as session:
        assert session.run("Cell 1", "import shout\nshout.shout('a')").outputs == (Value({"text/plain": "'A!'"}),)
        assert session.run("Cell 2", "from importlib.metadata import version\nversion('shout')").outputs == (Value({"text/plain": "'1.0'"}),)


def test_wheels_that_need_each_other_do_not_wait_for_ever(tmp_path):
    wheels = [wheel(tmp_path, name, {f"{name}.py": ""}, requires=[need]) for name, need in (("hen", "egg"), ("egg", "hen"))]
    with Session(PYODIDE, BUNDLE, START, wheels, SNAPSHOT) as session:
        assert session.run("Cell 1", "import hen, egg").failure is None


def test_a_wheel_that_cannot_be_loaded_is_named(tmp_path):
    broken = wheel(tmp_path, "broken", {"broken.cpython-314-wasm32-emscripten.so": b"not wasm"}, tag=f"cp314-cp314-{PLATFORM}")
    with pytest.raises(WheelUnusable) as raised, Session(PYODIDE, BUNDLE, START, [broken], SNAPSHOT):
        pass
    assert raised.value.args[0] == "broken" and "broken.cpython-314" in raised.value.args[1]


def test_a_wheel_that_is_gone_is_looked_for_nowhere_else(tmp_path):
    gone = wheel(tmp_path, "gone", {"gone.py": ""})
    gone.place.unlink()
    with pytest.raises(WheelUnusable) as raised, Session(PYODIDE, BUNDLE, START, [gone], SNAPSHOT):
        pass
    assert raised.value.args[0] == "gone" and "://" not in raised.value.args[1]


def test_what_big_wheels_load_is_compiled_by_the_python_that_loads_it(tmp_path):
    big = "".join(f"def f{n}(x): return x + {n}\n" for n in range(12_000))
    wheels = [wheel(tmp_path, "big", {"big/__init__.py": "import big.used\n", "big/used.py": big, "big/unused.py": big}),
              wheel(tmp_path, "small", {"small.py": "x = 1\n"})]
    script = SCRIPT.read_text(encoding="utf-8")
    with Session(PYODIDE, BUNDLE, START, wheels, SNAPSHOT) as session:
        found = session.call(script, "bytecode", ["big", "small", "missing"], {"big": "big", "small": "small"}, LEAST)
        again = session.call(script, "bytecode", ["big"], {"big": "big"}, LEAST)
        assert session.run("Cell 1", "bytecode").failure.kind == "NameError"
    assert list(found) == ["big"] and found == again
    (tmp_path / "big.zip").write_bytes(base64.b64decode(found["big"]))
    with zipfile.ZipFile(tmp_path / "big.zip") as archive:
        assert archive.namelist() == ["big/__pycache__/__init__.cpython-314.pyc", "big/__pycache__/used.cpython-314.pyc"]


def test_what_we_hold_to_be_true_of_it():
    source = """
import json, os, platform, sys
from importlib.util import find_spec
print(json.dumps({
    "built_in": sys.builtin_module_names,
    "missing": [name for name in sys.stdlib_module_names if not name.startswith("_") and find_spec(name) is None],
    "present": [name for name in sys.stdlib_module_names if name in sys.modules or find_spec(name)],
    "markers": {
        "implementation_name": sys.implementation.name, "implementation_version": platform.python_version(), "os_name": os.name,
        "platform_machine": platform.machine(), "platform_python_implementation": platform.python_implementation(),
        "platform_release": platform.release(), "platform_system": platform.system(), "platform_version": platform.version(),
        "python_full_version": platform.python_version(), "python_version": "%d.%d" % sys.version_info[:2], "sys_platform": sys.platform,
    },
}))
"""
    with Session(PYODIDE, BUNDLE, START) as session:
        outcome = session.run("Cell 1", source)
    assert outcome.failure is None, outcome.failure
    found = json.loads(outcome.outputs[0].text)
    assert set(found["built_in"]) == BUILT_IN
    assert set(found["missing"]) - {"idlelib", "pydoc_data"} == ABSENT - {"idlelib"}
    assert found["markers"] == MARKERS
    assert set(found["present"]) <= read(ROOT / "tests").modules | {"_sysconfigdata__emscripten_wasm32-emscripten"}


# ── what a build says ──


def build(site: Path, cell: str, packages: str) -> list[str]:
    """The codes and places of the problems of a site with one cell."""
    for path, text in {"course/site.yaml": "title: Example\n", "course/first/course.yaml": f"title: First\npackages: {packages}\n",
                       "course/first/01-one.md": f"```{{code-cell}} python\n{cell}\n```\n"}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    report = build_site(site, site / "dist")
    return [f"{problem.code} {problem.where[0].rpartition('/')[2]}:{problem.where[1]}" for problem in report.problems]


def test_a_wheel_that_cannot_be_loaded_is_told_at_its_entry(tmp_path):
    make_wheel(tmp_path / "course/first", "broken", {"broken.cpython-314-wasm32-emscripten.so": b"not wasm"}, tag=f"cp314-cp314-{PLATFORM}")
    assert build(tmp_path, "import broken", f"[./broken-1.0-cp314-cp314-{PLATFORM}.whl]") == ["wheel-unusable course.yaml:2"]


def test_an_import_that_nothing_provides_is_told_once(tmp_path):
    assert build(tmp_path, "x = 1\nimport numpy", "[]") == ["unknown-import 01-one.md:3"]


def test_where_packages_cannot_be_had_the_cells_that_import_them_are_not_blamed(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    assert build(tmp_path, "import numpy", "[numpy]") == ["package-unavailable course.yaml:2"]
