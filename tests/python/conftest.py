"""One fixture: a fresh page. What it puts into builtins is taken out again."""

from __future__ import annotations

import builtins
import sys

import pytest
from notebook import Page


@pytest.fixture
def page():
    before, page = builtins.input, Page()
    hooks = sys.excepthook, sys.displayhook
    yield page
    sys.excepthook, sys.displayhook = hooks
    page.notebook.guard.restore()
    builtins.input = before
    del builtins.display
