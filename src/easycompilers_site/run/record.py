"""The result of a job, and its form in the cache."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..frozen import frozen
from ..model import Failure, Outcome, Stream, Value


@frozen
class Result:
    """outcome: of the code. passed, message: what the check said of it, None and '' where there is no check. differs: another run gave another outcome."""

    outcome: Outcome
    passed: bool | None = None
    message: str = ""
    differs: bool = False


def to_json(results: list[Result]) -> list[dict]:
    return [{
        "outputs": [asdict(output) if isinstance(output, Stream) else {"forms": dict(output.forms)} for output in result.outcome.outputs],
        "failure": asdict(result.outcome.failure) if result.outcome.failure else None,
        "passed": result.passed, "message": result.message, "differs": result.differs,
    } for result in results]


def from_json(kept: Any, count: int) -> list[Result] | None:
    """The results that `to_json` wrote, None where `kept` is not `count` of them."""
    try:
        results = [_result(one) for one in kept]
    except (TypeError, KeyError, AttributeError):
        return None
    return results if len(results) == count else None


def _result(one: dict) -> Result:
    outputs = tuple(Value(dict(output["forms"])) if "forms" in output else Stream(**output) for output in one["outputs"])
    failure = Failure(**one["failure"]) if one["failure"] else None
    return Result(Outcome(outputs, failure), one["passed"], one["message"], one["differs"])
