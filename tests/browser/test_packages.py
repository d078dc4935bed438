"""Packages in the page: a small site with a wheel of its own, built here, and what a browser fetches of it and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hosts import StaticHost, serving
from learner import CELLS, LOADING, arrive, button, ended, run, write
from playwright.sync_api import Locator, Page, expect
from wheels import make_wheel

from easycompilers_site.cli import main

CELL = "```{code-cell} python\n%s\n```\n"
FILES = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\npackages:\n- ./wheels/shout-1.0-py3-none-any.whl\n"
                                "- ./wheels/loud-2.0-py3-none-any.whl\n- ./wheels/big-1.0-py3-none-any.whl\n",
    "course/first/01-with.md": CELL % "import shout\nshout.shout('hello')" + "\n" + CELL % "print('plain')",
    "course/first/02-without.md": CELL % "print('plain')",
    "course/first/03-big.md": CELL % "import os, big\nprint(big.f7(1))",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. `shout` needs `loud`, so a cell that imports one brings both."""
    folder = tmp_path_factory.mktemp("packages")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    wheels = folder / "course/first/wheels"
    make_wheel(wheels, "shout", {"shout/__init__.py": "import loud\ndef shout(text): return text.upper() + loud.MARK\n"}, requires=["loud>=1"])
    make_wheel(wheels, "loud", {"loud.py": "MARK = '!'\n"}, version="2.0")
    make_wheel(wheels, "big", {"big.py": "".join(f"def f{n}(x): return x + {n}\n" for n in range(12_000))})
    result = CliRunner().invoke(main, ["build", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return folder / "dist"


class Host(StaticHost):
    asked: list[str] = []  # paths, in the order in which they were asked for
    gone: set[str] = set()  # ends of paths that are not served

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if any(self.path.endswith(end) for end in self.gone):
            return self.send_error(404)
        super().do_GET()


@pytest.fixture
def host(site: Path) -> Iterator[type[Host]]:
    """A host of the site, what it was asked for, and what it has not."""
    class Own(Host):
        asked, gone = [], set()

    with serving(site, Own) as Own.home:
        yield Own


@pytest.fixture
def home(host: type[Host]) -> str:
    return host.home


@pytest.fixture
def cells(page_at: Callable[[str], Page], home: str) -> Callable[[str], Locator]:
    """cells(chapter) → its cells, on a page that knows nothing of the host. A request to another host fails the test."""
    page = page_at(home)

    def cells(chapter: str) -> Locator:
        arrive(page, f"{home}/first/{chapter}/")
        return page.locator(CELLS)

    return cells


def both(cells: Locator) -> tuple[Locator, Locator]:
    return cells.nth(0), cells.nth(1)


def wheels(host: type[Host]) -> list[str]:
    return sorted(path.rsplit("/", 1)[-1] for path in host.asked if path.endswith(".whl"))


def test_a_cell_brings_what_it_imports_when_it_runs_and_not_before(cells, host):
    importing, plain = both(cells("with"))
    assert run(plain) == "plain\n"
    assert not [path for path in host.asked if "/wheels/" in path], "the cell that ran imports none of them"
    assert run(importing) == "'HELLO!'"
    assert wheels(host) == ["loud-2.0-py3-none-any.whl", "shout-1.0-py3-none-any.whl"]
    run(importing)
    assert len(wheels(host)) == 2, "what is there is not fetched again"


@pytest.mark.ours
def test_a_chapter_that_imports_no_package_fetches_none_until_a_learner_imports_what_another_does(cells, host):
    cell = cells("without").first
    assert run(cell) == "plain\n"
    assert not [path for path in host.asked if "/wheels/" in path]
    assert run(cell, "import loud\nloud.MARK") == "'!'"
    assert wheels(host) == ["loud-2.0-py3-none-any.whl"]


@pytest.mark.ours
def test_a_file_that_does_not_come_is_named_and_asked_for_again(cells, host):
    importing, plain = both(cells("with"))
    for lost in (".json", "loud-2.0-py3-none-any.whl"):
        host.gone.add(lost)
        assert f"{lost} did not arrive (the server answered 404)" in run(importing)
        assert run(plain) == "plain\n", "Python goes on"
        host.gone.clear()
    assert run(importing) == "'HELLO!'"


@pytest.mark.ours
def test_a_big_wheel_comes_with_its_bytecode(cells, host):
    cell = cells("big").first
    assert run(cell, "import os, big\nprint(big.f7(1), os.path.exists(big.__spec__.cached))") == "8 True\n"
    assert [path.rsplit("/", 1)[-1] for path in host.asked if path.endswith("/big.zip")] == ["big.zip"]


def test_after_a_stop_the_packages_are_there_again(cells):
    importing, plain = both(cells("with"))
    run(importing)
    write(plain, "while True: pass")
    button(plain, "Run").click()
    expect(plain).to_have_attribute("state", "running", timeout=LOADING)
    button(plain, "Stop").click()
    ended(plain)
    assert run(importing) == "'HELLO!'"
