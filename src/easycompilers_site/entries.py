"""An entry put into a list of a settings file, with all else left as its author wrote it. Text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from .located import Located, load
from .source import Source, Span


def with_entry(source: Source, key: str, entry: str, is_older: Callable[[str], bool] = lambda text: False) -> str | None:
    """The text of the file with `entry` at the end of its list `key`, or in place of an entry that is an older form of it.

    None where the file is written in a way that this cannot mend.
    """
    value, problems = load(source)
    listed = value.get(key) if value and not problems else None
    if problems or value and value.kind != "mapping" or listed and listed.kind == "mapping":
        return None
    text = _with(source, key, listed, entry, is_older)
    found, problems = load(Source(source.path, text))
    after = found.get(key) if found and not problems else None
    kept = [_content(item) for item in listed.items if not is_older(item.text)] if listed else []
    now = [_content(item) for item in after.items] if after else []
    return text if entry in now and all(item in now for item in kept) else None


def _with(source: Source, key: str, listed: Located | None, entry: str, is_older: Callable[[str], bool]) -> str:
    if listed is None:
        return source.text + ("" if source.text.endswith("\n") or not source.text else "\n") + f"{key}:\n- {entry}\n"
    if listed.kind == "null":
        return _insert_line(source, listed.span.line, f"- {entry}")
    if listed.kind != "list":
        return _replace(source, listed.span, f"[{_typed(source, listed.span)}, {entry}]")
    older = next((item for item in listed.items if is_older(item.text)), None)
    if older:
        return _replace(source, older.span, entry)
    if not listed.items:
        return _replace(source, listed.span, f"[{entry}]")
    last = listed.items[-1].span
    if _typed(source, listed.span).startswith("["):
        return _replace(source, last, f"{_typed(source, last)}, {entry}")
    return _insert_line(source, _last_line(listed.items[-1]), source.line(last.line)[: last.column - 1] + entry)


def _content(value: Located) -> object:
    """What a value says, wherever it stands."""
    return value.text or (tuple(map(_content, value.items)), tuple((key.text, _content(one)) for key, one in value.entries))


def _last_line(value: Located) -> int:
    return max([value.span.line, *map(_last_line, value.items), *(_last_line(one) for _, one in value.entries)])


def _typed(source: Source, span: Span) -> str:
    return source.line(span.line)[span.column - 1 : span.column - 1 + span.length]


def _replace(source: Source, span: Span, text: str) -> str:
    lines = list(source.lines)
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + text + line[span.column - 1 + span.length :]
    return "\n".join(lines)


def _insert_line(source: Source, after: int, text: str) -> str:
    return "\n".join([*source.lines[:after], text, *source.lines[after:]])
