"""The policy of the pages: a learner's whole way meets nothing that it forbids, and what gets in by another way is refused."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from engines import Browsers, open_visit
from files import put
from hosts import StaticHost, TellingHost, serving
from learner import CELLS, SOON, arrive, button, output, run, until
from playwright.sync_api import Error, Locator, expect

from easycompilers_site.build import build

pytestmark = pytest.mark.browser

CHAPTER = """---
title: One
---

A *token* is meant.

```{code-cell} python
6 * 7
```

```{code-cell} python
from coursekit import lines
lines({"loss": [3, 2, 1]}, title="Down")
```

<p style="color: rgb(1, 2, 3)">A style of its own.</p>

![A square](red.svg)

::::{quiz}
:::{question}
:label: q-shown

What is shown?

- [ ] A question.
  > It asks.
- [x] A policy.
  > It allows.
:::
::::
"""
RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><style>rect{fill:rgb(255,0,0)}</style><rect width="9" height="9" fill="#00f"/></svg>'
MIDDLE = """async (image) => {
  await image.decode();
  const brush = Object.assign(document.createElement("canvas"), { width: 9, height: 9 }).getContext("2d");
  brush.drawImage(image, 0, 0, 9, 9);
  return [...brush.getImageData(4, 4, 1, 1).data];
}"""
RICH = """
class Rich:
    def _repr_html_(self):
        return "<p style='color: rgb(4, 5, 6)'>Rich</p><img src=x onerror='document.title = 1'><script>document.title = 2</script>"
Rich()
"""
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => window.violations.push(`${effectiveDirective} ${blockedURI}`));
"""
FETCH = """
from js import fetch
from pyodide.ffi import run_sync
for address in ["HERE/404.html", "ELSEWHERE/404.html"]:
    try:
        print(run_sync(fetch(address)).status)
    except Exception as error:
        print("refused")
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("policy")
    put(site, {"course/site.yaml": "title: Small\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": CHAPTER, "course/first/red.svg": RED,
               "glossary.yaml": "token: A piece of text.\n"})
    report = build(site, site / "dist")
    assert report.pages, report.problems
    return site / "dist"


def colour(place: Locator) -> str:
    return place.evaluate("(element) => getComputedStyle(element).color")


def test_a_learner_meets_nothing_that_the_policy_forbids(open_page, small: Path) -> None:
    """With the policy in headers as well as in the page, which is the stricter; all other tests have it in the page alone."""
    with serving(small, TellingHost) as address:
        page = open_page(home=address, offline=True)
        page.add_init_script(WATCH)
        arrive(page, f"{address}/first/one/")
        assert colour(page.get_by_text("A style of its own")) == "rgb(1, 2, 3)"
        assert page.get_by_alt_text("A square").evaluate(MIDDLE) == [255, 0, 0, 255], "a picture has lost its style"
        first, drawing = (page.locator(CELLS).nth(n) for n in (0, 1))
        assert "Rich" in run(first, RICH)
        assert colour(output(first).get_by_text("Rich")) == "rgb(4, 5, 6)"
        run(drawing)
        expect(output(drawing).get_by_role("img")).to_be_visible()
        page.get_by_label("A policy.").check()
        button(page, "Check answer").click()
        button(page, "Search").click()
        page.get_by_role("searchbox").fill("meant")
        expect(page.get_by_role("dialog").get_by_role("link", name="One")).to_be_visible(timeout=SOON)
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Glossary", exact=True).click()
        expect(page.get_by_role("dialog").get_by_text("A piece of text")).to_be_visible()
        page.keyboard.press("Escape")
        button(page, "Settings").click()
        page.get_by_role("radio", name="Dark").check()
        page.keyboard.press("Escape")
        until(page, "Boolean(navigator.serviceWorker.controller)")
        assert page.evaluate("window.violations") == []
        page.goto(f"{address}/review/")
        page.goto(f"{address}/404.html")
        until(page, "(home) => document.querySelector('main a').href === home", f"{address}/")
        assert page.evaluate("window.violations") == []


#: No page but the vocabulary's own has these styles, so that the policy of a chapter knows nothing of them.
STYLED = """\
token: A piece of text.
stranger: |
  One with a <b style="color: rgb(7, 8, 9)">look</b> and a <i class="mine">manner</i> of its own.

  <style>.mine { color: rgb(9, 8, 7) }</style>
"""


def test_what_comes_from_another_page_keeps_its_look(browsers: Browsers, engine: str, tmp_path: Path) -> None:
    put(tmp_path, {"course/site.yaml": "title: Small\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": "# One\n\nA *token* is meant.\n",
                   "glossary.yaml": STYLED})
    build(tmp_path, tmp_path / "dist")
    with serving(tmp_path / "dist") as address:
        visit = open_visit(browsers, engine, address)  # left without the check: Chromium tells of each style as soon as it reads the other page
        arrive(visit.page, f"{address}/first/one/")
        visit.page.get_by_role("link", name="Glossary", exact=True).click()
        dialog = visit.page.get_by_role("dialog")
        expect(dialog.get_by_text("look")).to_be_visible()
        assert colour(dialog.get_by_text("look")) == "rgb(7, 8, 9)", "the style of an element"
        assert colour(dialog.get_by_text("manner")) == "rgb(9, 8, 7)", "a style sheet"
        assert dialog.locator("style, [data-look]").count() == 0
        visit.leave()


class Injected(StaticHost):
    """As if somebody had brought a script into its pages."""

    def send_head(self):
        sent = super().send_head()
        return sent if sent is None or not self.path.endswith("/") else io.BytesIO(sent.read().replace(b"<h1", INJECTED + b"<h1", 1))

    def send_header(self, name: str, value: str) -> None:
        super().send_header(name, str(int(value) + len(INJECTED)) if name == "Content-Length" and self.path.endswith("/") else value)


INJECTED = b"<script>document.title = 'in'</script><img src='data:,' alt='' onerror=\"document.title = 'in'\"><style>h1 { color: rgb(9, 9, 9) }</style>"


def test_what_gets_into_a_page_is_refused_and_python_asks_no_other_host(browsers: Browsers, engine: str, small: Path) -> None:
    """By the policy in the page alone."""
    with serving(small, Injected) as address, serving(small) as elsewhere:
        visit = open_visit(browsers, engine, address)  # left without the check, which would tell of what is refused
        visit.page.add_init_script(WATCH)
        arrive(visit.page, f"{address}/first/one/")
        assert set(visit.page.evaluate("window.violations")) == {"script-src-elem inline", "script-src-attr inline", "style-src-elem inline"}
        assert colour(visit.page.get_by_role("heading", level=1)) != "rgb(9, 9, 9)"
        said = run(visit.page.locator(CELLS).first, FETCH.replace("HERE", address).replace("ELSEWHERE", elsewhere)).split()
        assert (said[0], said[-1]) == ("200", "refused"), said
        for script in ("document.body.innerHTML = '<b>in</b>'", "new Worker('data:text/javascript,')", "document.createElement('script').text = '1'"):
            with pytest.raises(Error, match="(?i)trusted|sink|script of this site"):
                visit.page.evaluate(script)
        assert "in" not in visit.page.title().split()
        visit.leave()
