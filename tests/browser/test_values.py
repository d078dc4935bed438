"""What a run shows of a value: its picture, its numbers, its plain form."""

from __future__ import annotations

import pytest
from learner import output, run
from playwright.sync_api import Locator, expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]


@pytest.fixture
def cell(warm_cell: Locator) -> Locator:
    return warm_cell


def test_a_picture_is_shown_as_an_image_and_replaced_by_the_next_run(cell):
    svg = "class Bar:\n    def __repr__(self): return 'a bar'\n    def _repr_svg_(self): return '<svg width=\"40\" height=\"20\"><rect width=\"40\" height=\"20\"/><script>parent.x = 1</script></svg>'\nBar()"
    for _ in range(2):
        run(cell, svg)
        expect(output(cell).get_by_role("img", name="a bar")).to_have_count(1)
    assert output(cell).get_by_role("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 40
    assert run(cell, "1 + 1") == "2"


def test_html_of_a_learners_value_is_not_put_into_the_page(cell):
    run(cell, "class Odd:\n    def __repr__(self): return 'plain'\n    def _repr_html_(self): return '<img src=x onerror=alert(1)>'\nOdd()")
    expect(output(cell).get_by_text("plain", exact=True)).to_be_visible()
    assert output(cell).locator("img").count() == 0


def test_a_picture_of_numbers_has_a_name_and_its_numbers_as_a_table(cell):
    run(cell, "import coursekit\ncoursekit.bars({'ape': 1, 'bee': 3}, title='Weights')")
    expect(output(cell).get_by_role("img", name="Weights")).to_be_visible()
    output(cell).get_by_text("Show the numbers").click()
    expect(output(cell).get_by_role("row", name="bee 3")).to_be_visible()
