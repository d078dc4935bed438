"""Shared by all tests: the flags, the real site built once, a host for it, and the browsers that visit it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engines import Browsers, is_missing, open_visit, require
from hosts import serving
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
PLAYWRIGHT_ENGINES = ("chromium", "firefox")
ENGINES = (*PLAYWRIGHT_ENGINES, "webkit")


def pytest_configure(config: pytest.Config) -> None:
    """Tests are the same on a service as at home: a first build there leaves no site for the next one (`write/room.py`)."""
    os.environ.pop("CI", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write what is the case now into the golden pages")
    parser.addoption("--engine", action="append", choices=ENGINES, help="run browser tests in this engine only; may be given twice")


def chosen(config: pytest.Config) -> tuple[str, ...]:
    return tuple(config.getoption("engine") or ENGINES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that opens a page does so in Chromium and in Firefox."""
    if "engine" in metafunc.fixturenames:
        engines = [engine for engine in PLAYWRIGHT_ENGINES if engine in chosen(metafunc.config)]
        metafunc.parametrize("engine", engines, indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        engine = engine_of(item)
        for mark in item.iter_markers("lacking"):
            if mark.args[0] == engine:
                item.add_marker(pytest.mark.skip(reason=f"{engine}: {mark.args[1]}"))
    # The engines draw alike, and our own logic is the same in each: of these Firefox is asked by name, since browsers take most of the time.
    spared = () if config.getoption("engine") else ("firefox",)
    unasked = {item for item in items if engine_of(item) not in ("", *chosen(config)) or engine_of(item) in spared and (item.get_closest_marker("looks") or item.get_closest_marker("ours"))}
    config.hook.pytest_deselected(items=list(unasked))
    items[:] = in_order([item for item in items if item not in unasked])


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """First a file that has the course built, then those with browsers that do without it, so that the other workers need not wait meanwhile; then
    all others: WebKit's, which is the longest, before the rest with browsers, and the short ones last, so that no worker is left alone."""
    with_course = {item.path for item in items if "built" in item.fixturenames}
    with_browser = {item.path for item in items if engine_of(item)}
    first = next((item.path for item in items if item.path in with_course & with_browser), None)
    return sorted(items, key=lambda item: (item.path != first, item.path in with_course or item.path not in with_browser,
                                           item.path not in with_browser, engine_of(item) != "webkit"))


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """What was not tested is said where it is seen, and not only counted."""
    for engine in filter(is_missing, chosen(config)):
        terminalreporter.write_line(f"{engine} is missing, so nothing was tested in it. `make browsers` installs it.", yellow=True, bold=True)


def engine_of(item: pytest.Item) -> str:
    """The engine that a test drives, "" for none."""
    fixtures = getattr(item, "fixturenames", ())
    only = [engine for engine in ("webkit", "chromium") if engine in fixtures]
    return item.callspec.params["engine"] if "engine" in fixtures else (only or [""])[0]


# ── the site ──


@pytest.fixture(scope="session")
def course_folder() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, course_folder: Path) -> Path:
    """The real course, built once for the whole run, under a path that holds a space and a plus sign."""
    from easycompilers_site.build import build
    from easycompilers_site.problem import draw

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    out = shared / "host" / "some path" / "c++"
    with open(shared / "host.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # parallel workers: one builds, the others wait and find it there
        if not out.exists():
            report = build(course_folder, out)
            assert not report.problems, "\n\n".join(draw(problem) for problem in report.problems)
    return out


@pytest.fixture(scope="session")
def host(built: Path) -> Iterator[str]:
    """A host whose root holds the site below a path; its address, without a slash at the end."""
    with serving(built.parent.parent) as address:
        yield address


@pytest.fixture(scope="session")
def site_url(host: str) -> str:
    """The address of the built course, with a slash at the end."""
    return f"{host}/some%20path/c++/"


@pytest.fixture(scope="session")
def chapter_url(site_url: str) -> str:
    return f"{site_url}transformers-from-the-ground-up/residual-streams-and-layer-norm/"


# ── the browsers ──


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    expect.set_options(timeout=20_000)  # in ms; a page that answers costs none of it, and three browsers may share two cores
    with sync_playwright() as playwright:
        browsers = Browsers(playwright)
        yield browsers
        browsers.close()


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    require(request.param)
    return request.param


@pytest.fixture
def browser(browsers: Browsers, engine: str) -> Browser:
    return browsers.get(engine)


@pytest.fixture(scope="session")
def chromium(browsers: Browsers) -> Browser:
    """For what is asked of Chromium only; say why in the test."""
    require("chromium")
    return browsers.get("chromium")


@pytest.fixture
def open_page(browsers: Browsers, engine: str, host: str) -> Iterator[Callable[..., Page]]:
    """open_page(dark=…, script=…, width=…, height=…, home=…) → a page that knows nothing, for this test.

    A request that leaves its host, or an error in a script, fails the test when it ends.
    """
    visits = []

    def open_page(home: str = host, **how) -> Page:
        visits.append(open_visit(browsers, engine, home, **how))
        return visits[-1].page

    yield open_page
    for visit in visits:
        visit.leave()
    for visit in visits:
        visit.check()


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()
