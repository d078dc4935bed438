"""TeX in, what is wrong with it out: the first mistake that can be seen before it is converted, and where it stands."""

from __future__ import annotations

import re
from dataclasses import field

from .frozen import changing, frozen

_TOKEN = re.compile(r"%[^\n]*|\\(?:begin|end)\s*\{[^{}\n]*\}|\\(?:[A-Za-z]+\*?|.|$)|[{}&]", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}\n]*)\}")

#: The environments that are known, and those that are another by the name that the converter knows.
ENVIRONMENTS = frozenset("""
    align align* aligned array Bmatrix Bmatrix* bmatrix bmatrix* cases dcases gather gather* gathered matrix matrix* pmatrix pmatrix*
    smallmatrix split Vmatrix Vmatrix* vmatrix vmatrix*
""".split())
_SAME = {"aligned": "split", "dcases": "cases", "gather": "matrix", "gather*": "matrix", "gathered": "matrix"}


@frozen
class Mistake:
    """offset, length: of the piece of the TeX that is meant, in characters."""

    message: str
    hint: str
    offset: int = 0
    length: int = 1


@changing
class _Scan:
    """What is open at one place of a formula, outermost first: the token, its offset, its kind."""

    open: list[tuple[str, int, str]] = field(default_factory=list)
    breaks: int = -1
    mistake: Mistake | None = None

    def close(self, kind: str, token: str, at: int) -> None:
        top = self.open[-1] if self.open else None
        if top is not None and top[2] == kind and (kind != "environment" or top[0] == token):
            self.open.pop()
            return
        if top is None:
            self.refuse(f"`{_shown(kind, token, False)}` closes nothing", f"open it with `{_shown(kind, token, True)}`, or take it away", at, len(_shown(kind, token, False)))
        else:
            opened = _shown(top[2], top[0], True)
            self.refuse(f"`{opened}` is not closed before `{_shown(kind, token, False)}`", f"close it with `{_shown(top[2], top[0], False)}`", top[1], len(opened))

    def refuse(self, message: str, hint: str, at: int, length: int) -> None:
        self.mistake = self.mistake or Mistake(message, hint, at, length)


def plain(tex: str) -> str:
    """`tex` with the names of environments that the converter knows."""
    return _ENVIRONMENT.sub(lambda match: rf"\{match[1]}{{{_SAME.get(match[2], match[2])}}}", tex)


def scan(tex: str) -> tuple[Mistake | None, bool]:
    """The first thing that is opened or closed wrongly, and whether the formula has lines of its own (`\\\\`) outside any environment."""
    if not tex.strip():
        return Mistake("this formula is empty", "write TeX between the marks"), False
    found = _Scan()
    for match in _TOKEN.finditer(tex):
        _take(match[0], match.start(), found)
        if found.mistake:
            return found.mistake, False
    if found.open:
        token, at, kind = found.open[-1]
        shown = _shown(kind, token, True)
        return Mistake(f"`{shown}` is never closed", f"close it with `{_shown(kind, token, False)}`", at, len(shown)), False
    return None, found.breaks >= 0


def _take(token: str, at: int, found: _Scan) -> None:
    environment = _ENVIRONMENT.match(token)
    if environment and environment[1] == "begin":
        if environment[2] not in ENVIRONMENTS:
            found.refuse(f"there is no environment `{environment[2]}`", "the environments are " + ", ".join(f"`{name}`" for name in sorted(ENVIRONMENTS) if "*" not in name),
                         at, len(token))
        found.open.append((environment[2], at, "environment"))
    elif environment:
        found.close("environment", environment[2], at)
    elif token == "{":
        found.open.append((token, at, "brace"))
    elif token == "}":
        found.close("brace", token, at)
    elif token == r"\left":
        found.open.append((token, at, "left"))
    elif token == r"\right":
        found.close("left", token, at)
    elif token == "\\":
        found.refuse("a backslash stands here by itself", r"write `\backslash` for the sign, or the name of a command after it", at, 1)
    elif token in ("&", "\\\\") and not any(kind == "environment" or kind == "brace" for _, _, kind in found.open):
        found.breaks = at


def _shown(kind: str, token: str, opening: bool) -> str:
    if kind == "environment":
        return rf"\{'begin' if opening else 'end'}{{{token}}}"
    return ("{" if opening else "}") if kind == "brace" else (r"\left" if opening else r"\right")
