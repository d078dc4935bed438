"""The service worker's lists: what a page may need, named as a browser asks for it, the same for the same site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from files import put

from easycompilers_site.cli import main

FILES = {
    "course/site.yaml": "title: Example\n",
    "course/first/01-one.md": "![p](pics/p.png)\n\n```{code-cell} python\n1 + 1\n```\n",
    "course/first/pics/p.png": b"picture",
    "static/my own.js": b"// mine\n",
}


def built(folder: Path, files: dict[str, str | bytes]) -> Path:
    put(folder, files)
    result = CliRunner().invoke(main, ["build", str(folder)])
    assert result.exit_code == 0, result.output
    return folder / "dist"


def lists(site: Path) -> tuple[list[str], list[str]]:
    lines = (site / "service-worker.js").read_text(encoding="utf-8").split(";\n")
    return json.loads(lines[0].removeprefix("const needed = ")), json.loads(lines[1].removeprefix("const always = "))


def test_all_scripts_the_sheet_and_python_are_needed_and_nothing_else(tmp_path: Path) -> None:
    site = built(tmp_path, FILES)
    needed, always = lists(site)
    there = [path.relative_to(site).as_posix().replace(" ", "%20") for path in site.rglob("*") if path.suffix in (".js", ".css", ".wasm", ".zip", ".bin")]
    assert needed == sorted(path for path in there if path != "service-worker.js" and not path.startswith("search/"))
    assert always == ["", "review/"]


def test_with_a_glossary_its_page_is_kept_unseen(tmp_path: Path) -> None:
    assert lists(built(tmp_path, {**FILES, "glossary.yaml": "square: Four sides.\n"}))[1] == ["", "review/", "glossary/"]


def test_a_site_without_cells_keeps_no_python(tmp_path: Path) -> None:
    site = built(tmp_path, {**FILES, "course/first/01-one.md": "Text, and ![p](pics/p.png).\n"})
    assert not [path for path in lists(site)[0] if path.startswith("python/")]


def test_the_worker_changes_with_a_script_and_not_with_a_text(tmp_path: Path) -> None:
    worker = (built(tmp_path, FILES) / "service-worker.js").read_bytes()
    assert (built(tmp_path, {"course/first/01-one.md": "Another text.\n\n```{code-cell} python\n2\n```\n"}) / "service-worker.js").read_bytes() == worker
    assert (built(tmp_path, {"static/my own.js": b"// changed\n"}) / "service-worker.js").read_bytes() != worker


@pytest.mark.parametrize(("value", "registers"), [("true", True), ("false", False)])
def test_an_author_may_want_none(tmp_path: Path, value: str, registers: bool) -> None:
    site = built(tmp_path, {**FILES, "course/site.yaml": f"title: Example\noffline: {value}\n"})
    [files] = site.glob("assets/python/files.*.js")
    assert ("serviceWorker:null" not in files.read_text(encoding="utf-8")) == registers
    assert ("registration.unregister()" in (site / "service-worker.js").read_text(encoding="utf-8")) != registers
