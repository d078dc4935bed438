"""What the journeys take for an error of a page's scripts."""

from __future__ import annotations

import pytest
from engines import open_visit

pytestmark = pytest.mark.browser

PAGE = "<!doctype html><title>A page</title>"
IMPORT = "module => { import(module) }"


@pytest.fixture
def visit(browsers, engine):
    visit = open_visit(browsers, engine, "http://site.invalid")
    visit.page.route("**/*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    visit.page.goto("http://site.invalid/")
    yield visit
    visit.leave()


def test_a_module_that_is_missing_is_an_error(visit):
    visit.page.route("**/gone.js", lambda route: route.fulfill(status=404))
    with visit.page.expect_event("pageerror"):
        visit.page.evaluate(IMPORT, "/gone.js")
    visit.page.goto("http://site.invalid/next")
    assert any("gone.js" in fault for fault in visit.faults)


def test_a_module_that_had_not_come_when_the_page_was_left_is_none(visit):
    visit.page.route("**/slow.js", lambda route: None)
    with visit.page.expect_request("**/slow.js"):
        visit.page.evaluate(IMPORT, "/slow.js")
    visit.page.goto("http://site.invalid/next")
    visit.page.evaluate("document.title")
    visit.check()
