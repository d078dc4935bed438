"""Names that continue what a learner types: the page's names and the text before the caret in, names with their kind out.

Nothing of the learner's is called: attributes are looked up in dictionaries, never asked for.
"""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from types import ModuleType

MOST = 200
BEFORE_CARET = re.compile(r"((?:[^\W\d]\w*\.)*)([^\W\d]\w*)?$")


def completions(names: dict[str, object], before: str) -> list[tuple[str, str]]:
    """(name, kind) for each name that may follow; kind is ``function`` ``class`` ``module`` ``keyword`` or ``variable``.

    before: the line up to the caret. Private names appear only where an underscore was typed.
    """
    path, start = BEFORE_CARET.search(before).groups("")
    if path:
        owner = reached(names, path.rstrip(".").split("."))
        found = {} if owner is None else attributes(owner)
    else:
        found = {**dict.fromkeys(keyword.kwlist, keyword), **vars(builtins), **names}
    fitting = [name for name in found if isinstance(name, str) and name.startswith(start) and (start.startswith("_") or not name.startswith("_"))]
    return [(name, kind(found[name])) for name in sorted(fitting, key=lambda name: (name.lower(), name))[:MOST]]


def reached(names: dict[str, object], path: list[str]) -> object:
    """What the dotted path leads to, None where looking it up would run code."""
    value = names.get(path[0], vars(builtins).get(path[0]))
    for step in path[1:]:
        value = attributes(value).get(step)
        if inspect.isdatadescriptor(value):
            return None
    return value


def attributes(value: object) -> dict[str, object]:
    if isinstance(value, ModuleType):
        return dict(ModuleType.__getattribute__(value, "__dict__"))
    found: dict[str, object] = {}
    for owner in reversed(type.mro(value) if type(value) is type else type(value).__mro__):
        found.update(vars(owner))
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = {}
    return found | dict(own) if isinstance(own, dict) else found


def kind(value: object) -> str:
    if value is keyword:
        return "keyword"
    if isinstance(value, ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) else "variable"
