"""nginx, Caddy and Apache with what the build wrote for each: `verify` finds nothing, packed copies are sent, and a reader who comes again asks for the page and its pictures alone."""

from __future__ import annotations

import http.client
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from engines import Browsers, open_visit, require
from files import put
from learner import arrive
from servers import SERVERS, Server, program_of, running

from easycompilers_site.build import build
from easycompilers_site.cache import Cache
from easycompilers_site.ci import ci_text
from easycompilers_site.compress import compress
from easycompilers_site.read import runtime_files
from easycompilers_site.verify import verify

CHAPTER = """---
title: One
aliases: [old]
---

Text about a *token*, with [a table](data.csv).

![A drawing](drawing.svg)

```{code-cell} python
6 * 7
```
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one of each, with compressed copies of its pages and scripts: to pack Python as well takes a minute."""
    site = tmp_path_factory.mktemp("servers")
    put(site, {"course/site.yaml": "title: Small\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": CHAPTER, "course/first/data.csv": "1,2\n",
               "course/first/drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "glossary.yaml": "token: A piece of text.\n"})
    report = build(site, site / "dist")
    assert report.pages and not report.problems, report.problems
    small = {place.relative_to(site / "dist").as_posix(): place for place in (site / "dist").rglob("*.*") if place.suffix in (".html", ".js") and place.stat().st_size < 50_000}
    put(site / "dist", compress(small, Cache(None), lambda line: None))
    return site / "dist"


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest, packed: Path) -> Iterator[Server]:
    with running(request.param, packed) as server:
        yield server


def test_packed_copies_are_sent(server: Server, request: pytest.FixtureRequest) -> None:
    """Apache sends them where its owner says so, which takes more than a file in the folder."""
    packing = "identity" if "apache" in request.node.name else "gzip"
    assert asked(f"{server.address}first/one/", "gzip").headers.get("Content-Encoding", "identity") == packing


def test_nothing_is_wrong_with_what_is_published(server: Server) -> None:
    found = verify(server.address, lambda line: None, runtime=runtime_files())
    assert found.problems == () and found.asked > 50


def test_what_only_hosts_read_is_not_given_away(server: Server) -> None:
    for path in (".hosting/nginx.conf", ".htaccess"):
        assert asked(server.address + path).status in (403, 404), path


def test_who_comes_again_asks_for_nothing_that_has_a_hash_in_its_name(server: Server, browsers: Browsers) -> None:
    """But for the page and the author's picture, which are as they were, it is taken from what the browser kept. In Chromium, as one browser is enough to count."""
    require("chromium")
    visit = open_visit(browsers, "chromium", server.address)
    arrive(visit.page, f"{server.address}first/one/")
    visit.page.wait_for_load_state("networkidle")
    before = len(server.asked())
    visit.page.goto("about:blank")
    arrive(visit.page, f"{server.address}first/one/")
    visit.page.wait_for_load_state("networkidle")
    again = server.asked()[before:]
    visit.leave()
    assert before > 10 and again == [("/first/one/", 304), ("/first/drawing.svg", 304)]


def test_the_server_of_the_image_sends_them(packed: Path) -> None:
    """The settings that the Dockerfile writes, in the server that it takes; the container itself is not made here."""
    settings = re.search(r"<<END /etc/caddy/Caddyfile\n(.*?)END\n", ci_text("docker", "", "site"), re.DOTALL)[1]
    settings = settings.replace("{", "{{").replace("}", "}}").replace(":80", "http://127.0.0.1:{port}").replace("/srv/site", "{site}")
    with running("caddy", packed, f"{{{{\nadmin off\nauto_https off\n}}}}\n{settings}") as server:
        for packing in ("br", "gzip"):
            answer = asked(f"{server.address}first/one/", packing)
            assert (answer.status, answer.headers["Content-Encoding"], answer.headers["Cache-Control"]) == (200, packing, "no-cache")
        script = max((packed / "assets").glob("main.*.js")).name
        assert "immutable" in asked(f"{server.address}assets/{script}", "br").headers["Cache-Control"]
        assert verify(server.address, lambda line: None, runtime=runtime_files()).problems == ()


def test_nginx_warns_of_nothing(packed: Path, tmp_path: Path) -> None:
    put(tmp_path, {"settings": SERVERS["nginx"][2].format(folder=tmp_path, port=8080, site=packed, user="")})
    judged = subprocess.run([program_of("nginx"), "-t", "-c", tmp_path / "settings"], capture_output=True, text=True, check=False)
    assert judged.returncode == 0 and "[warn]" not in judged.stderr, judged.stderr


def asked(address: str, packing: str = "identity") -> http.client.HTTPResponse:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    connection.request("GET", parts.path, headers={"Accept-Encoding": packing})
    answer = connection.getresponse()
    answer.read()
    return answer
