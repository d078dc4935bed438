"""Cells to run: on a page of their own, or on one where Python runs already."""

from __future__ import annotations

from collections.abc import Iterator

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


@pytest.fixture(scope="module")
def kept_visits() -> Iterator[dict[str, Visit]]:
    """The page of each engine that the journeys of a file share."""
    visits: dict[str, Visit] = {}
    yield visits
    for visit in visits.values():
        visit.leave()


@pytest.fixture
def warm_cell(request: pytest.FixtureRequest, browsers: Browsers, engine: str, host: str, chapter_url: str,
              kept_visits: dict[str, Visit]) -> Iterator[Locator]:
    """The first cell, as after Reset, on a page that the file's journeys share, as a learner would: Python starts once.

    For journeys that need no fresh names. A page on which one has failed is not used again.
    """
    failed = request.session.testsfailed
    visit = kept_visits.pop(engine, None)
    if visit is None:
        visit = open_visit(browsers, engine, host)
        arrive(visit.page, chapter_url)
    cell = visit.page.locator(CELLS).first
    button(cell, "Reset").click()
    yield cell
    if request.session.testsfailed == failed:
        kept_visits[engine] = visit
    else:
        visit.leave()
    visit.check()
