"""A theme that bends: an author's files replace, extend or join the theme's, one by one. Their faults are test_own_theme's matter."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from files import put
from test_bad_input import assert_refused, build

from easycompilers_site.cache import Cache
from easycompilers_site.digest import digest_of
from easycompilers_site.read import read, theme_folder

GOOD = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": "---\ntitle: One\n---\n\nText about one.\n\n:::{tip}\nTry it.\n:::\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path / "site", GOOD)
    return tmp_path / "site"


def built(site: Path) -> Path:
    result = build(site)
    assert result.exit_code == 0, result.output
    return site / "dist"


def page(out: Path) -> str:
    return (out / "first/one/index.html").read_text(encoding="utf-8")


def sheet(out: Path) -> str:
    """The one style sheet that pages name."""
    (href,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page(out))
    return (out / "first/one" / href).read_text(encoding="utf-8")


# ── templates ──


def test_a_template_extends_the_one_that_it_replaces(site: Path) -> None:
    put(site, {"templates/base.html": '{% extends "theme/base.html" %}\n{% block site_bar %}{{ super() }}<a href="{{ page.frame.root }}about">About</a>{% endblock %}\n'})
    text = page(built(site))
    assert '<a href="../../about">About</a>' in text and "Text about one." in text
    assert 'class="site-name"' in text, "what stands in the block of the theme is kept"


def test_a_component_looks_as_its_author_wants(site: Path) -> None:
    put(site, {"templates/components/callout.html": '<aside class="mine">{{ it.kind }}: {{ draw(it.blocks) }}</aside>\n'})
    assert re.search(r'<aside class="mine">tip: <p>Try it.</p>\s*</aside>', page(built(site)))


def test_a_template_that_is_out_of_date_is_told_at_its_line(site: Path) -> None:
    put(site, {"templates/chapter.html": '{% extends "theme/chapter.html" %}\n{% block main %}\n{{ page.titel }}\n{% endblock %}\n'})
    result = build(site)
    assert result.exit_code == 1 and "templates/chapter.html:3" in result.output and "titel" in result.output


# ── styles, scripts, pictures ──


def test_tokens_alone_change_colour_and_type(site: Path) -> None:
    """A sheet that names some tokens anew is enough, whatever it is called: it comes after the theme's own."""
    put(site, {"static/a.css": "@layer tokens { :root { --action: #a0188a; --font-text: Garamond, serif; } }\n"})
    assert sheet(built(site)).endswith("--font-text: Garamond, serif; } }\n")


def test_a_file_replaces_the_theme_s_file_of_its_name(site: Path) -> None:
    put(site, {"static/components/callout.css": "@layer components { .callout { border: 9px solid; } }\n"})
    text = sheet(built(site))
    assert "border: 9px solid" in text and ".callout-kind" not in text and ".listing" in text


@pytest.mark.parametrize("name", ["fonts/code-english.woff2", "components/code-block.js", "icon.svg"])
def test_a_file_that_replaces_one_of_the_theme_is_taken_up_again_when_it_changes(site: Path, name: str) -> None:
    """What ships is known by its state alone, and is read when it is asked for; what is an author's is read each time."""
    for turn in (b"first", b"other"):
        put(site, {f"static/{name}": turn})
        sources = read(site, cache=Cache(site / "cache"))
        assert sources.static[name] == turn and sources.marks[name] == digest_of(turn)
    (site / "static" / name).unlink()
    assert read(site, cache=Cache(site / "cache")).static[name] not in (b"first", b"other")


