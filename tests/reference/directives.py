"""The components in, what each says of itself and the options that its reader asks for out."""

from __future__ import annotations

import importlib
import re
import textwrap
from collections.abc import Iterator

from easycompilers_site.components import LITERAL, MARKDOWN
from easycompilers_site.dialect import dialect
from easycompilers_site.directive import Directive
from easycompilers_site.parse import blocks
from easycompilers_site.parse.chapter import parse_chapter
from easycompilers_site.shape import Key
from easycompilers_site.source import Source

from .settings import kind_of
from .tables import sentence, table

Options = dict[str, tuple[Key, ...]]


def directives() -> Iterator[str]:
    yield ("A directive is written with either fence, three backticks or three colons, or more of them where it holds others. "
           "Options stand under its first line, each as `:name: value`.")
    options = _options()
    for module, names in _by_module().items():
        yield f"## {', '.join(names)} {{#{names[0]}}}"
        yield from _docstring(module)
        for keys in dict.fromkeys(options[name] for name in names if options[name]):
            alike = [f"`{name}`" for name in names if options[name] == keys]
            yield "Options:" if len(alike) == len(names) else f"Options of {', '.join(alike)}:"
            yield table("option | takes | what it is", [(f"`{key.name}`", kind_of(key), sentence(key.about)) for key in keys])


def _by_module() -> dict[str, list[str]]:
    """The directives by the module of their component, in the order of the tables."""
    found: dict[str, list[str]] = {}
    for name, reader in {**LITERAL, **MARKDOWN}.items():
        found.setdefault(reader.__module__, []).append(name)
    return found


def _docstring(module: str) -> Iterator[str]:
    """What a component's module says of itself: its prose, and as listings the syntax that an author types."""
    text = importlib.import_module(module).__doc__ or ""
    for part in re.findall(r"(?: {4}.*\n?|\n(?= {4}))+|(?:\S.*\n?)+", text):
        lines = part.strip("\n")
        yield "`````\n" + textwrap.dedent(lines) + "\n`````" if lines.startswith("    ") else " ".join(lines.split())


def _options() -> Options:
    """The options that each directive's own reader asks for when it reads an empty one."""
    asked: Options = {}

    class Asking(Directive):
        def options(self, *keys: Key):
            asked.setdefault(self.head.name, keys)
            return Directive.options(self, *keys)

    original, blocks.Directive = blocks.Directive, Asking
    try:
        for name in (*LITERAL, *MARKDOWN):
            parse_chapter(Source("course/first/01-one.md", f":::{{{name}}}\n:::\n"), dialect(), (), {})
    finally:
        blocks.Directive = original
    return {name: asked.get(name, ()) for name in (*LITERAL, *MARKDOWN)}
