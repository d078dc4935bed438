"""Python on its way: files that do not come, come late, or come under a wrong name."""

from __future__ import annotations

import re

import pytest
from hosts import PlainHost, serving
from learner import CELLS, LOADING, arrive, button, output, run
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]


@pytest.fixture
def page(shared_page):
    return shared_page


def test_a_file_that_does_not_come_is_named_and_the_next_run_tries_again(cell, page):
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=404))
    button(cell, "Run").click()
    expect(cell.get_by_role("status")).to_have_text(
        "Python could not be loaded: pyodide.asm.wasm did not arrive (the server answered 404). Press Run to try again.", timeout=LOADING)
    expect(output(cell)).to_contain_text("Recorded output")
    page.unroute("**/pyodide.asm.wasm")
    assert run(cell, "print(1)") == "1\n"


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip"])
def test_a_file_that_the_host_blocks_is_named(cell, page, name):
    page.route(f"**/{name}", lambda route: route.abort())
    button(cell, "Run").click()
    expect(cell.get_by_role("status")).to_contain_text(name, timeout=LOADING)
    page.unroute(f"**/{name}")
    assert run(cell, "print(1)") == "1\n"


def test_without_the_snapshot_python_starts_all_the_same(cell, page):
    page.route("**/snapshot.*", lambda route: route.fulfill(status=404))
    assert run(cell, "print(1)") == "1\n"


REPORTS = pytest.mark.lacking("firefox", "it reports a worker without a script as an error of the page, whoever handles it")


@pytest.mark.parametrize("name", ["pyodide.asm", "pyodide", pytest.param("worker", marks=REPORTS), pytest.param("fetcher", marks=REPORTS)])
def test_a_script_that_does_not_come_is_named(cell, page, name):
    page.route(f"**/python/**/{name}.js", lambda route: route.fulfill(status=404))
    page.route(f"**/python/{name}.*.js", lambda route: route.fulfill(status=404))
    button(cell, "Run").click()
    expect(cell.get_by_role("status")).to_have_text(re.compile(rf"{name}\.(\w+\.)?js could not be used"), timeout=LOADING)
    page.unroute_all()
    assert run(cell, "print(1)") == "1\n"


def test_a_server_that_does_not_know_webassembly_will_do(page_at, built):
    with serving(built, PlainHost) as address:
        page = page_at(address)
        arrive(page, f"{address}/transformers-from-the-ground-up/residual-streams-and-layer-norm/")
        assert run(page.locator(CELLS).first, "print(1)") == "1\n"
