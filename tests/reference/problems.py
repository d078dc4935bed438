"""The explanations of the codes in, a section on each out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from easycompilers_site.explanation import Example
from easycompilers_site.read import read_explanations

from .tables import fence_for

_LANGUAGES = {".yaml": "yaml", ".css": "css", ".html": "html", ".py": "python", ".js": "javascript"}


def problems() -> Iterator[str]:
    yield ("A report begins with `error[CODE]` or `warning[CODE]`. A site with an error is not written; the last good one stays. "
           "`easycompilers explain CODE` prints the same as this page.")
    for code, page in sorted(read_explanations().items()):
        yield f"## {code} {{#{code}}}"
        yield f"**{page.title}.** {page.text}"
        yield "Wrong:"
        yield from _example(page.wrong)
        yield f"```\n{page.report}```"
        yield "Right:"
        yield from _example(page.right)


def _example(example: Example) -> Iterator[str]:
    """The words of an example, and each of its files under its name."""
    if example.words:
        yield example.words
    for path, text in example.files.items():
        fence = fence_for(text)
        opening = f"{fence}{{code-block}} {_LANGUAGES.get(Path(path).suffix, '')}".rstrip()
        yield f"{opening}\n:caption: {path}\n\n{text.rstrip()}\n{fence}"
