"""The Python that ships, as the build starts it, and the mark of tests that need it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from easycompilers_site.bundle import zip_of
from easycompilers_site.run.session import FILES

ROOT = Path(__file__).parents[1]
PYODIDE = Path(os.environ.get("EASYCOMPILERS_PYODIDE", ROOT / "src/easycompilers_site/vendor/pyodide"))
START = (ROOT / "static/python/start.js").read_text("utf-8")
PAGE_PYTHON = {path.name: path.read_bytes() for path in (ROOT / "static/python").glob("*.py")}
BUNDLE = zip_of(PAGE_PYTHON)
#: What a build starts from, as it does here unless the snapshot itself is asked about: in a third of the time. Modules of another bundle than
#: the snapshot's are read anew.
SNAPSHOT = PYODIDE / "snapshot.bin" if (PYODIDE / "snapshot.bin").is_file() else None

needs_python = pytest.mark.skipif(
    not all((PYODIDE / name).is_file() for name in FILES), reason=f"NOT TESTED: the shipped Python is not in {PYODIDE}; run `make build`"
)
