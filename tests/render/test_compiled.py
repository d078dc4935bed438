"""The theme's templates are compiled once, and what was kept is taken only where it is of the same text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment

from easycompilers_site.render.templates import make_environment

TEXT = "A {{ word }}."
THEME = {"a.html": TEXT, "theme/a.html": TEXT}


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which templates have been compiled, while what is kept stands in a folder of the test's own."""
    make_environment({})  # so that nothing is left to be imported, and kept in that folder
    names: list[str] = []
    real = Environment.compile
    monkeypatch.setattr(Environment, "compile", lambda self, source, name=None, filename=None: names.append(name) or real(self, source, name, filename))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    folder = Path(make_environment({}).bytecode_cache.start).parent
    assert folder.is_relative_to(tmp_path)
    folder.mkdir(parents=True)
    return names


def drawn(templates: dict[str, str], name: str = "a.html") -> str:
    return make_environment(templates).get_template(name).render(word="word")


def kept() -> list[Path]:
    return list(Path(make_environment({}).bytecode_cache.start).parent.iterdir())


def test_a_template_of_the_theme_is_compiled_once(compiled: list[str]) -> None:
    assert drawn(THEME) == drawn(THEME) == "A word."
    assert compiled == ["a.html"]


def test_one_of_the_author_s_is_compiled_each_time_and_not_kept(compiled: list[str]) -> None:
    drawn(THEME)
    own = {**THEME, "a.html": "Mine: {{ word }}."}
    assert drawn(own) == drawn(own) == "Mine: word."
    assert drawn(THEME) == "A word."
    assert compiled == ["a.html"] * 3 and len(kept()) == 1


def test_one_that_has_changed_is_compiled_anew(compiled: list[str]) -> None:
    drawn(THEME)
    assert drawn({"a.html": "Now {{ word }}.", "theme/a.html": "Now {{ word }}."}) == "Now word."


@pytest.mark.parametrize("damage", [b"", b"x", None])
def test_what_was_cut_off_is_not_taken(compiled: list[str], damage: bytes | None) -> None:
    drawn(THEME)
    [place] = kept()
    place.write_bytes(place.read_bytes()[:-20] if damage is None else damage)
    assert drawn(THEME) == "A word." and compiled == ["a.html"] * 2


def test_where_nothing_may_be_written_nothing_is(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    drawn(THEME)
    assert not kept()
