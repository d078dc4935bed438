"""The quiz of a real chapter, worked with the keyboard and the mouse. What is right is read from the page, not repeated here."""

from __future__ import annotations

import pytest
from engines import show_as_paper
from learner import until
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

# Every text that the live region comes to hold, in order.
LISTEN = """() => {
  const region = document.querySelector("ec-quiz [role=status]");
  window.heard = [];
  new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, { childList: true });
}"""

# What a typed question accepts stands in the page as it came, and no longer in that which is shown.
RIGHT = """({ id }) => new Promise((resolve) => {
  const request = new XMLHttpRequest(); // the page's policy lets no text be read as HTML
  request.open("GET", location.href);
  request.responseType = "document";
  request.onload = () => resolve(request.responseXML.getElementById(id).querySelector("[data-right] data").value);
  request.send();
})"""


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


@pytest.fixture
def quiz(page: Page, chapter_url: str) -> Locator:
    page.goto(chapter_url)
    quiz = page.locator("ec-quiz").last
    expect(quiz.get_by_role("button", name="Check answer")).to_be_visible()
    page.evaluate(LISTEN)
    return quiz


def choice(quiz: Locator, right: bool, number: int = 0) -> Locator:
    """The row of a right or wrong choice of the question that is shown."""
    return quiz.locator("ec-question:not([hidden])").locator(".choice[data-right]" if right else ".choice:not([data-right])").nth(number)


def pick(row: Locator) -> None:
    row.get_by_role("radio").check()


def check(quiz: Locator) -> None:
    quiz.get_by_role("button", name="Check answer").click()


def answer(quiz: Locator, right: bool, number: int = 0) -> Locator:
    row = choice(quiz, right, number)
    pick(row)
    check(quiz)
    return row


def answer_rightly(quiz: Locator) -> None:
    """Whatever the kind of the question that is shown."""
    question = quiz.locator("ec-question:not([hidden])")
    box = question.get_by_role("textbox")
    if box.count():
        box.fill(question.evaluate(RIGHT))
        check(quiz)
    else:
        answer(quiz, right=True)


def total(quiz: Locator) -> int:
    return quiz.locator("ec-question").count()


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.ours
def test_one_question_at_a_time(quiz: Locator) -> None:
    assert total(quiz) > 1
    expect(quiz.get_by_text(f"Question 1 of {total(quiz)}", exact=True)).to_be_visible()
    expect(quiz.get_by_text(f"Question 2 of {total(quiz)}", exact=True)).to_be_hidden()
    expect(quiz.get_by_role("group")).to_have_count(1)
    expect(quiz.get_by_text("Answer and why").locator("visible=true")).to_have_count(0)


def test_native_radio_buttons_in_a_group_named_by_the_prompt(page: Page, quiz: Locator) -> None:
    prompt = words(quiz.locator("legend").first.inner_text())
    group = quiz.get_by_role("group", name=prompt, exact=True)
    radios = group.get_by_role("radio")
    assert radios.count() > 1
    radios.first.check()
    page.keyboard.press("ArrowDown")
    expect(radios.nth(1)).to_be_checked()
    expect(radios.first).not_to_be_checked()
    expect(quiz.get_by_role("status")).to_be_empty()  # choosing submits nothing
    expect(quiz.get_by_role("button", name="Check answer")).to_be_visible()


@pytest.mark.ours
def test_nothing_picked(page: Page, quiz: Locator) -> None:
    check(quiz)
    expect(quiz.get_by_role("group")).to_have_accessible_description("Pick an answer first.")
    expect(quiz.get_by_role("radio").first).to_be_focused()
    expect(quiz.get_by_role("status")).to_have_text("Pick an answer first.")
    pick(choice(quiz, right=True))
    expect(quiz.get_by_role("group")).to_have_accessible_description("")
    check(quiz)
    expect(quiz.get_by_text("Correct", exact=True)).to_be_visible()  # it was no miss, and nothing stuck


