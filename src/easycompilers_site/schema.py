"""The declarations of the settings files in, JSON Schemas (2020-12) out, for editors. Pure.

They say what a `Shape` says, but for three things: YAML 1.1's words for true and false (`yes`, `on`), which editors take for
texts; that `5.0` is not a whole number; and which language tags there are, of which they know the form alone.
"""

from __future__ import annotations

from typing import Any

from .parse.chapter import FRONT_MATTER
from .parse.glossary import ENTRY
from .parse.site import COURSE, SITE
from .shape import Key, Shape

Schema = dict[str, Any]

#: A number or a date is the text that was typed, and a key without a value is one that was left out.
_TEXT = {"type": ["string", "number", "null"]}
_FILLED = {"type": ["string", "number"], "pattern": r"\S"}


def schemas() -> dict[str, Schema]:
    """By the name that `easycompilers schema` takes."""
    term = {"anyOf": [_FILLED, shape_schema(ENTRY)], "description": "what the term means, or a mapping that begins with `definition`"}
    return {
        "site": _whole("course/site.yaml", shape_schema(SITE)),
        "course": _whole("course/NAME/course.yaml", shape_schema(COURSE)),
        "chapter": _whole("the front matter of a chapter", shape_schema(FRONT_MATTER)),
        "glossary": _whole("glossary.yaml", {"type": ["object", "null"], "additionalProperties": term}),
    }


def _whole(title: str, schema: Schema) -> Schema:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def shape_schema(shape: Shape) -> Schema:
    schema = {"type": "object", "properties": {key.name: _described(key) for key in shape.keys}, "additionalProperties": False}
    required = [key.name for key in shape.keys if key.required]
    return {**schema, "required": required} if required else schema


def _described(key: Key) -> Schema:
    return {"description": key.about, **_value(key)}


def _value(key: Key) -> Schema:
    if key.choices:
        return {"enum": list(key.choices)}
    if key.kind == "flag":
        return {"type": "boolean"}
    if key.kind == "whole":
        return {"type": "integer", "minimum": 0}
    if key.kind == "texts":
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": _TEXT}]}
    if key.kind == "address":
        return {"type": ["string", "null"], "pattern": r"^(\s*|\s*https?://[^\s/?#]+[^\s?#]*\s*)$"}
    if key.kind == "language":
        return {"type": ["string", "null"], "pattern": r"^([A-Za-z]{1,3}(-[A-Za-z0-9]{1,8})*)?$"}
    if key.kind == "day":
        return {"type": "string", "format": "date", "pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"}
    if key.kind == "parts":
        return {"type": "array", "items": {"anyOf": [_TEXT, shape_schema(key.part)]}}
    return _FILLED if key.kind == "prose" or key.required or key.filled else _TEXT
