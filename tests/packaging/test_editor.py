"""The bundled editor in a real browser: typing, running, and a keyboard that is never trapped."""

from functools import cache

import pytest
from learner import PASTE
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ADDRESS = "http://editor.test/"
PAGE = """<!doctype html><html lang="en"><title>Editor</title>
<style>.cm-scroller { height: 10rem; overflow: auto }</style>
<button id="before">Before</button><div id="cell"></div><button id="after">After</button>
<p id="way-out">Escape, then Tab, leaves the editor.</p>
<script type="module">
import { createEditor } from "./editor.js";
window.changes = []; window.runs = 0;
window.start = (options) => {
  window.editor?.destroy();
  window.editor = createEditor({
    parent: document.querySelector("#cell"), label: "Code of exercise 1", describedBy: "way-out",
    onChange: (text) => window.changes.push(text), onRun: () => window.runs++, ...options });
};
window.start({ text: "total = 0\\nprint(total)" });
</script>"""


@pytest.fixture(scope="module")
def tabs(browsers, repository):
    """tabs(engine) → a tab of this browser, which the tests share; what it has asked for; and the errors of its scripts."""
    bundle = (repository / "src/easycompilers_site/vendor/editor/editor.js").read_text(encoding="utf-8")
    answers = {
        ADDRESS: ("text/html", PAGE),
        f"{ADDRESS}editor.js": ("text/javascript", bundle),
    }

    @cache
    def tab(engine):
        asked, errors = set(), []

        def answer(route):
            asked.add(route.request.url)
            kind, body = answers.get(route.request.url, ("text/plain", ""))
            route.fulfill(content_type=kind, body=body)

        page = browsers.get(engine).new_context().new_page()
        page.on("pageerror", lambda error: errors.append(error))
        page.route("**/*", answer)
        pages.append(page)
        return page, asked, errors

    pages = []
    yield tab
    for page in pages:
        page.context.close()


@pytest.fixture
def page(engine, tabs):
    """The editor on a page between two buttons. Each address but the two that it needs is answered with nothing, and fails the test."""
    page, asked, errors = tabs(engine)
    asked.clear()
    page.goto(ADDRESS)
    page.wait_for_function("window.editor")
    yield page
    assert errors == []
    assert asked <= {ADDRESS, f"{ADDRESS}editor.js", f"{ADDRESS}favicon.ico"}


@pytest.fixture
def textbox(page):
    return page.get_by_role("textbox", name="Code of exercise 1")


def text(page):
    return page.evaluate("editor.text")


def start(page, text, **options):
    page.evaluate("options => start(options)", {"text": text, **options})


def test_textbox_has_a_name_a_description_and_no_spelling(textbox):
    expect(textbox).to_have_accessible_description("Escape, then Tab, leaves the editor.")
    for name, value in {"spellcheck": "false", "autocapitalize": "off", "aria-multiline": "true"}.items():
        expect(textbox).to_have_attribute(name, value)


# ── Tab ──


def test_arriving_by_tab_and_pressing_tab_again_leaves(page, textbox):
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    expect(textbox).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#before")).to_be_focused()
    assert text(page) == "total = 0\nprint(total)"


def test_after_typing_tab_indents_until_escape(page, textbox):
    start(page, "")
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("a")
    page.keyboard.press("Tab")
    assert text(page) == "a   "  # to the next of every four columns
    page.keyboard.press("Escape")
    page.evaluate("(now => { Date.now = () => now() + 2500; })(Date.now)")  # CodeMirror's own Escape lapses after two seconds
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()


def test_after_a_click_tab_indents(page, textbox):
    start(page, "")
    textbox.click()
    page.keyboard.press("Tab")
    assert text(page) == "    "
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#before")).to_be_focused()


def test_leaving_and_coming_back_by_tab_leaves_again(page, textbox):
    textbox.click()
    page.keyboard.type("#")
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()


def test_the_setting_tab_moves_focus_holds_while_typing(page, textbox):
    start(page, "", tabMovesFocus=True)
    textbox.click()
    page.keyboard.type("a")
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()


def test_focus_for_a_learner_who_clicked_indents(page):
    start(page, "")
    page.evaluate("editor.focus({ tabIndents: true })")
    page.keyboard.press("Tab")
    assert text(page) == "    "


def test_tab_and_shift_tab_move_selected_lines(page, textbox):
    textbox.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Tab")
    assert text(page) == "    total = 0\n    print(total)"
    page.keyboard.press("Shift+Tab")
    assert text(page) == "total = 0\nprint(total)"


# ── Writing Python ──


def test_enter_after_a_colon_indents_and_else_goes_back(page, textbox):
    start(page, "")
    textbox.click()
    page.keyboard.type("if total:\npass\nelse:")
    assert text(page) == "if total:\n    pass\nelse:"


