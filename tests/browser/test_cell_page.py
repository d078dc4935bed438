"""A cell as part of its page: by keyboard, on a narrow screen, without its editor, without script."""

from __future__ import annotations

import re

import pytest
from engines import UNTOLD
from learner import LOADING, button, output, run
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(shared_page):
    return shared_page


def test_the_keyboard_reaches_the_code_runs_it_and_leaves_it(cell, page):
    box = cell.get_by_role("textbox", name="Code for cell 1")
    box.focus()
    cell.locator(".cm-editor").wait_for()
    expect(box).to_have_accessible_description(re.compile("leaves the editor"))
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.insert_text("print('typed')\n")
    page.keyboard.press("Control+Enter")
    expect(output(cell)).to_contain_text("typed", timeout=LOADING)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(button(cell, "Run")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(box).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(box).not_to_be_focused()


@pytest.mark.ours
def test_without_the_editor_the_text_field_does_it_all(page, chapter_url):
    page.route("**/editor*.js", lambda route: route.abort())
    page.goto(chapter_url)
    cell = page.locator("ec-code-cell").first
    box = cell.get_by_role("textbox", name="Code for")
    box.fill("print('plain')")
    box.press("Control+Enter")
    expect(output(cell)).to_have_text(re.compile("plain"), timeout=LOADING)
    box.press("Tab")
    expect(button(cell, "Run")).to_be_focused()


@pytest.mark.looks
def test_a_narrow_page_does_not_scroll_sideways(page, chapter_url):
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(chapter_url)
    cell = page.locator("ec-code-cell").first
    run(cell, f"print('{'x' * 500}')\nraise ValueError('{'y' * 300}')")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for control in cell.get_by_role("button").all():
        assert control.bounding_box()["height"] >= 44
    first, second = page.evaluate("""() => {
      const lines = document.createRange();
      lines.selectNodeContents(document.querySelector("ec-code-cell .live .stdout"));
      return [...lines.getClientRects()].slice(0, 2).map(({ left }) => left);
    }""")
    assert second > first, "where a line goes on it stands further in, so that lines are told apart"


def test_without_a_keyboard_the_buttons_keep_clear_of_the_code(chromium, chapter_url):
    context = chromium.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    context.add_init_script(UNTOLD)
    page = context.new_page()
    page.goto(chapter_url)
    assert page.evaluate("matchMedia('not all and (any-pointer: fine)').matches")
    cell = page.locator("ec-code-cell").nth(1)
    button(cell, "Run").scroll_into_view_if_needed()
    code = cell.get_by_role("textbox", name="Code for").bounding_box()
    assert button(cell, "Run").bounding_box()["y"] >= code["y"] + code["height"] + 8
    page.context.close()


def test_without_script_everything_is_there_and_no_button_is_dead(open_page, chapter_url):
    page = open_page(script=False)
    page.goto(chapter_url)
    cell, exercise = page.locator("ec-code-cell").first, page.locator("ec-exercise").first
    expect(cell.get_by_text("updates = [[1, -1, 0, 2]")).to_be_visible()
    expect(output(cell)).to_contain_text("Recorded output")
    expect(page.get_by_role("button", name=re.compile("^(Run|Stop|Check|Reset)$"))).to_have_count(0)
    expect(page.get_by_text('Click "Run"').first).to_be_hidden()
    for summary in ("Hint: the idea", "Hint: step 1", "Hint: step 2", "Solution and why"):
        expect(exercise.get_by_text(summary, exact=True)).to_be_visible()
