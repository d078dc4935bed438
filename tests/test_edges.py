"""A build does again what depends on what changed: all of it, and nothing else. Its files are those of a build that knew nothing.

Each case changes one thing of a small site that has been built, and says which pages are drawn again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from files import put, tree

import easycompilers_site.read
from easycompilers_site.build import build
from easycompilers_site.cache import Cache
from easycompilers_site.digest import digest_of
from easycompilers_site.json_lines import read
from easycompilers_site.keeping import Keeping, Keys
from easycompilers_site.parse import chapter as chapters
from easycompilers_site.parse import parse
from easycompilers_site.parse.chapter import FRONT_MATTER
from easycompilers_site.parse.glossary import ENTRY
from easycompilers_site.parse.site import COURSE, SITE
from easycompilers_site.problem import draw
from easycompilers_site.read import release
from easycompilers_site.read.texts import states_of
from easycompilers_site.render import Renderer
from easycompilers_site.run import site as runs
from easycompilers_site.run.plan import Job
from easycompilers_site.run.record import Result
from easycompilers_site.shelves import REST, Shelves
from easycompilers_site.sources import Sources
from easycompilers_site.wheel import Wheel

PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
FILES = {
    "course/site.yaml": "title: Example\ntagline: A small site\n",
    "course/first/course.yaml": "title: First\nsummary: The first course\nlevel: Beginner\n",
    "course/first/01-one.md": "---\ntitle: One\nsummary: About *one*.\naliases: [old]\n---\n\nThe vector of one.\n\n## A heading\n\nText.\n",
    "course/first/02-two.md": "---\ntitle: Two\nsummary: Of two.\nrequires: [one]\nminutes: 3\n---\n\nSee [there](01-one.md#a-heading) a vector.\n\n```{code-cell} python\n1 + 1\n```\n",
    "course/first/03-three.md": "---\ntitle: Three\n---\n\nA ![picture](pics/p.svg) of a matrix, no more.\n\n:::{note}\nRead [this one](04-four.md).\n:::\n",
    "course/first/04-four.md": "---\ntitle: Four\n---\n\nNothing but words.\n",
    "course/second/course.yaml": "title: Second\n",
    "course/second/01-far.md": "---\ntitle: Far\n---\n\nA tensor, and [Four](../first/04-four.md).\n",
    "course/first/pics/p.svg": PICTURE,
    "glossary.yaml": "vector: A row of numbers.\nmatrix:\n  definition: Rows of a {term}`vector`.\n  see: [vector]\ntensor: More of them.\n",
}
ONE, TWO, THREE, FOUR, FAR = (f"{path}/index.html" for path in ("first/one", "first/two", "first/three", "first/four", "second/far"))
HOME, FIRST, SECOND, GLOSSARY, OLD, MISSING, REVIEW, OFFLINE = "index.html", "first/index.html", "second/index.html", "glossary/index.html", "first/old/index.html", "404.html", "review/index.html", "offline/index.html"
COURSE_ONE = {ONE, TWO, THREE, FOUR}
EVERYTHING = {*COURSE_ONE, FAR, HOME, FIRST, SECOND, GLOSSARY, OLD, MISSING, REVIEW, OFFLINE}


RUN = runs._work
RAN: dict[str, list[Result]] = {}


def ran(jobs: list[Job], sources: Sources, bundle: bytes, start: str, wheels: list[Wheel], words: str) -> list[Result]:
    """What Python gives for these jobs. It is asked once for the same, whichever build wants it, since to start it takes longer than to build the site."""
    given = repr((jobs, sources.runtime_version, sources.snapshot, bundle, start, wheels, words))
    if given not in RAN:
        RAN[given] = RUN(jobs, sources, bundle, start, wheels, words)
    return RAN[given]


class Site:
    """A site that has been built, and which pages the next builds draw."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.drawn = folder, set()
        real = Renderer.draw

        def draw(renderer, draft, *given):
            self.drawn.add(draft.path)
            return real(renderer, draft, *given)

        monkeypatch.setattr(Renderer, "draw", draw)
        monkeypatch.setattr("easycompilers_site.run.site._work", ran)

    def build(self, out: str = "dist", cached: bool = True) -> dict[str, bytes]:
        self.drawn.clear()
        report = build(self.folder, self.folder / out, cached=cached)
        assert not report.failed, "\n".join(map(draw, report.problems))
        self.problems = [draw(problem) for problem in report.problems]
        return tree(self.folder / out)

    def change(self, path: str, old: str, new: str) -> None:
        place = self.folder / path
        text = place.read_text(encoding="utf-8") if place.exists() else ""
        assert old in text
        put(self.folder, {path: text.replace(old, new, 1)})

    def same_as_cold(self) -> set[str]:
        """Build, and build knowing nothing: the same files and warnings. Gives what the first of the two drew."""
        warm = self.build()
        drawn, told = set(self.drawn), self.problems
        assert warm == self.build("cold", cached=False)
        assert told == self.problems
        return drawn


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that was built once, to be copied: its cell ran then."""
    folder = tmp_path_factory.mktemp("edges") / "site"
    put(folder, FILES)
    assert not build(folder, folder / "dist").failed
    return folder


@pytest.fixture
def site(tmp_path: Path, template: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    shutil.copytree(template, tmp_path / "site")
    return Site(tmp_path / "site", monkeypatch)


def test_nothing_is_drawn_where_nothing_changed(site: Site) -> None:
    assert site.same_as_cold() == set()


@pytest.mark.parametrize(("path", "old", "new", "drawn"), [
    pytest.param("course/first/04-four.md", "words", "sentences", {FOUR}, id="the text of a chapter"),
    pytest.param("course/first/01-one.md", "Text.", "Text.\n\n## Another heading\n", {ONE}, id="a heading to which nobody links"),
    pytest.param("course/first/02-two.md", "title: Two", "title: Deux", {ONE, TWO, THREE, FIRST, GLOSSARY}, id="a title: neighbours, listings, terms"),
    pytest.param("course/first/01-one.md", "title: One", "title: Un", {ONE, TWO, FIRST, GLOSSARY, OLD}, id="a title: who builds on it"),
    pytest.param("course/first/01-one.md", "About *one*", "About _one_ alone", {ONE, FIRST}, id="a summary"),
    pytest.param("course/first/02-two.md", "Of two", "About two", {ONE, TWO, FIRST}, id="a summary: the part before"),
    pytest.param("course/first/02-two.md", "minutes: 3", "minutes: 30", {TWO, FIRST}, id="a reading time"),
    pytest.param("course/first/04-four.md", "Nothing but words.", "A tensor.", {FOUR, GLOSSARY}, id="a term that is mentioned for the first time"),
    pytest.param("course/first/01-one.md", "The vector", "The **vector**", {ONE, GLOSSARY}, id="a term that a chapter introduces from now on"),
    pytest.param("course/first/01-one.md", "[old]", "[older]", {ONE, "first/older/index.html"}, id="an old address"),
    pytest.param("glossary.yaml", "A row of numbers", "Numbers in a row", {ONE, TWO, GLOSSARY}, id="a definition: who mentions the term"),
    pytest.param("glossary.yaml", "matrix:", "words: What is said.\nmatrix:", {FOUR, GLOSSARY}, id="a new term: whose text has it"),
    pytest.param("glossary.yaml", "matrix:", "unheard of: What nobody says.\nmatrix:", {GLOSSARY}, id="a new term that no text has"),
    pytest.param("glossary.yaml", "tensor: More of them.", "tensor:\n  definition: More of them.\n  autolink: false", {FAR, GLOSSARY}, id="a term that is linked no more"),
    pytest.param("course/first/course.yaml", "title: First", "title: Premier", {*COURSE_ONE, HOME, FIRST, OLD, GLOSSARY, REVIEW, MISSING}, id="a course's title"),
    pytest.param("course/second/course.yaml", "title: Second", "title: Deuxième", {FAR, HOME, SECOND, GLOSSARY, REVIEW, MISSING}, id="another course's title"),
    pytest.param("course/site.yaml", "title: Example", "title: Sample", EVERYTHING, id="the site's title"),
    pytest.param("templates/components/callout.html", "", "<aside>{{ draw(it.blocks) }}</aside>\n", {THREE}, id="a template that replaces the theme's"),
    pytest.param("templates/own.html", "", "unused\n", EVERYTHING, id="a template that is new: any other may look for it"),
    pytest.param("static/css/own.css", "", "p { color: red }\n", EVERYTHING, id="a style"),
    pytest.param("static/components/own.js", "", "export {};\n", EVERYTHING, id="a script"),
    pytest.param("static/before.js", "", "document.title;\n", EVERYTHING, id="the script that stands in every page"),
])
def test_what_depends_on_a_change_is_drawn_again_and_nothing_else(site: Site, path: str, old: str, new: str, drawn: set[str]) -> None:
    site.change(path, old, new)
    assert site.same_as_cold() == drawn


def test_a_chapter_that_comes_goes_or_is_renamed(site: Site) -> None:
    put(site.folder, {"course/first/05-five.md": "---\ntitle: Five\n---\n\nA vector at the end.\n"})
    assert site.same_as_cold() == {*COURSE_ONE, "first/five/index.html", HOME, FIRST, OLD, GLOSSARY}
    (site.folder / "course/first/05-five.md").rename(site.folder / "course/first/05-cinq.md")
    assert "first/cinq/index.html" in site.same_as_cold()
    (site.folder / "course/first/05-cinq.md").unlink()
    site.same_as_cold()
    assert not (site.folder / "dist/first/cinq").exists()


def test_a_heading_that_goes_breaks_the_link_to_it(site: Site) -> None:
    """The page that links is not drawn, and its text is not new: it is looked at all the same."""
    site.change("course/first/01-one.md", "## A heading", "## Renamed")
    report = build(site.folder, site.folder / "dist")
    assert [problem.where[0] for problem in report.problems if problem.code == "broken-link"] == ["course/first/02-two.md"]
    site.change("course/first/01-one.md", "## Renamed", "## A heading")
    assert site.same_as_cold() <= {ONE}


def test_what_is_wrong_between_texts_is_told_again_at_its_new_line(site: Site) -> None:
    site.change("course/first/04-four.md", "Nothing but words.", "A **frob** is this. Use the **frob**.\n\n$$ a $$ (eq-a)")
    first = build(site.folder, site.folder / "dist")
    again = build(site.folder, site.folder / "dist")
    site.change("course/first/04-four.md", "A **frob**", "One line more.\n\nA **frob**")
    second = build(site.folder, site.folder / "dist")
    assert list(map(draw, first.problems)) == list(map(draw, again.problems))
    lines = [[problem.where[1] for problem in report.problems if problem.code == "undefined-term"] for report in (first, second)]
    assert lines[1] == [lines[0][0] + 2]
    site.change("course/first/01-one.md", "Text.", "$$ b $$ (eq-a)")
    twice = [build(site.folder, site.folder / "dist") for _ in range(2)]
    assert all("label-twice" in [problem.code for problem in report.problems] for report in twice)
    site.change("course/first/01-one.md", "(eq-a)", "(eq-b)")
    assert not build(site.folder, site.folder / "dist").failed


def test_a_picture_that_goes_is_missed(site: Site) -> None:
    (site.folder / "course/first/pics/p.svg").unlink()
    assert "missing-picture" in [problem.code for problem in build(site.folder, site.folder / "dist").problems]


def test_a_picture_that_changes_is_the_new_one(site: Site) -> None:
    put(site.folder, {"course/first/pics/p.svg": PICTURE.replace(b'"10"', b'"20"')})
    site.same_as_cold()
    assert b'"20"' in (site.folder / "dist/first/pics/p.svg").read_bytes()


def test_a_warning_is_told_again_though_its_page_is_kept(site: Site) -> None:
    site.change("course/first/04-four.md", "Nothing", "See [here](01-one.md). Nothing")
    site.build()
    first = site.problems
    site.build()
    assert first == site.problems and "vague-link" in "".join(first)
    assert not site.drawn


#: For each key of each file, a value that it does not have in FILES.
VALUES = {"id": "another-id", "title": "New", "tagline": "New", "language": "de", "url": "https://example.org/new/", "repository": "https://example.org/c/r", "license": "CC BY 4.0",
          "summary": "New words", "level": "Advanced", "packages": "[]", "chapters": "[04-four, 01-one, 02-two, 03-three]", "minutes": "77",
          "outcomes": "[Do it]", "requires": "[four]", "aliases": "[elsewhere]", "updated": "2026-11-29", "draft": "true", "autolink": "false",
          "offline": "false", "policy": "false", "authors": "[Ada, Grace]", "definition": "New words", "see": "[tensor]", "not-in": "[a vector]", "near": "[unheard]"}
KEYS = [("course/site.yaml", key.name) for key in SITE.keys] + [("course/first/course.yaml", key.name) for key in COURSE.keys] + [
    ("course/first/04-four.md", key.name) for key in FRONT_MATTER.keys] + [("glossary.yaml", key.name) for key in ENTRY.keys]


@pytest.mark.parametrize(("path", "key"), KEYS)
def test_each_setting_that_changes_changes_the_same_as_in_a_cold_build(site: Site, path: str, key: str) -> None:
    """The list is that of the declarations: a key that is new stands in it by itself, and wants a value above."""
    text = FILES[path]
    line = f"{key}: {VALUES[key]}\n"
    if path == "glossary.yaml":
        entry = f"vector:\n  {'' if key == 'definition' else 'definition: A row of numbers.'}\n  {line}"
        text = re.sub(r"vector: .*\n", entry.replace("\n  \n", "\n"), text, count=1)
    else:
        start = "---\n" if path.endswith(".md") else ""
        text = start + line + re.sub(rf"(?m)^{key}: .*\n", "", text.removeprefix(start))
    if key == "draft":  # nobody may link to it
        put(site.folder, {path: FILES[path].replace("[this one](04-four.md)", "it") for path in ("course/first/03-three.md",)})
        put(site.folder, {"course/second/01-far.md": "---\ntitle: Far\n---\n\nA tensor.\n"})
    put(site.folder, {path: text})
    site.same_as_cold()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"pages": 3}', b'{"vocabulary": [1], "settings": {"course/site.yaml": [2]}}', b'{"pages": {"index.html": {}}, "facts": {"x": 1}, "made with": []}'])
def test_an_index_that_was_cut_off_or_is_none_is_ignored(site: Site, damage: bytes) -> None:
    [index] = [place for place in (site.folder / ".easycompilers/cache").glob("*/*.json") if b'"made with"' in place.read_bytes()]
    index.write_bytes(damage)
    assert site.same_as_cold() == EVERYTHING


@pytest.mark.parametrize("damage", [b'[{"made with": 1, "settings": [2]}, {"texts": [], "runs": []}]\n', b'[{"made with": ["a", "b"]}, {"texts": ["x"], "runs": ["y"]}]\n[]\n{}\n'])
def test_an_index_that_is_well_formed_and_says_nothing_is_as_good_as_none(site: Site, damage: bytes) -> None:
    index_of(site).write_bytes(damage)
    assert site.same_as_cold() >= COURSE_ONE
    assert site.build() and site.drawn == set()


def index_of(site: Site) -> Path:
    [index] = [place for place in (site.folder / ".easycompilers/cache").glob("*/*.json") if b'"made with"' in place.read_bytes()]
    return index


@pytest.mark.parametrize("damage", [
    *(pytest.param(lambda terms, forms, row=row: ([[*term[:3], row] for term in terms], forms), id=f"a row: {row}")
      for row in ("", "{", "[]", "1", "[1, 2]", '["vector", 1, [], [], true, [], [], [], "", "A row.", [1, 1, 1]]')),
    *(pytest.param(lambda terms, forms, form=form: (terms, dict.fromkeys(forms, form)), id=f"a form: {form}") for form in ("", "x y", "7 vector", "0 vector\n\n")),
    pytest.param(lambda terms, forms: ([term[:3] for term in terms], forms), id="no rows"),
    pytest.param(lambda terms, forms: ([terms[0][:3], *terms[1:]], forms), id="one row too few"),
    pytest.param(lambda terms, forms: ([[1, *term[1:]] for term in terms], forms), id="names that are none"),
])
def test_a_term_that_is_not_as_it_was_kept_is_read_again(site: Site, damage: Callable[[list, dict], tuple]) -> None:
    damaged = 0
    for place in (site.folder / ".easycompilers/cache").glob("*/*.json"):
        match json.loads(place.read_bytes()) if b"More of them" in place.read_bytes() else None:
            case [digest, [key, [*terms], dict(forms)]]:
                place.write_text(json.dumps([digest, [key, *damage(terms, forms)]]))
                damaged += len(terms)
    assert damaged == 3
    site.change("course/first/04-four.md", "Nothing but words", "A vector, a matrix")
    assert site.same_as_cold() >= {FOUR}


def shelves(site: Site) -> dict[str, Path]:
    """Where each shelf stands, by its name."""
    cache = Cache(site.folder / ".easycompilers/cache")
    keeping = Keeping(cache, release())
    places = {name: Path(cache._place(keeping._shelves.place(name))) for name in (REST, *map(str, range(len(keeping.known))))}
    return {name: place for name, place in places.items() if place.exists()}


def forget_soon(site: Site, weeks: int = 5) -> None:
    """Let all that is in the cache be so old, and this be the day on which it is looked through."""
    cache = site.folder / ".easycompilers/cache"
    (cache / "pruned").write_bytes(b"")
    for place in cache.glob("**/*"):
        os.utime(place, (time.time() - weeks * 7 * 86_400,) * 2)


@pytest.mark.parametrize("damage", [None, b"", b"{", b"[]", b'{"asked": 1, "listings": 2}'])
@pytest.mark.parametrize(("path", "old", "new"), [("course/first/04-four.md", "words", "sentences"), ("course/first/01-one.md", "title: One", "title: Un"),
                                                  ("course/first/01-one.md", "## A heading", "\n## A heading")], ids=["a word", "a title", "a line"])
def test_what_is_kept_beside_the_index_may_be_gone_or_cut_off(site: Site, damage: bytes | None, path: str, old: str, new: str) -> None:
    of_shelves = set(shelves(site).values())
    assert of_shelves
    for place in (site.folder / ".easycompilers/cache").glob("*/*.json"):
        text = place.read_bytes()
        if b'"anchors"' in text or b'"asked"' in text or place in of_shelves:
            place.unlink() if damage is None else place.write_bytes(damage)
    site.change(path, old, new)
    site.same_as_cold()


@pytest.mark.parametrize("older", ["the index", "the shelves"])
def test_an_index_and_shelves_of_two_builds_are_believed_only_where_both_are_right(site: Site, older: str) -> None:
    """As two builds at once leave them: one changes a title, the other a word."""
    of_shelves = set(shelves(site).values())
    kept = {place: place.read_bytes() for place in (site.folder / ".easycompilers/cache").glob("*/*.json") if (place in of_shelves) is (older == "the shelves")}
    assert kept and of_shelves
    site.change("course/first/01-one.md", "title: One", "title: Un")
    site.build()
    for place, text in kept.items():
        place.write_bytes(text)
    site.same_as_cold()
    site.change("course/first/04-four.md", "words", "sentences")
    assert FOUR in site.same_as_cold(), "and once those whose rows the other build has put in place of theirs"
    site.change("course/first/04-four.md", "sentences", "phrases")
    assert site.same_as_cold() == {FOUR}


def test_chapters_that_are_looked_at_together_change_by_themselves(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two and two here, so that those of a course are in several runs, and a new chapter moves others from one to the next."""
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    site.same_as_cold()
    assert site.build() and site.drawn == set()
    site.change("course/first/03-three.md", "no more", "and more")
    assert site.same_as_cold() == {THREE}
    put(site.folder, {"course/first/00-zero.md": "---\ntitle: Zero\n---\n\nBefore all.\n"})
    assert FAR not in site.same_as_cold()
    site.change("course/second/01-far.md", "A tensor", "No tensor")
    assert site.same_as_cold() == {FAR}
    (site.folder / "course/first/00-zero.md").unlink()
    assert FAR not in site.same_as_cold()
    site.change("course/first/04-four.md", "words", "sentences")
    assert site.same_as_cold() == {FOUR}


