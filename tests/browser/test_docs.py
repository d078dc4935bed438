"""The documentation's own pages: an example holds every kind of component, and stays whole on a phone and for axe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosts import serving
from learner import arrive, judge
from playwright.sync_api import Page, expect

from easycompilers_site.build import build

pytestmark = [pytest.mark.browser, pytest.mark.looks]

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
CHAPTERS = ("writing-a-chapter", "cells", "exercises-that-prove-themselves", "quizzes", "pictures-figures-and-maths")


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    out = tmp_path_factory.mktemp("docs") / "dist"
    assert not build(ROOT / "docs", out).failed
    with serving(out) as home:
        yield home


@pytest.fixture
def home(docs: str) -> str:
    return docs


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_axe_finds_nothing_on_a_phone(page: Page, docs: str, chapter: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    arrive(page, f"{docs}/guide/{chapter}/")
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_exercise_of_an_example_can_be_done(page: Page, docs: str) -> None:
    """It is no picture of an exercise: its solution belongs to it, and its check decides."""
    arrive(page, f"{docs}/guide/exercises-that-prove-themselves/")
    exercise = page.get_by_role("group", name="Example").locator("ec-exercise").first
    exercise.get_by_text("Solution and why", exact=True).click()
    expect(exercise.get_by_text("Dividing by")).to_be_visible()
    assert judge(exercise, "def mean(numbers):\n    return sum(numbers) / 3\n").startswith("Not yet mean([1, 2]) gives 1.0")
    assert judge(exercise, "def mean(numbers):\n    return sum(numbers) / len(numbers)\n").startswith("Correct Right for lists of any length.")
