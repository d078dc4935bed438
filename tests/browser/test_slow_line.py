"""A line that is slow or dear, as the browser tells of it: what waits, and what it waits for."""

from __future__ import annotations

import pytest
from learner import until
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]

OWN = r'/^"?Course Text"?,/.test(getComputedStyle(document.body).fontFamily)'
COME = r'''[...document.fonts].filter(({ family, status }) => status === "loaded" && /^"?Course (Text|UI|Code)"?$/.test(family)).length'''


@pytest.fixture
def asked(page: Page) -> list[str]:
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url.rpartition("/")[2]))
    return files


def connect(page: Page, how: str) -> None:
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {how} }})")
    page.clock.install()


def test_the_faces_come_when_it_is_quiet_and_the_next_page_has_them(page: Page, chapter_url: str) -> None:
    connect(page, "{ effectiveType: '4g', downlink: 1.6, rtt: 150 }")
    page.goto(chapter_url)
    assert not page.evaluate(OWN)
    until(page, "document.querySelector('ec-quiz').hasAttribute('waiting')")  # the script that fetches them has come
    assert page.evaluate(COME) == 0
    page.clock.fast_forward(1000)
    until(page, f"{COME} === 5")  # for text, what is bold and italic of it, headings and code
    assert not page.evaluate(OWN)
    page.locator("a[rel=next]").last.click()
    until(page, f"document.body && {OWN}")


def test_who_saves_data_gets_no_faces(page: Page, chapter_url: str, asked: list[str]) -> None:
    connect(page, "{ saveData: true }")
    page.goto(chapter_url)
    until(page, "document.querySelector('ec-quiz').hasAttribute('waiting')")
    page.clock.fast_forward(1000)
    page.locator("a[rel=next]").last.click()
    until(page, "document.querySelector('ec-quiz')?.hasAttribute('waiting')")
    page.clock.fast_forward(1000)
    page.locator("ec-quiz").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Check answer")).to_be_visible()
    assert not [name for name in asked if name.endswith(".woff2")]


def test_a_quiz_that_waits_shows_its_first_question_or_the_one_a_link_leads_to(page: Page, chapter_url: str) -> None:
    connect(page, "{ effectiveType: '4g', downlink: 1.6 }")
    page.goto(chapter_url)
    quiz = page.locator("ec-quiz[waiting]").last
    expect(quiz.get_by_text("Question 1 of")).to_be_visible()
    expect(quiz.get_by_text("Question 2 of")).to_be_hidden()  # else it would go when a reader has come to it
    label = quiz.locator("ec-question").nth(2).get_attribute("id")
    page.goto("about:blank")
    page.goto(f"{chapter_url}#{label}")
    expect(page.get_by_text("Question 3 of")).to_be_in_viewport()
    expect(page.locator("ec-quiz").last.get_by_role("button", name="Check answer")).to_be_visible()
    expect(page.get_by_text("Question 3 of")).to_be_in_viewport()
