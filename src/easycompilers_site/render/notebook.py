"""A chapter in, a Jupyter notebook out (nbformat 4.5): text and cells, with no outputs, checks or answers.

Its exercises stand at the end. On the page an exercise works on a copy of the names; here there is one set of names, and what
a learner tries must not break the cells that follow.

`coursekit`, which pages ship and no package index has, stands in a folded first cell of a chapter that uses it, so that one
file is enough. Source of the format: nbformat, "The Notebook file format".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring
from typing import Any

from ..catalogue import Catalogue
from ..components.code_cell import JUPYTER_TAGS, CodeCell
from ..late import late
from .pieces import Piece, fenced

_USES = late(r"^\s*(?:import|from)\s+coursekit\b", re.MULTILINE)
_PACKED = '''\
# {comment}
import base64, pathlib, sys, tempfile

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "coursekit.zip").write_bytes(base64.b64decode("""
{packed}
"""))
sys.path.insert(0, str(folder / "coursekit.zip"))'''


def notebook(head: str, pieces: Iterable[Piece], coursekit: Mapping[str, bytes], words: Catalogue) -> bytes:
    """The notebook as a file. head: Markdown above everything. coursekit: its modules by their path in a zip. words: of its language."""
    pieces = list(pieces)
    cells = [_markdown(head)]
    if any(piece.cell and _USES.search(piece.text) for piece in pieces):
        cells.append(_code(_packed(coursekit, words), {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}))
    for piece in _exercises_last(pieces, words):
        cells += [_markdown(piece.text)] if piece.cell is None else [_code(piece.text, _metadata(piece))]
        if piece.caption:
            cells.append(_markdown(f"*{piece.caption}*"))
    for number, cell in enumerate(cells, 1):
        cell["id"] = f"cell-{number}"
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return _json(whole).encode("utf-8") + b"\n"


def _json(value: Any, margin: str = "\n") -> str:
    """What `json.dumps` gives with an indent of 1 and sorted keys, in a third of the time, since that is not written in C. margin: of the line that it ends on."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value == {}:
        return "{}"
    inner = margin + " "
    if isinstance(value, dict) and value:
        rows = f",{inner}".join([f"{encode_basestring(key)}: {_json(value[key], inner)}" for key in sorted(value)])
        return f"{{{inner}{rows}{margin}}}"
    if isinstance(value, list) and value:
        rows = f",{inner}".join([encode_basestring(one) if type(one) is str else _json(one, inner) for one in value])
        return f"[{inner}{rows}{margin}]"
    return json.dumps(value)


def _exercises_last(pieces: list[Piece], words: Catalogue) -> Iterator[Piece]:
    """The pieces with the exercises after everything else, and a word where each of them stood."""
    told: set[int] = set()
    for piece in pieces:
        if not piece.exercise:
            yield piece
        elif piece.exercise not in told:
            told.add(piece.exercise)
            yield Piece("*" + words.gettext("Exercise %(number)s stands at the end of this notebook.", number=piece.exercise) + "*")
    yield from (piece for piece in pieces if piece.exercise)


def markdown(head: str, pieces: Iterable[Piece]) -> bytes:
    """The same as one Markdown file, its code as listings."""
    parts = [head]
    for piece in pieces:
        parts.append(fenced(piece.text, "python") if piece.cell else piece.text)
        parts += [f"*{piece.caption}*"] if piece.caption else []
    return ("\n\n".join(parts) + "\n").encode("utf-8")


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": _lines(text)}


def _code(text: str, metadata: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": metadata, "outputs": [], "source": _lines(text)}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _metadata(piece: Piece) -> dict[str, Any]:
    """Jupyter's own tags keep their meaning; ours would mean nothing there. An exercise that is not done yet may fail."""
    cell: CodeCell = piece.cell
    tags = sorted(cell.tags & (JUPYTER_TAGS - {"remove-cell", "remove-output", "remove-input"}) | ({"raises-exception"} if "starter" in cell.tags else set()))
    return ({"tags": tags} if tags else {}) | ({"jupyter": {"source_hidden": True}} if piece.hidden else {})


def _packed(modules: Mapping[str, bytes], words: Catalogue) -> str:
    from base64 import encodebytes

    from ..bundle import zip_of

    comment = words.gettext("What draws the pictures below. Run this cell first; it needs no network.")
    return _PACKED.format(comment=comment, packed=encodebytes(zip_of(modules)).decode("ascii").strip())
