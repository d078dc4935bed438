"""The theme's templates as they were compiled before: to compile them takes longer than to draw a page. A door to one folder.

They stand beside the program's own bytecode, as Python keeps that, and not in the cache of a site: what stands there is run, and whoever
can write there can change the program anyway. An author's templates are compiled each time.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection
from importlib.util import cache_from_source
from pickle import UnpicklingError

from jinja2.bccache import Bucket, BytecodeCache

from .digest import digest_of


class Compiled(BytecodeCache):
    """names: of the templates that are kept. kind: of environments that share what is kept. options: all by which the same text may be compiled to something else."""

    def __init__(self, names: Collection[str], kind: str, options: object) -> None:
        self.keys = set(map(self.get_cache_key, names, names))
        self.options = digest_of(options)
        self.start = os.path.join(os.path.dirname(cache_from_source(__file__)), f"template-{kind}-")

    def get_source_checksum(self, source: str) -> str:
        return digest_of([self.options, source])

    def load_bytecode(self, bucket: Bucket) -> None:
        """Jinja takes it only where its checksum is right, and it is of the same Python and the same Jinja."""
        if bucket.key in self.keys:
            with contextlib.suppress(OSError, EOFError, UnpicklingError), open(self.start + bucket.key, "rb") as kept:
                bucket.load_bytecode(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """A folder that cannot be written keeps nothing, and is no error."""
        if sys.dont_write_bytecode or bucket.key not in self.keys:
            return
        fresh = f"{self.start}{os.urandom(8).hex()}"
        with contextlib.suppress(OSError):
            with open(fresh, "xb") as kept:
                bucket.write_bytecode(kept)
            os.replace(fresh, self.start + bucket.key)
