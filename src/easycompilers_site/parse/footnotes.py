"""Footnotes that nothing refers to, or that are written twice: what the parser leaves out without a word is told."""

from __future__ import annotations

from ..problem import Problem, warning
from ..shape import Report
from ..source import Source


def tell_lost_footnotes(env: dict, source: Source, report: Report) -> None:
    """env: what the parser kept of `source`, once all of it has been read."""
    used = env.get("footnotes", {}).get("refs", {})
    first: dict[str, int] = {}
    for label, line in env.get("footnote_places", ()):
        span = source.find(f"[^{label}]", line + 1)
        if first.setdefault(label, line) != line:
            report(Problem("footnote-twice", f"the footnote `{label}` is already written on line {first[label] + 1}", span,
                           "give one of the two another name"))
        elif used.get(f":{label}", -1) < 0:
            report(warning("unused-footnote", f"nothing refers to the footnote `{label}`, so it does not appear", span,
                           f"write `[^{label}]` where it belongs, or delete it"))
