"""A page at every address that a host may give it: with its slash, without it, by the name of its file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from engines import Visit
from files import put
from hosts import StaticHost, serving
from learner import LOADING, run
from playwright.sync_api import Page, expect

from easycompilers_site.build import build

pytestmark = [pytest.mark.browser, pytest.mark.ours]

# What a page under a strict host may say, though it works.
HEARD = ("Loading module from", "Creating a worker from 'blob:", "The page’s settings blocked a worker script (worker-src) at blob:")

HOSTING = Path(__file__).parent.parent.parent / "docs" / "course" / "guide" / "10-publishing.md"

SITE = {
    "course/site.yaml": "title: Rivers\n",
    "course/water/course.yaml": "title: Water\n",
    "course/water/01-spring.md": "---\ntitle: Spring\naliases: [source]\n---\n\n## Banks\n\nOn to the [mouth](02-mouth.md#delta), past ![a weir](weir.svg).\n\n"
                                 "```{code-cell} python\nprint(6 * 7)\n```\n",
    "course/water/02-mouth.md": "---\ntitle: Mouth\n---\n\n## Delta\n\nA river ends.\n",
    "course/water/weir.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>',
}


class Keeping(StaticHost):
    """It serves a folder's page at the folder's name, with a slash or without, and sends nobody anywhere."""

    def send_head(self):
        if os.path.isdir(self.translate_path(self.path)) and not self.path.partition("?")[0].endswith("/"):
            self.path = "{0}/{1}{2}".format(*self.path.partition("?"))
        return super().send_head()


class Stripping(Keeping):
    """It has addresses without a slash only."""

    def send_head(self):
        path, mark, query = self.path.partition("?")
        if path.endswith("/") and path != "/":
            self.send_response(308)
            self.send_header("Location", path.rstrip("/") + mark + query)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        return super().send_head()


class Strict(Keeping):
    """It sends the policy for scripts that the guide gives, and nothing beyond it."""

    policy = " ".join(re.findall(r"`(script-src [^`]*|'sha256-[^`]*)`", HOSTING.read_text(encoding="utf-8")))

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


@pytest.fixture(scope="module")
def rivers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rivers")
    put(folder / "site", SITE)
    report = build(folder / "site", folder / "host" / "re po" / "v1.2")
    assert not report.failed, report.problems
    return folder / "host"


@pytest.fixture(params=[StaticHost, Keeping, Stripping, Strict], ids=lambda kind: kind.__name__.lower())
def host(request: pytest.FixtureRequest, rivers: Path):
    with serving(rivers, request.param) as address:
        yield address


@pytest.fixture
def page(kept_visit: Visit, page_at: Callable[[str], Page], host: str) -> Page:
    """A page that may hear of a script which Firefox fetched ahead, before the address was put right; it is fetched again.

    It may hear too that a host's own policy forbids the worker that Python would start from: it starts from its address then.
    """
    kept_visit.expected = HEARD
    return page_at(host)


def come(page: Page, address: str) -> None:
    """As `learner.arrive`, whose way of waiting a policy for scripts forbids."""
    page.goto(address)
    expect(page.locator(":not(:defined)")).to_have_count(0, timeout=LOADING)


@pytest.mark.parametrize("place", ["", "/water", "/water/spring"], ids=["site", "course", "chapter"])
def test_style_and_links_are_right_at_every_address(page: Page, host: str, place: str) -> None:
    home = f"{host}/re%20po/v1.2"
    followed: set[str] = set()
    for ending in ("", "/", "/index.html"):
        come(page, f"{home}{place}{ending}?from=mail")
        assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") == "700", f"not styled at …{ending}"
        assert page.evaluate("location.search") == "?from=mail"
        links = set(page.eval_on_selector_all("a[href]", "links => links.map(({href}) => href.split(/[?#]/)[0])"))
        assert {link for link in links if not link.startswith(f"{home}/")} == set(), ending
        for link in links - followed:
            assert page.request.get(link).ok, (link, ending)
        followed |= links


def test_a_chapter_works_and_is_left_and_come_back_to(page: Page, host: str) -> None:
    come(page, f"{host}/re%20po/v1.2/water/spring#banks")
    assert page.evaluate("document.querySelector(':target').id") == "banks"
    assert page.get_by_role("img", name="a weir").evaluate("image => (image.loading = 'eager', image.decode().then(() => image.naturalWidth))") == 30
    assert run(page.locator("ec-code-cell")) == "42\n"
    page.reload()
    page.get_by_role("link", name="mouth", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Mouth")).to_be_visible()
    page.get_by_role("link", name="Spring").last.click()
    expect(page.get_by_role("heading", level=1, name="Spring")).to_be_visible()


def test_an_old_address_leads_to_the_new_one(page: Page, host: str) -> None:
    page.goto(f"{host}/re%20po/v1.2/water/source")
    expect(page.get_by_role("heading", level=1, name="Spring")).to_be_visible()
