"""The reference part of the documentation, made from the code: declarations in, Markdown chapters out.

`pytest tests/test_docs.py --rewrite-golden` writes them; a test holds them equal to the code.
"""

from __future__ import annotations

from collections.abc import Iterator

from .commands import commands
from .directives import directives
from .pictures import pictures
from .places import EXAMPLES, FOLDER
from .problems import problems
from .roles_and_tags import roles_and_tags
from .settings import settings
from .templates import templates
from .tokens import tokens

__all__ = ["EXAMPLES", "FOLDER", "chapters"]


def chapters() -> dict[str, str]:
    """The text of each chapter by its file's name."""
    return {
        "01-commands.md": _chapter("Commands", "What each command does, and its options.", commands()),
        "02-settings.md": _chapter("Settings", "Every key of the settings files, of front matter and of the glossary.", settings()),
        "03-directives.md": _chapter("Directives", "Every directive with its options.", directives()),
        "04-roles-and-tags.md": _chapter("Roles and tags", "Every role, and every tag of a cell.", roles_and_tags()),
        "05-coursekit.md": _chapter("coursekit", "Pictures and tables from numbers, for cells.", pictures()),
        "06-templates.md": _chapter("Templates", "The templates of the theme, and what each of them is given.", templates()),
        "07-tokens.md": _chapter("Tokens", "Every colour, size and space of the theme, by its name.", tokens()),
        "08-problems.md": _chapter("Problems", "What each code of a report means, with a wrong and a right example.", problems()),
    }


def _chapter(title: str, summary: str, parts: Iterator[str]) -> str:
    head = f"---\ntitle: {title}\nsummary: {summary}\nautolink: false\n---\n\n<!-- Made from the code by tests/reference/: change it there. -->\n\n"
    return head + "\n\n".join(part.strip() for part in parts) + "\n"
