"""`verify`: a good host and folder have nothing wrong, and each way in which a host or an upload goes wrong is told."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from files import put
from hosts import StaticHost, TellingHost, serving

from easycompilers_site.build import build
from easycompilers_site.cli import main
from easycompilers_site.media_types import media_type
from easycompilers_site.problem import Problem
from easycompilers_site.read import runtime_files
from easycompilers_site.verify import Crawl, verify, web
from easycompilers_site.verify.folder import Folder
from easycompilers_site.verify.named import Page, named_in, other_bytes, within

CHAPTER = "---\ntitle: One\nupdated: 2026-01-02\naliases: [old]\n---\n\nText about a *token*, with [a table](data.csv) and [a heading](#two).\n\n## Two\n\n![A drawing](drawing.svg)\n\n```{code-cell} python\n6 * 7\n```\n"


@pytest.fixture(scope="module")
def built_small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("verify")
    put(site, {"course/site.yaml": "title: Small\nurl: https://example.org/my%20site\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": CHAPTER,
               "course/first/data.csv": "1,2\n", "course/first/drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>', "glossary.yaml": "token: A piece of text.\n"})
    assert build(site, site / "dist").pages
    return site / "dist"


@pytest.fixture
def folder(built_small: Path, tmp_path: Path) -> Path:
    """A copy to spoil, below a path. Its files are links to those that were built, so that `spoil` puts new ones in their place."""
    shutil.copytree(built_small, tmp_path / "my site", copy_function=os.link)
    return tmp_path / "my site"


def spoil(place: Path, before: bytes, after: bytes) -> None:
    content = place.read_bytes().replace(before, after)
    place.unlink()
    place.write_bytes(content)


RUNTIME = cache(runtime_files)


class GoodHost(TellingHost):
    """It says types as a host should, keeps to `_headers`, and has the site's own page for a wrong address."""

    def guess_type(self, path) -> str:
        return media_type(str(path))

    def end_headers(self) -> None:
        if not self.path.startswith(("/assets/", "/python/", "/search/")):
            self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code, *_) -> None:
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def found(target: str | Path, **how) -> list[Problem]:
    return list(verify(str(target), lambda line: None, runtime=RUNTIME(), **how).problems)


def told(target: str | Path, **how) -> set[tuple[str, str, str]]:
    return {(problem.severity.value, problem.code, problem.where[0]) for problem in found(target, **how)}


def one(folder: Path, pattern: str) -> Path:
    [place] = folder.glob(pattern)
    return place


def test_a_good_folder_and_a_good_host_have_nothing_wrong(folder: Path) -> None:
    assert found(folder) == []
    with serving(folder, GoodHost) as address:
        result = verify(address, lambda line: None, runtime=RUNTIME())
        assert result.problems == ()


def test_every_file_of_a_site_is_looked_at(folder: Path) -> None:
    """All but what hosts are told, and the licences of what others made."""
    crawl = Crawl(Folder(folder), lambda line: None, 1000, RUNTIME())
    assert list(crawl.problems()) == []
    seen = {unquote(path) for path in crawl.answers}
    files = {place.relative_to(folder).as_posix() for place in folder.rglob("*") if place.is_file()}
    unseen = files - seen - {f"{path}index.html" for path in seen if not path or path.endswith("/")}
    assert {path for path in unseen if not path.startswith((".", "_")) and "LICENSE" not in path} == set()


def gone(pattern: str) -> Callable[[Path], None]:
    return lambda folder: one(folder, pattern).unlink()


def other(pattern: str, before: bytes, after: bytes) -> Callable[[Path], None]:
    return lambda folder: spoil(one(folder, pattern), before, after)


