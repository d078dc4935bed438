"""An author's own tokens, as a browser takes them: colour and type change, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hosts import serving
from learner import arrive
from playwright.sync_api import Page

from easycompilers_site.build import build

pytestmark = [pytest.mark.browser, pytest.mark.looks]

TOKENS = """\
@layer tokens {
  :root { --action: light-dark(rgb(160 24 138), rgb(255 179 241)); --font-text: "Own Serif", serif; --size-text: 24px; }
}
"""


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("own")
    files = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n",
             "course/first/01-one.md": "# One\n\nA [link](#one).\n", "static/own.css": TOKENS}
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    assert not build(site, site / "dist").failed
    return site / "dist"


@pytest.mark.parametrize(("dark", "colour"), [(False, "rgb(160, 24, 138)"), (True, "rgb(255, 179, 241)")], ids=["light", "dark"])
def test_tokens_alone_change_colour_and_type(open_page: Callable[..., Page], own_site: Path, dark: bool, colour: str) -> None:
    with serving(own_site) as home:
        page = open_page(home=home, dark=dark)
        arrive(page, f"{home}/first/one/")
        link = page.get_by_role("main").get_by_role("link", name="link", exact=True)
        style = link.evaluate("(link) => { const { color, fontFamily, fontSize } = getComputedStyle(link); return [color, fontFamily, fontSize] }")
        assert style == [colour, '"Own Serif", serif', "24px"]
