"""What a check is given: the learner's names without those that would hide its own, and `close`."""

from __future__ import annotations

import builtins
import symtable
from math import isclose

__builtins__ = dict(vars(builtins))  # what is defined below keeps them, whatever a run does to the module builtins

GIVEN = {"source", "output", "result", "close"}


def seen_by_check(names: dict[str, object], starter: str) -> dict[str, object]:
    """The learner's names for a check, without those that would hide a builtin or a helper: `sum = 3` must break no check.

    What the starter itself binds is asked for, so `def sum(values): ____` is seen.
    """
    taken = (set(vars(builtins)) | GIVEN) - bound_in(starter)
    return {name: value for name, value in names.items() if name not in taken and not name.startswith("__")}


def bound_in(source: str) -> set[str]:
    """The names to which the source itself gives a value."""
    try:
        symbols = symtable.symtable(source, "starter", "exec").get_symbols()
    except (SyntaxError, ValueError):
        return set()
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}


def close(a: object, b: object, tolerance: float = 1e-6) -> bool:
    """Whether two numbers, or two lists or tuples of them however nested, agree to within the tolerance."""
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(close(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
    return bool(a == b)
