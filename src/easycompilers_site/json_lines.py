"""Tables as JSON that has each of their rows on a line: values in, text out, and of rows that stayed as they were the lines that told them before.

To write a large table as JSON takes longer than to read it, and an edit changes a row or two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_encoded = json.JSONEncoder(separators=(",", ":")).encode


def told(values: Mapping[str, Any], before: object = None, text: str = "") -> str:
    """`values` by their names, as JSON. A value that is a dict is a table: its rows stand on lines of their own, by their keys.

    before, text: what was told the time before, and how. What is equal is told alike, so no 1 may stand where a true stood.
    """
    known = before if isinstance(before, dict) else {}
    lines = _lines(known, text)
    return "{\n" + ",\n".join(_told(name, value, known.get(name), lines.get(name, {})) for name, value in values.items()) + "\n}"


def _told(name: str, value: Any, before: Any, lines: Mapping[str, str]) -> str:
    if isinstance(value, dict) is not isinstance(before, dict):
        before, lines = {}, {}
    if isinstance(value, dict):
        return f"{_encoded(name)}:{{\n" + ",\n".join(_row(key, row, before, lines) for key, row in value.items()) + "\n}"
    return _row(name, value, {name: before}, lines)


def _row(key: str, row: Any, before: Mapping[str, Any], lines: Mapping[str, str]) -> str:
    return lines[key] if key in lines and (before[key] is row or before[key] == row) else f"{_encoded(key)}:{_encoded(row)}"


def _lines(before: Mapping[str, Any], text: str) -> dict[str, dict[str, str]]:
    """Of each table the lines of its rows, by their keys, and of each other value its own. None where the text is not laid out as `told` does it.

    A key with escapes is left out.
    """
    left = iter(text.split("\n")[1:])
    found: dict[str, dict[str, str]] = {}
    for name, value in before.items():
        table = value if isinstance(value, dict) else None
        if table is not None and next(left, "") != f"{_encoded(name)}:{{":
            return {}
        keys = (name,) if table is None else table or ("",)
        found[name] = {key: line.removesuffix(",") for key, line in zip(keys, [next(left, "") for _ in keys], strict=True) if line.startswith(f'"{key}":')}
        if table is not None and next(left, "") not in ("}", "},"):
            return {}
    return found
