"""Hosts, policies and engines that stand in Python's way: each is told in a sentence, and what can be read is read."""

from __future__ import annotations

import re
import shutil
import threading
from pathlib import Path

import pytest
from engines import open_visit
from hosts import FriendlyHost, StaticHost, serving
from learner import CELLS, LOADING, arrive, button, output, run, until, write
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
CHAPTER = "transformers-from-the-ground-up/residual-streams-and-layer-norm/"


def refused(page: Page, words: str) -> None:
    """A run ends at once, with these words."""
    button(page.locator(CELLS).first, "Run").click()
    told(page, words)


def told(page: Page, words: str) -> None:
    cell = page.locator(CELLS).first
    expect(cell.get_by_role("status")).to_contain_text(words, timeout=LOADING)
    expect(cell).to_have_attribute("state", "failed")
    expect(button(cell, "Stop")).to_be_hidden()
    expect(output(cell)).to_contain_text("Recorded output")


class Hiding(StaticHost):
    """It gives no files of some kinds away."""

    kinds = (".wasm", ".zip")

    def do_GET(self) -> None:
        if self.path.endswith(self.kinds):
            self.send_error(403)
        else:
            super().do_GET()


@pytest.mark.parametrize(("kinds", "words"), [
    ((".wasm",), "pyodide.asm.wasm did not arrive (the server answered 403)"),
    pytest.param((".zip",), ".zip did not arrive (the server answered 403)", marks=pytest.mark.ours),
])
def test_a_host_that_gives_a_kind_of_file_to_nobody(page_at, built, kinds, words):
    handler = type("Host", (Hiding,), {"kinds": kinds})
    with serving(built, handler) as address:
        page = page_at(address)
        arrive(page, f"{address}/{CHAPTER}")
        refused(page, words)


@pytest.mark.ours
@pytest.mark.parametrize("kind", [".wasm", ".zip"])
def test_a_host_that_puts_a_page_in_the_place_of_a_file(page_at, built, kind):
    handler = type("Host", (FriendlyHost,), {"kind": kind})
    with serving(built, handler) as address:
        page = page_at(address)
        arrive(page, f"{address}/{CHAPTER}")
        refused(page, "Something on the way may have put a page in its place.")
        expect(page.locator(CELLS).first.get_by_role("status")).to_contain_text(f"{kind} is of no use")


LINES = " ".join(re.findall(r"'sha256-[^']+'", (ROOT / "docs/course/guide/10-publishing.md").read_text(encoding="utf-8")))


class Strict(StaticHost):
    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


def test_a_policy_that_forbids_webassembly_is_told(page_at, built):
    with serving(built, type("Host", (Strict,), {"policy": f"script-src 'self' {LINES}"})) as address:
        page = page_at(address)
        arrive(page, f"{address}/{CHAPTER}")
        refused(page, "The rules with which this page is served (Content-Security-Policy) forbid WebAssembly")
        expect(page.locator(CELLS).first.get_by_role("status")).not_to_contain_text("try again")


def test_a_policy_that_allows_webassembly_and_nothing_more_will_do(browsers, engine, built):
    policy = f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval' {LINES}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
    with serving(built, type("Host", (Strict,), {"policy": policy})) as address:
        visit = open_visit(browsers, engine, address)  # left without the check: that its own way of starting a worker is refused is told
        page = visit.page
        arrive(page, f"{address}/{CHAPTER}")
        assert run(page.locator(CELLS).first, "print(1)") == "1\n"
        visit.leave()


@pytest.mark.ours
def test_an_engine_without_webassembly_is_told(page, chapter_url):
    page.add_init_script("delete window.WebAssembly")
    arrive(page, chapter_url)
    refused(page, "This browser has no WebAssembly, which Python needs.")


@pytest.mark.ours
def test_without_scripts_a_word_stands_where_run_would(open_page, chapter_url):
    page = open_page(script=False)
    page.goto(chapter_url)
    expect(page.get_by_text("Running this code takes JavaScript").first).to_be_visible()
    expect(page.get_by_role("button", name="Run", include_hidden=False)).to_have_count(0)


@pytest.mark.ours
def test_with_scripts_the_word_is_gone(cell, page):
    expect(page.get_by_text("Running this code takes JavaScript").first).to_be_hidden()


def test_a_page_opened_as_a_file_reads_well_and_says_what_it_takes_to_run(open_page, built):
    page = open_page(home="file:")
    page.goto((built / CHAPTER / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Recorded output").first).to_be_visible()
    if page.locator(CELLS).count():  # Firefox runs a file's scripts
        refused(page, "This page was opened as a file")
    else:
        expect(page.get_by_text("Running this code takes JavaScript, and a page that comes from a web server.").first).to_be_visible()
        expect(page.get_by_role("button", name="Run")).to_have_count(0)


# ── silence ──


# The time that the page waits for a file is over at a word with the file's name. A short time would be over for others as well on a busy
# machine, and for this one when it comes at last.
CLOCK = """
const { setTimeout: wait, clearTimeout: leave } = globalThis;
const waits = new Map();
globalThis.setTimeout = (what, after, name = "", ...rest) => {
  const timer = wait(what, after, name, ...rest);
  if (after === PATIENCE.download) waits.set(timer, [name, what]);
  return timer;
};
globalThis.clearTimeout = (timer) => (waits.delete(timer), leave(timer));
const late = new BroadcastChannel("late");
late.onmessage = ({ data }) => [...waits.values()].forEach(([name, what]) => name.startsWith(data) && what());
"""
OVER = """name => {
  (window.late ??= new BroadcastChannel("late")).postMessage(name);
  return document.querySelector("ec-code-cell[state=failed]") !== null;
}"""


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Path:
    """The site with that clock, whose timers are given the name of the file that is waited for."""
    site = tmp_path_factory.mktemp("timed") / "site"
    shutil.copytree(built, site)
    for script, what, instead in (("protocol", r"\Z", CLOCK), ("fetched", r"PATIENCE\.download\)", "PATIENCE.download, name)"),
                                  ("launch", r"PATIENCE\.start\)", "PATIENCE.start, late && nameOf(late))")):
        [path] = site.glob(f"assets/python/{script}.*.js")
        text, count = re.subn(what, lambda _, instead=instead: instead, path.read_text(encoding="utf-8"))
        assert count == 1
        path.write_text(text, encoding="utf-8")
    return site


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", *(pytest.param(name, marks=pytest.mark.ours) for name in ("python_stdlib.zip", "pyodide.asm.js", "worker"))])
def test_a_file_that_never_comes_is_given_up_by_its_name(page_at, timed, name):
    awake = threading.Event()

    class Silent(StaticHost):
        def do_GET(self) -> None:
            if self.path.rpartition("/")[2].startswith(name):
                awake.wait()
            super().do_GET()

    with serving(timed, Silent) as address:
        page = page_at(address)
        arrive(page, f"{address}/{CHAPTER}")
        cell = page.locator(CELLS).first
        button(cell, "Run").click()
        until(page, OVER, name)
        told(page, f"Python could not be loaded: {name}")
        awake.set()
        write(cell, "print(1)")
        button(cell, "Run").click()  # its state is still that of the run before, so that no end of it can be waited for
        expect(output(cell)).to_have_text(re.compile(r"^1\s*$"), use_inner_text=True, timeout=LOADING)
