"""Code that tries, or happens, to change what a check meets. Run in CPython and in the shipped Python."""

CHECK = """\
import json, math
results = [double(n) for n in (21, 0, -3)]
assert len(results) == 3 and all(isinstance(r, int) for r in results), f"double gave {results!r}"
assert results == [42, 0, -6], f"double(21), double(0) and double(-3) gave {json.dumps(results)}"
assert close(double(0.1 + 0.2), 0.6) and math.isclose(sum(results), 36) and 'double' in source and output == ''
print('never seen')
'Twice as much.'
"""
RIGHT = "def double(n):\n    return n * 2"
WRONG = "def double(n):\n    return n + 1"

ATTACKS = [
    "len = lambda x: 3\nall = isinstance = sum = lambda *a: True",
    "import builtins\nbuiltins.len = lambda x: 3\nbuiltins.all = builtins.isinstance = builtins.sum = lambda *a: True",
    "import builtins\nbuiltins.AssertionError = None\nbuiltins.compile = builtins.eval = builtins.exec = lambda *a, **k: None",
    "import builtins\nbuiltins.__import__ = None",
    "import builtins\ndel builtins.len, builtins.isinstance",
    "AssertionError = KeyError\n__debug__off = True",
    "print = None",
    "import builtins\nbuiltins.print = None",
    "close = lambda *a: True",
    "source = output = result = close = 'double'",
    "__builtins__ = {}",
    "__builtins__.len = 3\n__name__ = 'x'",
    "import math, json\nmath.isclose = lambda *a: True\njson.dumps = None",
    "import ast, traceback, linecache\nast.parse = traceback.TracebackException = traceback.walk_tb = None\nlinecache.cache = None",
    "import copy, contextlib, io, symtable, codecs\ncopy.deepcopy = contextlib.contextmanager = io.StringIO = symtable.symtable = None",
    "import sys\nsys.modules['math'] = sys.modules['json'] = sys",
    "import sys\nsys.modules = {}",
    "import sys\nsys.path.clear()\nsys.meta_path.clear()",
    "import sys\nsys.settrace(lambda *a: 1 / 0)",
    "import sys\nsys.setprofile(lambda *a: 1 / 0)",
    "import sys\nfor limit in range(1, 1000):\n    try:\n        sys.setrecursionlimit(limit)\n        break\n    except RecursionError:\n        pass",
    "import sys\nsys.set_int_max_str_digits(640)",
    "import sys\nsys.stdout.close()\nsys.stderr.close()",
    "import sys\nsys.stdout = sys.stderr = sys.stdin = None",
    "import sys\nsys.excepthook = sys.displayhook = None",
    "import sys\nsys.exit()",
    "raise SystemExit",
    "import os\nos._exit(0)",
    "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)",
    "import gc\ngc.disable()",
    "import warnings\nwarnings.simplefilter('error')",
    "class R:\n    def __repr__(self): return repr(self)\nr = R()",
    "class D:\n    def __deepcopy__(self, memo): raise SystemExit\nd = D()",
    "class D:\n    def __deepcopy__(self, memo): return self.x\n    def __getattr__(self, name): return getattr(self, name)\nd = 0",
    "class D:\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\nd = D()",
    "globals().clear()",
    "class Frozen(dict):\n    def __eq__(self, other): raise KeyError\nfrozen = Frozen()",
]
