"""Wheels in, the lock by which Pyodide finds them out; and which of them a module needs. Pure.

The package `pyodide-lock` would write the same, but version 0.2.1 refuses wheels that are tagged as PEP 783 wants them.
A test holds what is written here against its description of the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from packaging.utils import canonicalize_name

from .wheel import PYTHON_FULL, Wheel

#: The Python that ships, as a lock says it. A test holds it against the one that is gathered.
INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": PYTHON_FULL}


def closure(imports: Iterable[str], wheels: Sequence[Wheel]) -> list[Wheel]:
    """Those of `wheels` that provide one of the top-level modules `imports`, and those that they need in turn, in order."""
    by_name = {wheel.name: wheel for wheel in wheels}
    wanted = set(imports)
    waiting = [wheel for wheel in wheels if wanted & set(wheel.imports)]
    found: set[str] = set()
    while waiting:
        wheel = waiting.pop()
        if wheel.name not in found:
            found.add(wheel.name)
            waiting += [by_name[name] for name in _depends(wheel, by_name)]
    return [wheel for wheel in wheels if wheel.name in found]


def pyodide_lock(wheels: Sequence[Wheel], file_names: Mapping[str, str]) -> dict[str, dict]:
    """The `packages` of a lock as Pyodide reads it. file_names: by the wheels' names, where their files stand."""
    by_name = {wheel.name: wheel for wheel in wheels}
    order: dict[str, list[str]] = {}

    def visit(name: str, asking: tuple[str, ...]) -> None:
        """Pyodide waits for what a package depends on, so packages that need each other would wait for ever: cut the circle."""
        if name not in order:
            needed = [other for other in _depends(by_name[name], by_name) if other not in (*asking, name)]
            for other in needed:
                visit(other, (*asking, name))
            order[name] = needed

    for wheel in wheels:
        visit(wheel.name, ())
    return {wheel.name: {
        "name": wheel.name, "version": wheel.version, "file_name": file_names[wheel.name], "sha256": wheel.sha256,
        "imports": list(wheel.imports), "depends": order[wheel.name], "install_dir": "site", "package_type": "package",
        "unvendored_tests": False,
    } for wheel in wheels}


def _depends(wheel: Wheel, among: Mapping[str, Wheel]) -> list[str]:
    """The names of the wheels that it needs. Whichever of its extras was asked for, what they need is there too."""
    extras = re.findall(r"""extra\s*==\s*["']([^"']+)""", " ".join(wheel.requires))
    return sorted({name for needed in wheel.needs(extras) if (name := canonicalize_name(needed.name)) in among})
