"""Every kind of page: without script, in both schemes, on a narrow screen, and by axe's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
PAGES = {
    "courses": "",
    "course": "transformers-from-the-ground-up/",
    "chapter": "transformers-from-the-ground-up/residual-streams-and-layer-norm/",
    "glossary": "glossary/",
    "not found": "404.html",
}


def violations(page) -> list[str]:
    """What axe-core finds, by rule and place."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8") + ";0")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", PAGES)
def test_axe_finds_nothing(chromium, site_url: str, kind: str, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(site_url + PAGES[kind])
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    context.close()


@pytest.mark.parametrize("kind", PAGES)
def test_a_narrow_screen_is_not_scrolled_sideways(chromium, site_url: str, kind: str) -> None:
    context = chromium.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(site_url + PAGES[kind])
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert violations(page) == []
    context.close()


def test_a_crawl_without_script_reaches_every_page(chromium, host: str, site_url: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    seen, waiting = set(), [site_url]
    while waiting:
        address = waiting.pop().split("#")[0]
        if address in seen:
            continue
        seen.add(address)
        response = page.goto(address)
        assert response.status == 200, address
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        assert all(link.startswith((host, "https://arxiv.org/abs/")) for link in links), links
        waiting += [link for link in links if link.startswith(host)]
    assert {site_url + PAGES[kind] for kind in ("courses", "course", "chapter", "glossary")} <= seen
    context.close()


def test_without_script_nothing_is_a_dead_end(chromium, chapter_url: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(chapter_url)
    for name in ("Run", "Check", "Reset", "Stop", "Check answer"):
        assert page.get_by_role("button", name=name, exact=True).count() == 0, f"a button {name} that does nothing"
    for summary in page.locator("main details > summary").all():
        if summary.is_visible():
            summary.click()
    text = page.locator("main").inner_text()
    for words in ("moved = stream[-1:] + stream[:-1]", "[3, 3, 4, 12]", "112.071406", "This mixes up the residual connection and the norm"):
        assert words in text, words
    page.get_by_role("link", name="Glossary", exact=True).click()
    assert page.url.endswith("/glossary/")
    context.close()


def test_the_not_found_page_finds_home_from_any_depth(chromium, host: str, site_url: str) -> None:
    """As a host serves it: at the address that was asked for."""
    context = chromium.new_context()
    page = context.new_page()
    body = page.request.get(site_url + "404.html").text()
    page.route("**/no/such/page/", lambda route: route.fulfill(status=404, content_type="text/html", body=body))
    page.goto(site_url + "no/such/page/")
    link = page.get_by_role("link").filter(has_text="Courses").first
    link.wait_for()
    page.wait_for_function("address => [...document.links].some(link => link.href === address)", arg=site_url)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgba(0, 0, 0, 0)", "it is styled"
    context.close()


def test_nothing_of_python_is_fetched_before_it_is_asked_for(page, chapter_url: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(chapter_url)
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if "/python/314" in url or "editor" in url or ".wasm" in url], fetched
