"""Every message of the interface, found by Babel in templates, modules and scripts; and the catalogues that ship, written anew."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "easycompilers_site"
CATALOGUES = sorted((PACKAGE / "languages").glob("*.po"))

KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
OPTIONS = {"html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}, "js": {"parse_template_string": "true"}, "py": {}}

HEADER = '''\
# The words of the interface in {name}. docs/course/guide has a chapter about languages; what holds of a catalogue
# is in tests/test_catalogues.py, which also writes new messages in here: pytest tests/test_catalogues.py --rewrite-golden
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

'''


def files() -> Iterator[tuple[str, Path]]:
    """Where messages stand, with the kind of file: ``html`` ``py`` or ``js``. What is bundled is given its words by what loads it."""
    for folder in ("templates", "src/easycompilers_site", "src/coursekit", "static"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".html", ".py", ".js") and not {"vendor", "editor", "rich", "starter"} & set(path.parts):
                yield path.suffix[1:], path


@lru_cache(maxsize=1)
def extracted() -> Catalog:
    """All messages, without translations, each with the files that say it."""
    found = Catalog(charset="utf-8")
    methods = {"html": babel_extract, "py": "python", "js": "javascript"}
    for kind, path in files():
        with path.open("rb") as file:
            for _, message, _, context in extract(methods[kind], file, KEYWORDS, (), OPTIONS[kind]):
                known = found.get(message if isinstance(message, str) else message[0], context)
                both = known.id if known and not isinstance(known.id, str) and isinstance(message, str) else message
                found.add(both, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    return found


def shipped(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def written_anew(path: Path) -> str:
    """The catalogue with every message that there is, its translations kept, those that are not there left out."""
    catalogue = shipped(path)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    text = io.BytesIO()
    write_po(text, catalogue, width=0, omit_header=True, sort_output=True, no_location=True, ignore_obsolete=True)
    header = HEADER.format(name=catalogue.locale.english_name, language=path.stem, plural=catalogue.plural_forms)
    return header + text.getvalue().decode("utf-8").strip() + "\n"
