"""A value in, a short mark that changes with it out."""

from __future__ import annotations

import hashlib


def digest_of(value: object) -> str:
    """value: texts, bytes, numbers, None, and tuples and lists of these, whose `repr` is the same in every run."""
    return hashlib.blake2b(value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
