"""Every kind of page without script, and what a page fetches before anything is run."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import brotli
import pytest
from learner import CELLS, button, drawn, run, until
from playwright.sync_api import Page, Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.looks]

COURSE = "transformers-from-the-ground-up/"
PAGES = ("", COURSE, f"{COURSE}residual-streams-and-layer-norm/", "glossary/")


def test_a_crawl_without_script_reaches_every_page(open_page, host: str, site_url: str) -> None:
    page = open_page(script=False)
    seen, waiting = set(), [site_url]
    while waiting:
        address = waiting.pop().split("#")[0]
        if address in seen:
            continue
        seen.add(address)
        response = page.goto(address)
        assert response.status == 200, address
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        assert all(link.startswith((host, "https://")) for link in links), links
        files = page.eval_on_selector_all("a[download]", "links => links.map(link => link.href)")
        assert all(page.request.get(file).ok for file in files), files
        waiting += [link for link in links if link.startswith(host) and link not in files]
    assert {site_url + address for address in PAGES} <= seen


def test_without_script_nothing_is_a_dead_end(open_page, chapter_url: str) -> None:
    page = open_page(script=False)
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


def test_the_not_found_page_finds_home_from_any_depth(page: Page, site_url: str) -> None:
    """As a host serves it: at the address that was asked for."""
    body = page.request.get(site_url + "404.html").text()
    page.route("**/no/such/page/", lambda route: route.fulfill(status=404, content_type="text/html", body=body))
    page.goto(site_url + "no/such/page/")
    link = page.get_by_role("link").filter(has_text="Courses").first
    link.wait_for()
    until(page, "address => [...document.links].some(link => link.href === address)", arg=site_url)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgba(0, 0, 0, 0)", "it is styled"


DEAR = "Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })"


def test_where_bytes_are_dear_little_is_fetched_and_what_runs_code_waits_until_it_is_touched(page: Page, chapter_url: str, built: Path) -> None:
    """Sizes as a host would send them; benchmarks/page.py says what becomes of them on a slow line."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.add_init_script(DEAR)
    page.goto(chapter_url)
    page.wait_for_load_state("networkidle")  # nothing that comes late is missed
    paths = {unquote(urlsplit(url).path).partition("/c++/")[2] for url in fetched
             if not url.startswith("data:") and (url == chapter_url or not url.endswith("/"))}  # Firefox fetches the next part, too
    sizes = {path: sent(built / path) for path in paths}
    scripts, fonts = (sum(size for path, size in sizes.items() if path.endswith(ending)) for ending in (".js", ".woff2"))
    assert scripts <= 12_000, sizes
    assert not [path for path in paths if "prediction" in path], "there is none on this page"
    assert sum(sizes.values()) - fonts <= 60_000, sizes
    assert sum(sizes.values()) <= 150_000, sizes
    page.locator("ec-quiz").last.scroll_into_view_if_needed()
    expect(button(page, "Check answer")).to_be_visible()
    assert not [url for url in fetched if "/python/" in url or "/editor/" in url]
    exercise = page.locator("ec-exercise").first  # its script has not come, and what that keeps back would go away when it does
    expect(exercise.get_by_text("Hint: the idea")).to_be_visible()
    for later in ("Hint: step 1", "Then try"):
        expect(exercise.get_by_text(later, exact=True)).to_be_hidden()
    cell = page.locator(CELLS).first
    expect(cell.get_by_text("Running this code takes JavaScript")).to_be_hidden()
    assert "updates taken off" in run(cell)


@pytest.mark.lacking("firefox", "it does not tell what has moved")
@pytest.mark.parametrize("element", ["ec-code-block", "ec-recap"])
def test_a_script_that_comes_when_its_element_is_read_moves_nothing(open_page, chapter_url: str, element: str) -> None:
    """The sum of layout shifts, of which Core Web Vitals call 0.1 good."""
    page = open_page(width=412, height=823)
    held: list[Route] = []
    script = f"**/components/{element[3:]}.*.js"
    page.route(script, lambda route: held.append(route))
    page.add_init_script(DEAR)
    page.add_init_script("""window.moved = 0;
      new PerformanceObserver((seen) => seen.getEntries().forEach(({ value }) => (moved += value))).observe({ type: "layout-shift", buffered: true });""")
    page.goto(chapter_url)
    with page.expect_request(script):
        page.locator(element).first.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.evaluate("moved = 0")
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    until(page, f"() => customElements.get('{element}') !== undefined")
    drawn(page)
    assert page.evaluate("moved") <= 0.01


@pytest.mark.parametrize("width", [412, 1280])
def test_no_button_moves_away_under_a_finger_when_the_scripts_of_cells_come(open_page, chapter_url: str, width: int) -> None:
    page = open_page(width=width, height=823)
    held: list[Route] = []
    page.route("**/components/code-cell.*.js", lambda route: held.append(route))
    page.add_init_script(DEAR)
    page.goto(chapter_url)
    first = button(page.locator(CELLS).first, "Run")
    first.hover()
    before = page.evaluate(TOPS)
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    until(page, "() => ['ec-code-cell', 'ec-exercise'].every(name => customElements.get(name)) && !document.querySelector('ec-code-cell[waiting]')")
    assert len(before) > 5
    assert page.evaluate(TOPS) == before


def test_a_link_into_a_page_leads_there_though_what_stands_above_comes_to_life(open_page, chapter_url: str) -> None:
    page = open_page(width=412, height=823)
    page.goto(f"{chapter_url}#check-what-you-learned")
    until(page, "() => document.querySelector(':not(:defined)') === null")
    until(page, "() => { const { top } = document.getElementById('check-what-you-learned').getBoundingClientRect(); return top >= 0 && top < 100; }")


TOPS = "() => [...document.querySelectorAll('.bench button[name=run]')].map(one => Math.round(one.getBoundingClientRect().top + scrollY))"


def sent(place: Path) -> int:
    """Bytes over the line, of a file or a page."""
    content = (place / "index.html" if place.is_dir() else place).read_bytes()
    return len(content) if place.suffix == ".woff2" else len(brotli.compress(content, quality=5))


def test_nothing_of_python_is_fetched_before_it_is_asked_for(page: Page, chapter_url: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(chapter_url)
    page.wait_for_load_state("networkidle")  # nothing that comes late is missed
    assert not [url for url in fetched if "/python/314" in url or "editor" in url or ".wasm" in url], fetched
