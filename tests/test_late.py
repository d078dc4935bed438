"""A pattern that is compiled late is one that is compiled at once, and costs nothing until it is used."""

from __future__ import annotations

import re

import pytest

from easycompilers_site.late import late


def test_it_finds_what_a_pattern_finds() -> None:
    ours, standard = late(r"(?P<word>[a-z]+)", re.IGNORECASE), re.compile(r"(?P<word>[a-z]+)", re.IGNORECASE)
    for _ in range(2):
        assert ours.match("Ab1")["word"] == standard.match("Ab1")["word"]
        assert ours.findall("a b") == standard.findall("a b") and ours.sub("-", "a b") == standard.sub("-", "a b")
        assert [match.span() for match in ours.finditer("a b")] == [match.span() for match in standard.finditer("a b")]
    assert ours.pattern == standard.pattern and ours.groupindex == standard.groupindex
    assert late(rb"\d").search(b"a1")[0] == b"1"


def test_it_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    monkeypatch.setattr(re, "compile", lambda *given, compile=re.compile: compiled.append(given) or compile(*given))
    digits = late(r"\d+", re.ASCII)
    assert compiled == []
    assert digits.search("a12")[0] == "12" and digits.search("a3")[0] == "3"
    assert compiled == [(r"\d+", re.ASCII)]
