"""Without a connection: what is kept from the first run on, how a new release takes over, and how all of it goes away again."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from engines import Browsers, open_visit
from files import put
from hosts import CutHost, serving
from learner import CELLS, LOADING, arrive, button, run, until, write
from playwright.sync_api import Locator, Page, expect
from wheels import make_wheel

from easycompilers_site.cli import main

pytestmark = pytest.mark.browser

CELL = "\n```{code-cell} python\n%s\n```\n"
ONE = "course/first/01-one.md"
FILES = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\npackages: [./wheels/shout-1.0-py3-none-any.whl]\n",
    ONE: "The first release." + CELL % "import shout\nprint(shout.WORD)" + CELL % "print('second cell')",
    "course/first/02-two.md": "The second chapter, with ![a square](square.svg)." + CELL % "print('two')",
    "course/first/03-three.md": "Firefox fetches the next part beforehand.\n",
    "course/first/04-four.md": "Never seen.\n",
    "course/first/square.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><rect width="9" height="9"/></svg>',
    "glossary.yaml": "square: Four equal sides.\n",
}
THEME = Path(__file__).parents[2] / "static"
KEPT = "This page works without a connection too"


class Site:
    """A site on the disk, where a host serves it below a path with a space and a plus sign."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "host" / "some path" / "c++"

    def path(self, place: Path) -> str:
        """From the site's root, a page's with a slash at its end."""
        return place.relative_to(self.out).as_posix() + "/" * place.is_dir()

    def publish(self) -> None:
        """A release takes the place of the one before, as on a static host."""
        result = CliRunner().invoke(main, ["build", str(self.folder), "--out", str(self.out)], catch_exceptions=False)
        assert result.exit_code == 0, result.output

    def publish_another(self) -> None:
        """Another text, and another script, so that every script which names it has another name too."""
        told = (THEME / "python/told.js").read_text(encoding="utf-8")
        put(self.folder, {ONE: FILES[ONE].replace("first", "second"), "static/python/told.js": told.replace("Edited since", "Edited after")})
        self.publish()

    def publish_without(self) -> None:
        put(self.folder, {"course/site.yaml": "title: Example\noffline: false\n"})
        self.publish()


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site whose first release stands there, with the cache from which another is soon made."""
    folder = tmp_path_factory.mktemp("published")
    put(folder, FILES)
    make_wheel(folder / "course/first/wheels", "shout", {"shout.py": "WORD = 'HELLO'\n"})
    Site(folder).publish()
    return folder


@pytest.fixture
def site(published: Path, tmp_path: Path) -> Site:
    """A site of the test's own."""
    shutil.copytree(published, tmp_path, dirs_exist_ok=True)
    return Site(tmp_path)


@pytest.fixture
def host(site: Site) -> Iterator[type[CutHost]]:
    class Own(CutHost):
        asked = []

    with serving(site.out.parent.parent, Own) as address:
        Own.home = address
        Own.out = site.out
        Own.root = f"{address}/some%20path/c++/"
        yield Own


@pytest.fixture
def page(browsers: Browsers, engine: str, host: type[CutHost]) -> Iterator[Page]:
    visit = open_visit(browsers, engine, host.home, offline=True)
    visit.expected = (f"Failed to load ‘{host.root}",)  # Firefox says it of what was under way when a test went on, or cut the connection
    yield visit.page
    visit.leave()
    visit.check()


def arrive_and_run(page: Page, address: str) -> None:
    """A learner's first run, to the moment at which all is kept."""
    arrive(page, address)
    run_until_kept(page)


def run_until_kept(page: Page) -> None:
    run(page.locator(CELLS).first)
    expect(page.get_by_text(KEPT)).to_be_visible(timeout=LOADING)


def cache_names(page: Page) -> list[str]:
    return sorted(page.evaluate("caches.keys()"))