def test_a_wrong_answer_explains_itself_and_can_be_tried_again(page: Page, quiz: Locator) -> None:
    row = answer(quiz, right=False)
    expect(row.get_by_text("Not this one", exact=True)).to_be_visible()
    explanation = row.locator(".why")
    expect(explanation).to_be_visible()
    assert explanation.bounding_box()["y"] >= row.get_by_role("radio").bounding_box()["y"]
    expect(quiz.locator("ec-question:not([hidden]) .why:visible")).to_have_count(1)
    again = quiz.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    expect(quiz.get_by_role("status")).to_have_text(f"Not this one. {words(explanation.inner_text())}")

    page.keyboard.press("Enter")
    expect(row.get_by_role("radio")).not_to_be_checked()
    expect(row.get_by_role("radio")).to_have_accessible_description("tried")
    assert quiz.get_by_role("radio").evaluate_all("radios => radios.some((radio) => radio === document.activeElement)")
    answer(quiz, right=True)
    expect(quiz.get_by_text("Correct", exact=True)).to_be_visible()
    expect(row.get_by_text("tried", exact=True)).to_be_visible()


@pytest.mark.ours
def test_the_same_verdict_twice_is_announced_twice(page: Page, quiz: Locator) -> None:
    for heard in (1, 2):
        answer(quiz, right=False)
        until(page, f"heard.length === {heard}")
        quiz.get_by_role("button", name="Try again").click()
    first, second = page.evaluate("heard")
    assert first == second
    assert first.startswith("Not this one. ")


@pytest.mark.ours
def test_another_choice_can_be_checked_without_try_again(quiz: Locator) -> None:
    answer(quiz, right=False)
    pick(choice(quiz, right=True))
    check(quiz)
    expect(choice(quiz, right=True).get_by_text("Correct", exact=True)).to_be_visible()


@pytest.mark.ours
def test_after_two_misses_the_answer_may_be_shown(page: Page, quiz: Locator) -> None:
    show = quiz.get_by_role("button", name="Show the answer")
    answer(quiz, right=False, number=0)
    expect(show).to_be_hidden()
    quiz.get_by_role("button", name="Try again").click()
    answer(quiz, right=False, number=1)
    show.click()
    row = choice(quiz, right=True)
    expect(row.get_by_text("The answer", exact=True)).to_be_visible()
    expect(row.locator(".why")).to_be_visible()
    expect(quiz.get_by_role("status")).to_contain_text(words(row.locator(".why").inner_text()))
    expect(quiz.get_by_role("status")).not_to_contain_text("..")
    expect(quiz.get_by_role("button", name="Next question")).to_be_focused()


def test_right_answers_lead_to_the_next_question(page: Page, quiz: Locator) -> None:
    row = answer(quiz, right=True)
    expect(row.get_by_text("Correct", exact=True)).to_be_visible()
    expect(row.locator(".why")).to_be_visible()
    expect(quiz.get_by_role("status")).to_contain_text("Correct. " + words(row.locator(".why").inner_text()))
    others = quiz.get_by_text("Why not the others")
    others.click()
    expect(quiz.locator("details .why:visible")).to_have_count(quiz.get_by_role("radio").count() - 1)
    # A question that is settled keeps its answer.
    choice(quiz, right=False).locator("label").click()
    expect(row.get_by_role("radio")).to_be_checked()
    row.get_by_role("radio").focus()
    page.keyboard.press("ArrowDown")
    expect(row.get_by_role("radio")).to_be_checked()

    quiz.get_by_role("button", name="Next question").click()
    expect(quiz.get_by_text(f"Question 2 of {total(quiz)}", exact=True)).to_be_visible()
    assert page.evaluate("document.activeElement.localName") == "legend"
    expect(quiz.get_by_role("status")).to_be_empty()


def test_enter_submits_and_focus_is_never_lost(page: Page, quiz: Locator) -> None:
    def focused() -> str:
        where = page.evaluate("document.activeElement.closest('ec-quiz') ? document.activeElement.localName : ''")
        assert where, "the focus has left the quiz"
        return where

    quiz.get_by_role("radio").first.focus()
    right = quiz.locator("ec-question").first.locator(".choice").evaluate_all("rows => rows.findIndex((row) => 'right' in row.dataset)")
    page.keyboard.press("Space")
    for _ in range((right + 1) % quiz.get_by_role("radio").count()):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(quiz.get_by_text("Not this one", exact=True)).to_be_visible()
    assert focused() == "input"
    page.keyboard.press("Enter")  # what the button says: try again
    assert focused() == "input"
    choice(quiz, right=True).get_by_role("radio").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(quiz.get_by_text("Correct", exact=True)).to_be_visible()
    assert focused() == "input"
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Tab")
    assert focused() == "summary"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert focused() == "legend"