def test_a_script_and_a_picture_join_under_a_name_with_a_hash(site: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    put(site, {"static/icon.svg": svg})
    put(site, {"static/components/mine.js": 'customElements.define("ec-mine", class extends HTMLElement {});\n', "static/logo.png": b"picture"})
    out = built(site)
    (script,) = (out / "assets/components").glob("mine.*.js")
    assert re.search(rf'"[^"]*/{script.name}"', next((out / "assets").glob("elements.*.js")).read_text(encoding="utf-8"))
    assert [place.read_bytes() for place in (out / "assets").glob("logo.*.png")] == [b"picture"]
    (icon,) = re.findall(r'rel="icon" href="([^"]+)"', page(out))
    assert (out / "first/one" / icon).read_text(encoding="utf-8") == svg


# ── the site's root ──


def test_files_of_the_root_keep_their_names_and_bytes(site: Path) -> None:
    files = {"CNAME": b"course.example\n", "robots.txt": b"User-agent: *\r\nAllow: /\r\n", "keys/pgp.txt": b"\xff\xfe", "own.css": b"a {}", "one.js": b"\xef\xbb\xbf1"}
    put(site, {f"static/root/{name}": content for name, content in files.items()})
    out = built(site)
    assert {name: (out / name).read_bytes() for name in files} == files
    assert not list((out / "assets").rglob("*CNAME*")) and "a {}" not in sheet(out)


def test_what_programs_read_at_the_root_can_be_written_by_hand(site: Path) -> None:
    put(site, {"static/root/llms.txt": "By hand.\n"})
    assert (built(site) / "llms.txt").read_text(encoding="utf-8") == "By hand.\n"


@pytest.mark.parametrize(("name", "words"), [
    ("index.html", ["address-twice", "the courses page"]),
    ("Index.html", ["address-twice", "the courses page"]),
    ("first/one/index.html", ["reserved", "`first/`"]),
    ("First", ["reserved"]),
    ("404.html", ["address-twice"]),
    ("assets/site.css", ["reserved"]),
    ("python", ["reserved"]),
])
def test_a_file_of_the_root_never_takes_a_page_s_place(site: Path, name: str, words: list[str]) -> None:
    built(site)
    put(site, {f"static/root/{name}": "mine"})
    assert_refused(site, f"static/root/{name}", *words)


def test_a_file_of_a_course_never_takes_the_place_of_a_chapter_s_notebook(site: Path) -> None:
    """Which of the two was written was another in a build that took the page from the cache."""
    built(site)
    put(site, {"course/first/one/one.ipynb": "mine", "course/first/02-two.md": "# Two\n\nSee [that](one/one.ipynb).\n"})
    assert_refused(site, "address-twice", "`first/one/one.ipynb`", "the notebook of course/first/01-one.md")


def test_a_file_of_a_course_never_stands_where_a_chapter_has_its_folder(site: Path) -> None:
    built(site)
    put(site, {"course/first/one": "mine", "course/first/02-two.md": "# Two\n\nSee [that](one).\n"})
    assert_refused(site, "address-twice", "course/first/one would stand where course/first/01-one.md stands")


# ── other machines ──


@pytest.mark.parametrize("name", ["static/css/Tokens.css", "templates/Base.html"])
def test_a_name_that_differs_from_the_theme_s_by_capitals_alone(site: Path, name: str) -> None:
    put(site, {name: ""})
    result = build(site)
    assert result.exit_code == 1 and "same-but-for-case" in result.output and name in result.output


def test_names_as_macos_writes_them(site: Path) -> None:
    """Its file systems may take a letter and its mark apart, which a text that names the file does not do."""
    apart = unicodedata.normalize("NFD", "größe")
    put(site, {f"course/first/02-{apart}.md": "# Größe\n\nText.\n", f"course/first/{apart}.png": b"picture",
               "course/first/01-one.md": "[there](02-größe.md) ![p](größe.png)\n"})
    out = built(site)
    assert (out / "first/größe/index.html").is_file() and (out / "first/größe.png").read_bytes() == b"picture"


def test_what_a_machine_leaves_in_folders_is_not_published(site: Path) -> None:
    left = ("static/Thumbs.db", "static/root/desktop.ini", "static/.DS_Store", "course/first/Thumbs.db", "templates/desktop.ini")
    put(site, dict.fromkeys(left, b"\xff\x00"))
    out = built(site)
    assert not [path for path in out.rglob("*") if any(word in path.name for word in ("Thumbs", "desktop", "DS_Store"))]


def test_a_file_that_ships_is_read_when_it_is_asked_for_and_what_an_author_puts_over_it_at_once(site: Path, tmp_path: Path) -> None:
    put(site, {"static/main.js": "// mine\n", "static/own.css": "p {}\n"})
    cache = Cache(tmp_path / "cache")
    first, second = read(site, cache=cache), read(site, cache=cache)
    assert second.marks == first.marks == {path: digest_of(content) for path, content in sorted(first.static.items())}
    assert second.static.contents == {"main.js": b"// mine\n", "own.css": b"p {}\n"}
    assert "css/site.css" in second.static and second.static["css/site.css"] == (theme_folder() / "static/css/site.css").read_bytes()
    assert "css/nothing.css" not in second.static and second.static.get("css/nothing.css") is None
    assert list(second.static) == list(first.static) and len(second.static) == len(first.static)
