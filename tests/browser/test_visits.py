"""What the journeys take for an error of a page's scripts."""

from __future__ import annotations

import contextlib
import threading

import pytest
from engines import open_visit
from hosts import StaticHost, serving

pytestmark = pytest.mark.browser

IMPORT = "module => { import(module) }"


class SlowHost(StaticHost):
    """A page at every address but one of a script that is missing, and one that does not come."""

    over = threading.Event()

    def do_GET(self) -> None:
        if self.path == "/slow.js":
            self.over.wait(10)  # seconds
        self.send_response(404 if self.path.endswith(".js") else 200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(b"<!doctype html><title>A page</title>")


@pytest.fixture
def visit(browsers, engine, tmp_path):
    SlowHost.over.clear()
    with serving(tmp_path, SlowHost) as address:
        visit = open_visit(browsers, engine, address)
        visit.page.goto(f"{address}/")
        yield visit
        SlowHost.over.set()
        visit.leave()


def test_a_module_that_is_missing_is_an_error(visit):
    with visit.page.expect_event("pageerror"):
        visit.page.evaluate(IMPORT, "/gone.js")
    visit.page.goto(f"{visit.home}/next")
    assert any("gone.js" in fault for fault in visit.faults)


def test_a_module_that_had_not_come_when_the_page_was_left_is_none(visit):
    with visit.page.expect_request("**/slow.js"):
        visit.page.evaluate(IMPORT, "/slow.js")
    visit.page.goto(f"{visit.home}/next")
    visit.page.wait_for_timeout(100)  # milliseconds, in which Firefox tells of it
    visit.check()