@pytest.mark.parametrize(("harm", "code", "place", "words"), [
    (lambda folder: min((folder / "search/fragment").iterdir()).unlink(), "served-missing", "search/files.json", "pf_fragment"),
    (gone("search/index/*"), "served-missing", "search/files.json", "pf_index"),
    (gone("search/*.pf_meta"), "served-missing", "search/pagefind-entry.json", "pf_meta"),
    (gone("search/files.json"), "served-missing", "/", "search/files.json"),
    (gone("first/one/one.md"), "served-missing", "llms.txt", "first/one/one.md"),
    (gone("llms.txt"), "served-missing", "/", "llms.txt"),
    (gone("sitemap.xml"), "served-missing", "/", "sitemap.xml"),
    (gone("covers/first/one/cover.png"), "served-missing", "first/one/", "cover.png"),
    (gone("assets/icon.*.svg"), "served-missing", "/", "icon."),
    (gone("offline/index.html"), "served-missing", "service-worker.js", "offline/"),
    (gone("first/data.csv"), "served-missing", "first/one/one.md", "data.csv"),
    (other("feed.xml", b"/first/one/", b"/first/gone/"), "served-missing", "feed.xml", "first/gone/"),
    (other("sitemap.xml", b"/first/one/", b"/first/gone/"), "served-missing", "sitemap.xml", "first/gone/"),
    (other("manifest.webmanifest", b"assets/icon", b"assets/eikon"), "served-missing", "manifest.webmanifest", "eikon"),
    (other("manifest.webmanifest", b"{", b"["), "served-changed", "manifest.webmanifest", "cannot be read"),
    (other("first/one/one.md", b"/first/data.csv", b"/first/table.csv"), "served-missing", "first/one/one.md", "first/table.csv"),
    (other("_redirects", b"/first/one/ 301", b"/first/gone/ 301"), "served-missing", "_redirects", "first/gone/"),
    (other("search/pagefind-entry.json", b'"wasm"', b'"mswa"'), "served-changed", "search/pagefind-entry.json", "cannot be read"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_one_thing_that_is_broken_is_told_with_its_place(folder: Path, harm: Callable[[Path], None], code: str, place: str, words: str) -> None:
    harm(folder)
    problems = found(folder)
    assert problems and any((problem.code, problem.where[0]) == (code, place) and words in problem.message for problem in problems), problems


def test_a_part_of_the_search_that_cannot_be_unpacked(folder: Path) -> None:
    part = next((folder / "search/fragment").iterdir())
    content = part.read_bytes()
    part.unlink()
    part.write_bytes(content[:-9] + bytes(9))
    assert [(problem.code, problem.where[0]) for problem in found(folder)] == [("served-changed", part.relative_to(folder).as_posix())]


def test_listings_and_formulas_of_a_chapter_s_markdown_are_no_links() -> None:
    text = b"[a](b.md) and `x[1](y)` and $f[x](y)$\n\n```python\nx[1](z)\n```\n\n[c](<d.md>)\n"
    assert list(named_in("first/one/one.md", text)) == ["b.md", "d.md"]


def test_below_a_path_nothing_outside_of_it_is_asked_for(folder: Path) -> None:
    asked: list[str] = []

    class Listening(StaticHost):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()

    spoil(folder / "first/one/index.html", b"</main>", b'<a href="/other/">x</a><a href="//127.0.0.1:9/x">y</a><a href="mailto:a@b">z</a></main>')
    with serving(folder.parent, Listening) as address:
        assert not [problem for problem in found(f"{address}/my%20site") if problem.is_error]
    assert asked and all(path.startswith("/my%20site/") for path in asked if path != "/my%20site")


def test_a_file_that_was_not_uploaded(folder: Path) -> None:
    script = one(folder, "assets/main.*.js")
    script.unlink()
    assert ("error", "served-missing", "/") in told(folder)
    assert [problem.message for problem in found(folder) if "main" in problem.message] == [f"`assets/{script.name}` is not there: the answer is 404"]


def test_a_byte_that_changed_on_the_way(folder: Path) -> None:
    changed = [one(folder, pattern) for pattern in ("assets/main.*.js", "assets/python/page.*.zip", "python/*/pyodide.asm.wasm", "python/*/snapshot.*.bin")]
    for place in changed:
        content = place.read_bytes()
        place.unlink()
        place.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert told(folder) == {("error", "served-changed", place.relative_to(folder).as_posix()) for place in changed}


def test_a_heading_that_is_gone(folder: Path) -> None:
    spoil(folder / "first/one/index.html", b'id="two"', b'id="three"')
    assert ("error", "served-anchor", "first/one/") in told(folder)


def test_a_folder_is_not_left(folder: Path) -> None:
    put(folder.parent, {"secret.txt": "secret"})
    (folder / "out.txt").symlink_to(folder.parent / "secret.txt")
    spoil(folder / "index.html", b"</main>", b'<a href="out.txt">x</a><a href="%2e%2e/secret.txt">y</a><a href="a%00b">z</a></main>')
    missing = {problem.message for problem in found(folder) if problem.code == "served-missing"}
    assert missing == {"`out.txt` is not there: the answer is 404", "`a%00b` is not there: the answer is 404"}


class WrongTypes(GoodHost):
    def guess_type(self, path) -> str:
        return "text/plain" if str(path).endswith((".wasm", ".css")) else super().guess_type(path)


class NoSlash(GoodHost):
    def send_head(self):
        if Path(self.translate_path(self.path)).is_dir() and not self.path.endswith("/"):
            self.send_error(404)
            return None
        return super().send_head()


class Soft(GoodHost):
    def send_error(self, code, *_) -> None:
        super().send_error(200)


class Login(GoodHost):
    def do_GET(self) -> None:
        if self.path.startswith("/glossary"):
            self.send_response(302)
            self.send_header("Location", "https://login.example/")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()


class Broken(GoodHost):
    """Of one file it promises more than it sends, for another it says that it is ill."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.endswith("data.csv"):
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"1,2")
            self.close_connection = True
        elif self.path.endswith("drawing.svg"):
            super().send_error(503)
        else:
            super().do_GET()


@pytest.mark.parametrize(("host", "problems"), [
    (WrongTypes, {("error", "served-type", "assets/site.*.css"), ("warning", "served-type", "python/*/pyodide.asm.wasm")}),
    (NoSlash, {("error", "served-slash", "review/")}),
    (Soft, {("error", "served-not-found", "404.html")}),
    (Login, {("error", "served-elsewhere", "/")}),
    (Broken, {("error", "served-unanswered", "first/one/")}),
])
def test_a_host_with_a_fault(folder: Path, host: type[StaticHost], problems: set[tuple[str, str, str]]) -> None:
    wanted = {(severity, code, one(folder, path).relative_to(folder).as_posix() if "*" in path else path) for severity, code, path in problems}
    with serving(folder, host) as address:
        assert told(address) == wanted


@contextmanager
def dripping(every: float) -> Iterator[str]:
    """A host that sends one byte at a time and never comes to an end."""
    over = threading.Event()

    def serve(listener: socket.socket) -> None:
        while not over.is_set():
            try:
                line, _ = listener.accept()
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
                while not over.wait(every):
                    line.sendall(b"x")
            except OSError:
                continue

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            over.set()


def test_a_host_that_drips_or_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SECONDS_OF_ALL", 0.2)
    monkeypatch.setattr(web, "SECONDS_OF_SILENCE", 0.2)
    with dripping(0.01) as address:
        assert [problem.code for problem in found(address)] == ["served-unanswered"]
    with dripping(60) as address:
        assert "does not answer in time" in found(address)[0].message
    assert [problem.code for problem in found("http://127.0.0.1:1/")] == ["served-unanswered"]


def test_it_comes_to_an_end_on_any_site(folder: Path) -> None:
    assert ("warning", "served-too-many", "/") in told(folder, most=5)


def test_the_command(folder: Path) -> None:
    run = CliRunner().invoke
    result = run(main, ["verify", str(folder)])
    assert result.exit_code == 0 and "Nothing is wrong in" in result.output and "cannot be known from a folder" in result.output
    one(folder, "assets/main.*.js").unlink()
    result = run(main, ["verify", "--format", "json", str(folder)])
    report = json.loads(result.stdout)
    assert result.exit_code == 1 and {problem["code"] for problem in report["problems"]} == {"served-missing"} and report["errors"] == len(report["problems"])
    assert run(main, ["verify", str(folder / "none")]).exit_code == 2


@pytest.mark.parametrize(("href", "leads_to"), [
    ("../two/#a%20b", ("first/two/", "a b")), ("#here", ("first/one/", "here")), ("../../", ("", "")), ("über/", ("first/one/%C3%BCber/", "")),
    ("/courses/x", ("x", "")), ("/", None), ("../../../", None), ("https://example.org/courses.evil/", None), ("javascript:alert(1)", None), ("http://[", None),
    ("//example.org/courses/x", None), ("data:,", None),
])
def test_what_a_link_leads_to(href: str, leads_to: tuple[str, str] | None) -> None:
    assert within(href, "first/one/", "https://example.org/courses/") == (("x", "") if href.startswith("//") else leads_to)


def test_what_a_page_names() -> None:
    page = Page('<img srcset="a.png 1x, b.png 2x" src=c.png><meta http-equiv="refresh" content="0; url=../new/"><a name="old" id="new">')
    assert page.hrefs == ["c.png", "a.png", "b.png", "../new/"] and page.ids == {"old", "new"}
    assert other_bytes("first/one/", b"anything", {}) == ""
