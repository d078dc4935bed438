"""The first bytes of a picture in, its width and height in pixels out."""

from __future__ import annotations

import re
from typing import BinaryIO

from .limits import MOST_OF_A_PICTURE

#: What a file name that may be asked for its size ends in.
ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")

_PART = 16_384  # bytes of a drawing that are read at a time
_LONGEST = 1_000_000  # pixels of a side that are believed

_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(px|pt|pc|mm|cm|in|)\s*$")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def size_of(picture: BinaryIO) -> tuple[int, int]:
    """Width and height, (0, 0) where they cannot be told. Of an SVG, what its root says, else the sides of its `viewBox`."""
    start = picture.read(512).lstrip(b"\xef\xbb\xbf \t\r\n")
    picture.seek(0)
    if start.startswith(b"<"):
        return _drawing(picture)
    import imagesize  # which brings much with it

    width, height = imagesize.get(_Beginning(picture))
    return (width, height) if width > 0 and height > 0 else (0, 0)


class _Beginning:
    """A file that ends after its first part, since one that a stranger made may send its reader from place to place for hours."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def read(self, size: int = -1) -> bytes:
        left = max(0, MOST_OF_A_PICTURE - self.file.tell())
        return self.file.read(left if size < 0 else min(size, left))

    def seek(self, place: int, whence: int = 0) -> int:
        return self.file.seek(place, whence)

    def tell(self) -> int:
        return self.file.tell()


def _drawing(picture: BinaryIO) -> tuple[int, int]:
    from xml.etree import ElementTree

    reader = ElementTree.XMLPullParser(("start",))
    root = None
    try:
        while root is None and picture.tell() < MOST_OF_A_PICTURE and (part := picture.read(_PART)):
            reader.feed(part)
            root = next((element for _, element in reader.read_events()), None)
    except (ElementTree.ParseError, ValueError):
        return 0, 0
    if root is None:
        return 0, 0
    width, height = _pixels(root.get("width", "")), _pixels(root.get("height", ""))
    box = [_pixels(side) for side in re.split(r"[\s,]+", root.get("viewBox", "").strip())[2:]]
    if len(box) == 2 and all(box) and not (width and height):
        width, height = width or height * box[0] / box[1] or box[0], height or width * box[1] / box[0] or box[1]
    return (max(1, round(width)), max(1, round(height))) if 0 < width <= _LONGEST and 0 < height <= _LONGEST else (0, 0)


def _pixels(length: str) -> float:
    """A length of SVG in pixels, 0 for none and for a share such as `100%`."""
    match = _LENGTH.match(length)
    return float(match[1]) * _PIXELS[match[2]] if match else 0.0
