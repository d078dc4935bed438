"""The program's regular expressions as Python compiled them before: to compile those of a build takes as long as to draw a few pages.

They stand beside the program's own bytecode, as Python keeps that. Those of its packages are most of them, so that it is Python's own `re` that is led here.
Python does not promise what this leans on (`re._compiler`): where it is another, all is compiled as ever, and a test says so.
"""

from __future__ import annotations

import _sre
import contextlib
import marshal
import os
import re
import sys
from importlib.util import cache_from_source
from typing import Any

#: What `_sre.compile` is given after the pattern: flags, code (of 4 bytes a word), groups, the names of groups with their numbers, and by number their names.
Compiled = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]

#: Above so many, of which most belong to releases of packages that are no longer there, none is taken along.
ENOUGH = 2000
#: Above so many signs a pattern is made of a vocabulary, not written.
LONG = 20_000

_IN_A_FUNCTION = 1  # `inspect.CO_OPTIMIZED`, without all that `inspect` imports
_PLACE = os.path.join(os.path.dirname(cache_from_source(__file__)), f"patterns-{sys.implementation.cache_tag}")
_PYTHON = sys.version, _sre.MAGIC, _sre.CODESIZE, sys.byteorder


class Patterns:
    """What is kept, and what was compiled since."""

    def __init__(self, place: str = _PLACE) -> None:
        self._place = place
        self._compile = re._compiler.compile
        self._kept: dict[tuple[str | bytes, int], Compiled] = {}
        self._fresh: dict[tuple[str | bytes, int], Compiled] = {}
        with contextlib.suppress(OSError, EOFError, ValueError, TypeError), open(place, "rb") as file:
            python, kept = marshal.loads(file.read())
            if python == _PYTHON:
                self._kept = kept

    def compile(self, pattern: Any, flags: int = 0) -> re.Pattern[Any]:
        """Stands where `re` asks for what it has not compiled in this process."""
        kept = self._kept.get((pattern, flags)) if isinstance(pattern, (str, bytes)) else None
        if kept is None:
            return self._noted(pattern, flags)
        state, code, groups, names, numbers = kept
        return _sre.compile(pattern, state, memoryview(code).cast("I").tolist(), groups, names, numbers)

    def _noted(self, pattern: Any, flags: int) -> re.Pattern[Any]:
        if not isinstance(pattern, (str, bytes)) or len(pattern) > LONG or _made_of_content():
            return self._compile(pattern, flags)
        given: list[Any] = []
        re._compiler._sre = _Overheard(given)
        try:
            made = self._compile(pattern, flags)
        finally:
            re._compiler._sre = _sre
        for whose, state, code, groups, names, numbers in given:
            if whose is pattern:  # and not that of another thread
                self._fresh[pattern, int(flags)] = int(state), b"".join(word.to_bytes(4, sys.byteorder) for word in code), groups, dict(names), numbers
        return made

    def keep(self) -> None:
        """A folder that cannot be written keeps nothing, and is no error."""
        if not self._fresh or sys.dont_write_bytecode:
            return
        kept = self._fresh if len(self._kept) + len(self._fresh) > ENOUGH else self._kept | self._fresh
        fresh = f"{self._place}-{os.urandom(8).hex()}"
        with contextlib.suppress(OSError):
            with open(fresh, "xb") as file:
                file.write(marshal.dumps((_PYTHON, kept)))
            os.replace(fresh, self._place)


class _Overheard:
    """`_sre` for the time of one compilation: what it is given is noted."""

    def __init__(self, given: list[Any]) -> None:
        self._given = given

    def __getattr__(self, name: str) -> object:
        return getattr(_sre, name)

    def compile(self, *given: Any) -> re.Pattern[Any]:
        self._given.append(given)
        return _sre.compile(*given)


def _made_of_content() -> bool:
    """Whether a function of ours asks for it, other than for a pattern that was written down: such a one is made of what authors wrote, and of one site."""
    frame = sys._getframe(3)
    while frame and frame.f_globals.get("__name__") == "re":
        frame = frame.f_back
    name = frame.f_globals.get("__name__", "") if frame else ""
    written = frame is None or not frame.f_code.co_flags & _IN_A_FUNCTION or name == "easycompilers_site.late"
    return not written and name.startswith("easycompilers_site")
