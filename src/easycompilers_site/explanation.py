"""A page about one kind of problem in, what it says out. Pure. The pages stand in `explanations/`, one named after each code.

    # A term that is not in the glossary

    What the problem means, and why it matters.

    ## Wrong

    Files in fences: `markdown` is a chapter, any other is named by its path. The last fence, `problems`, is the report.

    ## Right

    The same files as they should be.

What no file of the author's can show (a full disk, an index out of reach) is told in words instead of files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from .frozen import frozen

#: Where a fence named `markdown` stands in the site of an example.
CHAPTER = "course/example/01-page.md"

FENCE = re.compile(r"^(?P<fence>`{3,})(?P<name>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$\n?", re.MULTILINE | re.DOTALL)
_PAGE = re.compile(r"# (?P<title>[^\n]+)\n+(?P<text>.*?)\n+## Wrong\n+(?P<wrong>.*?)\n+## Right\n+(?P<right>.*)", re.DOTALL)


class NoExplanation(ValueError):
    """A page that is not written in the form above: our own fault, never an author's."""


@frozen
class Example:
    """files: by their paths in a site. words: what stands beside them, Markdown. markdown: all of it as it was written."""

    words: str
    markdown: str
    files: Mapping[str, str] = field(default_factory=dict)


@frozen
class Explanation:
    """text: what the problem means and why it matters, Markdown. report: the problem as the wrong example is told it."""

    code: str
    title: str
    text: str
    wrong: Example
    report: str
    right: Example


def read_explanation(code: str, page: str) -> Explanation:
    """What the page of `code` says. Raises `NoExplanation`."""
    match = _PAGE.fullmatch(page)
    fences = list(FENCE.finditer(match["wrong"] + "\n")) if match else []
    if not fences or fences[-1]["name"] != "problems":
        raise NoExplanation(f"explanations/{code}.md has no title, text, `## Wrong` with a fence `problems` at its end, and `## Right`, in this order")
    return Explanation(code, match["title"].strip(), match["text"], _example(match["wrong"][: fences[-1].start()]), fences[-1]["body"],
                       _example(match["right"]))


def _example(markdown: str) -> Example:
    files = {CHAPTER if fence["name"] == "markdown" else fence["name"]: fence["body"] for fence in FENCE.finditer(markdown + "\n")}
    return Example(FENCE.sub("", markdown + "\n").strip(), markdown.strip(), files)
