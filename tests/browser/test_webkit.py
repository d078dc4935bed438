"""WebKitGTK, the engine next to Safari: the journeys most likely to differ there. The others run in Chromium and Firefox."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner
from engines import require
from files import put
from hosts import CutHost, FriendlyHost, PlainHost, serving
from selenium.webdriver.common.keys import Keys
from webkit import Browser, Place, display, session, until
from wheels import make_wheel

from easycompilers_site.cli import main

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")]  # Selenium of itself

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
LOOP = "print('before')\nwhile True: pass"
# As if nobody had been here: what a run keeps of the page, and what the learner has done on it.
FORGET = """
localStorage.clear();
sessionStorage.clear();
const workers = await navigator.serviceWorker.getRegistrations();
return Promise.all([...workers.map((worker) => worker.unregister()), ...(await caches.keys()).map((name) => caches.delete(name))]);
"""


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    require("webkit")
    with display() as screen:
        yield screen


@pytest.fixture(scope="module")
def sessions() -> Iterator[ExitStack]:
    """Those that have begun, which end with the file."""
    with ExitStack() as sessions:
        yield sessions


@pytest.fixture(scope="module")
def kept() -> list[Browser]:
    """The browser that the tests share, since to start one takes as long as most of them. One in which a test has failed is not used again."""
    return []


@pytest.fixture
def browser(request: pytest.FixtureRequest, screen: str, sessions: ExitStack, kept: list[Browser]) -> Iterator[Browser]:
    """Anywhere. An error in a script fails the test."""
    failed = request.session.testsfailed
    browser = kept.pop() if kept else Browser(sessions.enter_context(session(screen)))
    yield browser
    assert browser.errors == []
    if request.session.testsfailed == failed:
        kept.append(browser)


@pytest.fixture
def webkit(browser: Browser, chapter_url: str) -> Browser:
    """At the chapter, which stands below a path with a space and a plus sign, and as if for the first time."""
    browser.arrive(chapter_url)
    browser.driver.execute_script(FORGET)
    browser.arrive(chapter_url)
    return browser


@pytest.fixture
def chapter(browser: Browser, chapter_url: str) -> Browser:
    """Where the test before has left the chapter, so that Python starts once; its first cell is as after Reset. Such a test writes into it."""
    if browser.driver.current_url != chapter_url:
        browser.arrive(chapter_url)
    browser.cells[0].get("button", "Reset").click()
    return browser


@pytest.fixture
def cell(chapter: Browser) -> Place:
    return chapter.cells[0]


def limit(cell: Place, seconds: float) -> None:
    """What an author's `:timeout:` sets."""
    cell.driver.execute_script("arguments[0].asker.about.seconds = arguments[1]", cell.root, seconds)


LISTEN_TO_NOTES = """
window.notes = [];
const note = arguments[0].querySelector(".run-note");
new MutationObserver(() => notes.push(note.textContent)).observe(note, { childList: true });
"""


def test_python_starts_from_its_snapshot_and_tells_what_it_does(webkit):
    cell = webkit.cells[0]
    webkit.driver.execute_script(LISTEN_TO_NOTES, cell.root)
    assert cell.run("import sys\nprint('statistics' in sys.modules)") == "True\n", "nobody has imported it, but the snapshot holds it"
    notes = webkit.driver.execute_script("return notes")
    assert [note for note in notes if note.startswith("Loading Python: ")] and "Starting Python." in notes
    assert not [note for note in notes if "without its snapshot" in note]


def test_a_run_replaces_the_recorded_output_and_its_names_stay(webkit):
    cell = webkit.cells[0]
    assert "Recorded output" in cell.get("region", "Output*").text
    assert "updates taken off: [2, 4, 4, 10]" in cell.run()
    assert cell.get("status").text.startswith("Ran in")
    assert webkit.cells[1].run("print(token)") == "[2, 4, 4, 10]\n"


def test_output_comes_while_the_cell_runs_and_stop_ends_it(cell):
    cell.write("import time\nfor n in range(3):\n    print('step', n)\n    time.sleep(0.1)\ntime.sleep(600)")
    cell.get("button", "Run").click()
    cell.get("region", "Output*").says("step 2")
    assert cell.root.get_attribute("state") == "running"
    cell.get("button", "Stop").click()
    cell.get("status").says("Stopped. Variables are gone")
    assert "step 2" in cell.get("region", "Output*").text
    assert cell.run("print('again')") == "again\n"


