"""Which cells a cell builds on, one small page for each rule."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "static" / "python" / "needs.py"
spec = importlib.util.spec_from_file_location("needs", SCRIPT)
needs = sys.modules["needs"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(needs)


def needed(*sources: str, index: int | None = None) -> str:
    cells = [(str(number), source) for number, source in enumerate(sources)]
    return "".join(needs.needed(cells, len(cells) - 1 if index is None else index))


@pytest.mark.parametrize("sources, ids", [
    # what binds a name that is read, and what that needs in turn
    (["price = 4", "print(price * 2)"], "0"),
    (["a = 1", "b = 2", "print(b)"], "1"),
    (["a = 1", "b = a", "c = 3", "print(b)"], "01"),
    (["a = 1", "a = 2", "a"], "01"),
    (["a = 1", "a += 1", "a"], "01"),
    (["def f(): return g()", "def g(): return 1", "f()"], "01"),
    (["def f():\n    global a\n    a = 1\nf()", "a"], "0"),
    (["class A:\n    x = 1", "x = 5", "A.x"], "0"),
    (["if input:\n    a = 1", "a"], "0"),
    (["for a in []: pass", "a"], "0"),
    (["(a := 1)", "a"], "0"),
    (["with open('f') as a: pass", "a"], "0"),
    (["import os.path", "os"], "0"),
    # what a cell binds itself it does not need
    (["a = 1", "a = 2\nprint(a)"], ""),
    (["x = 1", "def f(x): return x\nf(1)"], ""),
    (["x = 1", "[x for x in [1]]"], ""),
    (["a = 1", "for a in [1]: print(a)"], ""),
    (["a = 1", "if input:\n    a = 2\nprint(a)"], "0"),
    (["print(1)", "print(2)"], ""),
    (["print = 3", "print(1)"], "0"),
    # what may change a value
    (["x = []\ny = lambda: x", "x.append(1)", "y()"], "01"),
    (["x = [1]", "x.sort()", "z = 1", "x"], "01"),
    (["x = [1]", "x[0] = 2", "z = 1", "x"], "01"),
    (["k = 1\ndef f(): return k", "k = 2", "f()"], "01"),
    (["i = 0\nx = 1", "i = 5", "x"], "0"),
    # imports and functions are not changed by a mention
    (["import math", "z = math.pi", "math.pi"], "0"),
    (["import math\nz = 1", "import math\ny = 2", "math.pi"], "0"),
    (["import math\nslow = 1", "import math\nmath.pi"], ""),
    (["import math\nslow = 1", "import math\ndef f(): return math.pi\nf()"], ""),
    (["def f(): return 1", "z = f()", "f()"], "0"),
    (["import random", "random.seed(0)", "random.random()"], "01"),
    # what cannot be known
    (["from math import *", "z = 1", "pi"], "0"),
    (["exec('a = 1')", "z = 1", "print(a)"], "01"),
    (["a = 1", "print(eval('a'))"], "0"),
    (["a = (", "b = 1", "print(a)"], "0"),
    (["a = (", "b = 1", "print(b)"], "1"),
    (["print((", "b = 1", "print(b)"], "1"),
])
def test_needed(sources, ids):
    assert needed(*sources) == ids


def test_only_cells_above_are_needed():
    assert needed("a = 1", "b = a", "a = 3", index=1) == "0"


def test_cells_that_stand_alone_need_none():
    layer_norm = "import math\ntoken = [2, 4]\nmean = sum(token) / len(token)\nx = [math.sqrt(t - mean) for t in token]\nprint(x)"
    figure = "import math\ndef length(v): return math.sqrt(sum(x * x for x in v))\ngrowth = {}\nfor seed in range(9):\n    growth[seed] = length([seed])"
    assert needed(layer_norm, figure, layer_norm) == "" == needed(layer_norm, layer_norm, figure)
