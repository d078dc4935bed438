"""Cells that must give the same however Python was started: from a snapshot of its memory, or from nothing."""

from __future__ import annotations

EVERYDAY = [
    "print(6 * 7, 0.1 + 0.2, 2 ** 100, f'{3.14159:.3f}', 'né ✓')",
    "print({'ape', 'bee', 'cat', 'dog'}, sorted('snapshot'), hash('word'))",
    "import random\nrandom.seed(7)\nprint(random.random(), random.sample(range(100), 5))",
    ("import statistics, fractions, decimal, datetime\n"
    "print(statistics.stdev([1, 2, 4]), fractions.Fraction(3, 9), decimal.Decimal(1) / 7, datetime.date(2024, 2, 29).isoformat())"),
    "import dataclasses, enum, typing\n@dataclasses.dataclass\nclass Point:\n    x: int = 1\n    y: typing.Optional[int] = None\nPoint(y=2)",
    ("import json, re, collections, itertools, functools\nprint(json.dumps({'a': [1, None]}), re.sub('a+', 'b', 'caaat'))\n"
    "collections.Counter('banana'), list(itertools.pairwise('abc')), functools.reduce(int.__mul__, [1, 2, 3])"),
    "import coursekit\ncoursekit.heatmap([[1, 2], [3, 4]])",
    "import math, cmath, csv, io\nrows = csv.reader(io.StringIO('a,b'))\nprint(next(rows), math.tau, cmath.sqrt(-1))",
    "import unittest, xml.dom.minidom, sqlite3\nprint(sqlite3.connect(':memory:').execute('select 1 + 1').fetchone())",
    "length = 3\nprint(lenght)",
    "for n in range(3)\n    print(n)",
    "def down(n): return down(n + 1)\ndown(0)",
    "import maths",
    "import os, sys\nprint(__name__, sys.version, sys.flags.hash_randomization, sys.getrecursionlimit(), os.getcwd(), sorted(os.environ))",
    "import warnings\nwarnings.warn('old')\nprint(open.__module__, sorted(dir(__builtins__)) == sorted(dir(__import__('builtins'))))",
    "import gc, weakref\nclass Node: pass\nnode = Node()\nseen = weakref.ref(node)\ndel node\ngc.collect()\nprint(seen())",
    "print([*globals()], [*locals()] == [*globals()])",
]
