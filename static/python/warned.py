"""Warnings in a page: shown as Python shows them where nothing is set, on stderr with the cell's line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# Bound now: what is looked up in a module later may have been replaced by then.
from warnings import catch_warnings, filterwarnings, resetwarnings, simplefilter


def warn_as_python_does() -> None:
    """Of old ways only the learner's own code is told, and not what a package does. What a cell sets itself stays set."""
    resetwarnings()
    for category in (ResourceWarning, ImportWarning, PendingDeprecationWarning, DeprecationWarning):
        simplefilter("ignore", category)
    filterwarnings("default", category=DeprecationWarning, module="__main__")


@contextmanager
def quietly() -> Iterator[None]:
    """For reading code that is not run now: what it warns of is told when it is."""
    with catch_warnings():
        simplefilter("ignore")
        yield
