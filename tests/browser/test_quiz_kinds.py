"""Questions of every kind, on a site of their own: several right choices, numbers, texts, code and formulas in choices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from engines import show_as_paper
from hosts import serving
from playwright.sync_api import Locator, Page, expect

from easycompilers_site.build import build

pytestmark = [pytest.mark.browser, pytest.mark.ours]

CHAPTER = r"""---
title: Kinds
summary: A question of each kind.
---

::::{quiz}
:::{question}
Which tags close, as `</body>` does?

- [x] First `</p>`
  > `</p>` closes a paragraph.
- [ ] Second `<div hidden>`
  > `<div hidden>` opens a box.
- [x] $2x$
  > As in $\frac{d}{dx}x^2$.
:::
:::{question}
:kind: number
:answer: 0.5
:tolerance: 0.01
What is a half?

- 2
  > That is twice, not half.

> One of two equal parts.
:::
:::{question}
:kind: text
:answer: layer norm | LayerNorm
Which norm is it?

- batch norm
  > That one goes across the batch.

> It looks at one token only.
:::
:::{question}
Which one prints 3?

- [ ] This:

  ```python
  print(1)
  ```

  > It prints 1.
- [x] That:

  ```python
  print(3)
  ```

  > It prints 3.
:::
::::
"""

SHUFFLED = """---
title: Order
---

::::{quiz}
:::{question}
:shuffle: true
Which is even?

- [ ] One
  > It is odd, since it is one more than none.
- [x] Two
  > It is twice one.
- [ ] Three
  > It is odd, since it is one more than two.
:::
::::
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory):
    """A site with nothing but this quiz. It takes the place of the real site's host, which `page` holds requests to."""
    folder: Path = tmp_path_factory.mktemp("kinds")
    (folder / "course" / "kinds").mkdir(parents=True)
    (folder / "course" / "site.yaml").write_text("title: Kinds\n", encoding="utf-8")
    (folder / "course" / "kinds" / "course.yaml").write_text("title: Kinds\nsummary: All kinds.\nlevel: Beginner\n", encoding="utf-8")
    (folder / "course" / "kinds" / "01-kinds.md").write_text(CHAPTER, encoding="utf-8")
    (folder / "course" / "kinds" / "02-order.md").write_text(SHUFFLED, encoding="utf-8")
    report = build(folder, folder / "out")
    assert not report.failed, report.problems
    with serving(folder / "out") as address:
        yield address


@pytest.fixture
def page(shared_page: Page) -> Page:
    return shared_page


@pytest.fixture
def quiz(page: Page, host: str) -> Locator:
    page.goto(f"{host}/kinds/kinds/")
    quiz = page.locator("ec-quiz")
    expect(quiz.get_by_role("button", name="Check answer")).to_be_visible()
    return quiz


def question(page: Page, number: int) -> Locator:
    """Question `number`, reached as a link would reach it."""
    label = page.locator("ec-question").nth(number - 1).get_attribute("id")
    page.evaluate("(label) => { location.hash = label }", label)
    shown = page.locator("ec-question:not([hidden])")
    expect(shown).to_have_id(label)
    return shown


def click(place: Locator, name: str) -> None:
    place.get_by_role("button", name=name).click()


def test_tags_in_choices_are_text_and_formulas_are_formulas(page: Page, quiz: Locator) -> None:
    expect(quiz.get_by_role("group", name="Which tags close, as </body> does?")).to_be_visible()
    boxes = quiz.get_by_role("group").get_by_role("checkbox")
    expect(boxes).to_have_count(3)
    expect(quiz.get_by_role("checkbox", name="Second <div hidden>")).to_be_visible()
    expect(quiz.get_by_role("checkbox", name="2x")).to_be_visible()  # browsers leave a formula out of a name
    assert quiz.locator(".choice-label math").count() == 1
    expect(page.get_by_role("contentinfo")).to_be_visible()


def test_several_right_choices(quiz: Locator) -> None:
    boxes, status = quiz.get_by_role("group").get_by_role("checkbox"), quiz.get_by_role("status")
    boxes.nth(0).check()
    click(quiz, "Check answer")
    expect(quiz.locator(".question-note:visible")).to_have_text("What you picked is right, and something is missing.")
    expect(status).to_have_text("What you picked is right, and something is missing.")
    boxes.nth(1).check()
    click(quiz, "Check answer")
    expect(quiz.get_by_text("opens a box")).to_have_count(2)  # beneath the choice, and announced
    click(quiz, "Try again")
    expect(boxes.nth(0)).to_be_checked()
    expect(boxes.nth(1)).not_to_be_checked()
    boxes.nth(2).check()
    click(quiz, "Check answer")
    expect(quiz.get_by_text("Correct", exact=True)).to_have_count(2)
    expect(status).to_contain_text("d/dx x^2")
    assert quiz.locator(".choice .why math").count() == 1


