"""The Python inside Pyodide, the same in the page and at build: a cell's text in, its outputs in order through `emit`.

`Notebook` holds a page's names, runs cells and checks exercises. Nothing here knows Pyodide or the page, except that
`input` waits by stack switching where the host gave it something to ask. Beside it stand shown.py (what is shown of
values), guard.py (what a run must not change for others), checks.py (what a check is given), failures.py and explain.py
(what is told of an exception) and complete.py.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import linecache
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

# Bound now: what is looked up in a module later may have been replaced by then.
from json import dumps
from sys import getprofile, getrecursionlimit, gettrace, setprofile, setrecursionlimit, settrace

from checks import close, seen_by_check
from failures import Failure, last_words, told
from guard import Guard, copied
from phrases import gettext, speak
from shown import Budget, stream
from warned import quietly, warn_as_python_does

__builtins__ = dict(vars(builtins))  # what is defined below keeps them, whatever a run does to the module builtins

CHECK = "<check>"  # the file name of every check: never shown, never in linecache

Emit = Callable[[str, str], object]


@dataclass(frozen=True)
class Ran:
    """What one run left behind: the last value, what was printed, and the failure that ended it."""

    value: object = None
    printed: str = ""
    failure: Failure | None = None


class Notebook:
    """The names of one page.

    emit(kind, text): kind is ``stdout`` or ``stderr`` with text, ``value`` with forms as JSON, ``failure`` with a Failure as JSON.
    passed(): the seconds of the limit that has just run out, 0 where none has, which tells a limit from a KeyboardInterrupt.
    ask(prompt): what the learner answers to input(), or a promise of it, or None where there is no answer; without it
    input() explains itself.
    packages: what cells can import besides the standard library. words: as phrases.speak reads them.
    """

    def __init__(self, emit: Emit, passed: Callable[[], float] = lambda: 0.0, ask: Callable[[str], object] | None = None, words: str = "") -> None:
        speak(words)
        self.emit, self.passed, self.ask = emit, passed, ask
        self.packages: tuple[str, ...] = ("coursekit",)
        self.names = ModuleType("__main__")
        self.sources: set[str] = set()
        self.budget = Budget(emit)
        builtins.input, builtins.display = self.input, self.display  # type: ignore[attr-defined]
        self.guard = Guard()
        warn_as_python_does()

    def run(self, name: str, source: str, isolated: bool = False, apart: bool = False) -> bool:
        """Run a cell and say whether it ended well. isolated: in names of its own. apart: in a copy of the page's."""
        names = ModuleType("__main__") if isolated else copied(self.names) if apart else self.names
        return self.perform(name, source, names).failure is None

    def attempt(self, name: str, source: str, check: str, starter: str = "") -> str:
        """Run an exercise in a copy of the page's names and judge it: {passed, message} as JSON.

        The check meets builtins and modules as they were at first, and what the attempt changed in them is put back.
        """
        self.guard.note(check)
        names, before = copied(self.names), self.guard.changed()
        ran = self.perform(name, source, names)
        with self.guard.pristine(before):
            if ran.failure:
                return dumps({"passed": False, "message": stopped(ran.failure)})
            passed, message = self.judge(check, seen_by_check(vars(names), starter), names, source, ran)
        return dumps({"passed": passed, "message": message})

    def completions(self, before: str) -> str:
        """The names that may follow the text before the caret: [[name, kind], …] as JSON."""
        from complete import completions

        return dumps(completions(vars(self.names), before))

    def perform(self, name: str, source: str, names: ModuleType) -> Ran:
        source = readable(source)
        self.guard.note(source)
        self.budget = budget = Budget(self.emit)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        self.sources.add(name)
        vars(names).update(__name__="__main__", __builtins__=builtins)
        vars(names).pop("__warningregistry__", None)  # so that the next run of a cell warns again
        value = error = failure = None
        with self.stage(names, stream(budget.print), stream(lambda text: budget.print(text, "stderr"))):
            limit, trace, profile = getrecursionlimit(), gettrace(), getprofile()
            try:
                try:
                    value = execute(name, source, vars(names))
                    if value is not None and not silenced(source):
                        budget.show(value)
                finally:  # by calls of C alone: code that lowered the limit leaves no room for others
                    setrecursionlimit(limit)
                    settrace(trace)
                    setprofile(profile)
            except BaseException as caught:
                error = caught
        if error is not None and not (isinstance(error, SystemExit) and not error.code):
            failure = told(error, name, self.sources, self.passed, self.packages)
            self.emit("failure", dumps(failure))
        return Ran(value, "".join(budget.printed), failure)

    @contextlib.contextmanager
    def stage(self, names: ModuleType, stdout: io.TextIOBase, stderr: io.TextIOBase) -> Iterator[None]:
        """What belongs to everybody, set for one run and put back: the streams, __main__, and what guard.py keeps."""
        before = sys.stdout, sys.stderr, sys.modules["__main__"]
        with self.guard.settings():
            sys.stdout, sys.stderr, sys.modules["__main__"] = stdout, stderr, names
            try:
                yield
            finally:
                sys.stdout, sys.stderr, sys.modules["__main__"] = before

    def display(self, *values: object) -> None:
        """Show values as a cell shows its last one, in their order with what is printed."""
        for value in values:
            self.budget.show(value)

    def input(self, prompt: object = "", /) -> str:
        if self.ask is None:
            raise EOFError(gettext('input() cannot ask anything here. Write the answer into the code instead, as in name = "Ada".'))
        answer = self.ask(str(prompt))
        if answer is None:
            raise EOFError(gettext("input() asks once more than there are lines in the box for input. Write one line for each input(), and run again."))
        if not isinstance(answer, str):
            from pyodide.ffi import run_sync  # type: ignore[import-not-found]

            answer = run_sync(answer)
        self.budget.print(f"{prompt}{answer}\n")
        return str(answer)

    def judge(self, check: str, seen: dict[str, object], main: ModuleType, source: str, ran: Ran) -> tuple[bool, str]:
        """Run a check over an attempt that ended well. Of what goes wrong in it, only words that help are told."""
        given: dict[str, object] = {"source": source, "output": ran.printed, "result": ran.value, "close": close}
        names = {"__name__": "__main__", "__builtins__": dict(self.guard.builtins)} | given | seen
        ask, self.ask = self.ask, None  # nobody is asked, and nothing is shown, while code is tried out
        self.budget = Budget(lambda kind, text: None)
        error = last = None
        with self.stage(main, io.StringIO(), io.StringIO()):
            limit, trace, profile = getrecursionlimit(), gettrace(), getprofile()
            try:
                try:
                    last = execute(CHECK, check, names)
                finally:
                    setrecursionlimit(limit)
                    settrace(trace)
                    setprofile(profile)
            except BaseException as caught:
                error = caught
        self.ask = ask
        if error is None:
            return True, str(last) if type(last) is str else ""
        try:
            return False, self.verdict(error)
        except Exception:  # an exception of the learner's own making that cannot even be told
            return False, gettext("The check could not use what your code gave it.")

    def verdict(self, error: BaseException) -> str:
        files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
        if isinstance(error, KeyboardInterrupt) and self.passed():
            return gettext("Your code ran, but had not finished after %(seconds)s s when it was given another input.", seconds=format(self.passed(), "g"))
        if files[-1] == CHECK and isinstance(error, AssertionError):
            return str(error) or gettext("Not there yet. Compare what your code gives with what the task asks for.")
        if files[-1] == CHECK and isinstance(error, NameError):
            return gettext("The check looks for `%(name)s`, and it is gone. Keep that name, or press Reset.", name=error.name)
        message = last_words(traceback.TracebackException(type(error), error, None))
        what = type(error).__name__ + (f" ({message})" if message else "")
        lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename in self.sources]
        if not lines:
            return gettext("The check could not use what your code gave it: %(failure)s.", failure=what)
        return gettext("Your code ran, but stopped with %(failure)s when it was given another input. Look at line %(line)s.", failure=what, line=lines[-1])


