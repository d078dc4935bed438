"""What belongs to everybody in one interpreter: noted before a learner's code runs, put back after it.

Names are the learner's own and are copied (`copied`); builtins, modules and the settings of `sys` are shared by cells,
checks and the prelude itself, so that a run which changes them must not change what the next one meets.
What Python itself offers to code that looks for it (frames, the garbage collector) is not hidden: this keeps accidents
and experiments apart, and is no lock.
"""

from __future__ import annotations

import ast
import builtins
import codecs
import contextlib
import copy
import gc
import importlib
import io
import linecache
import os
import signal
import symtable
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from types import FunctionType, ModuleType

# Bound now: what is looked up in a module later may have been replaced by then.
from gc import enable, isenabled
from sys import getprofile, gettrace, setprofile, settrace

__builtins__ = dict(vars(builtins))  # what is defined below keeps them, whatever a run does to the module builtins

OWN = (ast, codecs, contextlib, copy, io, linecache, os, symtable, traceback)  # what the prelude itself works with
NOISY = {"this", "antigravity", "__hello__", "__phello__", "idlelib", "turtle", "turtledemo", "test"}  # importing them does something
APART = {"sys", "builtins", "__main__"}
GONE = object()
MODULES = sys.modules
LEAVING = [sys.modules[name] for name in ("os", "posix", "nt") if name in sys.modules]

Changed = list[tuple[dict[str, object], str, object]]


class Guard:
    """The state of one interpreter. builtins: as they were at first."""

    def __init__(self) -> None:
        self.builtins = dict(vars(builtins))
        self.modules: dict[str, tuple[ModuleType, dict[str, object]]] = {}
        self.note()

    def note(self, *sources: str) -> None:
        """Remember each module as it is when it is first seen. Those that the sources import are imported now, unchanged."""
        for name in {name for source in sources for name in imported_in(source)} - NOISY:
            if name not in sys.modules:
                with suppress(Exception):
                    importlib.import_module(name)
        for name, module in list(sys.modules.items()):
            if name not in self.modules and isinstance(module, ModuleType) and ours(name):
                self.modules[name] = module, dict(vars(module))

    def changed(self) -> Changed:
        """Where modules differ from what was noted: (the module's names, the name, its value now)."""
        found: Changed = []
        for name, (module, first) in self.modules.items():
            if sys.modules.get(name) is not module:
                found.append((sys.modules, name, sys.modules.get(name, GONE)))
            now = vars(module)
            found += [(now, key, now.get(key, GONE)) for key, value in first.items() if now.get(key, GONE) is not value]
        return found

    def restore(self, only: tuple[ModuleType, ...] = ()) -> None:
        """Modules as they were noted: all, or `only` these."""
        for name, (module, first) in self.modules.items():
            if not only or module in only:
                vars(module).update(first)
                sys.modules[name] = module

    @contextlib.contextmanager
    def pristine(self, before: Changed) -> Iterator[None]:
        """Modules as they were noted, for the time of a check; then as in `before`."""
        self.restore()
        try:
            yield
        finally:
            for names, name, value in before:
                if value is GONE:
                    names.pop(name, None)
                else:
                    names[name] = value

    @contextlib.contextmanager
    def settings(self) -> Iterator[None]:
        """Builtins, the prelude's own tools, and what `sys` and its like have for all: put back after a run."""
        way, finders, interrupt = list(sys.path), list(sys.meta_path), current_interrupt()
        digits = sys.get_int_max_str_digits()
        collects, trace, profile = isenabled(), gettrace(), getprofile()
        leaving = [(module, name, vars(module)[name]) for module in LEAVING for name in ("_exit", "abort") if name in vars(module)]
        for module, name, _ in leaving:
            vars(module)[name] = leave
        try:
            yield
        finally:
            settrace(trace)
            setprofile(profile)
            vars(builtins).update(self.builtins)
            self.restore(OWN)
            for module, name, own in leaving:
                vars(module)[name] = own
            vars(sys).update(modules=MODULES)
            sys.path[:], sys.meta_path[:] = way, finders
            sys.set_int_max_str_digits(digits)
            if collects:
                enable()
            with suppress(ValueError, TypeError):  # not in a thread
                signal.signal(signal.SIGINT, interrupt)


def leave(code: object = 0) -> None:
    """os._exit and os.abort would end Python for the whole page; they end the run, as sys.exit does."""
    raise SystemExit(code)


def current_interrupt() -> object:
    with suppress(ValueError):
        return signal.getsignal(signal.SIGINT)
    return None


def ours(name: str) -> bool:
    top = name.partition(".")[0]
    return name not in APART and (top in sys.stdlib_module_names or top == "coursekit")


def imported_in(source: str) -> set[str]:
    """The modules of the standard library, and of coursekit, that the source imports anywhere."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return {name for name in names if ours(name)}


def copied(module: ModuleType) -> ModuleType:
    """The same names in a module of their own. Data is copied; functions see the new module, as if the code stood in one more cell."""
    twin = ModuleType("__main__")
    vars(twin)["__builtins__"] = builtins
    memo: dict[int, object] = {}
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__globals__ is vars(module):
            twin_function = FunctionType(value.__code__, vars(twin), value.__name__, value.__defaults__, value.__closure__)
            twin_function.__kwdefaults__, twin_function.__doc__ = value.__kwdefaults__, value.__doc__
            twin_function.__qualname__ = value.__qualname__
            twin_function.__dict__.update(value.__dict__)
            value = twin_function
        elif not isinstance(value, ModuleType):
            with suppress(Exception, SystemExit):
                value = copy.deepcopy(value, memo)
        vars(twin)[name] = value
    return twin
