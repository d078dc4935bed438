"""What a wheel says of itself, and that our words about the shipped Python are true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from wheels import make_wheel

from easycompilers_site.pyodide_lock import INFO, closure, pyodide_lock
from easycompilers_site.wheel import INTERPRETER, PLATFORM, PYTHON, PYTHON_FULL, Unfit, Wheel, named, read_wheel

ROOT = Path(__file__).parent.parent
GATHERED = ROOT / "src/easycompilers_site/vendor/vendor.json"


def wheel(tmp_path: Path, *arguments, **named) -> Wheel:
    place = make_wheel(tmp_path, *arguments, **named)
    return read_wheel(place.name, place.read_bytes(), place)


@pytest.mark.skipif(not GATHERED.exists(), reason="NOT TESTED: the shipped Python is not gathered; run `make vendor`")
def test_the_python_that_ships_is_the_one_that_wheels_are_chosen_for():
    about = json.loads(GATHERED.read_text(encoding="utf-8"))["pyodide"]
    assert {key: about[key] for key in INFO} == INFO
    assert about["python"] == PYTHON_FULL and PYTHON_FULL.startswith(f"{PYTHON}.")
    assert INTERPRETER == "cp" + PYTHON.replace(".", "") and PLATFORM == f"pyemscripten_{about['abi_version']}_wasm32"


def test_the_script_that_starts_it_says_the_same():
    [build] = re.findall(r"const BUILD = \{(.*)\};", (ROOT / "static/python/start.js").read_text(encoding="utf-8"))
    assert dict(re.findall(r'(\w+): "([^"]*)"', build)) == INFO


@pytest.mark.parametrize("file", [
    "one-1.0-py3-none-any.whl", "one-1.0-py2.py3-none-any.whl", "one-1.0-1-py3-none-any.whl", f"one-1.0-cp314-cp314-{PLATFORM}.whl",
    f"one-1.0-cp39-abi3-{PLATFORM}.whl", "One-1.0-cp314-none-any.whl",
])
def test_wheels_that_the_page_can_load(file):
    assert named(file) == ("one", "1.0")


@pytest.mark.parametrize(("file", "found"), [
    ("one-1.0-cp312-cp312-linux_x86_64.whl", "`cp312-cp312-linux_x86_64`"),
    ("one-1.0-cp314-cp314-pyemscripten_2025_0_wasm32.whl", "pyemscripten_2025_0_wasm32"),
    ("one-1.0-cp314-cp314-emscripten_5_0_3_wasm32.whl", "emscripten_5_0_3_wasm32"),
    (f"one-1.0-cp313-cp313-{PLATFORM}.whl", "cp313"),
    ("one-1.0-py2-none-any.whl", "`py2-none-any`"),
    ("one.whl", "not the name of a wheel"),
])
def test_wheels_that_it_cannot(file, found):
    with pytest.raises(Unfit, match=re.escape(found)) as raised:
        named(file)
    assert raised.value.hint


def test_the_modules_at_the_top_of_a_wheel(tmp_path):
    found = wheel(tmp_path, "kit", {
        "kit/__init__.py": "", "kit/deep/er.py": "", "single.py": "", "_fast.cpython-314-wasm32-emscripten.so": b"", "_older.abi3.so": b"",
        "spaces/inner/module.py": "", "data/table.csv": "", "kit-1.0.data/scripts/run.py": "", "README.txt": "", "setup.cfg": "",
    })
    assert found.imports == ("_fast", "_older", "kit", "single", "spaces")


def test_a_wheel_brings_those_that_it_needs(tmp_path):
    wheels = [wheel(tmp_path, "plot", {"plot.py": ""}, requires=["Numbers_Kit>=1", "absent", 'desk; sys_platform == "linux"']),
              wheel(tmp_path, "numbers-kit", {"kit.py": ""}), wheel(tmp_path, "desk", {"desk.py": ""})]
    assert [each.name for each in closure({"plot", "math"}, wheels)] == ["plot", "numbers-kit"]
    assert [each.name for each in closure({"kit"}, wheels)] == ["numbers-kit"]


def test_in_the_lock_nothing_waits_for_itself(tmp_path):
    """Pyodide installs a package after those it depends on; in a circle it would wait for ever."""
    wheels = [wheel(tmp_path, name, {f"{name}.py": ""}, requires=[need]) for name, need in (("a", "b"), ("b", "c"), ("c", "a"))]
    lock = pyodide_lock(wheels, {each.name: each.file for each in wheels})
    assert {name: entry["depends"] for name, entry in lock.items()} == {"a": ["b"], "b": ["c"], "c": []}


def test_the_lock_is_as_pyodide_lock_describes_it(tmp_path):
    spec = pytest.importorskip("pyodide_lock", reason="NOT TESTED: pyodide-lock needs Python 3.12").PyodideLockSpec
    wheels = [wheel(tmp_path, "plot", {"plot.py": ""}, requires=["kit"]), wheel(tmp_path, "kit", {"kit.py": ""})]
    packages = pyodide_lock(wheels, {each.name: each.file for each in wheels})
    text = json.dumps({"info": {**INFO, "version": "314.0.7"}, "packages": packages})
    (tmp_path / "lock.json").write_text(text, encoding="utf-8")
    lock = spec.from_json(tmp_path / "lock.json")
    assert lock.packages["plot"].depends == ["kit"] and lock.packages["kit"].sha256 == wheels[1].sha256
    lock.check_wheel_filenames()