def test_brackets_and_quotes_close(page, textbox):
    start(page, "")
    textbox.click()
    page.keyboard.type('print("hi')
    assert text(page) == 'print("hi")'
    page.keyboard.type('")')
    assert text(page) == 'print("hi")'


def test_words_are_marked_by_class(page):
    start(page, "for n in 'abc':  # letters")
    for name, word in {"keyword": "for", "string": "'abc'", "comment": "# letters"}.items():
        expect(page.locator(f".tok-{name}").first).to_have_text(word)


def test_no_break_spaces_become_spaces(page, textbox):
    start(page, "")
    textbox.click()
    textbox.evaluate(PASTE, "x\u00a0=\u00a01")
    page.keyboard.insert_text("\u00a0+\u00a0")
    page.keyboard.insert_text("2")
    assert text(page) == "x = 1 + 2"


# ── What the page is told, and what it asks ──


@pytest.mark.parametrize("keys", ["Control+Enter", "ControlOrMeta+Enter"])
def test_control_enter_runs_and_adds_no_line(page, textbox, keys):
    textbox.click()
    page.keyboard.press(keys)
    assert page.evaluate("runs") == 1
    assert text(page) == "total = 0\nprint(total)"


def test_edits_are_told_and_the_pages_own_are_not(page, textbox):
    page.evaluate("editor.text = 'a = 1'")
    assert page.evaluate("changes") == []
    textbox.click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("0")
    assert page.evaluate("changes") == ["a = 10"]


def test_a_replaced_text_can_be_undone(page, textbox):
    page.evaluate("editor.text = ''")
    textbox.click()
    page.keyboard.press("ControlOrMeta+z")
    assert text(page) == "total = 0\nprint(total)"
    assert page.evaluate("changes") == ["total = 0\nprint(total)"]


def test_select_line_shows_it(page, textbox):
    start(page, "\n".join(f"line_{n}" for n in range(1, 200)))
    page.evaluate("editor.selectLine(150)")
    expect(textbox).to_be_focused()
    expect(page.get_by_text("line_150", exact=True)).to_be_in_viewport()
    assert page.evaluate("String(getSelection())") == "line_150"
    page.evaluate("editor.selectLine(9999)")
    assert page.evaluate("String(getSelection())") == "line_199"


def test_the_caret_of_the_text_area_before_is_kept(page, textbox):
    start(page, "ac", caret=1)
    page.evaluate("editor.focus()")
    page.keyboard.type("b")
    assert text(page) == "abc"


def test_destroy_leaves_nothing(page):
    page.evaluate("editor.destroy()")
    expect(page.locator("#cell")).to_be_empty()


# ── What helps ──


def test_pasted_code_is_cleaned(page, textbox):
    start(page, "")
    textbox.click()
    textbox.evaluate(PASTE, "if x:\n\tprint('a\tb')\n \t y\u200b =\u20091\ufeff")
    assert text(page) == "if x:\n    print('a\tb')\n      y = 1"


def test_the_line_that_failed_is_marked_until_the_text_changes(page, textbox):
    page.evaluate("editor.markLine(2)")
    expect(page.locator(".cm-failed")).to_have_text("print(total)")
    page.evaluate("editor.markLine(99)")
    expect(page.locator(".cm-failed")).to_have_count(0)
    page.evaluate("editor.markLine(1)")
    textbox.click()
    page.keyboard.type("#")
    expect(page.locator(".cm-failed")).to_have_count(0)


COMPLETE = """() => start({text: "", complete: async (before) => {
    (window.asked ??= []).push(before);
    return before.endsWith(".") ? [["append", "function"]] : [["total", "variable"], ["tone", "variable"]];
}})"""


def test_names_are_offered_and_nothing_is_chosen_unasked(page, textbox):
    page.evaluate(COMPLETE)
    textbox.click()
    page.keyboard.type("t")
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.type("o")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("Enter")
    assert text(page) == "to\n"
    page.keyboard.type("x.")
    expect(page.get_by_role("option")).to_have_text("appendfunction")
    page.wait_for_timeout(200)  # CodeMirror takes no key for a list that has only just opened
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert text(page) == "to\nx.append"


def test_control_space_asks_escape_closes_and_tab_still_leaves(page, textbox):
    page.evaluate(COMPLETE)
    textbox.click()
    page.keyboard.press("Control+Space")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()


def test_nothing_is_offered_in_a_text_or_a_remark(page, textbox):
    page.evaluate(COMPLETE)
    textbox.click()
    page.keyboard.type("x = 'total' # total")
    expect(page.get_by_role("option")).to_have_count(0)
    assert "x = 'to" not in page.evaluate("window.asked ?? []")
