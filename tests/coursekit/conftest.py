"""`drawn(picture)` → its SVG, read back: its texts with the room they take, and the sentence for those who listen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from coursekit.lettering import width

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Written:
    """One text of a drawing and the rectangle that it fills, in drawing units."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


class Drawing:
    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.root = ElementTree.fromstring(markup)  # raises on what is not well-formed
        _, _, self.width, self.height = map(float, self.root.attrib["viewBox"].split())
        self.written = list(_written(self.root, {}))

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.written]

    @property
    def description(self) -> str:
        return self.root.find(f"{SVG}desc").text

    def outside(self) -> list[Written]:
        """Texts that are cut off at an edge."""
        return [t for t in self.written if t.left < 0 or t.top < 0 or t.right > self.width or t.bottom > self.height]

    def overlapping(self) -> list[tuple[str, str]]:
        """Pairs of texts that lie on one another."""
        return [
            (a.words, b.words)
            for i, a in enumerate(self.written)
            for b in self.written[:i]
            if min(a.right, b.right) - max(a.left, b.left) > 1 and min(a.bottom, b.bottom) - max(a.top, b.top) > 4
        ]


def _written(element, inherited):
    about = {**inherited, **element.attrib}
    if element.tag == f"{SVG}text":
        yield _placed(element.text or "", about)
    for child in element:
        yield from _written(child, {k: about[k] for k in ("font-size", "text-anchor", "font-weight") if k in about})


def _placed(words, about):
    size = float(about["font-size"])
    room = width(words, size, about.get("font-weight") == "700")
    before = {"start": 0, "middle": room / 2, "end": room}[about.get("text-anchor", "start")]
    x, y = float(about["x"]), float(about["y"])
    turned = re.fullmatch(r"translate\((\S+) (\S+)\)rotate\(-90\)", about.get("transform", ""))
    if turned:
        x, y = map(float, turned.groups())
        return Written(words, x - 0.8 * size, y + before - room, x + 0.2 * size, y + before)
    return Written(words, x - before, y - 0.8 * size, x - before + room, y + 0.2 * size)


@pytest.fixture
def drawn():
    return lambda picture: Drawing(picture._repr_svg_())
