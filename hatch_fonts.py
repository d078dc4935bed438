"""The fonts of the pages: variable faces from npm in, small ones out, with the letters that a page needs and two weights' worth of axis.

Faces: Source Serif 4 for text, Atkinson Hyperlegible Next for headings and controls, its Mono for code; all under the SIL Open Font
License 1.1, whose text comes along. Letters beyond western Europe stand in faces of their own, fetched only where a page has some.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEIGHTS = (400, 700)

#: Name in `static/fonts/` → package, file. A name that ends in -more holds the other letters of Latin script, one with -english few of them.
FACES = {
    "text-english": ("source-serif-4", "source-serif-4-latin-wght-normal"),
    "text-english-bold": ("source-serif-4", "source-serif-4-latin-wght-normal"),
    "text-english-italic": ("source-serif-4", "source-serif-4-latin-wght-italic"),
    "ui-english": ("atkinson-hyperlegible-next", "atkinson-hyperlegible-next-latin-wght-normal"),
    "code-english": ("atkinson-hyperlegible-mono", "atkinson-hyperlegible-mono-latin-wght-normal"),
    "text": ("source-serif-4", "source-serif-4-latin-wght-normal"),
    "text-italic": ("source-serif-4", "source-serif-4-latin-wght-italic"),
    "ui": ("atkinson-hyperlegible-next", "atkinson-hyperlegible-next-latin-wght-normal"),
    "code": ("atkinson-hyperlegible-mono", "atkinson-hyperlegible-mono-latin-wght-normal"),
    "text-more": ("source-serif-4", "source-serif-4-latin-ext-wght-normal"),
    "ui-more": ("atkinson-hyperlegible-next", "atkinson-hyperlegible-next-latin-ext-wght-normal"),
    "code-more": ("atkinson-hyperlegible-mono", "atkinson-hyperlegible-mono-latin-ext-wght-normal"),
}
PACKAGES = sorted({package for package, _ in FACES.values()})

#: Faces of one weight: two such are smaller than one that has both, where a page seldom needs the second, or a line takes few bytes at once.
ONE_WEIGHT = {"text-english": 400, "text-english-bold": 700, "text-english-italic": 400}

#: Basic Latin, Latin-1, the French and Turkish letters beyond it, and the punctuation of western European text.
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, 0x178, 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D,
           0x201E, 0x2020, 0x2022, 0x2026, 0x202F, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x221A,
           0x2248, 0x2260, 0x2264, 0x2265]
#: What English text takes of them: no letters of Latin-1 but those of common loan words (naïve, façade, piñata, über).
ENGLISH = [letter for letter in LETTERS if not 0xA1 <= letter <= 0x200F or letter in (
    0xA7, 0xA9, *range(0xB0, 0xB4), 0xB5, 0xB7, 0xBC, 0xBD, 0xD7, *range(0xE7, 0xEA), 0xEF, 0xF1, 0xF6, 0xF7, 0xFC)]
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "sups", "subs"]


def make_fonts(node_modules: Path, folder: Path) -> None:
    """Write each face of FACES as NAME.woff2 into `folder`, and the licences as LICENSES.txt."""
    folder.mkdir(parents=True)
    for name, (package, file) in FACES.items():
        source = node_modules / "@fontsource-variable" / package / "files" / f"{file}.woff2"
        letters = None if name.endswith("-more") else ENGLISH if "-english" in name else LETTERS
        font = small(source, letters, ONE_WEIGHT.get(name, WEIGHTS))
        rename(font, f"Course {name.split('-')[0].capitalize()}")
        font.save(folder / f"{name}.woff2")
    notices = [f"{package}\n\n" + (node_modules / "@fontsource-variable" / package / "LICENSE").read_text(encoding="utf-8").strip() for package in PACKAGES]
    (folder / "LICENSES.txt").write_text("\n\n".join(notices) + "\n", encoding="utf-8")


def small(source: Path, letters: list[int] | None, weight: int | tuple[int, int]) -> TTFont:
    """The face with these letters (None: all of its own), of one weight or all between two, and no hints."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(layout_features=FEATURES, hinting=False, desubroutinize=True, flavor="woff2", notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 6, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters or list(font.getBestCmap()))
    subsetter.subset(font)
    instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
    font.flavor = "woff2"
    return font


def rename(font: TTFont, family: str) -> None:
    """A changed face has a name of its own, as the licence asks where a name is reserved."""
    names = {1: family, 3: family, 4: family, 6: family.replace(" ", "")}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
