"""The parser asks a rule only where what it looks for can begin, and reads every text as if it asked all of them everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from easycompilers_site import markdown
from easycompilers_site.beginnings import OF_LINES, OF_PIECES
from easycompilers_site.components import LITERAL, MARKDOWN
from easycompilers_site.dialect import dialect

CHAPTERS = sorted(Path(__file__).parents[2].glob("docs/course/**/*.md"))


def test_each_rule_is_one_of_the_parsers() -> None:
    assert OF_LINES.keys() <= {*dialect().block.ruler.get_active_rules()}
    assert OF_PIECES.keys() <= {*dialect().inline.ruler.get_active_rules()}


def test_chapters_read_as_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "beginnings_plugin", lambda parser: None)
    slow = markdown.make_parser(LITERAL, MARKDOWN)
    assert CHAPTERS
    for chapter in CHAPTERS:
        text = chapter.read_text(encoding="utf-8")
        assert dialect().parse(text, {}) == slow.parse(text, {}), chapter
