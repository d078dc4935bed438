"""An author's own package in, its wheel for the page out: by pip where it is pure Python, else by pyodide-build."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..wheel import PYTHON, Unfit, Wheel, read_wheel
from .pip import PipFailed, run_pip

COMPILED = {".c", ".cc", ".cpp", ".cxx", ".f", ".f90", ".pyx", ".rs"}
_ASIDE = {"build", "dist", "node_modules", "tests", "venv"}

REACH = ("the list of Pyodide's releases (pyodide.github.io), its cross-build environment (github.com), the Emscripten SDK "
         "(github.com, storage.googleapis.com), and pip's own index")
_UNREACHED = re.compile(r"ConnectionError|NameResolutionError|Could not resolve host|Failed to establish a new connection|unable to access|"
                        r"ConnectTimeout|Network is unreachable|URLError")


@dataclass
class NotBuilt(Exception):
    """said: the last words of the program that failed."""

    message: str
    hint: str
    said: str = ""


def build_wheel(package: Path, tell: Callable[[str], None]) -> tuple[Wheel, bytes]:
    """The wheel of the package in the folder `package`, and its bytes. Raises `NotBuilt`."""
    if not any((package / name).is_file() for name in ("pyproject.toml", "setup.py")):
        raise NotBuilt(f"{package} is no package: it has no pyproject.toml", "name the folder that holds it")
    with tempfile.TemporaryDirectory() as folder:
        if has_compiled_code(package):
            _with_pyodide_build(package, folder, tell)
        else:
            _with_pip(package, folder, tell)
        wheels = sorted(Path(folder).glob("*.whl"))
        if not wheels:
            raise NotBuilt("the build ended well and left no wheel", "look at the package's pyproject.toml")
        data = wheels[0].read_bytes()
        try:
            return read_wheel(wheels[0].name, data), data
        except Unfit as unfit:
            raise NotBuilt(str(unfit), unfit.hint) from None


def has_compiled_code(package: Path) -> bool:
    """Whether something in the folder is a source of C, C++, Cython, Fortran or Rust."""
    for folder, subfolders, names in os.walk(package):
        subfolders[:] = [name for name in subfolders if name[0] != "." and name not in _ASIDE]
        if any(Path(name).suffix.lower() in COMPILED for name in names):
            return True
    return False


def _with_pip(package: Path, out: str, tell: Callable[[str], None]) -> None:
    tell(f"Building {package.name} with pip")
    try:
        run_pip("wheel", "--no-deps", "--wheel-dir", out, str(package.resolve()))
    except PipFailed as failed:
        hint = "pip takes what builds the package from its index, which it does not reach" if failed.kind == "network" else "pip's words are above"
        raise NotBuilt(f"{package} cannot be built", hint, failed.said) from None


def _with_pyodide_build(package: Path, out: str, tell: Callable[[str], None]) -> None:
    command = pyodide_build()
    tell(f"Building {package.name} with pyodide-build, which needs to reach {REACH}")
    result = subprocess.run([*command, "build", str(package.resolve()), "--outdir", out], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if result.returncode == 0:
        return
    said = result.stdout.strip().splitlines()[-15:]
    if _UNREACHED.search(result.stdout):
        raise NotBuilt(f"{package} cannot be built: pyodide-build does not reach what it needs", f"from here it has to reach {REACH}", said[-1])
    raise NotBuilt(f"{package} cannot be built", "pyodide-build's last words are above", "\n".join(said))


def pyodide_build() -> list[str]:
    """The command that runs pyodide-build. Raises `NotBuilt` where this Python has none, or cannot build for the page."""
    if "{}.{}".format(*sys.version_info) != PYTHON:
        raise NotBuilt(f"C code for the page is built by Python {PYTHON}, and this is Python {sys.version_info[0]}.{sys.version_info[1]}",
                       f"install easycompilers-site[native] into an environment of Python {PYTHON}, and run this command from there")
    if importlib.util.find_spec("pyodide_build") is None:
        raise NotBuilt("C code for the page is built by pyodide-build, which is not installed", "run `pip install 'easycompilers-site[native]'`")
    return [sys.executable, "-P", "-m", "pyodide_cli"]