@pytest.mark.parametrize("whole", [True, False])
def test_what_stands_on_a_shelf_is_in_use_when_the_cache_forgets(site: Site, monkeypatch: pytest.MonkeyPatch, whole: bool) -> None:
    """Also when a mistake ends the build on whose day that is."""
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    site.build()
    forget_soon(site)
    site.change("course/first/04-four.md", "words", "sentences" if whole else "[no](where.md)")
    assert build(site.folder, site.folder / "dist").failed is not whole
    site.change("course/first/04-four.md", "sentences" if whole else "[no](where.md)", "phrases")
    shutil.rmtree(site.folder / "dist")
    shutil.rmtree(site.folder / ".easycompilers/cache/before", ignore_errors=True)
    assert site.same_as_cold() == {FOUR}


def test_a_shelf_is_in_use_as_long_as_its_chapters_are(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though no build has written it for half a year."""
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    site.build()
    kept = {name: place.read_bytes() for name, place in shelves(site).items()}
    forget_soon(site, weeks=30)
    site.change("course/second/01-far.md", "A tensor", "No tensor")
    site.build()
    assert {"0", "1"} < kept.keys() == shelves(site).keys()
    assert all(shelves(site)[name].read_bytes() == kept[name] for name in ("0", "1"))


def test_a_row_that_is_damaged_ends_no_build_when_the_cache_forgets(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    site.build()
    *rows, _, end = shelves(site)["2"].read_text(encoding="utf-8").split("\n")
    word = "words"
    for damage in ("{", "[]", "{}", '{"files": []}', '{"files": [0, 1]}'):
        shelves(site)["2"].write_text("\n".join([*rows, damage, end]), encoding="utf-8")
        forget_soon(site, weeks=1)
        site.change("course/first/04-four.md", word, word := f"{word} and words")
        site.build()
        assert FOUR in site.drawn and not site.drawn - {FOUR, FAR}, "the other is the page whose row it is, where its files are asked for"
    site.change("course/second/01-far.md", "A tensor", "No tensor")
    assert site.same_as_cold() == {FAR}


def test_facts_that_a_shelf_has_lost_are_worked_out_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is when caches are copied together."""
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    site.build()
    parsed, real = [], chapters.parse_chapter
    monkeypatch.setattr(chapters, "parse_chapter", lambda source, *given, **named: (parsed.append(source.path), real(source, *given, **named))[1])
    shelves(site)["0"].unlink()
    for path, old in (("course/first/03-three.md", "no more"), ("course/first/02-two.md", "a vector")):
        for number, others in enumerate((True, False)):
            parsed.clear()
            site.change(path, old, old := f"{old} {number}")
            site.build()
            assert (set(parsed) != {path}) is others, "chapters beside the one that changed"
    assert site.same_as_cold() == set()


def test_where_no_site_waits_for_the_next_build_a_shelf_that_is_lost_costs_no_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a service that keeps the cache from one build to the next, and nothing else: all files are asked for then, those of runs in which nothing changed too."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 2)
    shutil.rmtree(site.folder / "dist")
    shutil.rmtree(site.folder / ".easycompilers/cache/before", ignore_errors=True)
    site.build()
    assert not (site.folder / ".easycompilers/cache/before/site").exists()
    shelves(site)["0"].unlink()
    site.change("course/first/03-three.md", "no more", "nothing else")
    assert site.same_as_cold() >= {THREE}
    assert site.same_as_cold() == set()


def test_what_all_chapters_together_say_is_believed_only_in_its_form(site: Site) -> None:
    site.change("course/site.yaml", "title: Example\n", "title: Example\nurl: https://example.org\n")
    built, cache = site.build(), Cache(site.folder / ".easycompilers/cache", release=release())
    kept = {key: cache.get(key) for key in map(cache.key, ("languages", "published", "cells", "index"))}
    for wrong in (None, 5, "x", [1], ["nowhere"], [[1]], {"x": 1}, [["x"], ["../../../secret"], [6]]):
        for key, (mark, _) in kept.items():
            cache.put(key, [mark, wrong])
        assert site.build() == built
        assert kept == {key: cache.get(key) for key in kept}


def test_a_list_of_all_chapters_that_is_gone_is_kept_anew(site: Site) -> None:
    site.change("course/site.yaml", "title: Example\n", "title: Example\nurl: https://example.org\n")
    built = site.build()
    [place] = (site.folder / ".easycompilers/cache").glob(f"?/{digest_of(built['sitemap.xml'])}")
    place.unlink()
    shutil.rmtree(site.folder / "dist")
    shutil.rmtree(site.folder / ".easycompilers/cache/before", ignore_errors=True)
    assert site.build() == built
    assert place.read_bytes() == built["sitemap.xml"]


@pytest.mark.parametrize(("path", "old", "new", "gone"), [
    pytest.param("course/first/02-two.md", "```{code-cell} python\n1 + 1\n```\n", "", "python/", id="the last cell"),
    pytest.param("course/first/03-three.md", "![picture](pics/p.svg)", "picture", "first/pics/p.svg", id="the last link to a picture"),
    pytest.param("course/first/01-one.md", "aliases: [old]\n", "", "first/old/", id="an old address"),
])
def test_what_all_chapters_together_ask_for_goes_with_the_last_that_asks(site: Site, path: str, old: str, new: str, gone: str) -> None:
    """And comes with the first: it is kept as one value, and no chapter need be asked where none has changed."""
    assert any(name.startswith(gone) for name in site.build())
    site.change(path, old, new)
    site.same_as_cold()
    assert not any(name.startswith(gone) for name in tree(site.folder / "dist"))
    put(site.folder, {path: FILES[path]})
    site.same_as_cold()
    assert any(name.startswith(gone) for name in tree(site.folder / "dist"))


def test_an_edit_reads_what_is_kept_of_its_own_run_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """And of chapters that the changed one names. So the cost of an edit hardly grows with the chapters."""
    monkeypatch.setattr("easycompilers_site.work.TOGETHER", 1)
    site.build()
    real, read = Shelves.on, set()
    monkeypatch.setattr(Shelves, "on", lambda shelves, name: (read.add(name), real(shelves, name))[1])
    site.change("course/first/04-four.md", "Nothing but words", "Nothing but words here")
    site.build()
    assert site.drawn == {FOUR} and REST in read and not {"1", "4"} & read, "nothing of the second chapter, and nothing of the other course"


def test_what_any_page_may_ask_is_compared_once_after_it_has_changed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though no page is another for it."""
    put(site.folder, {"static/root/robots.txt": "User-agent: *\n"})
    assert site.build() and site.drawn == set()
    monkeypatch.setattr(Renderer, "key", lambda renderer, draft, asked: pytest.fail(f"{draft.path} was compared again"))
    site.build()


@pytest.fixture
def settled(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Its texts need not be read again: as if it had been built seconds after they were written."""
    monkeypatch.setattr("easycompilers_site.read._TICK", 0)
    site.build()
    return site


def test_a_text_that_nobody_has_touched_is_not_read_again(settled: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """But to show a line of it in which something is wrong."""
    real, again = easycompilers_site.read.again, []
    monkeypatch.setattr("easycompilers_site.read.again", lambda place: (again.append(Path(place).name), real(place))[1])
    settled.change("course/first/04-four.md", "words", "sentences")
    settled.build()
    assert settled.drawn == {FOUR}
    assert set(again) == {"03-three.md"} and any("A ![picture]" in told for told in settled.problems)


@pytest.mark.parametrize("damage", [
    lambda row: [], lambda row: {}, lambda row: 1, lambda row: row[:-1], lambda row: [row[0].partition("//")[0], *row[1:]], lambda row: [*row[:2], [], *row[3:]],
    lambda row: [row[0], "", *row[2:4], "1 2 x", *row[5:]], lambda row: [row[0], "", *row[2:4], row[4][:-2], *row[5:]], lambda row: [*row[:4], *[""] * 6], lambda row: [7, *row[1:]],
    lambda row: [*row[:5], " ".join(["0" * 24] * 5), *row[6:]], lambda row: [*row[:7], " ".join(["x"] * 5), *row[8:]],
    lambda row: [*row[:8], " ".join(["x"] * 5), *row[9:]],
])
def test_what_is_kept_of_chapters_is_believed_only_where_it_can_be(settled: Site, damage: Callable[[Any], Any]) -> None:
    """A digest, a share or a mark that is another is that of another text: what hangs on it is done again."""
    place = index_of(settled)
    lines = place.read_text().split("\n")
    row = json.loads(lines[1])
    assert row[0].startswith("course/first/01-one.md//") and row[0].count("//") == 4, "all chapters here are in one stretch"
    assert "0 0 0 0" not in row[4], "and of all the states are known"
    place.write_text("\n".join([lines[0], json.dumps(damage(row)), *lines[2:]]))
    settled.change("course/first/04-four.md", "words", "sentences")
    settled.same_as_cold()
    settled.change("course/first/04-four.md", "sentences", "phrases")
    assert settled.same_as_cold() == {FOUR}


def test_chapters_that_are_kept_together_are_read_by_themselves(settled: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """In stretches of two: one of which nobody has touched a file is kept as it stands. A chapter that is new, or gone, moves others from one to the next, and these
    are not read for that."""
    monkeypatch.setattr("easycompilers_site.stretches.LENGTH", 2)
    settled.same_as_cold()
    read_texts, anew = easycompilers_site.read.read_text, []
    monkeypatch.setattr("easycompilers_site.read.read_text", lambda place, path, *given: (anew.append(path), read_texts(place, path, *given)))

    def built() -> tuple[dict[str, memoryview], set[str]]:
        anew.clear()
        assert settled.build()
        return read(index_of(settled).read_bytes())[1]["texts"], {path for path in anew if path.endswith(".md")}

    before, _ = built()
    assert len(before) > 2 and built() == (before, set())
    settled.change("course/first/04-four.md", "words", "sentences")
    after, new = built()
    assert new == {"course/first/04-four.md"} and [first for first, line in after.items() if line != before[first]] == ["course/first/03-three.md"]
    put(settled.folder, {"course/first/00-zero.md": "---\ntitle: Zero\n---\n\nBefore all.\n"})
    assert built()[1] == {"course/first/00-zero.md"} and built()[1] == set()
    settled.same_as_cold()
    (settled.folder / "course/first/00-zero.md").unlink()
    after, new = built()
    assert after.keys() == before.keys() and new == set() == built()[1]
    settled.same_as_cold()


@pytest.mark.parametrize("touch", [
    pytest.param(lambda place, text: (was := place.stat()) and place.write_bytes(text) and os.utime(place, ns=(was.st_atime_ns, was.st_mtime_ns)), id="with its old time"),
    pytest.param(lambda place, text: (was := place.stat()) and place.with_name("other").write_bytes(text) and os.utime(place.with_name("other"), ns=(was.st_atime_ns, was.st_mtime_ns))
                 or os.replace(place.with_name("other"), place), id="another file with its time"),
])
def test_a_text_of_the_same_length_is_read_again_however_it_came(settled: Site, touch: Callable[[Path, bytes], object]) -> None:
    place = settled.folder / "course/first/04-four.md"
    touch(place, place.read_bytes().replace(b"words", b"wards"))
    assert settled.same_as_cold() == {FOUR}


def test_a_text_that_is_touched_just_now_is_read_again(site: Site) -> None:
    """Some disks tell times in whole seconds."""
    assert site.build()
    cache = Cache(site.folder / ".easycompilers/cache")
    texts = Keeping(cache, release(cache)).texts
    assert texts.known and not texts.seen({path: f"{site.folder}/{path}" for path in FILES}, states_of)[0]


def test_a_text_that_changes_while_the_site_is_built_is_taken_as_it_is_then(settled: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it was read yet, and what the glossary has for it must be found anew."""
    settled.change("glossary.yaml", "matrix:", "words: What is said.\nmatrix:")
    real, calls = parse, []

    def late(*given):
        if not calls:
            settled.change("course/first/04-four.md", "Nothing but words", "Other words, a tensor")
        calls.append(given)
        return real(*given)

    monkeypatch.setattr("easycompilers_site.build.parse", late)
    assert settled.same_as_cold() >= {FOUR}
    assert len(calls) == 3, "the warm build, once more, and the cold one"


def test_a_page_that_was_cut_off_is_drawn_again(site: Site) -> None:
    for place in (site.folder / ".easycompilers/cache").glob("*/*"):
        if place.suffix != ".json" and place.is_file() and b"Nothing but words" in place.read_bytes():
            place.write_bytes(place.read_bytes()[:100])
    assert site.same_as_cold() == {FOUR}


def test_a_cache_of_another_release_is_ignored(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("easycompilers_site.build.release", lambda cache: "another")
    assert site.same_as_cold() == EVERYTHING


def test_builds_at_once_on_one_cache_give_the_same_site(site: Site) -> None:
    """One of them changes the site meanwhile; none may read half of what another keeps."""
    shutil.rmtree(site.folder / ".easycompilers")
    reports = []
    threads = [threading.Thread(target=lambda out=out: reports.append(build(site.folder, site.folder / out))) for out in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(report.failed for report in reports)
    cold = site.build("cold", cached=False)
    assert all(tree(site.folder / out) == cold for out in ("one", "two", "three"))
    assert site.same_as_cold() == set()


def test_what_is_wrong_with_a_definition_is_told_again_at_its_new_line(site: Site) -> None:
    site.change("glossary.yaml", "tensor: More of them.", "tensor: More of them, see [here](course/first/01-one.md).")
    first = build(site.folder, site.folder / "dist")
    site.change("glossary.yaml", "vector:", "# A comment.\nvector:")
    second = build(site.folder, site.folder / "dist")
    before, after = ([problem.where[1] for problem in report.problems if problem.where[0] == "glossary.yaml"] for report in (first, second))
    assert [line + 1 for line in before] == after != []


def test_what_an_error_left_undone_is_all_that_is_left_to_do(site: Site) -> None:
    site.change("course/first/02-two.md", "See", "```{tpi}\n```\n\nSee")
    assert build(site.folder, site.folder / "dist").failed
    site.change("course/first/02-two.md", "```{tpi}\n```\n\n", "")
    assert site.same_as_cold() == set()


def test_a_picture_is_painted_again_where_its_words_change(site: Site) -> None:
    def painted() -> set[str]:
        site.build()
        return {path for path in site.drawn if path.startswith("covers/")}

    site.change("course/site.yaml", "tagline", "url: https://example.org/\ntagline")
    assert len(painted()) == 8
    site.change("course/first/04-four.md", "words", "sentences")
    assert painted() == set()
    site.change("course/first/02-two.md", "title: Two", "title: Deux")
    assert painted() == {"covers/first/two/cover.png"}


def test_a_cache_that_is_deleted_is_made_anew(site: Site) -> None:
    shutil.rmtree(site.folder / ".easycompilers")
    assert site.same_as_cold() == EVERYTHING
    assert site.same_as_cold() == set()


def test_keeping_is_the_only_way_back(tmp_path: Path) -> None:
    """No cache, no page."""
    assert Keeping(Cache(None), "r").page("index.html", Keys("", "", lambda: "o", lambda asked: "k"), {}) is None


def test_a_listing_is_cut_anew_from_the_file_that_changed(site: Site) -> None:
    put(site.folder, {"course/first/code.py": "x = 1\n"})
    site.change("course/first/04-four.md", "Nothing but words.", "```{literalinclude} code.py\n```\n")
    site.same_as_cold()
    put(site.folder, {"course/first/code.py": "x = 2\n"})
    assert site.same_as_cold() == {FOUR}
    assert b'<span class="mi">2</span>' in tree(site.folder / "dist")[FOUR]


def test_a_number_is_told_anew_where_it_is_named(site: Site) -> None:
    """A formula before another gives that another number, in the chapter that refers to it as well."""
    site.change("course/first/04-four.md", "Nothing but words.", "$$ a $$ (eq-a)")
    site.change("course/first/01-one.md", "Text.", "See {eq}`eq-a`.")
    site.same_as_cold()
    site.change("course/first/04-four.md", "$$ a $$", "$$ b $$ (eq-b)\n\n$$ a $$")
    assert {ONE, FOUR} <= site.same_as_cold()
    assert b"(2) in part" in tree(site.folder / "dist")[ONE]
