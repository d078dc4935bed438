"""What a run shows: text as it is printed, and values in each form that they offer."""

from __future__ import annotations

import base64
import builtins
import codecs
import io
from collections.abc import Callable
from contextlib import suppress
from json import dumps

from phrases import gettext

__builtins__ = dict(vars(builtins))  # what is defined below keeps them, whatever a run does to the module builtins

OUTPUT_LIMIT = 1_000_000  # characters that one run may print, the plain forms of its values included
FORMS_LIMIT = 16_000_000  # characters of pictures and tables that one run may show
AT_LEAST = 100  # characters as which a shown value counts, however short: `while True: display(1)` ends too

RICH = {
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
}
ROWS = "application/vnd.coursekit.rows+json"


class OutputLimit(BaseException):
    """Too much was printed. Not an Exception, so that `except Exception` in a loop does not go on printing."""


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


def forms(value: object) -> dict[str, str]:
    """A value in each form that it offers, by media type. The plain one is always there."""
    shown = {"text/plain": repr(value)}
    for media_type, method in RICH.items():
        form = offered(value, method)
        if isinstance(form, bytes | bytearray):
            form = base64.b64encode(form).decode("ascii")
        if isinstance(form, str):
            shown[media_type] = form
    rows = offered(value, "rows")
    if isinstance(rows, list | tuple) and rows and all(isinstance(row, list | tuple) for row in rows):
        with suppress(TypeError, ValueError):
            shown[ROWS] = dumps(rows)
    return shown


def offered(value: object, method: str) -> object:
    """What the method gives, or None for a value that has none, or whose method fails: the plain form is enough then."""
    if not callable(getattr(type(value), method, None)):
        return None
    try:
        return getattr(value, method)()
    except Exception:
        return None


class Budget:
    """How much one run may still show. emit: see prelude.Notebook."""

    def __init__(self, emit: Callable[[str, str], object]) -> None:
        self.emit = emit
        self.left, self.forms_left = OUTPUT_LIMIT, FORMS_LIMIT
        self.printed: list[str] = []  # on stdout alone

    def print(self, text: str, kind: str = "stdout") -> None:
        text, over = text[: self.left], len(text) > self.left
        self.left -= len(text)
        if kind == "stdout":
            self.printed.append(text)
        if text:
            self.emit(kind, text)
        if over:
            raise OutputLimit(gettext("It was stopped because it printed more than %(most)s characters.", most=format(OUTPUT_LIMIT, ",")))

    def show(self, value: object) -> None:
        each = forms(value)
        self.forms_left -= sum(len(form) for form in each.values())
        plain, over = each["text/plain"][: self.left], len(each["text/plain"]) > self.left
        self.left -= max(len(plain), AT_LEAST)
        if self.left < 0 or self.forms_left < 0:
            raise OutputLimit(gettext("It was stopped because it showed too many values, or too large ones."))
        self.emit("value", dumps(each | {"text/plain": plain}))
        if over:
            raise OutputLimit(gettext("The value was cut: it is longer than %(most)s characters.", most=format(OUTPUT_LIMIT, ",")))
