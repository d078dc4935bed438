"""What helps a learner on: lines to arrange, a question about their own code, recaps, answers at the end on paper, TeX to take along."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from engines import show_as_paper
from learner import LOADING, arrive, button, judge
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

COURSE = "transformers-from-the-ground-up/"

SELECT = """() => {
  const formula = document.querySelector(".body > p math");
  getSelection().selectAllChildren(formula.closest("p"));
}"""

# Once what the first selection fetches has come and is at work, which takes no person as long as to press two keys.
AT_WORK = """async () => {
  const script = () => performance.getEntriesByType("resource").find(({ name }) => name.includes("/tex/selection."));
  while (!script()) await new Promise((resolve) => setTimeout(resolve, 10));
  await import(script().name);
}"""


# Whether the answers have come, and gone again meanwhile.
GATHERED = """() => {
  const came = (changes) => changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.className === "printed-answers"));
  new MutationObserver((changes) => (window.gathered ||= came(changes))).observe(document.querySelector(".chapter"), { childList: true });
}"""


# Where each row of a line of code begins: the first letter of it.
ROWS = """(code) => {
  const [rows, letter, texts] = [new Map(), document.createRange(), document.createTreeWalker(code, NodeFilter.SHOW_TEXT)];
  while (texts.nextNode()) {
    for (const { index } of texts.currentNode.textContent.matchAll(/\\S/g)) {
      letter.setStart(texts.currentNode, index);
      letter.setEnd(texts.currentNode, index + 1);
      const { left, bottom } = letter.getBoundingClientRect();
      rows.set(Math.round(bottom), Math.min(left, rows.get(Math.round(bottom)) ?? left));
    }
  }
  return [...rows.values()];
}"""


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


def one_pass(page: Page, site_url: str) -> Locator:
    """The exercise whose lines are three, two of which may stand either way round."""
    arrive(page, f"{site_url}{COURSE}generation-cache-and-gpu/")
    return page.locator("#ex-one-pass")


def arranged(exercise: Locator) -> list[str]:
    """The lines that move, by their buttons, from top to bottom."""
    names = exercise.get_by_role("button", name="Move up").all()
    return [(name.get_attribute("aria-label") or "").removeprefix("Move up: ").split(" ")[0] for name in names]


def test_from_the_lines_to_a_question_about_ones_own_code(page: Page, site_url: str) -> None:
    exercise = one_pass(page, site_url)
    question, then = exercise.get_by_role("heading", name="About your code"), exercise.get_by_role("heading", name="Then try")
    puzzle = exercise.locator("ec-parsons").get_by_role("status")
    for step in ("Hint: the idea", "Hint: step 1", "Hint: step 2", "Arrange the lines"):
        exercise.get_by_text(step, exact=True).click()
    assert arranged(exercise) == ["blended", "total", "rescale"]

    button(exercise, "Check the order").click()
    expect(puzzle).to_contain_text("Not in this order yet. rescale has no value yet", timeout=LOADING)
    up = exercise.get_by_role("button", name="Move up: rescale")
    up.focus()
    page.keyboard.press("Enter")
    expect(puzzle).to_have_text("Now in place 2 of 3.")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    assert arranged(exercise) == ["rescale", "blended", "total"]
    page.keyboard.press("Enter")  # it is the first already
    expect(puzzle).to_have_text("Now in place 1 of 3.")
    button(exercise, "Check the order").click()
    expect(puzzle).to_have_text("This order works.", timeout=LOADING)  # though it is not that of the solution

    button(exercise, "Put these lines into the editor").click()
    expect(button(exercise, "Bring my code back")).to_be_visible()
    for after in (question, then):
        expect(after).to_be_hidden()
    assert judge(exercise).startswith("Correct")
    expect(exercise.locator(".run-status")).to_have_text("The check passed. A question about your code stands below.")
    for after in (question, then):
        expect(after).to_be_visible()
    exercise.get_by_label("Your answer, a number").fill("1")
    button(exercise, "Check answer").click()
    expect(exercise.get_by_text("That was all about your code.")).to_be_focused()

    page.reload()
    expect(then).to_be_visible()
    expect(exercise.get_by_text("Correct", exact=True)).to_be_visible()
    expect(exercise.locator(".parsons-status")).to_have_text("You have put these lines in order before.")


@pytest.mark.ours
def test_the_order_of_the_solution_needs_no_python(page: Page, site_url: str) -> None:
    exercise = one_pass(page, site_url)
    for step in ("Hint: the idea", "Hint: step 1", "Hint: step 2", "Arrange the lines"):
        exercise.get_by_text(step, exact=True).click()
    page.set_viewport_size({"width": 320, "height": 800})
    line = exercise.locator(".parsons-line:not([data-still])").filter(has_text="blended")
    first, *others = line.locator("code").evaluate(ROWS)
    assert min(others, default=first + 1) > first, "a line that is wrapped goes on further in than it is indented"
    assert line.locator("pre").bounding_box()["width"] > 260, "its buttons take no room from it"
    still = exercise.locator(".parsons-line[data-still] > pre").first
    assert still.bounding_box()["width"] == line.bounding_box()["width"], "those that stay are as wide"
    for name in ("Move up: rescale", "Move up: rescale", "Move up: total"):
        exercise.get_by_role("button", name=name).click()
    button(exercise, "Check the order").click()
    expect(exercise.locator("ec-parsons").get_by_role("status")).to_have_text("This order works.")
    own = exercise.get_by_role("heading", name="About your code")
    expect(own).to_be_hidden()
    page.evaluate("location.hash = 'q-own-factor'")  # as from a chapter's outcomes, or from the review page
    expect(own).to_be_in_viewport()
    assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('.wasm'))")


@pytest.mark.ours
def test_without_script_there_is_a_puzzle_and_then_the_solution_the_question_and_a_way_on(open_page, site_url: str) -> None:
    page = open_page(script=False)
    page.goto(f"{site_url}{COURSE}generation-cache-and-gpu/")
    exercise = page.locator("#ex-one-pass")
    text = exercise.inner_text()
    places = [text.index(words) for words in ("Arrange the lines", "Solution", "About your code", "Then try")]
    assert places == sorted(places)
    exercise.get_by_text("Arrange the lines", exact=True).click()
    expect(exercise.get_by_text("In which order do they work?")).to_be_visible()
    expect(exercise.get_by_role("button")).to_have_count(0)
    lines = exercise.locator("ec-parsons").inner_text()
    assert lines.index("blended = blended") < lines.index("total = total") < lines.index("rescale = ")


@pytest.mark.ours
def test_a_recap_asks_first_and_keeps_what_was_written(page: Page, chapter_url: str) -> None:
    arrive(page, chapter_url)
    recap = page.get_by_role("group", name="What do the addition and the norm each do")
    expect(recap.get_by_text("Each sublayer adds an update")).to_be_hidden()
    recap.get_by_label("What you recall").fill("The sum keeps it, the norm sizes it.")
    recap.get_by_text("Compare", exact=True).click()
    expect(recap.get_by_text("Each sublayer adds an update")).to_be_visible()
    page.reload()
    expect(recap.get_by_label("What you recall")).to_have_value("The sum keeps it, the norm sizes it.")


def test_on_paper_the_answers_stand_at_the_end(page: Page, chapter_url: str) -> None:
    arrive(page, chapter_url)
    ids = "[...document.querySelectorAll('[id]')].map(({ id }) => id).sort().join()"
    before = page.evaluate(ids)
    page.locator("button.term").first.click()
    note = page.locator(".term-note:popover-open")
    expect(note).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(ids) == before
    expect(note).to_have_count(0)  # it stands among the terms, and not over the text
    expect(page.get_by_role("heading", name="Answers", exact=True)).to_have_count(0)  # nobody hears them, as long as it is a screen
    show_as_paper(page)
    answers = page.locator(".printed-answers")
    expect(answers).to_be_visible()
    assert answers.evaluate("section => section === section.parentElement.lastElementChild")
    for words in ("moved = stream[-1:] + stream[:-1]", "What does a residual connection add?", "This mixes up the residual connection and the norm.", "Each sublayer adds an update",
                  "Output of cell 1", "updates taken off: [2, 4, 4, 10]"):
        expect(answers).to_contain_text(words)
    body = page.locator(".body")
    expect(body.get_by_text("What does a residual connection add?")).to_be_visible()
    expect(body.locator(":is(.solution, .why, .recap-fold, details.recorded):visible")).to_have_count(0)
    variants = body.locator(".variant")
    expect(variants.filter(visible=True)).to_have_count(variants.count())  # nothing can be chosen on paper
    expect(body.get_by_role("group", name="scale, shift")).to_be_hidden()
    expect(body.locator("ec-code-cell .output").first).to_have_css("break-inside", "avoid")
    lines = "code => parseFloat(getComputedStyle(code, '::after').blockSize) / parseFloat(getComputedStyle(code).lineHeight)"
    assert body.locator("ec-exercise .code").first.evaluate(lines) > 5, "there is room to write"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(answers).to_have_count(0)

    page.evaluate(GATHERED)
    page.pdf()  # as by the browser's own menu
    assert page.evaluate("gathered")
    expect(answers).to_have_count(0)


def test_the_tex_of_a_formula_can_be_taken_along(open_page: Callable[..., Page], chapter_url: str) -> None:
    page = open_page()
    page.add_init_script("navigator.clipboard && (navigator.clipboard.writeText = async (text) => void (window.taken = text))")
    arrive(page, chapter_url)
    copy = button(page, "Copy TeX").first
    copy.focus()
    expect(copy).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="It is in the clipboard.")).to_have_count(1)
    expect(copy).to_have_accessible_name("Copy TeX")
    assert "\\" in page.evaluate("taken")

    page.evaluate(SELECT)
    page.evaluate(AT_WORK)
    page.keyboard.press("ControlOrMeta+c")
    written = page.get_by_label("What you recall")
    written.focus()
    page.keyboard.press("ControlOrMeta+v")
    expect(written).to_have_value(re.compile(r"\$[^$]+\$"))
