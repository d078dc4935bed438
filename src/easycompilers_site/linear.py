"""A formula as MathML in, the same on one line of plain text out, as one would type it without TeX: `e^(x_i)/(∑_j e^(x_j))`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:  # imported where there is a formula
    from xml.etree.ElementTree import Element

_RELATIONS = frozenset("=≈≠<>≤≥≪≫∈∉⊂⊆→←↦⇒⇔∼≡∝")
_SPACED = _RELATIONS | frozenset("+−-±×÷·⋅∪∩∧∨⊙⊕⊗∘:")
_OPEN = frozenset("([{⟨⌈⌊|,")
_SUMS = frozenset("∑∏∫")
_OVER = {"¯": "\u0304", "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "→": "\u20d7", "˙": "\u0307", "¨": "\u0308"}


def linear(element: Element) -> str:
    """`element`: a tree as the converter gives it."""
    return normalize("NFC", " ".join(_read(element).split()))


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _read(element: Element) -> str:
    name = _name(element)
    if name == "mspace":
        return "" if element.get("width", "").startswith("-") else " "
    return _FORMS[name](list(element)) if name in _FORMS else (element.text or "").replace("\n", " ") + _row(element)


def _row(parts: Iterable[Element]) -> str:
    """Things beside each other. A sign between two of them stands off from both, a sign of one does not."""
    text = ends = ""
    for part in parts:
        piece, before = _read(part), text.rstrip()
        if piece in _RELATIONS or piece in _SPACED and before and before[-1] not in _SPACED | _OPEN:
            text = f"{before} {piece} "
        elif piece == ",":
            text = f"{before}, "
        else:
            text += (" " if _is_apart(piece, text, ends) else "") + piece
        ends = _ends(part, piece)
    return text


def _is_word(piece: str) -> bool:
    return len(piece) > 1 and piece.isalpha()


def _ends(part: Element, piece: str) -> str:
    """What could be read on with what comes next: ``limits`` of a sum with anything, a ``name`` or an index with a letter or a number."""
    name = _name(part)
    if name in ("munder", "munderover") or name in ("msub", "msup", "msubsup") and _read(part[0]) in _SUMS:
        return "limits"
    return "name" if name in ("msub", "msup", "msubsup", "mfrac") or piece in _SUMS or _is_word(piece) else ""


def _is_apart(piece: str, text: str, ends: str) -> bool:
    """Whether a space keeps `piece` from being read on with the `text` before it."""
    if not re.match(r"[^\W_]|[√∑∏∫(]", piece):
        return False
    return ends == "limits" if piece[0] == "(" else bool(ends) or _is_word(piece) and text[-1:].isalnum()


def _grouped(element: Element, whole: str = r"√?[\w.∞]+") -> str:
    """In brackets, unless it is one thing as it stands."""
    text = _read(element).strip()
    return text if len(text) == 1 or re.fullmatch(whole, text) else f"({text})"


def _script(sign: str, element: Element) -> str:
    text = _grouped(element, r"[^\W_]+(\.\d+)?")
    return text if text.strip("′″‴") == "" else sign + text


def _over(parts: list[Element]) -> str:
    """A letter with its mark, or something with a limit above it."""
    base, over = _read(parts[0]).strip(), _read(parts[1]).strip()
    if over in _OVER:
        return base + _OVER[over] if len(base) == 1 else base
    return base + _script("^", parts[1])


def _table(rows: list[Element]) -> str:
    return "; ".join(" ".join(_read(cell).strip() for cell in row) for row in rows)


_FORMS: dict[str, Callable[[list[Element]], str]] = {
    "annotation": lambda parts: "",
    "mfrac": lambda parts: f"{_grouped(parts[0])}/{_grouped(parts[1])}",
    "msqrt": lambda parts: f"√{_grouped(parts[0])}" if len(parts) == 1 else f"√({_row(parts).strip()})",
    "mroot": lambda parts: f"{_grouped(parts[1])}√{_grouped(parts[0])}",
    "msub": lambda parts: _read(parts[0]) + _script("_", parts[1]),
    "msup": lambda parts: _read(parts[0]) + _script("^", parts[1]),
    "msubsup": lambda parts: _read(parts[0]) + _script("_", parts[1]) + _script("^", parts[2]),
    "munder": lambda parts: _read(parts[0]) + _script("_", parts[1]),
    "mover": _over,
    "munderover": lambda parts: _read(parts[0]) + _script("_", parts[1]) + _script("^", parts[2]),
    "mtable": _table,
}
