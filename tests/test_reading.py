"""How long a chapter takes."""

from __future__ import annotations

import pytest
from golden import CHAPTER, sources_of

from easycompilers_site.parse import parse
from easycompilers_site.reading import minutes

LONG = "word " * 360  # two minutes at 180 words each


@pytest.mark.parametrize("text, taken", [
    ("", 1), (LONG, 2), (f"- {LONG}\n\n> {LONG}\n", 4),
    (f":::{{note}}\n{LONG}\n:::\n", 2), (f":::{{dropdown}} More\n{LONG}\n:::\n", 1), (f":::{{dropdown}} More\n:open: true\n\n{LONG}\n:::\n", 2),
    (f"```{{code-cell}} python\n# {LONG}\n```\n", 1), (f":::{{recap}} What?\n{LONG}\n:::\n", 1),
    (f":::{{prediction}} What?\n:label: a\n\n- {LONG}\n- b\n:::\n\n:::{{answer}} a\n{LONG}\n:::\n", 3),
], ids=["nothing", "words", "in a list and a quote", "in a note", "looked up", "opened from the start", "code", "recalled", "guessed, and answered"])
def test_minutes_count_what_everybody_reads(text: str, taken: int) -> None:
    site = parse(sources_of({CHAPTER: f"---\ntitle: One\nlevel: Intermediate\n---\n\n{text}"}))
    assert minutes(site.courses[0].chapters[0].text) == taken
