"""What cells show, say and keep, on a small site of their own: values, sentences, names, guesses, input, the text of before."""

from __future__ import annotations

import re

import pytest
from hosts import serving
from learner import LOADING, arrive, button, output, until, write
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.ours]

CHAPTER = """\
---
title: Cells
summary: Cells of every kind.
---

```{code-cell} python
:label: price
price = 4
print("first")
```

```{code-cell} python
:label: double
:tags: [predict]
print(price * 2)
```

```{code-cell} python
:label: alone
:tags: [isolated]
print("alone")
```

```{code-cell} python
print("without a label")
```

```{code-cell} python
:label: wrong
:tags: [raises-exception]
words = ["a", "b"]
words[2]
```

```{code-cell} python
:label: rich
class Rich:
    def _repr_html_(self):
        return '<p class="verdict">of the <b>author</b><script>window.bad = 1</script>'
Rich()
```
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory):
    """A small site on a host of its own; `page` (conftest.py) fails a test that asks another for anything."""
    from easycompilers_site.build import build

    site = tmp_path_factory.mktemp("cells")
    (site / "course/cells").mkdir(parents=True)
    (site / "course/site.yaml").write_text("title: Cells\n")
    (site / "course/cells/course.yaml").write_text("title: Cells\nsummary: Cells.\nlevel: Beginner\n")
    (site / "course/cells/01-cells.md").write_text(CHAPTER)
    report = build(site, site / "out")
    assert not [problem for problem in report.problems if problem.severity == "error"], report.problems
    with serving(site / "out") as address:
        yield address


@pytest.fixture
def url(host: str) -> str:
    return f"{host}/cells/cells/"


@pytest.fixture
def opened(shared_page: Page, url: str) -> Page:
    arrive(shared_page, url)
    return shared_page


def code(place: Locator) -> Locator:
    return place.get_by_role("textbox", name="Code for")


def status(place: Locator) -> Locator:
    return place.get_by_role("status")


def run(place: Locator, text: str = "") -> None:
    if text:
        write(place, text)
    button(place, "Run").click()
    expect(place).to_have_attribute("state", re.compile("done|failed|stopped"), timeout=LOADING)


def more(place: Locator, name: str) -> None:
    place.get_by_text("More", exact=False).first.click()
    button(place, name).click()


# ── values ──

HTML = """
class Rich:
    def __init__(self, html): self.html = html
    def __repr__(self): return 'plain form'
    def _repr_html_(self): return self.html
print('before')
display(Rich('<p id="main" class="verdict" style="color: red; position: fixed; background: url(http://other.test/a.png)">red <b>text</b></p>'))
print('between')
display(Rich('<img src="http://other.test/b.png" onerror="window.bad = 1" alt="a picture"><script>window.bad = 2</script><form><input value=x></form>'),
        Rich('<svg width="40" height="20" role="img" aria-label="bar"><rect width="40" height="20" fill="url(http://other.test/c.svg#x)"/></svg>'))
