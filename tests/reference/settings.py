"""The shapes of the settings files in, a table of the keys of each out."""

from __future__ import annotations

from collections.abc import Iterator

from easycompilers_site.parse.chapter import FRONT_MATTER
from easycompilers_site.parse.glossary import ENTRY
from easycompilers_site.parse.site import COURSE, PLANNED, SITE
from easycompilers_site.shape import Key, Shape

from .tables import sentence, table

_KINDS = {"text": "a text", "flag": "`true` or `false`", "whole": "a whole number", "texts": "a list of texts", "prose": "a text",
          "parts": "a list of chapters", "address": "the address of a web page", "day": "a day, as in `2026-11-29`", "language": "a language tag"}


def settings() -> Iterator[str]:
    yield ("A key that stands in bold has to be there. `easycompilers schema NAME` prints the same as a JSON Schema, with which an "
           "editor checks a file while it is typed: [see how](../guide/11-when-something-goes-wrong.md#help-in-the-editor).")
    for title, anchor, shape in (
        ("course/site.yaml", "site", SITE), ("course/NAME/course.yaml", "course", COURSE),
        ("A part in preparation, among `chapters`", "planned", PLANNED), ("The front matter of a chapter", "front-matter", FRONT_MATTER),
        ("A term in glossary.yaml, in its long form", "term-entry", ENTRY),
    ):
        yield f"## {title} {{#{anchor}}}"
        yield _keys(shape)


def _keys(shape: Shape) -> str:
    rows = [(f"**`{key.name}`**" if key.required else f"`{key.name}`", kind_of(key), sentence(key.about)) for key in shape.keys]
    return table("key | takes | what it is", rows)


def kind_of(key: Key) -> str:
    return " or ".join(f"`{choice}`" for choice in key.choices) if key.choices else _KINDS[key.kind]