def test_stop_ends_a_loop_though_the_engine_goes_on_with_it(chapter, cell):
    limit(cell, 6)  # until then a worker that was terminated burns on, and slows what comes after
    for _ in range(2):
        cell.write(LOOP)
        cell.get("button", "Run").click()
        cell.get("region", "Output*").says("before")
        assert chapter.driver.execute_script("return 1 + 1") == 2, "the page answers"
        cell.get("button", "Stop").click()
        cell.get("status").says("Stopped. Variables are gone")
        assert cell.get("button", "Run").focused
        limit(cell, 30)
        assert cell.run("print('again')") == "again\n"
        limit(cell, 6)


def test_a_loop_ends_at_its_limit_and_names_stay(cell):
    cell.run("kept = 1")
    limit(cell, 2)
    assert "before" in cell.run(LOOP)
    assert "Stopped at the time limit on line 2" in cell.get("status").text
    limit(cell, 30)
    assert cell.run("print(kept)") == "1\n"


def test_memory_is_capped(cell):
    assert "MemoryError" in cell.run("kept = 1\nheld = []\nwhile True: held.append(bytearray(10**7))")
    assert cell.run("del held\nprint(kept)") == "1\n"


def test_a_flood_ends(cell):
    assert "Too much output" in cell.run("while True: print('x' * 50)")
    assert cell.run("print(1)") == "1\n"


def test_a_breakdown_of_python_restarts_it(cell):
    cell.run("held = []\nfor _ in range(100_000): held = [held]\nrepr(held)")
    assert "starts anew" in cell.get("status").text
    assert cell.run("print(1)") == "1\n"


def test_an_error_shows_the_learners_line_and_leads_there(chapter, cell):
    said = cell.run("length = 3\nprint('so far')\nprint(lenght)")
    assert "so far" in said and "NameError: name 'lenght' is not defined. Did you mean: 'length'?" in said
    cell.get("button", "Go to line 3").click()
    assert chapter.driver.execute_script("return getSelection().toString()") == "print(lenght)"


def test_a_syntax_error_has_its_line(cell):
    assert "SyntaxError" in cell.run("for i in range(3)\n    print(i)\n")
    cell.get("button", "Go to line 1")


def test_a_picture_stands_in_the_output(cell):
    cell.run("import coursekit\ncoursekit.bars({'a': 1, 'b': 3})")
    assert cell.get("region", "Output*").get("image").root.accessible_name


def test_input_gets_its_answers_before_the_run_where_python_cannot_wait(cell):
    cell.write("name = input('Your name? ')\nprint('Hi', name)")
    cell.get("button", "Run").click()
    cell.get("status").says("This code asks with input()")
    box = cell.get("textbox", "This code asks with input()*")
    assert box.focused
    box.press("Ada")
    assert "Hi Ada" in cell.run()


def test_the_keyboard_enters_runs_and_leaves_the_code(chapter, cell):
    cell.get("textbox").click()
    cell.within(".cm-editor")
    field = cell.get("textbox")
    for keys in (Keys.CONTROL + "a", "print(1 + 1)", Keys.CONTROL + Keys.ENTER):
        field.press(keys)  # each on its own: at its end the driver lets go of Control
    cell.get("region", "Output*").says("2\n")
    field.press(Keys.ESCAPE)
    chapter.press(Keys.TAB)
    assert cell.get("button", "Run").focused


# ── hosts ──

CHAPTER = "transformers-from-the-ground-up/residual-streams-and-layer-norm/"


def test_a_server_that_does_not_know_webassembly_will_do(browser, built):
    with serving(built, PlainHost) as address:
        browser.arrive(f"{address}/{CHAPTER}")
        assert browser.cells[0].run("print(1)") == "1\n"


def test_a_host_that_puts_a_page_in_the_place_of_a_file_is_told(browser, built):
    with serving(built, FriendlyHost) as address:
        browser.arrive(f"{address}/{CHAPTER}")
        browser.cells[0].run()
        browser.cells[0].get("status").says("pyodide.asm.wasm is of no use")


def test_after_a_run_the_page_works_without_a_connection(browser, built):
    class Host(CutHost):
        asked = []

    with serving(built, Host) as address:
        browser.arrive(f"{address}/{CHAPTER}")
        browser.cells[0].run("print(1)")
        browser.cells[0].says("This page works without a connection too")
        Host.is_down = True
        browser.arrive(f"{address}/{CHAPTER.rstrip('/')}")
        assert browser.driver.current_url.endswith(CHAPTER)
        assert browser.cells[0].run("print(1 + 1)") == "2\n"


