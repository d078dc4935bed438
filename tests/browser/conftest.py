"""Cells to run: on a page of their own, or on one where Python runs already."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from engines import Browsers, Visit, open_visit
from learner import CELLS, arrive, button
from playwright.sync_api import Locator, Page


@pytest.fixture
def cells(page: Page, chapter_url: str) -> Locator:
    """The cells of the chapter that have a Run button, on a page that knows nothing."""
    arrive(page, chapter_url)
    return page.locator(CELLS)


@pytest.fixture
def cell(cells: Locator) -> Locator:
    return cells.first


@pytest.fixture
def exercise(cells: Locator, page: Page) -> Locator:
    return page.locator("ec-exercise").first


@pytest.fixture(scope="session")
def kept_visits(browsers: Browsers) -> Iterator[dict[str, Visit]]:
    """The page of each engine that the journeys of all files share: no two hosts of a run have one address, by which a browser keeps what it keeps."""
    visits: dict[str, Visit] = {}
    yield visits
    for visit in visits.values():
        visit.leave()


@pytest.fixture
def home(host: str) -> str:
    """The host that a shared page may ask."""
    return host


@pytest.fixture
def still(home: str) -> str:
    """An address of that host on which no script runs."""
    return f"{home}/nothing"


@pytest.fixture
def kept_visit(request: pytest.FixtureRequest, browsers: Browsers, engine: str, home: str, kept_visits: dict[str, Visit]) -> Iterator[Visit]:
    """The engine's page, as the test before has left it. One on which a test has failed is not used again."""
    failed = request.session.testsfailed
    visit = kept_visits.pop(engine, None) or open_visit(browsers, engine, home)
    if visit.file != request.path:
        clear(visit.page)
        visit.page.goto("about:blank")  # nothing that it still asks for is held against the next file
        visit.errors.clear()
    visit.home, visit.file, visit.expected = home, request.path, ()
    yield visit
    if request.session.testsfailed == failed and not visit.strangers and not visit.faults:
        kept_visits[engine] = visit
    else:
        visit.leave()
    visit.check()


def clear(page: Page) -> None:
    """Take from it what a test may have put there."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.unroute_all()
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.fixture
def page_at(kept_visit: Visit) -> Iterator[Callable[[str], Page]]:
    """page_at(home) → the engine's page, for a test that makes hosts of its own: what a page of another host has kept is not there.

    Between two hosts it is on neither, so that nothing which one page still asks for is held against the next.
    """

    def leave() -> None:
        kept_visit.page.unroute_all()
        if kept_visit.page.url != "about:blank":
            kept_visit.page.goto("about:blank")

    def page_at(home: str) -> Page:
        leave()
        kept_visit.home = home
        return kept_visit.page

    yield page_at
    leave()


@pytest.fixture
def shared_page(kept_visit: Visit, still: str) -> Page:
    """The engine's page, which has forgotten what was kept: to open one costs as much as most tests ask of it, so those share it that can.

    They add nothing that stays with a page: no script that runs before its own. What was fetched before need not be fetched again.
    """
    page = kept_visit.page
    clear(page)
    page.goto(still)  # where nothing is kept any more by a script that goes away
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    return page


@pytest.fixture
def warm_page(kept_visit: Visit, chapter_url: str) -> Page:
    """The chapter on the engine's page, as a learner would have it who goes on working: Python starts once. For journeys that need no fresh names."""
    if kept_visit.page.url != chapter_url:
        arrive(kept_visit.page, chapter_url)
    return kept_visit.page


@pytest.fixture
def warm_cell(warm_page: Page) -> Locator:
    """The first cell, as after Reset."""
    cell = warm_page.locator(CELLS).first
    button(cell, "Reset").click()
    return cell
