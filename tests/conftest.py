"""Shared by all tests: the flag of the golden pages, the real site built once, and browsers that find it."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHROMIUM_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                  "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write what is the case now into the golden pages")


@pytest.fixture(scope="session")
def course_folder() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, course_folder: Path) -> Path:
    """The real course, built once for the whole run, under a path that holds a space and a plus sign."""
    from easycompilers_site.build import build
    from easycompilers_site.problem import draw

    out = tmp_path_factory.mktemp("host") / "some path" / "c++"
    report = build(course_folder, out)
    assert not report.problems, "\n\n".join(draw(problem) for problem in report.problems)
    return out


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static host like any other."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="session")
def host(built: Path):
    """A static host whose root holds the site below a path; its address, without a slash at the end."""
    root = built.parent.parent
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@pytest.fixture(scope="session")
def site_url(host: str) -> str:
    """The address of the built course, with a slash at the end."""
    return f"{host}/some%20path/c++/"


@pytest.fixture(scope="session")
def chapter_url(site_url: str) -> str:
    return f"{site_url}transformers-from-the-ground-up/residual-streams-and-layer-norm/"


def missing(tool: str, hint: str) -> None:
    """Skip what needs `tool`, loudly; where tools are required, fail."""
    if os.environ.get("EASYCOMPILERS_REQUIRE_BROWSERS"):
        pytest.fail(f"{tool} is missing: {hint}", pytrace=False)
    pytest.skip(f"{tool} is missing: {hint}")


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, driven by Playwright."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        missing("Chromium", "run `make browsers`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium, host: str):
    """A fresh page that knows nothing; a request that leaves the host, or an error in a script, fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    strangers, errors = [], []
    page.on("request", lambda request: strangers.append(request.url) if not request.url.startswith((host, "data:", "blob:")) else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not strangers, f"requests to another host: {strangers}"
    assert not errors, f"errors in scripts: {errors}"
