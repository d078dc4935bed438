"""packages.lock: which wheels a course's `packages` came to, and the hash of each. Text in, values out, and back. Pure.

    python: cp314 pyemscripten_2026_0_wasm32
    packages:
    - msgpack
    wheels:
      msgpack-1.2.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl: sha256:06a0657a…
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import field

from ..frozen import frozen
from ..located import load
from ..model import Package
from ..problem import Problem
from ..shape import Key, Report, Shape
from ..source import Source, Span
from ..wheel import INTERPRETER, PLATFORM, Unfit, Wheel, named

NAME = "packages.lock"
PYTHON = f"{INTERPRETER} {PLATFORM}"
RENEW = "run `easycompilers packages lock`, and keep the new file"
UPGRADE = "run `easycompilers packages lock --upgrade`, and keep the new file"

_TOP = """\
# The wheels that cells of this course can import, each held to its hash. `easycompilers packages lock` writes this file;
# keep it with the course, so that every build has the same wheels.
"""
_SHAPE = Shape(NAME, (
    Key("python", "text", "the Python that the wheels are for", required=True),
    Key("packages", "texts", "what course.yaml asks for", required=True),
    Key("wheels", "any", "the wheels and their hashes", required=True),
))


@frozen
class Lock:
    """packages: what it was made for, as typed in course.yaml. wheels: the hash of each, by its file's name."""

    packages: tuple[str, ...]
    wheels: dict[str, str]
    python: str = PYTHON
    spans: dict[str, Span] = field(default_factory=dict, compare=False)

    def file_of(self, name: str) -> str | None:
        """The file of a package, None where the lock has none that the Python of the page can load."""
        if self.python == PYTHON:
            for file in self.wheels:
                with contextlib.suppress(Unfit):
                    if named(file)[0] == name:
                        return file
        return None


def lock_of(packages: Iterable[Package], wheels: Iterable[Wheel]) -> Lock:
    return Lock(tuple(sorted(package.text for package in packages)), {wheel.file: wheel.sha256 for wheel in wheels})


def text_of(lock: Lock) -> str:
    """The file. A person reads it, and a change of one wheel is a change of one line."""
    rows = [f"python: {lock.python}", "packages:", *(f"- {_quoted(text)}" for text in lock.packages), "wheels:"]
    rows += [f"  {file}: sha256:{lock.wheels[file]}" for file in sorted(lock.wheels)]
    return _TOP + "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    """As a scalar of YAML; what a package is called by needs quotes only with extras (`name[extra]`) or spaces."""
    return text if re.fullmatch(r"[\w./][\w./=<>~!+-]*", text) else "'" + text.replace("'", "''") + "'"


def read_lock(source: Source, report: Report) -> Lock | None:
    """The lock that the file holds, None where it cannot be read (reported)."""
    value, problems = load(source)
    for problem in problems:
        report(problem)
    if problems:
        return None
    before = source.span(1)
    found = _SHAPE.read(value, before, report)
    if not {"python", "packages", "wheels"} <= found.keys():
        return None
    wheels, spans = {}, {}
    for name, hash_ in found["wheels"].entries:
        hexadecimal = re.fullmatch(r"sha256:([0-9a-f]{64})", hash_.text)
        if not hexadecimal:
            report(Problem("lock", f"`{hash_.text}` is not the hash of a wheel", hash_.span, RENEW))
            return None
        wheels[name.text], spans[name.text] = hexadecimal[1], name.span
    return Lock(tuple(sorted(item.text for item in found["packages"])), wheels, found["python"], spans)


def differences(lock: Lock, packages: Iterable[Package]) -> str:
    """How the lock does not fit `packages`, as a clause; '' where it fits."""
    if lock.python != PYTHON:
        return f"it is for `{lock.python}`, and the page has {PYTHON}"
    wanted, known = {package.text for package in packages}, set(lock.packages)
    parts = [f"it has no {_list(wanted - known)}"] * bool(wanted - known) + [f"it has {_list(known - wanted)}, which course.yaml has not"] * bool(known - wanted)
    for file in lock.wheels:
        try:
            named(file)
        except Unfit as unfit:
            parts.append(str(unfit))
    return ", and ".join(parts)


def _list(texts: Iterable[str]) -> str:
    return ", ".join(f"`{text}`" for text in sorted(texts))
