"""An author's own templates, styles and scripts: what is misnamed, missing, unused or out of date is told where it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from files import put
from test_bad_input import GOOD

from easycompilers_site.build import build, check_site
from easycompilers_site.problem import draw


def told(site: Path, files: dict[str, str]) -> str:
    """What `check` says of a small good site with these files beside it."""
    put(site, GOOD | files)
    return "\n\n".join(draw(problem) for problem in check_site(site).problems)


@pytest.mark.parametrize(("files", "words"), [
    ({"templates/chapter.html": "<p>\n{{ page.titel }}"}, ["error[template]", "templates/chapter.html:2:9", "the chapter page has no such field", "did you mean `title`?"]),
    ({"templates/chapter.html": "{{ pgae.title }}"}, ["error[template]", "chapter.html:1:4", "did you mean `page`?"]),
    ({"templates/chapter.html": "{% if page %}\n<p>\n"}, ["error[template]", "chapter.html:"]),
    ({"templates/chapter.html": "<p>\n{% extends 'bsae.html' %}"}, ["error[missing-template]", "chapter.html:2:13", "did you mean `base.html`?"]),
    ({"templates/base.html": "{% extends 'theme/base.html' %}\n{% block sitebar %}{% endblock %}"},
     ["error[missing-block]", "base.html:2:10", "did you mean `site_bar`?"]),
    ({"templates/chapter.html": "{% include page.title %}"}, ["error[missing-template]", "chapter.html:1:1", "`One`"]),
    ({"templates/chapter.html": "{{ asset('logo.svg') }}"}, ["error[template]", "chapter.html:1:1", "no file `logo.svg` in static/"]),
    ({"templates/components/callout.html": "{{ it.__class__.__mro__ }}", "course/first/02-note.md": ":::{note}\nWords.\n:::\n"}, ["error[template]", "callout.html:1:1", "unsafe"]),
    ({"templates/chaptre.html": "<p>"}, ["warning[unused-file]", "templates/chaptre.html", "did you mean `chapter.html`"]),
    ({"templates/components/quizz.html": "<p>"}, ["warning[unused-file]", "did you mean `components/quiz.html`"]),
    ({"static/man.js": "1"}, ["warning[unused-file]", "static/man.js", "did you mean `main.js`"]),
    ({"static/photo.png": "p"}, ["warning[unused-file]", "static/root/"]),
    ({"static/own.css": "a {}\nb { background: url(bg.png) }"}, ["error[missing-file]", "static/own.css:2:21", "`bg.png`"]),
    ({"static/own.css": "@import url('https://fonts.example.org/x.css');"}, ["warning[style-import]", "own.css:1:14"]),
    ({"static/own.css": "a { background: url(//example.org/x.png) }"}, ["warning[file-elsewhere]", "own.css:1:21"]),
    ({"templates/base.html": '{% extends "theme/base.html" %}\n{% block site_bar %}<script src="https://example.org/count.js"></script>{% endblock %}'},
     ["warning[file-elsewhere]", "base.html:2:34"]),
    ({"static/components/a.js": 'import "./b.js"', "static/components/b.js": 'import "./a.js"'}, ["error[script-circle]", "a.js → components/b.js → components/a.js"]),
], ids=lambda value: " ".join(value) if isinstance(value, dict) else "")
def test_a_fault_is_told(tmp_path: Path, files: dict[str, str], words: list[str]) -> None:
    report = told(tmp_path, files)
    for word in words:
        assert word in report, report


@pytest.mark.parametrize("files", [
    {"static/own.css": "/* url(nothing.png) */ a { background: url(data:image/png;base64,xx); mask: url('#m') }"},
    {"static/own.css": "@font-face { src: url('fonts/own.woff2?v=1#x') }", "static/fonts/own.woff2": "font"},
    {"static/components/mine.js": 'import "../mine/part.js";', "static/mine/part.js": "export default 1"},
    {"static/components/quiz.css": "/* replaced */", "static/icon.svg": "<svg/>", "static/root/CNAME": "example.org"},
    {"templates/house.html": "<p>", "templates/base.html": '{% extends "theme/base.html" %}\n{% block site_bar %}{% include "house.html" %}{{ super() }}{% endblock %}'},
    {"templates/base.html": '{% extends "theme/base.html" %}\n{% block site_bar %}<img src="{{ page.frame.root }}{{ asset("logo.svg") }}" alt="">{{ super() }}{% endblock %}',
     "static/logo.svg": "<svg/>"},
    {"templates/base.html": '{% extends "theme/base.html" %}\n{% block site_bar %}<link rel="license" href="https://example.org/l"><a href="https://example.org">x</a>{{ super() }}{% endblock %}'},
], ids=lambda files: " ".join(files))
def test_what_is_well_is_not_reported(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, files) == ""


def test_a_font_and_a_picture_of_a_sheet_have_hashed_names(tmp_path: Path) -> None:
    put(tmp_path, GOOD | {"static/look/own.css": "@font-face { src: url('../fonts/own.woff2#x') } a { background: url(bg.png) }",
                          "static/fonts/own.woff2": "font", "static/look/bg.png": "png"})
    assert not build(tmp_path, tmp_path / "dist").problems
    sheet = next((tmp_path / "dist/assets").glob("site.*.css"))
    addresses = re.findall(r"url\('?([^')#]+)", sheet.read_text(encoding="utf-8").split("@font-face")[-1])
    assert [re.sub(r"\.[0-9a-f]{10}\.", ".", address) for address in addresses] == ["fonts/own.woff2", "look/bg.png"]
    assert [(sheet.parent / address).read_text(encoding="utf-8") for address in addresses] == ["font", "png"]


def test_a_picture_for_templates_is_named_by_asset(tmp_path: Path) -> None:
    put(tmp_path, GOOD | {"static/logo.svg": "<svg/>", "templates/base.html": '{% extends "theme/base.html" %}\n'
                          '{% block site_bar %}<img src="{{ page.frame.root }}{{ asset("logo.svg") }}" alt="">{% endblock %}'})
    assert not build(tmp_path, tmp_path / "dist").problems
    page = tmp_path / "dist/first/one/index.html"
    address = re.search(r'<img src="(\S+)" alt="">', page.read_text(encoding="utf-8"))
    assert address and (page.parent / address[1]).read_text(encoding="utf-8") == "<svg/>"
