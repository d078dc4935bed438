"""What a settings file may hold, declared once: `Shape` and its `Key`s, and the reading of a located value by them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .frozen import frozen
from .language import is_language, meant
from .late import late
from .located import Located
from .problem import Problem, did_you_mean
from .source import Span

_ADDRESS = late(r"https?://[^\s/?#]+[^\s?#]*$")

Report = Callable[[Problem], None]

_ARTICLES = {"text": "a text", "bool": "true or false", "int": "a whole number", "float": "a number", "null": "nothing",
             "date": "a date", "list": "a list", "mapping": "a mapping"}


@frozen
class Key:
    """One key. kind: ``text`` ``flag`` ``whole`` ``texts`` (a list of texts) ``address`` (of a web page) ``day`` (as in
    2026-11-29) ``language`` (its tag), or what the caller reads: ``prose`` (a text that is not empty), ``parts`` (a list of
    texts and of mappings of the shape `part`) and ``any``.

    choices: the only values allowed, where there are any. about: one sentence for the author. filled: may be left out, but
    not left empty.
    """

    name: str
    kind: str
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    filled: bool = False
    part: Shape | None = None


@frozen
class Shape:
    """name: what a report calls the whole ("the front matter", "course.yaml")."""

    name: str
    keys: tuple[Key, ...]

    def read(self, value: Located | None, span: Span, report: Report) -> dict[str, Any]:
        """The values by key, only the good ones; everything else is reported. span: where the whole stands."""
        if value is None or value.kind == "null":
            value = Located("mapping", span)
        if value.kind != "mapping":
            report(Problem("not-a-mapping", f"{self.name} is {_ARTICLES[value.kind]}, and has to be lines of `key: value`",
                           value.span, f"begin with `{self.keys[0].name}: …`" if self.keys else "take these lines away: there is nothing to set"))
            return {}
        known, found, mistyped = {key.name: key for key in self.keys}, {}, ""
        for name, entry in value.entries:
            key = known.get(name.text)
            if key is None:
                mistyped += did_you_mean(name.text, known)
                hint = did_you_mean(name.text, known) or _listing(known)
                report(Problem("unknown-key", f"`{name.text}` is not a key of {self.name}", name.span, hint))
                continue
            result = _read(key, entry, report)
            if result is not None:
                found[key.name] = result
        for key in self.keys:
            if key.required and value.get(key.name) is None and f"`{key.name}`" not in mistyped:
                report(Problem("missing-key", f"{self.name} has no `{key.name}`", span, key.about))
        return found


def _listing(known: dict[str, Key]) -> str:
    return "the keys are " + ", ".join(f"`{name}`" for name in known) if known else "leave it out: there are none"


def _read(key: Key, value: Located, report: Report) -> Any:
    if key.kind in ("prose", "parts", "any"):
        return value
    if key.kind == "texts":
        if value.kind not in ("list", "text"):
            report(_wrong(key, value, "a list of texts"))
            return None
        items = value.items if value.kind == "list" else (value,)
        return tuple(item for item in items if text_of(item, f"an item of `{key.name}`", report) is not None)
    if key.kind == "flag":
        if value.kind != "bool":
            report(_wrong(key, value, "true or false"))
            return None
        return value.text.lower() in ("true", "yes", "on")
    if key.kind == "whole":
        if value.kind != "int" or not value.text.isdecimal():
            report(_wrong(key, value, "a whole number"))
            return None
        if value.text != str(int(value.text)):
            report(Problem("yaml-word", f"`{key.name}` is `{value.text}`, which YAML reads as a number to the base of eight", value.span,
                           f"write it without the zero in front: {int(value.text)}"))
            return None
        return int(value.text)
    if key.kind == "day":
        if value.kind not in ("date", "text") or not _is_day(value.text):
            report(_wrong(key, value, "a day, as in `2026-11-29`"))
            return None
        return value.text
    text = text_of(value, f"`{key.name}`", report)
    if text is None:
        return None
    if not text.strip() and (key.required or key.filled):
        report(Problem("empty-value", f"`{key.name}` is empty", value.span, key.about))
        return None
    if key.choices and text not in key.choices:
        hint = did_you_mean(text, key.choices) or "it is one of " + ", ".join(f"`{c}`" for c in key.choices)
        report(Problem("unknown-value", f"`{text}` is not a value of `{key.name}`", value.span, hint))
        return None
    if key.kind == "address" and text.strip() and not _ADDRESS.match(text.strip()):
        report(Problem("bad-address", f"`{key.name}` is `{text}`, which is not the address of a web page", value.span,
                       "write the whole address, as in `https://example.org/courses`"))
        return None
    if key.kind == "language" and text and not is_language(text):
        hint = f"did you mean `{meant(text)}`?" if meant(text) else "write a tag as in `en`, `de` or `pt-BR`"
        report(Problem("unknown-language", f"`{text}` is not the tag of a language", value.span, hint))
        return None
    return text.strip()


def text_of(value: Located, name: str, report: Report) -> str | None:
    """The text of a scalar. A number or a date is the text that was typed; true, false and nothing are refused."""
    if value.kind in ("bool", "null") and value.text:
        report(Problem("yaml-word", f"{name} is `{value.text}`, which YAML reads as {_ARTICLES[value.kind]}", value.span,
                       f"put it in quotes: \"{value.text}\""))
        return None
    if value.kind in ("list", "mapping"):
        report(Problem("wrong-type", f"{name} is {_ARTICLES[value.kind]}, and has to be a text", value.span,
                       "write one line of text"))
        return None
    return value.text


def _is_day(text: str) -> bool:
    """Whether `text` is a day of the calendar, as in 2026-11-29."""
    import calendar

    match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text)
    if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) < 1:
        return False
    return 1 <= int(match[3]) <= calendar.monthrange(int(match[1]), int(match[2]))[1]


def _wrong(key: Key, value: Located, wanted: str) -> Problem:
    shown = f"`{value.text}`" if value.text else _ARTICLES[value.kind]
    return Problem("wrong-type", f"`{key.name}` is {shown}, and has to be {wanted}", value.span, key.about)
