"""Names of scripts and styles: changed when, and only when, what is in them changes."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from files import put, tree

from easycompilers_site import cache
from easycompilers_site.build import build
from easycompilers_site.cache import Cache, bytes_of
from easycompilers_site.digest import digest_of
from easycompilers_site.render.assets import Circle, kept_assets
from easycompilers_site.render.made_assets import make_assets
from easycompilers_site.sources import Sources

STATIC = {
    "main.js": b'import elements from "./elements.js";\n',
    "components/quiz.js": b'import { check } from "../quiz/check.js";\n',
    "components/note.js": b"// alone\n",
    "quiz/check.js": b"export const check = 1;\n",
    "python/prelude.py": b"print(1)\n",
    "python/worker.js": b"// worker\n",
    "python/fetcher.js": b"// fetcher\n",
    "css/site.css": b"@layer a, b;",
    "css/a.css": b"@layer a {}",
    "components/quiz.css": b"@layer b {}",
}


def names(static: dict[str, bytes]) -> dict[str, str]:
    return make_assets(Sources(texts={}, static=static)).names


def test_an_import_leads_to_a_file_that_is_there() -> None:
    assets = make_assets(Sources(texts={}, static=STATIC))
    for path, content in assets.contents.items():
        for named in re.findall(rb'"(\.{1,2}/[^"]+)"', content) if path.endswith(".js") else ():
            if b"/runtime/" in named or b"editor" in named or b"rich" in named or b"service-worker" in named:
                continue  # nothing was gathered in this test, and the service worker is made of what is here
            parts = path.split("/")[:-1] + named.decode().split("/")
            place: list[str] = []
            for part in parts:
                place = place[:-1] if part == ".." else place if part == "." else [*place, part]
            assert "/".join(place) in assets.contents, (path, named)


@pytest.mark.parametrize(("changed", "follow"), [
    ("quiz/check.js", {"quiz/check.js", "components/quiz.js", "elements.js", "main.js"}),
    ("components/note.js", {"components/note.js", "elements.js", "main.js"}),
    ("python/prelude.py", {"python/page.zip", "python/files.js"}),
    ("css/a.css", {"site.css"}),
])
def test_a_change_renames_a_file_and_those_that_name_it(changed: str, follow: set[str]) -> None:
    before, after = names(STATIC), names(STATIC | {changed: STATIC[changed] + b"\nchanged;\n"})
    assert {path for path in before if before[path] != after[path]} == follow


def test_the_themes_scripts_go_without_their_comments_and_an_authors_as_they_are() -> None:
    static = {"a.js": b"// one\nconst a = 1;\n", "b.js": b"// two\nconst b = 2;\n"}
    assets = make_assets(Sources(texts={}, static=static, own=frozenset({"static/b.js"})))
    assert [assets.contents[assets.names[path]] for path in static] == [b"const a=1;", static["b.js"]]


def test_the_themes_sheets_go_without_their_comments_and_an_authors_as_they_are() -> None:
    sheet = b'/* one */\n@layer a {\n  b /* two */ :is(c)::after { content: "/* three */  "; }\n}\n'
    assets = make_assets(Sources(texts={}, static={"css/a.css": sheet, "own.css": sheet}, own=frozenset({"static/own.css"})))
    [short, own] = assets.contents[assets.names["site.css"]].decode().split("}\n}\n", 1)
    assert short.split() == '@layer a { b :is(c)::after { content: "/* three */  ";'.split() and "/* three */  " in short
    assert own.encode() == sheet


def test_the_sheet_begins_with_the_order_of_layers() -> None:
    assets = make_assets(Sources(texts={}, static=dict(reversed(STATIC.items()))))
    assert assets.contents[assets.names["site.css"]] == b"@layer a, b;\n@layer a {}\n@layer b {}\n"


def test_scripts_that_name_each_other_are_told() -> None:
    with pytest.raises(Circle, match="a.js → b.js → a.js"):
        names({"a.js": b'import "./b.js";', "b.js": b'import "./a.js";'})


def test_assets_are_kept_whole_or_made_again(tmp_path: Path) -> None:
    """What is kept counts for what they are made from, and while all of it is there."""
    own, makings = Cache(tmp_path), []
    whole = make_assets(Sources(texts={}, static=STATIC))

    def kept(made_from: str) -> dict[str, bytes]:
        assets = kept_assets(own, made_from, lambda: makings.append(made_from) or make_assets(Sources(texts={}, static=STATIC)))
        assert (assets.names, assets.before, assets.python) == (whole.names, whole.before, whole.python)
        return {path: bytes_of(content) for path, content in assets.contents.items()}

    assert kept("one") == kept("one") == kept("two") == whole.contents and makings == ["one", "two"]
    next(place for place in tmp_path.glob("*/*") if place.suffix != ".json" and place.stat().st_size).write_bytes(b"")
    assert kept("one") == whole.contents and makings == ["one", "two", "one"]
    for place in tmp_path.glob("*/*.json"):
        place.write_text('{"contents": [1]}', encoding="utf-8")
    assert kept("one") == whole.contents and makings == ["one", "two", "one", "one"]


def test_assets_that_every_site_has_are_made_once(tmp_path: Path) -> None:
    """They stand in one cache for all, and where nothing can be kept there, in each site's own."""
    shared, makings = Cache(tmp_path / "shared"), []
    whole = make_assets(Sources(texts={}, static=STATIC))

    def kept(site: str) -> None:
        assets = kept_assets(Cache(tmp_path / site), "all", lambda: makings.append(site) or whole, shared)
        assert assets.names == whole.names and {path: bytes_of(content) for path, content in assets.contents.items()} == whole.contents

    kept("one")
    kept("another")
    assert makings == ["one"] and not (tmp_path / "another").exists()
    next(place for place in shared.folder.glob("*/*") if place.suffix != ".json" and place.stat().st_size).write_bytes(b"")
    kept("another")
    kept("one")
    assert makings == ["one", "another"]
    shutil.rmtree(shared.folder)
    shared.folder.write_text("nothing can be kept here", encoding="utf-8")
    kept("one")
    kept("one")
    kept("another")
    assert makings == ["one", "another", "one", "another"]


@pytest.mark.parametrize(("own", "shared"), [
    ({}, True),
    ({"templates/not-found.html": "{% extends 'theme/not-found.html' %}\n"}, True),
    ({"static/own.css": "p { color: red; }\n"}, False),
    ({"static/main.js": "// mine\n"}, False),
    ({"languages/en.po": 'msgid "Search"\nmsgstr "Find"\n'}, False),
])
def test_what_holds_anything_of_an_author_is_kept_for_one_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, str], shared: bool) -> None:
    monkeypatch.setattr(cache, "cache_from_source", lambda module: str(tmp_path / "beside/cache.pyc"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    put(tmp_path / "site", {"course/first/course.yaml": "title: First\n", "course/first/01-one.md": "---\ntitle: One\n---\n\nText.\n", **own})
    report = build(tmp_path / "site", tmp_path / "out")
    assert not any(problem.is_error for problem in report.problems)
    sheet = next((tmp_path / "out/assets").glob("site.*.css")).read_bytes()
    name = digest_of(sheet)
    held = [folder for folder in ("beside", "site/.easycompilers/cache") if (tmp_path / folder / name[0] / name).exists()]
    assert held == ["beside" if shared else "site/.easycompilers/cache"]
    again = build(tmp_path / "site", tmp_path / "again", cached=False)
    assert not any(problem.is_error for problem in again.problems) and tree(tmp_path / "again") == tree(tmp_path / "out")
