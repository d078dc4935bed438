"""Words in, a picture of them out, as other sites and messengers show it beside a link: a PNG of 1200 × 630 in the look of the pages. Pure.

It has the rail, with a station for each part of the course, and this part's filled. A line that has a letter which is in none of the
site's faces is left out. Pillow is imported when the first picture is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING

from .frozen import frozen

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
TOKENS, FACES = "css/tokens.css", ("fonts/ui.woff2", "fonts/ui-more.woff2")

_MARGIN, _RAIL, _TEXT = 72, 96, 168  # of the text above and below; the middle of the rail; the edge of the text
_SIZES = {84: 3, 72: 3, 60: 4, 50: 5}  # of a title: and on how many lines at most
_SMALL, _LEADING = 36, 1.15
_PLAIN, _BOLD = 400, 700
_STATIONS = 40  # at most
_FINE = 4  # times finer than the picture, so that round things have smooth edges

#: The picture has one number for each point: from paper to ink up to _INK, from there to the colour of links.
_INK, _ACTION = 199, 255
_SECOND, _LINE = 150, 100


@frozen
class Words:
    """above: what the title belongs to. below: the line under it. number, total: of a part in its course, 0 for a rail without stations."""

    title: str
    above: str = ""
    below: str = ""
    number: int = 0
    total: int = 0


def painter(static: Mapping[str, bytes]) -> Painter | None:
    """What paints in the colours and faces of the theme; None for a theme that has not got them."""
    colours = dict(re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}),", static.get(TOKENS, b"").decode("utf-8")))
    faces = tuple(static[name] for name in FACES if name in static)
    return Painter(colours["paper"], colours["ink"], colours["action"], faces) if faces and {"paper", "ink", "action"} <= colours.keys() else None


@frozen
class Painter:
    """faces: fonts, each for letters that those before it do not have."""

    paper: str
    ink: str
    action: str
    faces: tuple[bytes, ...]
    pens: dict[tuple[int, int], Pen] = field(default_factory=dict, compare=False)

    def cover(self, words: Words) -> bytes:
        from PIL import Image

        image = Image.new("L", (WIDTH, HEIGHT))
        self._draw_rail(image, words)
        self._write(image, words)
        image.putpalette(self._palette)
        file = BytesIO()
        image.save(file, "PNG", compress_level=4)
        return file.getvalue()

    def pen(self, size: int, weight: int) -> Pen:
        if (size, weight) not in self.pens:
            self.pens[size, weight] = Pen([_font(face, size, weight) for face in self.faces])
        return self.pens[size, weight]

    def _draw_rail(self, image: Image, words: Words) -> None:
        from PIL import Image, ImageDraw

        fine = Image.new("L", (2 * _FINE * (_TEXT - _RAIL) // 2, HEIGHT * _FINE))
        drawing, middle = ImageDraw.Draw(fine), fine.width // 2

        def circle(y: float, radius: int, **colours: int) -> None:
            drawing.ellipse([middle - radius * _FINE, (y - radius) * _FINE, middle + radius * _FINE, (y + radius) * _FINE], **colours)

        drawing.line([(middle, 0), (middle, fine.height)], fill=_LINE, width=3 * _FINE)
        total = min(words.total, _STATIONS)
        heights = [_MARGIN + (HEIGHT - 2 * _MARGIN) * place / max(1, total - 1) for place in range(total)]
        for y in heights:
            circle(y, 9, fill=0, outline=_INK, width=3 * _FINE)
        image.paste(fine.reduce(_FINE), (_RAIL - middle // _FINE, 0))
        if heights:
            fine.paste(0, (0, 0, *fine.size))
            here = heights[round((words.number - 1) * (total - 1) / max(1, words.total - 1))]
            circle(here, 17, fill=255)
            dot = fine.reduce(_FINE)
            image.paste(dot.point(lambda value: _INK + 1 + value * (_ACTION - _INK - 1) // 255), (_RAIL - middle // _FINE, 0), dot.point(lambda value: 255 * (value > 0)))

    def _write(self, image: Image, words: Words) -> None:
        """The title in the largest size in which it has room, between the two small lines."""
        room = WIDTH - _TEXT - _MARGIN
        for size, most in _SIZES.items():
            lines = list(self.pen(size, _BOLD).lines(words.title, room))
            if len(lines) <= most:
                break
        lines = lines[:most]
        top = (HEIGHT - size * _LEADING * len(lines)) / 2
        for place, line in enumerate(lines):
            self.pen(size, _BOLD).write(image, line, top + size * (0.9 + _LEADING * place), _INK, room)
        for line, y in ((words.above, _MARGIN + _SMALL), (words.below, HEIGHT - _MARGIN)):
            self.pen(_SMALL, _PLAIN).write(image, line, y, _SECOND, room)

    @cached_property
    def _palette(self) -> list[int]:
        """Red, green and blue of each number."""
        def between(first: str, last: str, steps: int) -> Iterator[int]:
            ends = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (first, last)]
            for step in range(steps):
                yield from (round(a + (b - a) * step / (steps - 1)) for a, b in zip(*ends, strict=True))

        return [*between(self.paper, self.ink, _INK + 1), *between(self.paper, self.action, _ACTION - _INK)]


class Pen:
    """Writes in one size and weight. A letter is taken from the first of the fonts that has it."""

    def __init__(self, fonts: list[FreeTypeFont]) -> None:
        self.fonts = fonts
        self.known: dict[str, FreeTypeFont | None] = {}

    def write(self, image: Image, text: str, y: float, ink: int, room: float) -> None:
        """On the line at `y`. What has no room is cut off with an ellipsis."""
        from PIL.ImageDraw import Draw

        x, drawing = float(_TEXT), Draw(image)
        while self.width(text) > room:
            text = text[:-2].rstrip() + "…"
        for font, run in self.runs(text):
            drawing.text((x, y), run, fill=ink, font=font, anchor="ls")
            x += font.getlength(run)

    def width(self, text: str) -> float:
        return sum(font.getlength(run) for font, run in self.runs(text))

    def lines(self, text: str, room: float) -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width(longer) > room:
                yield line
                line = word
            else:
                line = longer
        if line:
            yield line

    def runs(self, text: str) -> list[tuple[FreeTypeFont, str]]:
        """The text in pieces of one font each; none where a letter is in no font."""
        found: list[tuple[FreeTypeFont, str]] = []
        for letter in text:
            if letter not in self.known:
                self.known[letter] = next((font for font in self.fonts if _has(font, letter)), None)
            font = self.known[letter]
            if font is None:
                return []
            run = found.pop()[1] if found and found[-1][0] is font else ""
            found.append((font, run + letter))
        return found


def _font(face: bytes, size: int, weight: int) -> FreeTypeFont:
    from PIL.ImageFont import Layout, truetype

    font = truetype(BytesIO(face), size, layout_engine=Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


def _has(font: FreeTypeFont, letter: str) -> bool:
    """A letter that it does not have is drawn as the box that stands for all of them."""
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\U0010fffd"))
