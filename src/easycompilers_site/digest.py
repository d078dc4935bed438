"""A value in, a short mark that changes with it out."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterable


def digest_of(value: object) -> str:
    """value: texts, bytes, numbers, None, and tuples and lists of these, whose `repr` is the same in every run."""
    return hashlib.blake2b(value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def digest_of_numbers(rows: Iterable[tuple[int, ...]]) -> str:
    """As `digest_of`, of numbers alone, in a fraction of the time. Version 2 of the format tells the same numbers with the same bytes each time."""
    return digest_of(marshal.dumps([*rows], 2))


def mark_of(data: bytes) -> str:
    """What stands in the name of a file on the site, so that other bytes have another name."""
    return hashlib.blake2b(data, digest_size=5).hexdigest()
