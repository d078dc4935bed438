"""An entry put into the `packages` of a course.yaml, with all else in the file left as its author wrote it. Text in, text out."""

from __future__ import annotations

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from ..located import Located, load
from ..source import Source, Span
from ..wheel import Unfit, named


def with_entry(source: Source, entry: str, name: str) -> str | None:
    """The text of the file with `entry` among its packages, in place of an older one of the package `name`.

    None where the file is written in a way that this cannot mend.
    """
    value, problems = load(source)
    listed = value.get("packages") if value and not problems else None
    if problems or value and value.kind != "mapping" or listed and listed.kind == "mapping":
        return None
    text = _with(source, listed, entry, name)
    found, problems = load(Source(source.path, text))
    after = found.get("packages") if found and not problems else None
    return text if after and entry in [item.text for item in after.items] else None


def _with(source: Source, listed: Located | None, entry: str, name: str) -> str:
    if listed is None:
        return source.text + ("" if source.text.endswith("\n") or not source.text else "\n") + f"packages:\n- {entry}\n"
    if listed.kind == "null":
        return _insert_line(source, listed.span.line, f"- {entry}")
    if listed.kind != "list":
        return _replace(source, listed.span, f"[{_typed(source, listed.span)}, {entry}]")
    older = next((item for item in listed.items if _name(item.text) == name), None)
    if older:
        return _replace(source, older.span, entry)
    if not listed.items:
        return _replace(source, listed.span, f"[{entry}]")
    last = listed.items[-1].span
    if _typed(source, listed.span).startswith("["):
        return _replace(source, last, f"{_typed(source, last)}, {entry}")
    return _insert_line(source, last.line, source.line(last.line)[: last.column - 1] + entry)


def _typed(source: Source, span: Span) -> str:
    return source.line(span.line)[span.column - 1 : span.column - 1 + span.length]


def _replace(source: Source, span: Span, text: str) -> str:
    lines = list(source.lines)
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + text + line[span.column - 1 + span.length :]
    return "\n".join(lines)


def _insert_line(source: Source, after: int, text: str) -> str:
    return "\n".join([*source.lines[:after], text, *source.lines[after:]])


def _name(text: str) -> str:
    """The name of the package that an entry asks for, '' where it cannot be told."""
    try:
        return named(text.rsplit("/", 1)[-1])[0] if text.endswith(".whl") else canonicalize_name(Requirement(text).name)
    except (Unfit, InvalidRequirement):
        return ""
