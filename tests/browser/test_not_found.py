"""The page for a wrong address, served as hosts do: its text at the wrong address itself, however deep."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosts import StaticHost, serving
from learner import until
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]


class Pages(StaticHost):
    """A host that answers every wrong address below the site with the site's own page."""

    site = ""

    def send_error(self, code, message=None, explain=None) -> None:
        body = (Path(self.site) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@pytest.fixture
def host(built: Path):
    with serving(built.parent.parent, type("Here", (Pages,), {"site": str(built)})) as address:
        yield address


@pytest.mark.parametrize("address", ["nothing", "nothing/", "a/b/c/nothing.html", "transformers-from-the-ground-up/nothing/"])
def test_the_way_home_from_any_depth(page: Page, host: str, address: str) -> None:
    home = f"{host}/some%20path/c++/"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(home + address)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    link = page.get_by_role("link", name="Go to the courses")
    until(page, "(home) => document.querySelector('main a').href === home", arg=home)
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") == "700"
    assert all(url.startswith(home) for url in asked), asked
    expect(page.get_by_role("link", name="Glossary")).to_have_js_property("href", f"{home}glossary/")
    link.click()
    expect(page.get_by_role("heading", name="Courses")).to_be_visible()
    assert page.url == home