def stopped(failure: Failure) -> str:
    if failure["line"]:
        return gettext("Your code stopped with %(kind)s on line %(line)s.", kind=failure["kind"], line=failure["line"])
    return gettext("Your code stopped with %(kind)s.", kind=failure["kind"])


def execute(name: str, source: str, names: dict[str, object]) -> object:
    """Run the source in `names` and give the value of its last expression, None where it ends in a statement."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec", dont_inherit=True, optimize=0), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True, optimize=0), names)  # type: ignore[attr-defined]


def silenced(source: str) -> bool:
    """Whether a semicolon after the last expression keeps its value from being shown."""
    with quietly():
        last = ast.parse(source).body[-1]
    line = source.splitlines()[(last.end_lineno or 1) - 1].encode()
    return line[last.end_col_offset :].lstrip().startswith(b";")


def readable(source: str) -> str:
    """The source with no-break spaces made plain wherever Python stumbles over them: pasted code is full of them."""
    while "\xa0" in source:
        try:
            ast.parse(source)
        except SyntaxError as error:
            lines = source.splitlines(keepends=True)
            line, at = lines[(error.lineno or 1) - 1], (error.offset or 1) - 1
            if "U+00A0" not in (error.msg or "") or line[at : at + 1] != "\xa0":
                break
            lines[(error.lineno or 1) - 1] = line[:at] + " " + line[at + 1 :]
            source = "".join(lines)
        else:
            break
    return source
