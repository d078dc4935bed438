"""The Python inside Pyodide, the same in the page and at build: a cell's text in, its outputs in order through `emit`.

`Notebook` holds a page's names, runs cells and checks exercises. Nothing here knows Pyodide or the page, except that
`input` waits by stack switching where the host gave it something to ask.
"""

from __future__ import annotations

import ast
import base64
import builtins
import codecs
import contextlib
import copy
import io
import json
import linecache
import math
import re
import symtable
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType

OUTPUT_LIMIT = 1_000_000  # characters that one run may print
FRAMES = 16  # of a traceback: what a person reads of an endless recursion
CHECK = "<check>"  # the file name of every check: never shown, never in linecache

Emit = Callable[[str, str], object]
Failure = dict[str, str | int]


class OutputLimit(BaseException):
    """Too much was printed. Not an Exception, so that `except Exception` in a loop does not go on printing."""


@dataclass(frozen=True)
class Ran:
    """What one run left behind: the last value, what was printed, and the failure that ended it."""

    value: object = None
    printed: str = ""
    failure: Failure | None = None


# ── output ──


class Pipe(io.RawIOBase):
    """The bottom of sys.stdout and sys.stderr: hands each piece of text on at once."""

    def __init__(self, hand_on: Callable[[str], object]) -> None:
        self.hand_on = hand_on
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def writable(self) -> bool:
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]
        self.hand_on(self.decode(bytes(piece)))
        return len(piece)


def stream(hand_on: Callable[[str], object]) -> io.TextIOWrapper:
    return io.TextIOWrapper(Pipe(hand_on), "utf-8", "backslashreplace", newline="", write_through=True)  # type: ignore[arg-type]


RICH = {
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
}
ROWS = "application/vnd.coursekit.rows+json"


def forms(value: object) -> dict[str, str]:
    """A value in each form that it offers, by media type. The plain one is always there."""
    shown = {"text/plain": repr(value)}
    for media_type, method in RICH.items():
        form = offered(value, method)
        if isinstance(form, bytes):
            form = base64.b64encode(form).decode("ascii")
        if isinstance(form, str):
            shown[media_type] = form
    rows = offered(value, "rows")
    if isinstance(rows, list | tuple):
        with contextlib.suppress(TypeError, ValueError):
            shown[ROWS] = json.dumps(rows)
    return shown


def offered(value: object, method: str) -> object:
    """What the method gives, or None for a value that has none, or whose method fails: the plain form is enough then."""
    if not callable(getattr(type(value), method, None)):
        return None
    try:
        return getattr(value, method)()
    except Exception:
        return None


# ── running ──


