"""What is code in a line stays as it stands when the line becomes plain Markdown."""

from __future__ import annotations

from easycompilers_site.render.plain_inline import Told, plain_inline


def test_a_run_of_backticks_is_never_taken_in_parts() -> None:
    """Else the second of two would open what the next single one closes, and a long row of runs would take minutes."""
    told = Told(href=lambda address: address.upper(), role=lambda token: "")
    assert plain_inline("a `` b [c](d.md) ` e [f](g.md) ` h", (), told) == "a `` b [c](D.MD) ` e [f](g.md) ` h"
