"""The faces that the style sheet names: which letters each is asked for, what its file holds, and how large it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "src/easycompilers_site/vendor/fonts"
FACE = re.compile(r'@font-face \{ font-family: "(?P<family>[^"]+)"; src: url\("\.\./fonts/(?P<file>[\w-]+)\.woff2"\).*'
                  r"font-style: (?P<style>\w+); font-weight: (?P<weight>[\d ]+);.*unicode-range: (?P<letters>[^;]+);")
FIRST_PACKETS = 14_200  # bytes: ten packets, which a server sends before it hears of the first, less what is said before the file

pytestmark = pytest.mark.skipif(not FONTS.exists(), reason="NOT TESTED: the fonts are not made; run `make vendor`")


@dataclass
class Face:
    family: str
    file: str
    style: str
    weight: str
    letters: str

    @property
    def asked_for(self) -> set[int]:
        ends = [one.removeprefix("U+").split("-") for one in self.letters.split(", ")]
        return {letter for first, *last in ends for letter in range(int(first, 16), int((last or [first])[0], 16) + 1)}

    @property
    def held(self) -> set[int]:
        return set(TTFont(FONTS / f"{self.file}.woff2").getBestCmap())


SHEET = (ROOT / "static/css/fonts.css").read_text(encoding="utf-8")
FACES = [Face(**face.groupdict()) for face in FACE.finditer(SHEET)]


def test_every_file_has_its_face_and_every_face_its_file() -> None:
    assert {face.file for face in FACES} == {place.stem for place in FONTS.glob("*.woff2")}
    assert len(FACES) == SHEET.count("url(")


@pytest.mark.parametrize("few", [face for face in FACES if "-english" in face.file], ids=lambda face: face.file)
def test_an_english_page_has_small_faces_and_all_letters(few: Face) -> None:
    large = few.file.partition("-english")[0] + ("-italic" if few.style == "italic" else "")
    [others] = [face for face in FACES if (face.family, face.style, face.weight, face.file) == (few.family, few.style, few.weight, large)]
    [whole] = [face for face in FACES if (face.family, face.file) == (few.family + " Western", large)]
    assert not few.asked_for & others.asked_for  # else both are fetched
    assert few.asked_for | others.asked_for == whole.asked_for
    assert few.asked_for & whole.held == few.asked_for & few.held  # it holds what the large one has of these
    assert set(range(0x20, 0x7F)) <= few.held
    assert (FONTS / f"{few.file}.woff2").stat().st_size <= FIRST_PACKETS