def kept_files(page: Page) -> set[str]:
    """Paths from the site's root."""
    return set(page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys()) found.push(decodeURI(url).split("/c++/")[1]);
        return found;
    }"""))


def look_for(page: Page, words: str) -> Locator:
    button(page, "Search").click()
    dialog = page.get_by_role("dialog", name="Search")
    dialog.get_by_role("searchbox").fill(words)
    expect(dialog.get_by_role("status")).to_contain_text(f"“{words}”", timeout=LOADING)
    return dialog


def eventually(page: Page, what: Callable[[], object]) -> None:
    for _ in range(100):
        if what():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come about")


def test_nothing_is_kept_before_the_first_run_and_then_the_page_works_without_a_connection(page, host):
    arrive(page, f"{host.root}first/one/")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert not [path for path in host.asked if path.endswith("service-worker.js")]
    run_until_kept(page)
    expect(page.get_by_text(KEPT)).to_have_count(1)
    host.is_down = True
    page.reload()
    expect(page.get_by_text("The first release.")).to_be_visible()
    first, second = page.locator(CELLS).nth(0), page.locator(CELLS).nth(1)
    assert run(first) == "HELLO\n", "the package is there, too"
    assert run(second, "print(1 + 1)") == "2\n"


def test_what_a_page_was_kept_with_is_not_swept_away_while_the_page_is_on_its_way_and_goes_with_the_learners_work(page, host):
    """On a slow line the worker takes over before it has the page, by which it knows what the page needs."""
    arrive(page, f"{host.root}first/one/")
    host.slow = "first/one/"
    run_until_kept(page)
    assert any(path.endswith(".whl") for path in kept_files(page))
    page.evaluate("caches.open('of another site on this host')")
    button(page, "Settings").click()
    button(page, "Delete everything").click()
    button(page, "Yes, delete it all").click()
    expect(page.get_by_text("Everything was deleted.")).to_be_visible()
    arrive(page, f"{host.root}first/two/")
    assert cache_names(page) == ["of another site on this host"]
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_with_a_connection_a_page_is_never_an_old_one_and_without_it_those_that_were_seen_are_there(page, host, site):
    arrive_and_run(page, f"{host.root}first/one/")
    put(site.folder, {ONE: FILES[ONE].replace("The first release.", "Mended.")})
    site.publish()
    page.reload()
    expect(page.get_by_text("Mended.")).to_be_visible()
    arrive(page, f"{host.root}first/two/?from=mail#top")
    expect(page.get_by_role("img", name="a square")).to_be_visible()
    eventually(page, lambda: {"first/two/", "first/square.svg"} <= kept_files(page))
    host.is_down = True
    page.goto(f"{host.root}first/two")
    assert page.url == f"{host.root}first/two/"
    assert page.get_by_role("img", name="a square").evaluate("image => image.naturalWidth") == 90
    assert run(page.locator(CELLS).first) == "two\n"
    page.goto(f"{host.root}first/one/index.html")
    expect(page.get_by_text("Mended.")).to_be_visible()
    page.get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("dialog")).to_contain_text("Four equal sides")
    page.keyboard.press("Escape")
    until(page, "!history.state?.glossary")  # closing it goes back, which would call off the next way
    response = page.goto(f"{host.root}first/four/")
    assert response.status == 503
    expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()
    kept = page.get_by_role("region", name="Kept on this device")
    links = [text for text in kept.get_by_role("link").all_inner_texts() if text != "three · First"]  # Firefox fetched it beforehand
    assert links == ["Example", "one · First", "two · First", "Vocabulary for this course", "Review"]
    expect(kept.get_by_role("link", name="two")).to_have_css("white-space", "normal")  # so that a long title has room on a phone
    kept.get_by_role("link", name="two").click()
    expect(page.get_by_role("img", name="a square")).to_be_visible()


@pytest.mark.ours
def test_a_search_that_was_used_finds_any_word_without_a_connection(page, host):
    arrive_and_run(page, f"{host.root}first/one/")
    assert not [path for path in kept_files(page) if path.startswith("search/")], "nobody has searched yet"
    look_for(page, "square")
    listed = json.loads((host.out / "search/files.json").read_text(encoding="utf-8"))
    eventually(page, lambda: {f"search/{name}" for name in listed} <= kept_files(page))
    host.is_down = True
    page.goto(f"{host.root}first/four/")
    expect(look_for(page, "never").get_by_role("link", name="four")).to_have_attribute("href", re.compile("/first/four/$"))


def test_a_page_keeps_its_own_scripts_while_a_new_release_takes_over(page, host, site):
    old = page.context.new_page()
    arrive_and_run(old, f"{host.root}first/one/")
    before = kept_files(old)
    site.publish_another()
    second = old.locator(CELLS).nth(1)
    write(second, "print('still here')")  # the editor comes now, from a release that the host no longer has
    assert run(second) == "still here\n"
    write(second, "print('still there')")
    expect(second.get_by_text("Edited since it ran.")).to_be_visible()
    old.reload()
    expect(old.get_by_text("The second release.")).to_be_visible()
    used = set(old.evaluate("performance.getEntriesByType('resource').map(({ name }) => decodeURI(name).split('/c++/')[1])"))
    now = {site.path(path) for path in site.out.rglob("*")} | {""}
    assert used <= now, "all of it is of the new release"

    eventually(old, lambda: {path for path in now if path.startswith(("assets/", "python/")) and path.endswith((".js", ".wasm"))} <= kept_files(old))
    old.close()  # nobody has a page of the old release open any more
    page.wait_for_timeout(1000)
    arrive(page, f"{host.root}first/two/")
    eventually(page, lambda: kept_files(page) <= now)
    assert before - kept_files(page), "what only the old release needed is gone"
    host.is_down = True
    page.goto(f"{host.root}first/one/")
    expect(page.get_by_text("The second release.")).to_be_visible()
    second = page.locator(CELLS).nth(1)
    assert run(second) == "still there\n"
    write(second, "print('there, too')")
    expect(second.get_by_text("Edited after it ran.")).to_be_visible()


def test_where_the_author_wants_none_what_was_kept_is_taken_back(page, host, site):
    arrive_and_run(page, f"{host.root}first/one/")
    page.evaluate("caches.open('of another site on this host')")
    assert len(cache_names(page)) == 3
    site.publish_without()
    page.reload()
    eventually(page, lambda: cache_names(page) == ["of another site on this host"])
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.reload()
    assert run(page.locator(CELLS).nth(1)) == "second cell\n"
    assert cache_names(page) == ["of another site on this host"]


@pytest.mark.lacking("firefox", "its driver sets no quota")
def test_where_there_is_no_room_the_page_goes_on_without_a_word(page, host):
    arrive(page, f"{host.root}first/one/")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": host.home, "quotaSize": 1_000_000})
    second = page.locator(CELLS).nth(1)
    assert run(second) == "second cell\n"
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.reload()
    assert run(page.locator(CELLS).nth(1)) == "second cell\n"
    expect(page.get_by_text(KEPT)).to_have_count(0)
    assert not any(path.endswith(".wasm") for path in kept_files(page))