def test_a_package_comes_with_the_cell_that_imports_it(browser, tmp_path):
    make_wheel(tmp_path / "course/first/wheels", "shout", {"shout.py": "import warnings\nWORD = 'HELLO'\n"})
    put(tmp_path, {"course/site.yaml": "title: Example\n", "course/first/01-one.md": "```{code-cell} python\nimport shout\nshout.WORD\n```\n",
                   "course/first/course.yaml": "title: First\npackages: [./wheels/shout-1.0-py3-none-any.whl]\n"})
    assert CliRunner().invoke(main, ["build", str(tmp_path)]).exit_code == 0
    with serving(tmp_path / "dist") as address:
        browser.arrive(f"{address}/first/one/")
        assert "HELLO" in browser.cells[0].run()
        said = browser.cells[0].run("import shout, warnings\nwarnings.warn('careful')")
        assert "Cell 1:2: UserWarning: careful" in said


# ── exercise, quiz, glossary ──


def test_an_exercise_is_refused_then_passed(chapter):
    exercise = chapter.within("ec-exercise")
    assert "Not yet" in exercise.run(button="Check")
    source = chapter.driver.execute_script("return JSON.parse(arguments[0].querySelector(':scope > script').textContent).source", exercise.root)
    assert "Correct" in exercise.run(source.replace("scale = [1.0, 1.0, 1.0, 1.0]", "scale = [1, 2, 3, 4]"), button="Check")
    assert exercise.get("status").text == "The check passed."


def test_a_quiz_explains_a_wrong_answer_and_takes_the_right_one(webkit):
    question = webkit.within("ec-quiz ec-question:not([hidden])")
    question.within(".choice:not([data-right]) input").click()
    question.get("button", "Check answer").click()
    question.says("Not this one")
    assert question.get("button", "Try again").focused
    question.get("button", "Try again").click()
    question.within(".choice[data-right] input").click()
    question.get("button", "Check answer").click()
    question.says("Correct")


def test_a_guess_is_kept_and_stands_where_its_answer_does(webkit, chapter_url):
    first = chapter_url.replace("residual-streams-and-layer-norm", "tokens-and-vectors")
    webkit.arrive(first)
    prediction = webkit.within("ec-prediction")
    name = prediction.root.get_attribute("id")
    prediction.within(".choice:nth-child(2) input").click()
    prediction.says("Your guess is kept.")
    webkit.arrive(first)
    until(lambda: webkit.within("ec-prediction .choice:nth-child(2) input").root.is_selected())
    webkit.within(f"[id='{name}-answer']").says("You guessed")


# What "Save to a file" writes: the driver tells of no downloads.
CATCH = "URL.createObjectURL = (file) => { file.text().then((text) => (window.saved = text)); return '#'; };"
# As if three days had gone by since.
LATER = """for (const key of Object.keys(localStorage).filter((name) => name.startsWith("course:"))) {
  const course = JSON.parse(localStorage.getItem(key));
  for (const item of Object.values(course.items)) if (item.due) item.due -= 3 * 86_400_000;
  localStorage.setItem(key, JSON.stringify(course));
}"""


def test_work_comes_back_for_review_and_goes_into_a_file_away_and_out_of_it(webkit, chapter_url, site_url, tmp_path):
    question = webkit.within("ec-quiz ec-question:not([hidden])")
    name = question.root.get_attribute("id")
    question.within(".choice:not([data-right]) input").click()
    question.get("button", "Check answer").click()
    question.says("Not this one")
    question.get("button", "Try again").click()
    question.within(".choice[data-right] input").click()
    question.get("button", "Check answer").click()
    question.says("Correct")

    webkit.driver.execute_script(LATER)
    webkit.arrive(f"{site_url}review/")
    webkit.within("ec-review ec-question").says("Check answer")

    webkit.driver.execute_script(CATCH)
    dialog = settings(webkit)
    dialog.get("button", "Save to a file").click()
    kept = tmp_path / "progress.json"
    kept.write_text(until(lambda: webkit.driver.execute_script("return window.saved")), encoding="utf-8")
    dialog.get("button", "Delete everything").click()
    dialog.get("button", "Yes, delete it all").click()
    dialog.says("Everything was deleted.")
    webkit.arrive(chapter_url)
    until(lambda: webkit.within(f"[id='{name}']").root.get_attribute("state") == "open")

    dialog = settings(webkit)
    dialog.within("input[type=file]").root.send_keys(str(kept))
    dialog.get("button", "Take it").click()
    dialog.says("What the file holds was taken in.")
    webkit.arrive(chapter_url)
    until(lambda: webkit.within("ec-quiz ec-question:not([hidden])").root.get_attribute("id") != name)  # it is settled: the next one is asked


def settings(browser: Browser) -> Place:
    browser.get("button", "Settings").click()
    return browser.get("dialog", "Settings")