@pytest.mark.ours
def test_the_whole_quiz_and_start_over(page: Page, quiz: Locator) -> None:
    count = total(quiz)
    for number in range(1, count + 1):
        expect(quiz.get_by_text(f"Question {number} of {count}", exact=True)).to_be_visible()
        if number == 2:
            answer(quiz, right=False)
            quiz.get_by_role("button", name="Try again").click()
        answer_rightly(quiz)
        if number < count:
            quiz.get_by_role("button", name="Next question").click()
    summary = quiz.get_by_role("heading", name="How it went")
    expect(summary).to_be_focused()
    lines = quiz.locator(".quiz-summary").get_by_role("listitem")
    expect(lines).to_have_count(count)
    expect(lines.first).to_contain_text("first try")
    expect(lines.nth(1)).to_contain_text("after 2 tries")
    section = lines.nth(1).get_by_role("link")
    expect(section).to_have_text("The residual stream")
    expect(lines.first.get_by_role("link")).to_have_count(0)
    expect(quiz.get_by_role("button", name="Next question")).to_be_hidden()

    quiz.get_by_role("button", name="Start over").click()
    expect(summary).to_be_hidden()
    expect(quiz.get_by_text(f"Question 1 of {count}", exact=True)).to_be_visible()
    assert page.evaluate("document.activeElement.localName") == "legend"
    expect(quiz.get_by_role("radio", checked=True)).to_have_count(0)
    expect(quiz.locator(".why:visible")).to_have_count(0)
    expect(quiz.get_by_text("tried", exact=True)).to_have_count(0)


def test_a_reload_starts_blank(page: Page, quiz: Locator) -> None:
    answer(quiz, right=False)
    page.reload()
    expect(quiz.get_by_role("button", name="Check answer")).to_be_visible()
    expect(quiz.get_by_role("radio", checked=True)).to_have_count(0)
    expect(quiz.locator(".why:visible")).to_have_count(0)


def test_a_link_to_a_question_shows_it(page: Page, quiz: Locator, chapter_url: str) -> None:
    label = quiz.locator("ec-question").nth(2).get_attribute("id")
    page.evaluate("(label) => { location.hash = label }", label)
    expect(quiz.get_by_text(f"Question 3 of {total(quiz)}", exact=True)).to_be_in_viewport()
    page.goto("about:blank")
    page.goto(f"{chapter_url}#{label}")
    expect(quiz.get_by_text(f"Question 3 of {total(quiz)}", exact=True)).to_be_visible()


@pytest.mark.ours
def test_finishing_fills_the_station_of_the_rail(page: Page, quiz: Locator) -> None:
    for _ in range(total(quiz)):
        answer_rightly(quiz)
        if quiz.get_by_role("button", name="Next question").is_visible():
            quiz.get_by_role("button", name="Next question").click()
    rail = page.get_by_role("navigation", name="On this page")
    expect(rail.get_by_role("link", name="done")).to_have_count(1)
    expect(rail.locator("[state=done][data-kind=quiz]")).to_have_count(1)


def test_paper_shows_every_question_with_its_explanations(page: Page, quiz: Locator) -> None:
    show_as_paper(page)
    for question in quiz.locator("ec-question").all():
        assert question.locator(".why").count() > 1
        expect(question.locator(".why:visible")).to_have_count(question.locator(".why").count())
    expect(quiz.get_by_role("button")).to_have_count(0)


@pytest.mark.ours
def test_without_script_every_answer_can_be_read(open_page, chapter_url: str) -> None:
    page = open_page(script=False)
    page.goto(chapter_url)
    quiz = page.locator("ec-quiz").last
    expect(quiz.get_by_role("button")).to_have_count(0)
    for question in quiz.locator("ec-question").all():
        expect(question.get_by_role("radio").or_(question.get_by_role("textbox")).first).to_be_visible()
        fold = question.locator("summary", has_text="Answer and why")
        fold.click()
        expect(question.get_by_text("Right:")).to_be_visible()
        expect(question.locator(".why:visible")).to_have_count(question.locator(".why").count())
