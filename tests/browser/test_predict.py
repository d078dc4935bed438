"""A question that asks what a cell prints: the learner types it, and the answer was worked out when the site was built."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosts import serving
from playwright.sync_api import Locator, Page, expect

from easycompilers_site.build import build

pytestmark = [pytest.mark.browser, pytest.mark.ours]

CHAPTER = """---
title: Predictions
summary: What does it print?
---

```{code-cell} python
numbers = [1, 2]
```

::::{quiz}
:::{question}
:kind: predict
What does it print?

```{code-cell} python
numbers.append(3)
print(numbers, "a")
```

- `[1, 2] a`
  > `append` adds to the list itself.

> The list has grown.
:::
:::{question}
:kind: predict
And this?

```{code-cell} python
for number in numbers:
    print(number, True)
```

> One line for each. What a question does to a list, it does to a copy.
:::
::::

```{code-cell} python
numbers
```
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory):
    """A site with this chapter alone."""
    folder: Path = tmp_path_factory.mktemp("predictions")
    (folder / "course" / "one").mkdir(parents=True)
    (folder / "course" / "site.yaml").write_text("title: Predictions\n", encoding="utf-8")
    (folder / "course" / "one" / "course.yaml").write_text("title: One\nsummary: All.\nlevel: Beginner\n", encoding="utf-8")
    (folder / "course" / "one" / "01-one.md").write_text(CHAPTER, encoding="utf-8")
    report = build(folder, folder / "out")
    assert not report.failed, report.problems
    with serving(folder / "out") as address:
        yield address


def check(place: Locator) -> None:
    place.get_by_role("button", name="Check answer").click()


def test_what_a_cell_prints_is_typed(page: Page, host: str) -> None:
    page.goto(f"{host}/one/one/")
    first, second = page.locator("ec-question").all()
    answer = first.get_by_role("textbox", name="What it prints")
    expect(first.get_by_role("button", name="Run")).to_have_count(0)  # it is to be read
    answer.fill("[1, 2] a")
    check(first)
    expect(first.get_by_text("adds to the list itself").locator("visible=true")).to_be_visible()
    answer.fill(" [1,2,  3]  a")
    check(first)
    expect(first.get_by_text("The list has grown.").locator("visible=true")).to_be_visible()

    first.get_by_role("button", name="Next question").click()
    lines = second.get_by_role("textbox", name="What it prints, 2 lines")
    lines.fill("1 true\n2 true")
    check(second)
    expect(second.get_by_text("Not this one", exact=True)).to_be_visible()  # Python's True has a capital
    lines.fill("1 True \n2 True\n")
    check(second)
    expect(second.get_by_text("Correct", exact=True)).to_be_visible()


def test_what_was_typed_before_the_scripts_came_stays(page: Page, host: str) -> None:
    """On a slow connection the box stands there before the quiz does."""
    held = []
    page.route("**/question.*.js", lambda route: held.append(route))
    page.goto(f"{host}/one/one/", wait_until="domcontentloaded")
    first = page.locator("ec-question").first
    first.get_by_role("textbox").fill("[1, 2, 3] a")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    check(first)
    expect(first.get_by_text("Correct", exact=True)).to_be_visible()


def test_what_a_question_does_is_forgotten(page: Page, host: str) -> None:
    page.goto(f"{host}/one/one/")
    expect(page.get_by_role("region", name="Output of cell 2")).to_contain_text("[1, 2]")


def test_the_answer_stands_in_the_page_without_scripts(open_page, host: str) -> None:
    page = open_page(script=False)
    page.goto(f"{host}/one/one/")
    first = page.locator("ec-question").first
    first.get_by_text("Answer and why").click()
    expect(first.get_by_text("[1, 2, 3] a", exact=True)).to_be_visible()
    expect(first.get_by_text("The list has grown.")).to_be_visible()
