"""Width and height of a picture from its first bytes, in every form that a page can show. The pictures are made here, as their formats say."""

from __future__ import annotations

from io import BytesIO
from struct import pack

import pytest

from easycompilers_site.pictures import size_of


def box(kind: bytes, *parts: bytes) -> bytes:
    """A box of the family of formats to which AVIF belongs."""
    inside = b"".join(parts)
    return pack(">I4s", 8 + len(inside), kind) + inside


AVIF = box(b"ftyp", b"avif", pack(">I", 0), b"avifmif1") + box(
    b"meta", pack(">I", 0),
    box(b"hdlr", pack(">II", 0, 0), b"pict", bytes(13)),
    box(b"pitm", pack(">IH", 0, 1)),
    box(b"iinf", pack(">IH", 0, 1), box(b"infe", pack(">IHH", 2 << 24, 1, 0), b"av01", b"\0")),
    box(b"iprp", box(b"ipco", box(b"ispe", pack(">III", 0, 30, 20))), box(b"ipma", pack(">II", 0, 1), pack(">HB", 1, 1), b"\x01")))

PICTURES = {
    "PNG": b"\x89PNG\r\n\x1a\n" + pack(">I4sIIBBBBB", 13, b"IHDR", 30, 20, 8, 2, 0, 0, 0),
    "JPEG": b"\xff\xd8\xff\xe0" + pack(">H5sBBBHHBB", 16, b"JFIF\0", 1, 1, 0, 1, 1, 0, 0) + b"\xff\xc0" + pack(">HBHHB", 17, 8, 20, 30, 3) + bytes(9) + b"\xff\xd9",
    "GIF": b"GIF89a" + pack("<HHBBB", 30, 20, 0, 0, 0) + b";",
    "WebP": b"RIFF" + pack("<I4s4sI", 22, b"WEBP", b"VP8X", 10) + bytes(4) + pack("<I", 29)[:3] + pack("<I", 19)[:3],
    "AVIF": AVIF,
    "SVG": b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20px"/>',
    "SVG with a view alone": b'\xef\xbb\xbf<?xml version="1.0"?><!-- a drawing --><svg viewBox="0 0 30 20"><rect width="5" height="7"/></svg>',
    "SVG with one side": b'<svg width="30" viewBox="0 0 3 2"/>',
    "SVG with other units": b'<svg width="22.5pt" height="0.2083in"/>',
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_30_by_20(name: str) -> None:
    assert size_of(BytesIO(PICTURES[name])) == (30, 20)


@pytest.mark.parametrize("data", [b"", b"no picture", b"<svg", b"<svg/>", b'<svg width="100%" height="auto"/>', b'<svg width="%s" viewBox="0 0 2 10"/>' % (b"3" * 400), b'<svg width="9" viewBox="0 0 .%s1 1"/>' % (b"0" * 320), b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff", AVIF[:60]])
def test_what_does_not_say_has_no_size(data: bytes) -> None:
    assert size_of(BytesIO(data)) == (0, 0)
