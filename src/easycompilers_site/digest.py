"""A value in, a short mark that changes with it out."""

from __future__ import annotations

import hashlib


def digest_of(value: object) -> str:
    """value: texts, bytes, numbers, None, and tuples and lists of these, whose `repr` is the same in every run."""
    return hashlib.blake2b(value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def mark_of(data: bytes) -> str:
    """What stands in the name of a file on the site, so that other bytes have another name."""
    return hashlib.blake2b(data, digest_size=5).hexdigest()
