"""Pages mirror for languages that are written from right to left: the style sheets say start and end, never left and right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "static"
SHEETS = sorted(path for path in STATIC.rglob("*.css"))

#: What an author asks for by its side stays there: the columns of a table.
ASKED = re.compile(r"\[data-align=")
PHYSICAL = re.compile(r"(?:^|[;{\s])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b")
SIDES = re.compile(r"\b(margin|padding|inset|border-width|border-color|border-style)\s*:\s*([^;{}]+)")


def physical(sheet: str) -> list[str]:
    """The declarations that name a side of the screen."""
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found = []
    for line in plain.split("\n"):
        if not ASKED.search(line) and PHYSICAL.search(line):
            found.append(line.strip())
        for _, value in SIDES.findall(line):
            parts = re.findall(r"[\w.%-]*\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s()]+", value.replace("!important", ""))
            if len(parts) == 4 and parts[1] != parts[3]:
                found.append(line.strip())
    return found


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_sheet_names_no_side_of_the_screen(path: Path) -> None:
    assert not physical(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("sheet", "count"), [
    ("a { margin-left: 1px; }", 1), ("a { padding: 0 1px 0 calc(2px + 1px); }", 1), ("a { inset: 0 auto auto 2px }", 1), ("a { float: left }", 1),
    ("a { margin: 0 1px 0 1px; inset: 0 auto; text-align: start; border-inline-start: 0 }", 0), ("/* left: 1px */", 0), ("a { --left: 1px; scroll-left: 1 }", 0),
])
def test_sides_are_found(sheet: str, count: int) -> None:
    assert len(physical(sheet)) == count