def test_the_search_is_opened_by_a_key_and_worked_with_the_keyboard(webkit):
    webkit.press("/")
    assert webkit.get("searchbox", "Words to find").focused
    webkit.press("post-norm")
    dialog = webkit.get("dialog", "Search")
    dialog.says("“post-norm”")
    webkit.press(Keys.ARROW_DOWN)
    until(lambda: dialog.all("link")[0].focused)
    address = dialog.all("link")[0].root.get_attribute("href")
    webkit.press(Keys.ENTER)
    until(lambda: webkit.driver.current_url == address and not webkit.all("dialog"))


def test_the_glossary_opens_closes_and_gives_the_focus_back(webkit):
    control = webkit.within("header").get("link", "Glossary")
    control.click()
    dialog = webkit.get("dialog", "Vocabulary for this course")
    assert dialog.get("searchbox", "Find a term").focused
    webkit.press(Keys.ESCAPE)
    until(lambda: not webkit.all("dialog"))
    assert control.focused


def test_a_link_into_a_page_leads_there_though_what_stands_above_comes_to_life(webkit, chapter_url):
    webkit.driver.get("about:blank")
    webkit.arrive(f"{chapter_url}#check-what-you-learned")
    until(lambda: 0 <= webkit.driver.execute_script("return document.getElementById('check-what-you-learned').getBoundingClientRect().top") < 100)


def test_a_term_opens_its_note(webkit):
    term = webkit.within("main button.term")
    note = webkit.within(f"[id='{term.root.get_attribute('popovertarget')}']")
    assert not note.root.is_displayed()
    term.click()
    until(note.root.is_displayed)
    webkit.press(Keys.ESCAPE)
    until(lambda: not note.root.is_displayed())
    assert term.focused


# A chapter from right to left with lines to arrange, and one in German with a number to type.
LANGUAGES = {
    "course/site.yaml": "title: Languages\nlanguage: he\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": """---
title: One
---

## A section

::::{exercise} Six
:label: ex-six
:parsons: true

Make it six.

```{code-cell} python
:tags: [starter]
six = 0
```

```{code-cell} python
:tags: [check, remove-cell]
assert six == 6, f"It is {six}."
```

:::{hint}
Twice three.
:::
::::

:::{solution} ex-six
```{code-cell} python
:tags: [answer]
two = 2
three = two + 1
six = two * three
```
:::
""",
    "course/first/02-two.md": """---
title: Zwei
language: de
---

::::{quiz}
:::{question}
:kind: number
:answer: 0.5
Was ist die Hälfte von eins?

> Die Hälfte.
:::
::::
""",
}


# Where the words in an element are, each piece of them by itself.
LEFTS = """const range = document.createRange();
return [...document.querySelector(arguments[0]).childNodes].filter((node) => node.textContent.trim()).map((node) => {
  range.selectNodeContents(node);
  return Math.min(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ left }) => left));
});"""


def test_a_page_from_right_to_left_lines_to_arrange_and_a_number_in_german(browser, tmp_path):
    put(tmp_path, LANGUAGES)
    assert CliRunner().invoke(main, ["build", str(tmp_path)]).exit_code == 0
    with serving(tmp_path / "dist") as address:
        browser.arrive(f"{address}/first/one/")
        right = "return [...arguments].map((part) => document.querySelector(part).getBoundingClientRect().right)"
        rail, title, window = browser.driver.execute_script(right, "ec-rail", "h1", "html")
        assert title < rail <= window and browser.driver.execute_script("return document.documentElement.scrollWidth === innerWidth")
        assert browser.within(".code pre").root.value_of_css_property("direction") == "ltr"
        small, title = browser.driver.execute_script(LEFTS, "a.next")
        assert abs(small - title) < 1, "the two lines of a way on begin at one side, though one is English"
        exercise = browser.within("ec-exercise")
        for hint in ("details.hint:nth-of-type(1) summary", "details.hint:nth-of-type(2) summary"):
            exercise.within(hint).click()
        for line, moves in (("two = 2", 2), ("three = two + 1", 1)):
            for _ in range(moves):
                up = exercise.get("button", f"Move up: {line}")
                up.click()
                assert up.focused
        exercise.get("button", "Check the order").click()
        exercise.within("ec-parsons").says("This order works.")

        browser.arrive(f"{address}/first/two/")
        question = browser.within("ec-question")
        question.get("textbox", "Ihre Antwort, eine Zahl").press("0,5")
        question.get("button", "Antwort prüfen").click()
        assert "0,5" in question.says("Richtig")


def test_axe_finds_nothing_in_a_chapter_with_output(chapter, cell):
    cell.run("print('so far')\n1 / 0")
    chapter.driver.execute_script(AXE.read_text(encoding="utf-8"))
    found = chapter.driver.execute_script("return axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))")
    assert found == []
