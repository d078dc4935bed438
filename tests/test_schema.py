"""The printed schemas and the generator take the same settings files, and refuse the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from easycompilers_site.cli import main
from easycompilers_site.cli.schema import NAMES
from easycompilers_site.parse import parse
from easycompilers_site.schema import schemas
from easycompilers_site.source import Source
from easycompilers_site.sources import Sources

SCHEMAS = schemas()

#: What the generator says of a file whose form is wrong. What it says of the sense (a chapter that is not there) no schema knows.
CODES = {"bad-address", "wrong-type", "yaml-word", "missing-key", "unknown-key", "unknown-value", "empty-value", "not-a-mapping", "empty-definition",
         "front-matter-not-mapping", "unknown-language"}

#: Every kind of value, and for each kind the ones on its edges.
VALUES = ("one", "pt-BR", "https://example.org/a", "2026-11-29", "2026-13-01", "example.org", "", "  ", "two\nlines", "Beginner", "beginner", "yes", "null", "5", 0, 5, -5, 1.5, True, False, None,
          [], ["one"], ["one", 2, None], [True], [["one"]], [{}], [{"slug": "s", "title": "t"}], {}, {"definition": "one"}, {"slug": "s"})

#: What each schema needs at least, and where its keys stand in the whole: itself, or a mapping in it.
PLACES: dict[str, tuple[str, dict, Any]] = {
    "site": ("site", {"title": "Example"}, lambda keys: keys),
    "course": ("course", {"title": "First"}, lambda keys: keys),
    "planned chapter": ("course", {"slug": "later", "title": "Later"}, lambda keys: {"title": "First", "chapters": ["one", keys]}),
    "chapter": ("chapter", {}, lambda keys: keys),
    "glossary": ("glossary", {}, lambda keys: keys),
    "entry": ("glossary", {"definition": "A number."}, lambda keys: {"one": keys}),
}


def keys_of(place: str) -> list[str]:
    """The keys that are declared at a place, with one that is not."""
    schema = SCHEMAS[PLACES[place][0]]
    if place == "planned chapter":
        schema = schema["properties"]["chapters"]["items"]["anyOf"][1]
    if place == "entry":
        schema = schema["additionalProperties"]["anyOf"][1]
    return [*schema.get("properties", ()), "another"]


def as_yaml(value: Any, indent: int = 0) -> str:
    """The value as an author types it: nothing for null, the rest as JSON has it."""
    pad = "\n" + " " * indent
    if isinstance(value, dict) and value:
        return "".join(f"{pad}{json.dumps(key, ensure_ascii=False)}:{as_yaml(one, indent + 2)}" for key, one in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{pad}-{as_yaml(one, indent + 2)}" for one in value)
    return "" if value is None else " " + json.dumps(value, ensure_ascii=False)


def is_taken(name: str, value: Any) -> bool:
    """Whether the generator takes the form of the file."""
    files = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": "Text.\n",
             "glossary.yaml": ""}
    path = {"site": "course/site.yaml", "course": "course/first/course.yaml", "chapter": "course/first/01-one.md", "glossary": "glossary.yaml"}[name]
    text = as_yaml(value).strip("\n") + "\n"
    files[path] = f"---\n{text}---\n\nText.\n" if name == "chapter" else text
    site = parse(Sources(texts={path: Source(path, text) for path, text in files.items()}))
    chapters = (*site.aside, *(chapter for course in site.courses for chapter in course.chapters))
    problems = [*site.problems, *(problem for chapter in chapters for problem in chapter.facts.problems)]
    return not any(problem.code in CODES for problem in problems)


def agree(name: str, value: Any) -> None:
    assert Draft202012Validator(SCHEMAS[name]).is_valid(value) == is_taken(name, value), as_yaml(value)


@pytest.mark.parametrize(("place", "key"), [(place, key) for place in PLACES for key in keys_of(place)])
def test_each_key_with_each_kind_of_value(place: str, key: str) -> None:
    name, least, whole = PLACES[place]
    agree(name, whole({other: value for other, value in least.items() if other != key}))
    for value in VALUES:
        agree(name, whole({**least, key: value}))


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_any_file(data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(sorted(PLACES)))
    name, least, whole = PLACES[place]
    keys = data.draw(st.dictionaries(st.sampled_from(keys_of(place)), st.sampled_from(VALUES)))
    agree(name, whole(data.draw(st.sampled_from([{}, least])) | keys))


@pytest.mark.parametrize("name", NAMES)
def test_the_command_prints_a_schema_that_says_what_each_key_is(name: str) -> None:
    result = CliRunner().invoke(main, ["schema", name])
    assert result.exit_code == 0
    schema = json.loads(result.output)
    Draft202012Validator.check_schema(schema)
    assert schema == SCHEMAS[name]
    assert all(entry["description"] for entry in schema.get("properties", {}).values())


def test_the_command_writes_a_file_where_it_is_asked_to(tmp_path: Path) -> None:
    place = tmp_path / ".vscode" / "site.schema.json"
    assert CliRunner().invoke(main, ["schema", "site", "--out", str(place)]).exit_code == 0
    assert json.loads(place.read_text(encoding="utf-8")) == SCHEMAS["site"]
    assert CliRunner().invoke(main, ["schema", "site", "--out", str(place / "no")]).exit_code == 2


def test_the_command_knows_every_schema() -> None:
    assert set(NAMES) == set(SCHEMAS)
    assert "site" in CliRunner().invoke(main, ["schema", "sites"]).output