class Notebook:
    """The names of one page.

    emit(kind, text): kind is ``stdout`` or ``stderr`` with text, ``value`` with forms as JSON, ``failure`` with a Failure as JSON.
    passed(): the seconds of the limit that has just run out, 0 where none has, which tells a limit from a KeyboardInterrupt.
    ask(prompt): what the learner answers to input(), or a promise of it; without it input() explains itself.
    """

    def __init__(self, emit: Emit, passed: Callable[[], float] = lambda: 0.0, ask: Callable[[str], object] | None = None) -> None:
        self.emit, self.passed, self.ask = emit, passed, ask
        self.names = ModuleType("__main__")
        self.sources: set[str] = set()
        self.printed: list[str] = []
        self.left = OUTPUT_LIMIT
        self.stdout, self.stderr = stream(self.print), stream(lambda text: self.print(text, "stderr"))
        builtins.input = self.input
        self.builtins = dict(vars(builtins))

    def run(self, name: str, source: str, isolated: bool = False, apart: bool = False) -> bool:
        """Run a cell and say whether it ended well. isolated: in names of its own. apart: in a copy of the page's."""
        names = ModuleType("__main__") if isolated else copied(self.names) if apart else self.names
        return self.perform(name, source, names).failure is None

    def attempt(self, name: str, source: str, check: str, starter: str = "") -> str:
        """Run an exercise in a copy of the page's names and judge it: {passed, message} as JSON."""
        names = copied(self.names)
        ran = self.perform(name, source, names)
        if ran.failure:
            where = f" on line {ran.failure['line']}" if ran.failure["line"] else ""
            return json.dumps({"passed": False, "message": f"Your code stopped with {ran.failure['kind']}{where}."})
        with self.stage(names, io.StringIO(), io.StringIO()):
            passed, message = self.judge(check, seen_by_check(vars(names), starter), source, ran)
        return json.dumps({"passed": passed, "message": message})

    def perform(self, name: str, source: str, names: ModuleType) -> Ran:
        self.printed, self.left = [], OUTPUT_LIMIT
        source = readable(source)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        self.sources.add(name)
        value, failure = None, None
        with self.stage(names, self.stdout, self.stderr):
            try:
                value = execute(name, source, vars(names))
                if value is not None and not silenced(source):
                    self.emit("value", json.dumps(forms(value)))
            except SystemExit as error:
                failure = self.failure(error, name) if error.code else None
            except BaseException as error:
                failure = self.failure(error, name)
        if failure:
            self.emit("failure", json.dumps(failure))
        return Ran(value, "".join(self.printed), failure)

    @contextlib.contextmanager
    def stage(self, names: ModuleType, stdout: io.TextIOBase, stderr: io.TextIOBase) -> Iterator[None]:
        """What belongs to everybody, set for one run and put back: the streams, __main__, and builtins that code replaced."""
        before = sys.stdout, sys.stderr, sys.modules["__main__"]
        sys.stdout, sys.stderr, sys.modules["__main__"] = stdout, stderr, names
        try:
            yield
        finally:
            sys.stdout, sys.stderr, sys.modules["__main__"] = before
            vars(builtins).update(self.builtins)

    def print(self, text: str, kind: str = "stdout") -> None:
        text, over = text[: self.left], len(text) > self.left
        self.left -= len(text)
        if kind == "stdout":
            self.printed.append(text)
        if text:
            self.emit(kind, text)
        if over:
            raise OutputLimit(f"It was stopped because it printed more than {OUTPUT_LIMIT:,} characters.")

    def input(self, prompt: object = "", /) -> str:
        if self.ask is None:
            raise EOFError('input() cannot ask anything here. Write the answer into the code instead, as in name = "Ada".')
        answer = self.ask(str(prompt))
        if not isinstance(answer, str):
            from pyodide.ffi import run_sync  # type: ignore[import-not-found]

            answer = run_sync(answer)
        self.print(f"{prompt}{answer}\n")
        return str(answer)

    def failure(self, error: BaseException, name: str) -> Failure:
        """An exception as the learner should meet it: their frames alone, and their line."""
        seconds = self.passed() if isinstance(error, KeyboardInterrupt) else 0
        if isinstance(error, SyntaxError) and error.text is None and error.filename == name:
            error.text = linecache.getline(name, error.lineno or 0)
        trace = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
        trim(trace, self.sources)
        lines = [frame.lineno or 0 for frame in trace.stack if frame.filename == name]
        if isinstance(error, SyntaxError) and error.filename == name:
            lines.append(error.lineno or 0)
        kind = "TimeLimit" if seconds else type(error).__name__
        message = f"It was stopped after {seconds:g} s, which is the limit for one run." if seconds else last_words(trace)
        return {
            "kind": kind,
            "message": message,
            "line": lines[-1] if lines else 0,
            "traceback": "".join(trace.format() if trace.stack else trace.format_exception_only()).rstrip("\n"),
        }

    def judge(self, check: str, names: dict[str, object], source: str, ran: Ran) -> tuple[bool, str]:
        """Run a check over an attempt that ended well. Of what goes wrong in it, only words that help are told."""
        given: dict[str, object] = {"source": source, "output": ran.printed, "result": ran.value, "close": close}
        names = {"__name__": "__main__", "__builtins__": dict(self.builtins)} | given | names
        try:
            last = execute(CHECK, check, names)
        except BaseException as error:
            return False, self.verdict(error)
        return True, last if isinstance(last, str) else ""

    def verdict(self, error: BaseException) -> str:
        files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
        if isinstance(error, KeyboardInterrupt) and self.passed():
            return f"Your code ran, but had not finished after {self.passed():g} s when it was given another input."
        if files[-1] == CHECK and isinstance(error, AssertionError):
            return str(error) or "Not there yet. Compare what your code gives with what the task asks for."
        if files[-1] == CHECK and isinstance(error, NameError):
            return f"The check looks for `{error.name}`, and it is gone. Keep that name, or press Reset."
        message = last_words(traceback.TracebackException(type(error), error, None))
        what = type(error).__name__ + (f" ({message})" if message else "")
        lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename in self.sources]
        if not lines:
            return f"The check could not use what your code gave it: {what}."
        return f"Your code ran, but stopped with {what} when it was given another input. Look at line {lines[-1]}."


