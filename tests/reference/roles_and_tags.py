"""The roles and the tags of a cell in, a table of each out."""

from __future__ import annotations

from collections.abc import Iterator

from easycompilers_site.components.code_cell import TAGS
from easycompilers_site.roles import ABOUT

from .tables import sentence, table


def roles_and_tags() -> Iterator[str]:
    yield "## Roles {#roles}"
    yield "A role marks a few words within a line: `` {name}`text` ``, or `` {name}`text <target>` `` where what is meant is called otherwise."
    yield table("role | what becomes of it", [(f"`{name}`", sentence(about)) for name, about in ABOUT.items()])
    yield "## Tags of a cell {#tags}"
    yield "Written as an option of a `code-cell`: `:tags: [setup, hide-input]`. Those that Jupyter has mean the same there."
    yield table("tag | what it does", [(f"`{tag}`", sentence(about)) for tag, about in TAGS.items()])
