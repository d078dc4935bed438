"""tokens.css in, a table of the tokens out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .places import ROOT
from .tables import sentence, table

_TOKEN = re.compile(r"^    (--[\w-]+): ([^;]+);[ ]*(?:/\* (.*?) \*/)?", re.MULTILINE)


def tokens() -> Iterator[str]:
    yield ("A style sheet of your own that names some of these anew changes the look of the whole site: [see how](../guide/09-the-look.md#colours-and-type). "
           "In `light-dark(…)` the first colour is for the day, the second for the night.")
    found: dict[str, tuple[str, str, str]] = {}
    for name, value, about in _TOKEN.findall((ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")):
        found.setdefault(name, (f"`{name}`", f"`{' '.join(value.split())}`", sentence(about) if about else ""))
    yield table("token | value | what it is", list(found.values()))
