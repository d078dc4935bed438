"""A pattern that was kept as it was compiled is the one that Python would compile, and nothing that is wrong with what is kept ends a command or changes a pattern."""

from __future__ import annotations

import marshal
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from files import put

from easycompilers_site import patterns
from easycompilers_site.patterns import Patterns

WRITTEN = [(r"(?P<word>[a-zà-ÿ]+)(?=\s|$)", re.IGNORECASE), (r"(\d)(?P<same>\1)?", 0), (rb"[\x80-\xff]+|a{2,3}?", 0), ("[\u4e00-\u9fff\U0001f600-\U0001f64f]", re.VERBOSE)]
USUAL = [re.compile(*given) for given in WRITTEN]


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python compiles with, put back after each test; and bytecode is kept, whatever the shell asks for."""
    monkeypatch.setattr(re._compiler, "compile", re._compiler.compile)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def never(*_: object) -> None:
    raise AssertionError("compiled again")


def module(kept: Patterns, name: str = "some_package", body: str = "made = [compile(*given) for given in written]") -> list[re.Pattern]:
    """The patterns of a module, whose body asks for them as any does: by way of `re`."""
    re.purge()
    re._compiler.compile = kept.compile
    names = {"__name__": name, "compile": re.compile, "written": WRITTEN}
    exec(compile(body, name, "exec"), names)
    return names["made"]


def test_what_is_kept_is_what_python_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Patterns(str(tmp_path / "patterns"))
    assert module(first) == USUAL
    first.keep()
    second = Patterns(str(tmp_path / "patterns"))
    monkeypatch.setattr(second, "_compile", never)
    again = module(second)
    assert again == USUAL, "patterns are equal where their code is"
    assert [(one.pattern, one.flags, one.groups, one.groupindex) for one in again] == [(one.pattern, one.flags, one.groups, one.groupindex) for one in USUAL]
    assert again[0].fullmatch("Été")["word"] == "Été" and again[0].match("b").lastgroup == "word" and again[1].match("22")["same"] == "2"


def test_what_a_site_is_full_of_is_not_kept(tmp_path: Path) -> None:
    of_a_site = "def look(): return [compile(*given) for given in written]\nmade = look()"
    kept = Patterns(str(tmp_path / "patterns"))
    assert module(kept, "easycompilers_site.some", of_a_site) == USUAL
    kept.keep()
    assert not os.listdir(tmp_path)
    for name in ("easycompilers_site.late", "pygments.lexer"):  # which compile what was written down, when it is asked for
        assert module(kept, name, of_a_site) == USUAL
    kept.keep()
    assert os.listdir(tmp_path) == ["patterns"]


@pytest.mark.parametrize("python", ["3.10", patterns._PYTHON])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_what_is_damaged_or_of_another_python_is_passed_over(tmp_path: Path, python: object, share: float) -> None:
    place = tmp_path / "patterns"
    wrong = {(pattern, int(flags)): (0, b"", 0, {}, ()) for pattern, flags in WRITTEN}  # would be another pattern, or none
    data = marshal.dumps((python, wrong))
    if python == patterns._PYTHON and share == 1:
        data = marshal.dumps("something else")
    place.write_bytes(data[: int(len(data) * share)])
    kept = Patterns(str(place))
    assert module(kept) == USUAL
    kept.keep()
    assert module(Patterns(str(place))) == USUAL


def test_where_nothing_can_be_kept_all_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Patterns(str(tmp_path / "nowhere" / "patterns"))
    assert module(nowhere) == USUAL
    nowhere.keep()
    here = Patterns(str(tmp_path / "patterns"))
    module(here)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    here.keep()
    assert not os.listdir(tmp_path)


def test_what_is_kept_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "patterns"
    for number in range(4):
        kept = Patterns(str(place))
        module(kept, body=f"made = [compile('a' * {number} + 'b'), compile('c' * {number} + 'd')]")
        monkeypatch.setattr(patterns, "ENOUGH", 5)
        kept.keep()
        assert len(marshal.loads(place.read_bytes())[1]) <= 5
    monkeypatch.setattr(patterns, "LONG", 3)
    module(kept, body="made = [compile('abcdef')]")
    assert ("abcdef", 0) not in kept._fresh


def test_a_mistake_in_a_pattern_is_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(re.error):
        module(Patterns(str(tmp_path / "patterns")), body="made = [compile('(')]")
    assert re._compiler._sre is patterns._sre


WATCHED = """
import re, sys
compiled = []
by_python = re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: compiled.append(pattern) or by_python(pattern, flags)
import os, runpy
def end(status):
    print(len(compiled), file=sys.stderr, flush=True)
    real(status)
real, os._exit = os._exit, end
sys.argv = ["easycompilers", "build", sys.argv[1]]
runpy.run_module("easycompilers_site", run_name="__main__")
"""


def test_a_second_build_compiles_none(tmp_path: Path) -> None:
    """Fails as well where Python no longer compiles as `patterns.py` believes."""
    put(tmp_path, {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n",
                   "course/first/01-one.md": "---\ntitle: One\nsummary: The first.\n---\n\nThe text of *one*.\n\n```python\n1 + 1\n```\n"})

    def build() -> int:
        ended = subprocess.run([sys.executable, "-c", WATCHED, str(tmp_path)], capture_output=True, text=True, check=True,
                               env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"})
        return int(ended.stderr.splitlines()[-1])

    first = build()
    (tmp_path / "course/first/01-one.md").write_text("---\ntitle: One\nsummary: The first.\n---\n\nAnother text.\n\n```python\n1 + 1\n```\n")
    assert build() <= 10 < 50 <= max(first, len(marshal.loads(Path(patterns._PLACE).read_bytes())[1]))
