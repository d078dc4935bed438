"""Names of scripts and styles: changed when, and only when, what is in them changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from easycompilers_site.cache import Cache, bytes_of
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
    cache, makings = Cache(tmp_path), []
    whole = make_assets(Sources(texts={}, static=STATIC))

    def kept(made_from: str) -> dict[str, bytes]:
        assets = kept_assets(cache, made_from, lambda: makings.append(made_from) or make_assets(Sources(texts={}, static=STATIC)))
        assert (assets.names, assets.before, assets.python) == (whole.names, whole.before, whole.python)
        return {path: bytes_of(content) for path, content in assets.contents.items()}

    assert kept("one") == kept("one") == kept("two") == whole.contents and makings == ["one", "two"]
    next(place for place in tmp_path.glob("*/*") if place.suffix != ".json" and place.stat().st_size).write_bytes(b"")
    assert kept("one") == whole.contents and makings == ["one", "two", "one"]
    for place in tmp_path.glob("*/*.json"):
        place.write_text('{"contents": [1]}', encoding="utf-8")
    assert kept("one") == whole.contents and makings == ["one", "two", "one", "one"]
