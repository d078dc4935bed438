"""Tables as bytes with each of their rows on a line: values in, bytes out, and back.

To read and to write a large table takes longer than all else, and a build asks for few of its rows and changes a row or two. So a row is read when it is
asked for (`row_of`), and until then it is its line, which is told again as it is. A line is a view of the bytes that were read: a copy of a few megabytes
takes as long as to draw a page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

encoded = json.JSONEncoder(separators=(",", ":")).encode


def told(values: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The first line holds `values` and the keys of each table as JSON; the rows stand on the lines that follow, in this order.

    tables: rows by their keys, each as JSON can hold it, or as the line that told it.
    """
    rows = (row if isinstance(row, memoryview) else line_of(row) for table in tables.values() for row in table.values())
    return b"\n".join([line_of([values, {name: [*table] for name, table in tables.items()}]), *rows, b""])


def read(data: bytes) -> tuple[dict[str, Any], dict[str, dict[str, memoryview]]]:
    """The values and the tables that were told. Empty where the bytes are cut off, or were not told."""
    try:
        left = _lines(data)
        values, keys = row_of(next(left))
        tables = {name: dict(zip(names, islice(left, len(names)), strict=True)) for name, names in keys.items()}
    except (AttributeError, TypeError, ValueError):
        return {}, {}
    return (values, tables) if isinstance(values, dict) and [*left] == [b""] else ({}, {})


def row_of(row: Any) -> Any:
    """What a row holds. Raises ValueError where its line is none."""
    return json.loads(str(row, "ascii")) if isinstance(row, (bytes, memoryview)) else row


def line_of(row: Any) -> bytes:
    """The line that tells a row."""
    return encoded(row).encode("ascii")


def _lines(data: bytes) -> Iterator[memoryview]:
    view, start = memoryview(data), 0
    while (end := data.find(b"\n", start)) >= 0:
        yield view[start:end]
        start = end + 1
    yield view[start:]
