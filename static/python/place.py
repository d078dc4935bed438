"""Where an exception happened, and what the values there are. Nothing of the learner's is called: values are looked at only
where they are of Python's own types.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import keyword
import linecache
from collections.abc import Iterable
from dataclasses import dataclass
from types import FrameType

from phrases import gettext
from sentences import a

PLAIN = (str, int, float, bool, type(None))
SIZED = (list, tuple, str)


@dataclass(frozen=True)
class Place:
    """Where it happened: the line's text, the expression that failed ('' where unknown), the learner's frame (None before running).

    direct: the learner's own code raised it, and not a library that it called. packages: what can be imported besides the standard library.
    """

    text: str = ""
    expression: str = ""
    frame: FrameType | None = None
    direct: bool = True
    packages: tuple[str, ...] = ()


def place_of(error: BaseException, sources: set[str], packages: tuple[str, ...]) -> Place:
    if isinstance(error, SyntaxError) and error.filename in sources:
        return Place((error.text or "").rstrip("\n"), packages=packages)
    steps = [step for step in steps_of(error) if step.tb_frame.f_code.co_filename in sources]
    if not steps:
        return Place(direct=False, packages=packages)
    step, last = steps[-1], steps_of(error)[-1]
    code = step.tb_frame.f_code
    text = linecache.getline(code.co_filename, step.tb_lineno).rstrip("\n")
    line, end, start, stop = list(code.co_positions())[step.tb_lasti // 2]
    expression = ""
    if line == end and line and start is not None and stop is not None:
        expression = text.encode()[start:stop].decode(errors="replace")
    return Place(text, expression, step.tb_frame, step is last, packages)


def steps_of(error: BaseException) -> list:
    steps, step = [], error.__traceback__
    while step is not None:
        steps.append(step)
        step = step.tb_next
    return steps


# ── names and values, in words ──


def shown(value: object) -> str:
    """A short value as code; of other than Python's plain types only the name of the type."""
    if type(value) not in PLAIN:
        return a(type(value).__name__)
    text = repr(value)
    return f"`{text if len(text) <= 40 else text[:37] + '…'}`"


def near(word: str, among: Iterable[str]) -> str:
    """A question after the nearest name, '' where none is near."""
    found = difflib.get_close_matches(word, [name for name in among if type(name) is str and name != word], 1, 0.7)
    return " " + gettext("Did you mean `%(name)s`?", name=found[0]) if found else ""


def known(place: Place) -> set[str]:
    """The names that the failing line can see."""
    names = set(vars(builtins)) | set(keyword.kwlist)
    if place.frame is not None:
        names |= set(place.frame.f_globals) | set(place.frame.f_locals)
    return {name for name in names if not name.startswith("__")}


def value_of(node: ast.expr, frame: FrameType) -> object:
    """What a name, or a list or dictionary in one, stands for; nothing is called. LookupError where it cannot be said."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = value_of(node.operand, frame)
        if type(inner) in (int, float):
            return -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        left, right = value_of(node.left, frame), value_of(node.right, frame)
        if type(left) is int and type(right) is int:
            return left + right if isinstance(node.op, ast.Add) else left - right
    if isinstance(node, ast.Name):
        return {**frame.f_globals, **frame.f_locals}[node.id]
    if isinstance(node, ast.Subscript):
        owner, at = value_of(node.value, frame), value_of(node.slice, frame)
        if type(owner) in (list, tuple, dict) and type(at) in PLAIN:
            return owner[at]
    raise LookupError


def subscript(place: Place) -> tuple[str, object, object]:
    """The text of what stands before the brackets of the failing expression, its value, and what stands in them."""
    node = ast.parse(place.expression.strip(), mode="eval").body
    if not isinstance(node, ast.Subscript) or place.frame is None:
        raise LookupError
    return ast.unparse(node.value), value_of(node.value, place.frame), value_of(node.slice, place.frame)
