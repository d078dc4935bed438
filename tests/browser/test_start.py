"""How Python starts: not before somebody is about to run something, from a snapshot where it can be used, and the same without one."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from everyday import EVERYDAY
from hosts import serving
from learner import CELLS, LOADING, SOON, arrive, button, output, run, write
from playwright.sync_api import Page, expect

from easycompilers_site.cli import main

pytestmark = pytest.mark.browser

FROM_SNAPSHOT = "import sys\nprint('statistics' in sys.modules)"  # nobody has imported it, but the snapshot holds it


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


# ── when ──


def asked_by(page: Page) -> list[str]:
    """The names of Python's files, as the page asks for them from now on."""
    names: list[str] = []
    page.on("request", lambda request: names.append(request.url.rpartition("/")[2]) if "/python/" in request.url else None)
    return names


def of_python(names: list[str]) -> set[str]:
    """Those that a reader of the page does without."""
    return {name.partition(".")[0] for name in names} & {"pyodide", "python_stdlib", "snapshot", "page", "worker", "fetcher"}


@pytest.mark.parametrize("sign", ["hover", pytest.param("focus", marks=pytest.mark.ours)])
def test_nothing_is_fetched_until_somebody_is_about_to_run(page, chapter_url, sign):
    asked = asked_by(page)
    arrive(page, chapter_url)
    cell = page.locator(CELLS).first
    page.wait_for_load_state("networkidle")
    button(cell, "Reset").hover()
    assert not of_python(asked)
    with page.expect_request("**/pyodide.asm.wasm", timeout=LOADING):
        getattr(button(cell, "Run"), sign)()
    assert run(cell, FROM_SNAPSHOT) == "True\n"
    assert asked.count("pyodide.asm.wasm") == 1, "what came early is not fetched again"


@pytest.mark.ours
@pytest.mark.parametrize("connection", ["{ saveData: true, effectiveType: '4g' }", "{ effectiveType: '3g' }", "{ type: 'cellular', effectiveType: '4g' }"])
def test_where_bytes_are_dear_only_a_run_fetches(open_page, chapter_url, connection):
    page = open_page()
    asked = asked_by(page)
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {connection} }})")
    arrive(page, chapter_url)
    cell = page.locator(CELLS).first
    button(cell, "Run").hover()
    button(cell, "Run").focus()
    page.wait_for_load_state("networkidle")
    assert not of_python(asked)
    with page.expect_request("**/pyodide.asm.wasm", timeout=LOADING), page.expect_request("**/snapshot.*", timeout=LOADING):
        button(cell, "Run").click()
    assert "fetcher" in of_python(asked)


# ── from what ──


@pytest.fixture
def said(page: Page) -> list[str]:
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text))
    return lines


def other_version(packed: bytes) -> bytes:
    return gzip.compress(re.sub(rb'"version":".', b'"version":"1', gzip.decompress(packed), count=1), compresslevel=1)


def other_build(packed: bytes) -> bytes:
    return gzip.compress(re.sub(rb'"build":"..', b'"build":"zz', gzip.decompress(packed), count=1), compresslevel=1)


BROKEN_STREAM = pytest.mark.lacking("firefox", "it reports a stream that breaks off as an error of the page, whoever handles it")


@pytest.mark.parametrize("spoil, why", [
    (lambda packed: b"<!doctype html><title>Not found</title>", "it is no snapshot"),
    pytest.param(lambda packed: packed[: len(packed) // 2], "", marks=BROKEN_STREAM),
    pytest.param(other_version, "it is of Pyodide 1", marks=pytest.mark.ours),
    pytest.param(other_build, "it is of another build", marks=pytest.mark.ours),
], ids=["a page in its place", "half of it", "of another version", "of another build"])
def test_a_snapshot_that_cannot_be_used_is_done_without(cell, page, said, spoil: Callable[[bytes], bytes], why: str, built: Path):
    [snapshot] = built.glob("python/*/snapshot.*.bin")
    page.route("**/snapshot.*", lambda route: route.fulfill(body=spoil(snapshot.read_bytes())))
    assert run(cell, FROM_SNAPSHOT) == "False\n"
    assert any(line.startswith("Python starts without its snapshot") and why in line for line in said), said


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The addresses of one chapter, built with a snapshot and without."""
    folder = tmp_path_factory.mktemp("sites")
    cells = "\n".join(f"```{{code-cell}} python\n:tags: [isolated, raises-exception]\n\n{source}\n```\n" for source in EVERYDAY)
    for name, text in {"site.yaml": "title: Example\n", "first/course.yaml": "title: First\n", "first/01-one.md": cells}.items():
        place = folder / "author/course" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for name, options in {"snapshot": [], "no-snapshot": ["--no-snapshot"]}.items():
        result = CliRunner().invoke(main, ["build", str(folder / "author"), "--out", str(folder / "host" / name), *options])
        assert result.exit_code == 0, result.output
    assert [path.parts[-4] for path in (folder / "host").rglob("snapshot.*")] == ["snapshot"]
    with serving(folder / "host") as address:
        yield {name: f"{address}/{name}/first/one/" for name in ("snapshot", "no-snapshot")}


def test_cells_give_the_same_with_and_without_a_snapshot(page_at, sites):
    shown = {}
    for name, address in sites.items():
        page = page_at(address.partition(f"/{name}/")[0])
        arrive(page, address)
        cells = page.locator(CELLS).all()
        assert run(cells[0], FROM_SNAPSHOT) == f"{name == 'snapshot'}\n"
        button(cells[0], "Reset").click()
        shown[name] = [run(cell) for cell in cells]
    assert len(shown["snapshot"]) == len(EVERYDAY)
    for source, here, there in zip(EVERYDAY, shown["snapshot"], shown["no-snapshot"], strict=True):
        assert here == there, source


# ── again ──


def test_after_stop_the_cells_above_run_again_where_they_are_needed(cells, page):
    first, second = cells.nth(0), cells.nth(1)
    run(first, "import random\nrandom.seed(3)\nnumbers = [random.random()]\nprint('above')")
    write(second, "print(len(numbers))\nwhile True: pass")
    button(second, "Run").click()
    expect(output(second)).to_contain_text("1", timeout=LOADING)
    page.get_by_role("banner").get_by_role("link", name="Glossary", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible(timeout=SOON)
    page.keyboard.press("Escape")
    button(second, "Stop").click()
    expect(second.get_by_role("status")).to_contain_text("Stopped. Variables are gone", timeout=SOON)
    assert run(second, "print(len(numbers), 'again')") == "1 again\n"
    expect(output(first)).to_contain_text("above")
    expect(first).to_have_attribute("state", "done")