def test_a_number(page: Page, quiz: Locator) -> None:
    shown = question(page, 2)
    box = shown.get_by_role("textbox", name="Your answer, a number")
    click(shown, "Check answer")
    expect(shown.get_by_role("group")).to_have_accessible_description("Type an answer first.")
    expect(box).to_be_focused()
    box.fill("half")
    box.press("Enter")
    expect(shown.get_by_text("Type a number, such as 0.5 or 1e-3.")).to_be_visible()
    box.fill("2,0")
    box.press("Enter")
    expect(shown.get_by_text("Not this one", exact=True)).to_be_visible()
    expect(shown.get_by_text("That is twice, not half.")).to_be_visible()
    expect(box).to_be_focused()
    box.fill("7")
    expect(shown.get_by_text("Not this one", exact=True)).to_be_hidden()
    box.press("Enter")
    expect(shown.get_by_text("Not this one", exact=True)).to_be_visible()
    expect(shown.get_by_text("That is twice, not half.")).to_be_hidden()
    expect(shown.get_by_role("button", name="Show the answer")).to_be_visible()
    box.fill("0,495")
    box.press("Enter")
    expect(shown.get_by_text("Correct", exact=True)).to_be_visible()
    expect(shown.get_by_text("0.5 (give or take 0.01)")).to_be_visible()
    expect(box).not_to_be_editable()


def test_a_text(page: Page, quiz: Locator) -> None:
    shown = question(page, 3)
    box = shown.get_by_role("textbox", name="Your answer")
    box.fill("Batch  Norm ")
    click(shown, "Check answer")
    expect(shown.get_by_text("That one goes across the batch.")).to_be_visible()
    expect(shown.get_by_text("It looks at one token only.")).to_be_hidden()
    click(shown, "Try again")
    expect(box).to_be_focused()
    box.fill("  LAYER   norm")
    click(shown, "Check answer")
    expect(shown.get_by_text("It looks at one token only.")).to_be_visible()
    expect(quiz.get_by_role("status")).to_have_text("Correct. layer norm or LayerNorm It looks at one token only.")
    expect(shown.get_by_role("button", name="Next question")).to_be_focused()


def test_code_in_choices(page: Page, quiz: Locator) -> None:
    shown = question(page, 4)
    expect(shown.get_by_role("radio", name="That:")).to_have_accessible_description("print(3)")
    shown.get_by_role("radio", name="That:").check()
    click(shown, "Check answer")
    expect(shown.get_by_text("It prints 3.")).to_be_visible()
    # The first three are still open, so it goes on with the first of them.
    click(shown, "Next question")
    expect(quiz.get_by_text("Question 1 of 4", exact=True)).to_be_visible()


def test_paper_shows_typed_answers(page: Page, quiz: Locator) -> None:
    show_as_paper(page)
    expect(page.get_by_text("That is twice, not half.").locator("visible=true")).to_have_count(1)
    expect(page.get_by_text("0.5 (give or take 0.01)").locator("visible=true")).to_have_count(1)
    expect(page.get_by_text("It looks at one token only.").locator("visible=true")).to_have_count(1)  # of a question whose turn has not come


def test_questions_whose_script_does_not_come_stand_as_without_one(page: Page, host: str) -> None:
    page.route("**/typed.*.js", lambda route: route.abort())
    page.goto(f"{host}/kinds/kinds/")
    quiz = page.locator("ec-quiz")
    boxes = quiz.get_by_role("group").get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(2).check()
    click(quiz, "Check answer")
    click(quiz, "Next question")
    expect(quiz.locator("ec-question:not([hidden])")).to_have_count(4)
    second = page.locator("ec-question").nth(1)
    second.get_by_text("Answer and why").click()
    expect(second.get_by_text("0.5 (give or take 0.01)")).to_be_visible()
    page.unroute_all()
    page.reload()  # what was settled is; the rest can be answered now
    expect(quiz.get_by_text("Question 2 of 4", exact=True)).to_be_visible()
    expect(quiz.get_by_role("button", name="Check answer")).to_be_visible()


def test_choices_in_an_order_of_chance_keep_their_explanations(open_page: Callable[..., Page], host: str) -> None:
    """Chance is taken out of it: the script then moves each choice one place up, and the first to the end."""
    page = open_page()
    page.add_init_script("Math.random = () => 0")
    page.goto(f"{host}/kinds/order/")
    quiz = page.locator("ec-quiz")
    expect(quiz.locator(".choice-label")).to_have_text(["Two", "Three", "One"])
    quiz.get_by_role("radio", name="Three").check()
    click(quiz, "Check answer")
    expect(quiz.get_by_text("It is odd, since it is one more than two.", exact=True)).to_be_visible()
    expect(quiz.get_by_text("It is odd, since it is one more than none.", exact=True).first).to_be_hidden()