def execute(name: str, source: str, names: dict[str, object]) -> object:
    """Run the source in `names` and give the value of its last expression, None where it ends in a statement."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec", dont_inherit=True), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), names)  # type: ignore[attr-defined]


def silenced(source: str) -> bool:
    """Whether a semicolon after the last expression keeps its value from being shown."""
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


def copied(module: ModuleType) -> ModuleType:
    """The same names in a module of their own. Data is copied; functions see the new module, as if the code stood in one more cell."""
    twin = ModuleType(module.__name__)
    memo: dict[int, object] = {}
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__globals__ is vars(module):
            twin_function = FunctionType(value.__code__, vars(twin), value.__name__, value.__defaults__, value.__closure__)
            twin_function.__kwdefaults__, twin_function.__doc__ = value.__kwdefaults__, value.__doc__
            twin_function.__qualname__ = value.__qualname__
            twin_function.__dict__.update(value.__dict__)
            value = twin_function
        elif not isinstance(value, ModuleType):
            with contextlib.suppress(Exception):
                value = copy.deepcopy(value, memo)
        vars(twin)[name] = value
    return twin


# ── failures in the learner's words ──


def trim(trace: traceback.TracebackException, sources: set[str]) -> None:
    """Keep the frames that the learner wrote, in the exception and in those behind it."""
    mine = [frame for frame in trace.stack if frame.filename in sources]
    half = FRAMES // 2
    trace.stack = traceback.StackSummary.from_list(mine if len(mine) <= FRAMES else mine[:half] + mine[-half:])
    behind = [trace.__cause__, trace.__context__, *(trace.exceptions or [] if hasattr(trace, "exceptions") else [])]
    for other in behind:
        if other is not None:
            trim(other, sources)


def last_words(trace: traceback.TracebackException) -> str:
    """The message of an exception, with the suggestions that Python adds to it."""
    told = "".join(trace.format_exception_only())
    start = re.search(r"^[\w.<>]+: ", told, re.MULTILINE)
    return told[start.end() :].strip() if start else ""


# ── checks ──


def seen_by_check(names: dict[str, object], starter: str) -> dict[str, object]:
    """The learner's names for a check, without those that would hide a builtin or a helper: `sum = 3` must break no check.

    What the starter itself binds is asked for, so `def sum(values): ____` is seen.
    """
    taken = (set(vars(builtins)) | {"source", "output", "result", "close"}) - bound_in(starter)
    return {name: value for name, value in names.items() if name not in taken and not name.startswith("__")}


def bound_in(source: str) -> set[str]:
    """The names to which the source itself gives a value."""
    try:
        symbols = symtable.symtable(source, "starter", "exec").get_symbols()
    except (SyntaxError, ValueError):
        return set()
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}


def close(a: object, b: object, tolerance: float = 1e-6) -> bool:
    """Whether two numbers, or two lists or tuples of them however nested, agree to within the tolerance."""
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(close(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
    return bool(a == b)
