"""A question before the text tells: the guess is kept, shown again where the answer stands, and never graded."""

from __future__ import annotations

import pytest
from engines import show_as_paper
from learner import arrive
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

QUESTION = "A model meets a word that stood in no text it has learned from."
PIECES, UNKNOWN = "It is cut into shorter pieces that the model has met.", "It is skipped, or read as “unknown”."
TOLD = "It is cut into shorter pieces. A stretch of letters"

KEPT = """() => Object.entries(localStorage).flatMap(([key, text]) => key.startsWith("course:") ? [[key, JSON.parse(text)]] : [])[0]"""
FROM_ANOTHER_TAB = """([key, record]) => {
  localStorage.setItem(key, JSON.stringify(record));
  dispatchEvent(new StorageEvent("storage", { key }));
}"""


@pytest.fixture
def part(site_url: str) -> str:
    return f"{site_url}transformers-from-the-ground-up/tokens-and-vectors/"


def boxes(page: Page) -> tuple[Locator, Locator]:
    """Where it is asked, and where it is answered."""
    both = page.get_by_role("group", name=QUESTION)
    expect(both).to_have_count(2)
    return both.first, both.last


def test_a_guess_is_kept_and_stands_again_at_the_answer(shared_page: Page, part: str) -> None:
    page = shared_page
    arrive(page, part)
    asked, answered = boxes(page)
    expect(asked).to_have_accessible_description("Guess, or leave it out, and read on. A wrong guess helps you remember, too.")
    expect(answered.get_by_text("You guessed:")).to_be_hidden()
    expect(answered.get_by_text(TOLD)).to_be_hidden()  # who has not guessed is asked to try now
    expect(answered.get_by_text("What do you say now?")).to_be_visible()

    asked.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Your guess is kept.")).to_have_role("status")
    expect(answered.get_by_text("You guessed:")).to_contain_text(UNKNOWN)
    page.keyboard.press("ArrowDown")
    expect(asked.get_by_role("radio", name=PIECES)).to_be_checked()
    expect(answered.get_by_text("You guessed:")).to_contain_text(PIECES)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(answered.get_by_text(TOLD)).to_be_in_viewport()
    expect(answered.get_by_text("What do you say now?")).to_be_hidden()

    key, record = page.evaluate(KEPT)
    item = record["items"]["guess-new-word"]
    assert item.keys() == {"part", "guess", "last"} and item["guess"] == PIECES, "nothing is graded, and nothing comes back for review"

    page.reload()
    expect(asked.get_by_role("radio", name=PIECES)).to_be_checked()
    expect(answered.get_by_text("You guessed:")).to_contain_text(PIECES)
    arrive(page, part)
    expect(answered.get_by_text(TOLD)).to_be_visible()

    item["guess"] = "It is looked up."  # in another tab, before the author changed the choices
    page.evaluate(FROM_ANOTHER_TAB, [key, record])
    expect(answered.get_by_text("You guessed:")).to_contain_text("It is looked up.")
    expect(asked.get_by_role("radio", checked=True)).to_have_count(0)


@pytest.mark.ours
def test_without_script_the_answer_is_folded_and_on_paper_it_stands_open(open_page, part: str) -> None:
    page = open_page(script=False)
    page.goto(part)
    asked, answered = boxes(page)
    asked.get_by_role("radio", name=PIECES).check()
    expect(page.get_by_role("link", name="To the answer")).to_have_attribute("href", "#guess-new-word-answer")
    expect(answered.get_by_text(TOLD)).to_be_hidden()
    answered.get_by_text("Compare", exact=True).click()
    expect(answered.get_by_text(TOLD)).to_be_visible()
    answered.get_by_text("Compare", exact=True).click()
    show_as_paper(page)
    for words in (QUESTION, TOLD):
        expect(answered.get_by_text(words)).to_be_visible()
    expect(page.get_by_role("link", name="To the answer")).to_be_hidden()


@pytest.mark.ours
def test_where_nothing_can_be_kept_it_is_said_and_the_guess_stands_at_the_answer_all_the_same(open_page, part: str) -> None:
    page = open_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('off', 'SecurityError'); }")
    arrive(page, part)
    asked, answered = boxes(page)
    asked.get_by_role("radio", name=UNKNOWN).check()
    expect(page.get_by_text("Your browser keeps nothing for this site")).to_be_visible()
    expect(answered.get_by_text("You guessed:")).to_contain_text(UNKNOWN)
