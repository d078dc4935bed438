"""The theme's templates and the dataclasses that they are given in, what an author can change out."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator

from easycompilers_site import pages
from easycompilers_site.components import LITERAL, MARKDOWN

from .places import EXAMPLES, ROOT
from .tables import sentence, table

_HEAD = re.compile(r"\{#(.*?)#\}", re.DOTALL)
_BLOCK = re.compile(r"\{%-? block (\w+)")


def templates() -> Iterator[str]:
    yield ("A file of the same name in your own `templates/` replaces one of these; begin it with `{% extends \"theme/NAME\" %}` to change "
           "some of its blocks only. [The look](../guide/09-the-look.md) says how. A name that is not listed here is a "
           "problem at the template's own line.")
    used: dict[str, type] = {}
    top = ROOT / "templates"
    for path in [*sorted(top.glob("*.html")), *sorted((top / "components").glob("*.html")), *sorted((top / "roles").glob("*.html"))]:
        text = path.read_text(encoding="utf-8")
        yield from _template(path.relative_to(top).as_posix(), text, used)
    yield "## Functions and values {#functions}"
    yield "Besides `it`, a component's template has:"
    yield table("name | what it is", [(f"`{name}`", sentence(about)) for name, about in pages.OF_COMPONENTS.items()])
    yield "And every template has:"
    yield table("name | what it is", [(f"`{name}`", sentence(about)) for name, about in pages.OF_ALL.items()])
    yield "## What pages are made of {#types}"
    for name, kind in sorted(used.items()):
        yield f"### {name} {{#type-{name.lower()}}}"
        yield from _fields(kind, used)


def _template(name: str, text: str, used: dict[str, type]) -> Iterator[str]:
    head = _HEAD.match(text)
    yield f"## {name} {{#{name.removesuffix('.html').replace('/', '-')}}}"
    if head:
        yield _marked(" ".join(head[1].split()))
    blocks = dict.fromkeys(_BLOCK.findall(text))
    if blocks:
        yield "Blocks: " + ", ".join(f"`{block}`" for block in blocks) + "."
    kind = _input(head[1] if head else "")
    if kind:
        yield from _fields(kind, used)
    if (EXAMPLES / name).exists():
        yield "For example:"
        yield f"```html\n{(EXAMPLES / name).read_text(encoding='utf-8').strip()}\n```"


def _input(head: str) -> type | None:
    """The dataclass that a template's first comment names."""
    page, component = re.search(r"(?:page|it) \(pages\.(\w+)\)", head), re.search(r"\bit \((\w+)\)", head)
    if page:
        return getattr(pages, page[1])
    modules = {reader.__module__ for reader in {**LITERAL, **MARKDOWN}.values()}
    return next((getattr(importlib.import_module(module), component[1]) for module in sorted(modules)
                 if hasattr(importlib.import_module(module), component[1])), None) if component else None


def _fields(kind: type, used: dict[str, type]) -> Iterator[str]:
    """The dataclass's fields as a table; dataclasses of pages that they hold are put into `used`."""
    fields = dataclasses.fields(kind)
    about, told = _told_of_fields(kind, [field.name for field in fields])
    if about:
        yield about
    for name in re.findall(r"\w+", " ".join(str(field.type) for field in fields)):
        if dataclasses.is_dataclass(getattr(pages, name, None)) and name not in used:
            used[name] = getattr(pages, name)
            list(_fields(used[name], used))
    rows = [(f"`{field.name}`", f"`{field.type}`", *([told.get(field.name, "")] if told else [])) for field in fields]
    yield table("field | type | what it is" if told else "field | type", rows)


def _told_of_fields(kind: type, names: list[str]) -> tuple[str, dict[str, str]]:
    """A docstring's own sentences, and what it says of the fields: `name, name: text.`"""
    text = inspect.cleandoc(kind.__doc__ or "")
    text = "" if text.startswith(f"{kind.__name__}(") else " ".join(text.split()).replace("``", "`")
    one_of = "|".join(names)
    parts = re.split(rf"(?:^|(?<=\. ))((?:{one_of})(?:(?:, | and )(?:{one_of}))*): ", text)
    told = {name: sentence(words) for named, words in zip(parts[1::2], parts[2::2]) for name in re.split(", | and ", named)}
    return _marked(parts[0].strip()), {name: _marked(words) for name, words in told.items()}


def _marked(text: str) -> str:
    """Names of elements in a sentence as code."""
    return re.sub(r"<[a-z][\w -]*>", lambda match: f"`{match[0]}`", text)
