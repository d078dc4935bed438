"""Problems in, text for another program out: JSON, and what GitHub and GitLab show on the lines of a change."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from ..digest import digest_of
from ..problem import Problem


def as_json(problems: Iterable[Problem]) -> str:
    """One object: `errors` and `warnings` (how many), and `problems`, sorted, each with

    file (from the site's folder), line, column, end_column (1-based, in characters, the end is the column after the last; null where
    the problem has no line), severity (`error` or `warning`), code, message, hint ('' for none).
    """
    rows = [_row(problem) for problem in problems]
    errors = sum(row["severity"] == "error" for row in rows)
    return json.dumps({"errors": errors, "warnings": len(rows) - errors, "problems": rows}, ensure_ascii=False, indent=2)


def _row(problem: Problem) -> dict[str, str | int | None]:
    span = problem.span
    return {
        "file": problem.where[0], "line": span.line if span else None, "column": span.column if span else None,
        "end_column": span.column + span.length if span else None, "severity": problem.severity.value,
        "code": problem.code, "message": problem.message, "hint": problem.hint,
    }


def as_github(problems: Iterable[Problem], prefix: str = "") -> str:
    """A workflow command for each problem. prefix: the way from the repository's root to the site, '' or with a slash at its end."""
    return "\n".join(_command(problem, prefix) for problem in problems)


def _command(problem: Problem, prefix: str) -> str:
    span = problem.span
    properties = {"file": prefix + problem.where[0]} if problem.where[0] else {}
    if span:
        properties |= {"line": str(span.line), "col": str(span.column), "endColumn": str(span.column + span.length)}
    properties["title"] = problem.code
    told = ",".join(f"{name}={_escaped(value, property=True)}" for name, value in properties.items())
    message = problem.message + (f"\nhint: {problem.hint}" if problem.hint else "")
    return f"::{problem.severity.value} {told}::{_escaped(message)}"


def _escaped(text: str, property: bool = False) -> str:
    """As the runner reads it back: the percent sign first, ends of lines, and in a property what divides properties."""
    for character in "%\r\n" + ":," * property:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def as_gitlab(problems: Iterable[Problem], prefix: str = "") -> str:
    """GitLab's report of code quality. prefix: see `as_github`. What has no file is told of the whole folder, since GitLab wants a path.

    GitLab knows a problem again by its fingerprint, which so holds what stands on the line, and not its number. Two that are alike are counted.
    """
    rows, seen = [], Counter()
    for problem in problems:
        line = problem.span.source.line(problem.span.line).strip() if problem.span else ""
        alike = (problem.where[0], problem.code, problem.message, line)
        rows.append({
            "description": problem.message + (f" ({problem.hint})" if problem.hint else ""), "check_name": problem.code,
            "fingerprint": digest_of([*alike, seen[alike]]), "severity": "major" if problem.is_error else "minor",
            "location": {"path": prefix + problem.where[0] or ".", "lines": {"begin": problem.where[1] or 1}},
        })
        seen[alike] += 1
    return json.dumps(rows, ensure_ascii=False, indent=2)
