"""Tables as text with each of their rows on a line: values in, text out, and back.

To read and to write a large table takes longer than all else, and a build asks for few of its rows and changes a row or two. So a row is read when it is
asked for (`row_of`), and until then it is its line, which is told again as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any

encoded = json.JSONEncoder(separators=(",", ":")).encode


def told(values: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> str:
    """The first line holds `values` and the keys of each table as JSON; the rows stand on the lines that follow, in this order.

    tables: rows by their keys, each as JSON can hold it, or as the line that told it. So no row may be a mere text.
    """
    rows = (row if isinstance(row, str) else encoded(row) for table in tables.values() for row in table.values())
    return "\n".join([encoded([values, {name: [*table] for name, table in tables.items()}]), *rows, ""])


def read(text: str) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
    """The values and the tables that were told. Empty where the text is cut off, or was not told."""
    try:
        left = iter(text.split("\n"))
        values, keys = json.loads(next(left))
        tables = {name: dict(zip(names, islice(left, len(names)), strict=True)) for name, names in keys.items()}
    except (AttributeError, TypeError, ValueError):
        return {}, {}
    return (values, tables) if isinstance(values, dict) and list(left) == [""] else ({}, {})


def row_of(row: Any) -> Any:
    """What a row holds. Raises ValueError where its line is none."""
    return json.loads(row) if isinstance(row, str) else row