display(Rich('<a href="javascript:window.bad = 3">link</a><table><tr><th>x</th></tr><tr><td>1</td></tr></table>'))
Rich('<script>window.bad = 4</script>')
"""


def test_html_is_shown_in_its_order_and_can_run_fetch_and_move_nothing(opened: Page) -> None:
    cell = opened.locator("#price")
    run(cell, HTML)
    live = output(cell).locator(".live")
    expect(live.get_by_role("img", name="bar")).to_have_count(1)
    expect(live.get_by_text("plain form")).to_have_count(2)  # of the values of which nothing is left
    assert re.split(r"\s*\n\s*", live.inner_text().strip()) == ["before", "red text", "between", "plain form", "link", "x", "1", "plain form"]
    text = live.get_by_text("red text")
    assert text.evaluate("p => [p.id, p.className, p.style.color, getComputedStyle(p).position, p.style.backgroundImage]") == ["", "", "red", "static", ""]
    assert live.locator("script, form, input, [src], [onerror]").count() == 0
    assert live.get_by_text("link").get_attribute("href") is None
    assert opened.evaluate("window.bad") is None
    expect(status(cell)).to_contain_text("formatted texts")
    other = opened.locator("#double")
    run(other, "display(1)")
    expect(live.get_by_role("img", name="bar")).to_have_count(1)
    run(cell, "price = 1\n1 + 1")
    assert live.inner_text() == "2"


def test_markdown_and_rows_are_shown_and_a_missing_bundle_leaves_the_text(opened: Page) -> None:
    cell = opened.locator("#price")
    run(cell, "import coursekit\nclass M:\n    def _repr_markdown_(self): return '**bold** <b>raw</b>\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |'\n"
              "display(coursekit.table([[1, 2]], header=['left', 'right']))\nM()")
    live = output(cell).locator(".live")
    expect(live.get_by_text("bold", exact=True)).to_be_visible()
    expect(live).to_contain_text("<b>raw</b>")
    expect(live.get_by_role("columnheader", name="left")).to_be_visible()
    expect(live.get_by_role("cell", name="2", exact=True)).to_have_count(2)
    opened.route("**/rich*.js", lambda route: route.abort())
    opened.reload()
    until(opened, "document.querySelector(':not(:defined)') === null")
    run(cell, "class M:\n    def __repr__(self): return 'as text'\n    def _repr_markdown_(self): return '**bold**'\nM()")
    expect(live.get_by_text("as text")).to_be_visible()


def test_recorded_html_and_failures_stand_in_the_page_without_script(opened: Page) -> None:
    recorded = output(opened.locator("#rich"))
    expect(recorded.locator("b")).to_have_text("author")
    assert recorded.locator("script").count() == 0
    wrong = output(opened.locator("#wrong"))
    expect(wrong.get_by_text("Position 2 does not exist: words has 2 items, at the positions 0 to 1.")).to_be_visible()
    expect(wrong).to_contain_text("IndexError: list index out of range")


# ── failures ──


def test_a_failure_is_a_sentence_and_marks_its_line_until_the_code_changes(opened: Page) -> None:
    cell = opened.locator("#price")
    run(cell, "length = 3\nprint(lenght)")
    failure = output(cell).locator(".live")
    assert failure.inner_text().startswith("Python does not know a name lenght. Did you mean length?")
    expect(failure).to_contain_text("NameError: name 'lenght' is not defined")
    expect(cell.locator(".cm-failed")).to_have_text("print(lenght)")
    button(output(cell), "Go to line 2").focus()
    opened.keyboard.press("Enter")
    assert opened.evaluate("String(getSelection())") == "print(lenght)"
    opened.keyboard.insert_text("print(length)")
    expect(cell.locator(".cm-failed")).to_have_count(0)


# ── names that cells share ──


def test_run_all_above_restart_and_what_was_edited_since(opened: Page) -> None:
    price, double, alone = (opened.locator(each) for each in ("#price", "#double", "#alone"))
    run(double)
    assert output(double).locator(".live").inner_text() == "8\n"
    run(alone)
    write(price, "price = 5\nprint('again')")
    expect(button(price, "Run")).to_have_accessible_description("Edited since it ran.")
    more(double, "Run all above")
    expect(status(double)).to_have_text("The cell above ran.")
    assert output(price).locator(".live").inner_text() == "again\n"
    assert double.get_attribute("state") == "done" and output(double).locator(".live").inner_text() == "8\n"
    expect(button(price, "Run")).to_have_accessible_description("It ran for a cell below.")
    more(double, "Restart")
    expect(status(double)).to_contain_text("all variables of this page are gone")
    for cell in (price, double):
        expect(button(cell, "Run")).to_have_accessible_description("It ran before Python was started anew: its variables are gone.")
    expect(button(alone, "Run")).to_have_accessible_description("")
    expect(alone.get_by_text("This code stands alone")).to_be_visible()
    run(double)
    assert output(double).locator(".live").inner_text() == "10\n", "the cell above ran first"
    price.get_by_text("More", exact=False).first.click()
    expect(button(price, "Run all above")).to_be_hidden()


def test_a_second_click_is_refused_once_and_leaving_the_page_stops(opened: Page) -> None:
    cell = opened.locator("#price")
    write(cell, "print('on')\nwhile True: pass")
    button(cell, "Run").click()
    expect(output(cell)).to_contain_text("on", timeout=LOADING)
    button(cell, "Run").evaluate("button => button.click()")
    expect(status(cell)).to_have_text("It is running already. Stop ends it.")
    opened.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    expect(status(cell)).to_contain_text("Stopped when the page was left.")
    run(cell, "print('after')")
    assert output(cell).locator(".live").inner_text() == "after\n"


# ── the learner's text ──


def test_the_text_is_there_after_a_reload_and_reset_forgets_it_and_can_be_undone(opened: Page) -> None:
    cell = opened.locator("#price")
    write(cell, "price = 6  # mine")
    opened.reload()
    until(opened, "document.querySelector(':not(:defined)') === null")
    expect(code(cell)).to_have_value("price = 6  # mine")
    expect(button(cell, "Run")).to_have_accessible_description(re.compile("^Your code from before is back. The first run downloads"))
    button(cell, "Reset").click()
    expect(code(cell)).to_have_value('price = 4\nprint("first")')
    expect(status(cell)).to_contain_text("Undo reset brings your code back.")
    expect(button(cell, "Undo reset")).to_be_focused()
    button(cell, "Undo reset").click()
    expect(code(cell)).to_have_value("price = 6  # mine")
    expect(button(cell, "Reset")).to_be_focused()
    button(cell, "Reset").click()
    opened.reload()
    until(opened, "document.querySelector(':not(:defined)') === null")
    expect(code(cell)).to_have_value('price = 4\nprint("first")')


def test_two_tabs_stay_in_step_and_neither_loses_what_is_being_written(opened: Page) -> None:
    other = opened.context.new_page()
    arrive(other, opened.url)
    opened.bring_to_front()
    write(opened.locator("#price"), "price = 6  # from the first tab")
    expect(code(other.locator("#price"))).to_have_value("price = 6  # from the first tab")
    expect(button(other.locator("#price"), "Run")).to_have_accessible_description("Changed in another tab.")
    for number in range(20):  # one goes on while the other hears of it
        opened.keyboard.type(f"{number % 10}")
    expect(code(other.locator("#price"))).to_have_value("price = 6  # from the first tab01234567890123456789")
    other.bring_to_front()
    write(other.locator("#double"), "print('from the second tab')")
    expect(code(opened.locator("#double"))).to_have_value("print('from the second tab')")
    button(other.locator("#price"), "Reset").click()
    expect(opened.locator("#price").get_by_role("textbox", name="Code for")).to_contain_text("price = 4")
    for page in (opened, other):
        page.reload()
        until(page, "document.querySelector(':not(:defined)') === null")
        expect(code(page.locator("#double"))).to_have_value("print('from the second tab')")
        expect(code(page.locator("#price"))).to_have_value('price = 4\nprint("first")')


@pytest.mark.lacking("firefox", "its driver loses a page that the browser has kept as it was")
def test_a_page_that_was_left_in_mid_run_and_come_back_to_runs(opened: Page) -> None:
    cell = opened.locator("#price")
    write(cell, "print('on')\nwhile True: pass")
    button(cell, "Run").click()
    expect(output(cell)).to_contain_text("on", timeout=LOADING)
    here = opened.url
    opened.goto(here.rsplit("/", 2)[0] + "/")
    opened.go_back()
    until(opened, "document.querySelector(':not(:defined)') === null")
    run(cell, "print('after')")
    assert output(cell).locator(".live").inner_text() == "after\n"


def test_each_course_has_one_key_and_what_others_wrote_in_it_stays(opened: Page) -> None:
    [key] = opened.evaluate("Object.keys(localStorage)")
    kept = f"JSON.parse(localStorage.getItem('{key}'))"
    opened.evaluate("key => localStorage.setItem(key, JSON.stringify({v: 2, parts: {other: {done: 3}}, items: {double: {tries: 2}}}))", key)
    write(opened.locator("#double"), "print(1)")
    until(opened, f"{kept}.items.double.code")
    found = opened.evaluate(kept)
    assert found["parts"]["other"]["done"] == 3
    item = found["items"]["double"]
    assert item["tries"] == 2 and item["code"] == "print(1)" and item["rev"] and item["last"]
    assert opened.evaluate("Object.keys(localStorage)") == [key]


def test_a_browser_that_keeps_nothing_says_so_once_and_everything_works(page: Page, url: str) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})")
    page.goto(url)
    cell = page.locator("#price")
    write(cell, "price = 7")
    expect(status(cell)).to_contain_text("Your browser keeps nothing for this site")
    run(cell, "print('works')")
    assert output(cell).locator(".live").inner_text() == "works\n"


def test_names_are_completed_from_the_running_python(opened: Page) -> None:
    cell = opened.locator("#price")
    run(cell, "population = 3\nclass Town:\n    def settle(self): pass\ntown = Town()")
    write(cell, "x")
    opened.keyboard.press("Backspace")
    opened.keyboard.type("popul")
    option = opened.get_by_role("option", name=re.compile("population"))
    expect(option).to_be_visible()
    opened.keyboard.press("Enter")  # nothing was chosen: Enter ends the line
    opened.keyboard.type("town.")
    expect(opened.get_by_role("option", name=re.compile("settle"))).to_be_visible()
    opened.wait_for_timeout(200)  # CodeMirror takes no key for a list that has only just opened
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Enter")
    assert code(cell).inner_text().split("\n") == ["popul", "town.settle"]


# ── a guess, and input() without stack switching ──


def test_a_guess_stays_beside_the_result_and_is_never_asked_for_twice(opened: Page) -> None:
    cell = opened.locator("#double")
    expect(output(cell).get_by_text("8", exact=True)).to_be_hidden()  # the recorded output does not answer for the learner
    cell.get_by_label("Your guess, if you like").fill("80")
    run(cell)
    expect(output(cell)).to_contain_text("Your guess: 80")
    expect(cell.get_by_label("Your guess, if you like")).to_be_hidden()
    opened.reload()
    until(opened, "document.querySelector(':not(:defined)') === null")
    expect(cell.get_by_label("Your guess, if you like")).to_have_value("80")
    button(cell, "Reset").click()
    run(cell)
    expect(output(cell)).not_to_contain_text("Your guess")


def test_without_script_the_question_and_the_recorded_output_are_there(open_page, url: str) -> None:
    page = open_page(script=False)
    page.goto(url)
    cell = page.locator("#double")
    expect(cell.get_by_text("what do you expect to see?")).to_be_visible()
    expect(cell.get_by_role("textbox")).to_have_count(0)
    cell.get_by_text("Recorded output").click()
    expect(output(cell).get_by_text("8", exact=True)).to_be_visible()


def test_input_is_filled_in_before_the_run_where_python_cannot_wait(page: Page, url: str) -> None:
    page.add_init_script("delete WebAssembly.Suspending")

    def without_switching(route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body="delete WebAssembly.Suspending;\n" + response.text())

    page.route("**/clock*.js", without_switching)  # the worker's own first import
    page.goto(url)
    cell = page.locator("#price")
    write(cell, "name = input('Your name? ')\nprint('Hi', name, input())")
    box = cell.get_by_label("Its answers, one on each line")
    expect(box).to_be_visible()
    button(cell, "Run").click()
    expect(box).to_be_focused()
    expect(status(cell)).to_contain_text("Write its answers into the box")
    box.fill("Ada\nLovelace")
    run(cell)
    assert output(cell).locator(".live").inner_text() == "Your name? Ada\nLovelace\nHi Ada Lovelace\n"
    box.fill("Ada")
    run(cell)
    expect(output(cell)).to_contain_text("Write one line for each input()")
    write(cell, "print(1)")
    expect(box).to_have_count(0)
