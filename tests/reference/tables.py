"""What the chapters of the reference have in common: tables and sentences of Markdown."""

from __future__ import annotations

import re


def table(header: str, rows: list[tuple[str, ...]]) -> str:
    """header: the names of the columns, divided by `|`."""
    lines = [f"| {header} |", "|" + " --- |" * (header.count("|") + 1)]
    return "\n".join([*lines, *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)])


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def fence_for(text: str) -> str:
    """A row of backticks that no row in `text` reaches."""
    return "`" * max(3, *(len(run) + 1 for run in re.findall(r"`{3,}", text) or [""]))
