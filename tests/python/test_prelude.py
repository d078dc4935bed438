"""The Python that runs cells, here under plain CPython: what depends on the shipped Python is in tests/run."""

from __future__ import annotations

import json
import sys
import warnings

import pytest
from notebook import Page, checks, shown


# ── output ──


def test_printed_text_comes_as_it_was_written(page):
    assert page.run("print('<foo> & <b>bold</b>')\nprint('a\\tb', end='')\nprint('  two  spaces')") == [
        ("stdout", "<foo> & <b>bold</b>\na\tb  two  spaces\n")
    ]
    source = "print('a')\nprint()\nprint('b\\nc')\nprint('\\u00e9\\U0001f642')\nimport sys\nw = sys.stdout.write('no newline')"
    assert page.run(source) == [("stdout", "a\n\nb\nc\né🙂\nno newline")]


def test_outputs_come_in_the_order_in_which_they_happened(page):
    assert page.run("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)\n4") == [
        ("stdout", "1\n"), ("stderr", "2\n"), ("stdout", "3\n"), ("value", '{"text/plain": "4"}'),
    ]


def test_text_is_handed_on_before_the_line_ends():
    handed: list[str] = []
    page = Page(seen=lambda kind, text: handed.append(text))
    page.notebook.run("Cell 1", "print('so far', end='')\nassert True\nwhere = 1")
    assert handed == ["so far"]


def test_bytes_and_odd_characters_are_no_trouble(page):
    assert page.run("import sys\nsys.stdout.buffer.write('é'.encode()[:1]); sys.stdout.buffer.write('é'.encode()[1:]);") == [("stdout", "é")]
    assert page.run("print('\\ud800')") == [("stdout", "\\ud800\n")]


def test_too_much_output_ends_the_run(page):
    failure = page.failure("while True:\n    try:\n        print('x' * 1000)\n    except Exception:\n        pass")
    assert failure["kind"] == "OutputLimit" and failure["line"] == 3
    assert sum(len(text) for kind, text in page.seen if kind == "stdout") == shown.OUTPUT_LIMIT
    assert page.run("print(1)") == [("stdout", "1\n")]


@pytest.mark.parametrize("source, shown", [
    ("1 + 1", "2"), ("'text'", "'text'"), ("x = 3\nx", "3"), ("(\n1,\n)", "(1,)"), ("# only\n5  # five", "5"),
])
def test_the_last_expression_is_shown(page, source, shown):
    assert page.value(source)["text/plain"] == shown


@pytest.mark.parametrize("source", ["x = 1", "None", "1;", "(1) ; # quiet", "'é';", "for i in []: i", "", "# nothing", "\n\n"])
def test_nothing_is_shown_where_there_is_no_value_or_a_semicolon(page, source):
    assert page.run(source) == []


def test_a_value_offers_its_forms(page):
    source = """
class Figure:
    def __repr__(self): return 'a bar'
    def _repr_svg_(self): return '<svg/>'
    def _repr_png_(self): return b'\\x89PNG'
    def _repr_html_(self): raise ValueError
    def _repr_markdown_(self): return None
    def rows(self): return [['x', 'y'], ['1', '2']]
Figure()
"""
    assert page.value(source) == {
        "text/plain": "a bar", "image/svg+xml": "<svg/>", "image/png": "iVBORw==", shown.ROWS: '[["x", "y"], ["1", "2"]]',
    }
    assert list(page.value("Figure")) == ["text/plain"]


def test_a_value_whose_repr_fails_is_a_failure_of_the_cell(page):
    failure = page.failure("class Odd:\n    def __repr__(self):\n        return 1 / 0\nOdd()")
    assert (failure["kind"], failure["line"]) == ("ZeroDivisionError", 3)


# ── names ──


def test_cells_share_their_names_and_isolated_ones_do_not(page):
    page.run("price = 4")
    assert page.value("price * 2")["text/plain"] == "8"
    assert page.failure("price", isolated=True)["kind"] == "NameError"
    assert page.run("price = 5", isolated=True) == []
    assert page.value("price")["text/plain"] == "4"


def test_a_run_apart_sees_the_names_and_changes_none(page):
    page.run("words = ['a']\ndef add(word):\n    words.append(word)\n    return weight(word)\ndef weight(word): return 1")
    page.run("def weight(word): return 2\nprint(add('b'), words)\nwords = 3", apart=True)
    assert page.seen[0] == ("stdout", "2") and "".join(text for _, text in page.seen) == "2 ['a', 'b']\n"
    assert page.value("words, add('c'), words")["text/plain"] == "(['a', 'c'], 1, ['a', 'c'])"


def test_what_belongs_to_everybody_is_put_back(page):
    stdout, main = sys.stdout, sys.modules["__main__"]
    page.run("import sys, builtins\nsys.stdout = None\nbuiltins.len = lambda x: 0\nbuiltins.print = None")
    assert (sys.stdout, sys.modules["__main__"], len("ab")) == (stdout, main, 2)
    assert page.run("print(len('ab'))") == [("stdout", "2\n")]


def test_a_dataclass_and_a_pickle_find_their_module(page):
    source = "import pickle\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: 'int'\nprint(pickle.loads(pickle.dumps(P(1))))"
    assert page.run(source) == [("stdout", "P(x=1)\n")]


# ── failures ──


def test_a_failure_names_the_line_and_shows_the_learners_frames_alone(page):
    failure = page.failure("def half(n):\n    return n / 0\n\nhalf(4)", name="Cell 3")
    assert failure == {
        "kind": "ZeroDivisionError", "message": "division by zero", "line": 2, "traceback": failure["traceback"],
        "sentence": "This divides by zero. Look at what stands to the right of the division sign.",
    }
    assert failure["traceback"].startswith('Traceback (most recent call last):\n  File "Cell 3", line 4, in <module>\n    half(4)\n')
    assert failure["traceback"].endswith("ZeroDivisionError: division by zero")
    assert "prelude" not in failure["traceback"]


def test_frames_of_libraries_are_left_out(page):
    failure = page.failure("import json\njson.loads('{')")
    assert failure["line"] == 2 and "decoder.py" not in failure["traceback"] and failure["traceback"].count("File") == 1


def test_a_failure_in_a_function_of_another_cell_names_the_line_of_this_one(page):
    page.run("def inverse(x):\n    return 1 / x", name="Cell 1")
    failure = page.failure("a = 1\ninverse(0)", name="Cell 2")
    assert failure["line"] == 2 and 'File "Cell 1", line 2, in inverse' in failure["traceback"]


@pytest.mark.parametrize("source, line, words", [
    ('x = 1\nprint("hello"\n', 2, "'(' was never closed"),
    ("\n\ny = [1, 2\nz = 3\n", 3, "'[' was never closed"),
    ("for i in range(3)\n    print(i)\n", 1, "expected ':'"),
    ("x = 1\nreturn x\n", 2, "outside function"),
    ("if True:\nx = 1\n", 2, "expected an indented block"),
])
def test_a_syntax_error_has_the_line_of_the_cell_and_no_frames(page, source, line, words):
    failure = page.failure(source)
    assert (failure["kind"] in ("SyntaxError", "IndentationError"), failure["line"]) == (True, line)
    assert words in failure["message"] and "Traceback" not in failure["traceback"]
    assert source.splitlines()[line - 1].strip() in failure["traceback"]


def test_syntax_errors_of_code_that_a_cell_runs_keep_their_place(page):
    failure = page.failure("x = 1\neval('1 +')")
    assert failure["line"] == 2 and 'File "Cell 1", line 2' in failure["traceback"]


def test_no_break_spaces_of_pasted_code_are_no_trouble(page):
    assert page.run("def f():\n\xa0\xa0\xa0 return\xa01\nprint(f(),\xa0'a\xa0b')") == [("stdout", "1 a\xa0b\n")]
    assert page.failure("x = 1\ny = \u200b2")["line"] == 2


def test_an_endless_recursion_is_told_shortly(page):
    failure = page.failure("def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nf(1)")
    assert failure["kind"] == "RecursionError" and failure["traceback"].count("\n") < 60


def test_an_exception_behind_an_exception_is_told_and_trimmed(page):
    failure = page.failure("import json\ntry:\n    json.loads('{')\nexcept ValueError as e:\n    raise KeyError('x') from e")
    assert failure["line"] == 5 and "direct cause" in failure["traceback"] and "decoder.py" not in failure["traceback"]


def test_a_limit_is_told_from_an_interrupt():
    page = Page(passed=lambda: 3.0)
    failure = page.failure("x = 1\nraise KeyboardInterrupt")
    assert failure["kind"] == "TimeLimit" and "3 s" in failure["message"] and failure["line"] == 2
    assert Page().failure("raise KeyboardInterrupt")["kind"] == "KeyboardInterrupt"


def test_leaving_is_an_end_and_no_failure(page):
    assert page.run("print(1)\nimport sys\nsys.exit()\nprint(2)") == [("stdout", "1\n")]
    assert page.failure("raise SystemExit('no data')")["message"] == "no data"


def test_an_exception_that_takes_too_long_to_tell_is_told_by_its_name(page, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["failures"], "_told", interrupted)
    page.notebook.passed = lambda: 30.0
    failure = page.failure("1 / 0")
    assert (failure["kind"], failure["sentence"]) == ("ZeroDivisionError", "This exception cannot be shown: the time limit came first.")


# ── warnings ──


@pytest.fixture
def plain(monkeypatch):
    """Warnings as outside of pytest, which gathers them for itself."""
    monkeypatch.setattr(warnings, "showwarning", lambda *what: sys.stderr.write(warnings.formatwarning(*what[:4])))


def test_a_warning_is_shown_with_its_line_and_again_in_the_next_run(page, plain):
    told = [("stderr", "Cell 1:2: UserWarning: careful\n  warnings.warn('careful')\n"), ("stdout", "on\n")]
    for _ in range(2):
        assert page.run("import warnings\nwarnings.warn('careful')\nprint('on')") == told


def test_a_warning_of_the_compiler_is_shown_once(page, plain):
    [(kind, told), _] = page.run("1 is 1")
    assert kind == "stderr" and told.startswith('Cell 1:1: SyntaxWarning: "is" with') and told.count("SyntaxWarning") == 1


def test_of_old_ways_the_learners_own_code_is_told(page, plain):
    page.run("import warnings\nold = lambda: warnings.warn('old', DeprecationWarning)")
    assert "DeprecationWarning: old" in str(page.run("old()"))
    assert page.run("exec(\"import warnings\\nwarnings.warn('old', DeprecationWarning)\", {'__name__': 'package'})") == []


def test_what_a_cell_says_of_warnings_stays(page):
    page.run("import warnings\nwarnings.simplefilter('ignore')")
    assert page.run("warnings.warn('careful')", "Cell 2") == []
    page.run("warnings.simplefilter('error')", "Cell 3")
    assert page.failure("warnings.warn('careful')", name="Cell 4")["kind"] == "UserWarning"


def test_input_asks_or_explains_itself(page):
    assert "input()" in page.failure("name = input('Your name? ')")["message"]
    asking = Page(ask=lambda prompt: "Ada")
    assert asking.run("name = input('Your name? ')\nprint('Hi', name)") == [("stdout", "Your name? Ada\nHi Ada\n")]


# ── exercises ──

DOUBLE = "assert double(21) == 42, 'double(21) should be 42'\nassert double(0) == 0\n'Twice as much.'"


def test_a_right_answer_passes_and_passes_again(page):
    for _ in range(2):
        assert page.attempt("def double(n):\n    return n * 2", DOUBLE) == (True, "Twice as much.")
    assert page.failure("double")["kind"] == "NameError"


def test_the_first_failing_assert_speaks(page):
    assert page.attempt("def double(n):\n    pass", DOUBLE) == (False, "double(21) should be 42")
    passed, message = page.attempt("def double(n):\n    return n * 2 or None", DOUBLE)
    assert not passed and message.startswith("Not there yet")


def test_no_word_of_the_check_is_shown(page):
    for source in ("def double(n): pass", "def double(n): return n", "def double(): return 1", "double = 1", "x = 1"):
        passed, message = page.attempt(source, DOUBLE)
        assert not passed and "assert" not in message and "Traceback" not in message and "== 42" not in message


def test_a_failure_of_the_code_itself_comes_before_the_check(page):
    assert page.attempt("def double(n)\n    return 1", DOUBLE) == (False, "Your code stopped with SyntaxError on line 1.")
    assert json.loads(page.seen[-1][1])["line"] == 1


def test_a_name_that_is_gone_is_named(page):
    assert page.attempt("x = 1", "assert scale == [1]") == (
        False, "The check looks for `scale`, and it is gone. Keep that name, or press Reset.")


def test_code_that_stops_on_another_input_is_told_so(page):
    passed, message = page.attempt("def mean(xs):\n    return sum(xs) / len(xs)", "assert mean([]) == 0, 'empty'")
    assert (passed, message) == (
        False, "Your code ran, but stopped with ZeroDivisionError (division by zero) when it was given another input. Look at line 2.")
    assert "check could not use" in page.attempt("def mean(): pass", "assert mean([1]) == 1, 'one'")[1]
    assert "stopped with AssertionError" in page.attempt("def f(x):\n    assert x", "f(0)")[1]


def test_a_check_that_never_ends_is_a_limit():
    page = Page(passed=lambda: 3.0)
    assert "had not finished after 3 s" in page.attempt("def f():\n    raise KeyboardInterrupt", "f()")[1]


def test_names_that_hide_builtins_break_no_check(page):
    source = "len = print = 3\nsum = 'sum'\nresult = 4\noutput = 5\nimport builtins\nbuiltins.max = None\nx = [1, 2]\nx"
    assert page.attempt(source, "assert len(x) == 2 and sum(x) == 3 and max(x) == 2\nassert result == [1, 2] and output == ''") == (True, "")


def test_a_builtin_that_the_starter_asks_for_is_the_learners(page):
    check = "assert sum([1, 2]) == 'mine'"
    assert page.attempt("def sum(xs): return 'mine'", check, starter="def sum(xs):\n    ____") == (True, "")
    assert not page.attempt("def sum(xs): return 'mine'", check)[0]


def test_a_check_sees_source_output_result_and_close(page):
    check = "assert 'a = 1' in source\nassert output == '1\\n'\nassert result == 2\nassert close(0.1 + 0.2, 0.3)\nprint('never shown')"
    assert page.attempt("a = 1\nprint(a)\na + 1", check) == (True, "")
    assert "never shown" not in str(page.seen)


def test_a_check_changes_nothing_for_the_learner(page):
    page.run("total = 1")
    page.attempt("total = total + 1", "total = 99\nassert True")
    assert page.value("total")["text/plain"] == "1"


@pytest.mark.parametrize("a, b, agree", [
    (1, 1.0, True), (0.1 + 0.2, 0.3, True), (1, 1.1, False), ([1, [2, 3.0]], (1, (2.0, 3)), True), ([1], [1, 2], False),
    (None, 1, False), ([1], 1, False), (float("nan"), float("nan"), False), ("a", "a", True), ([1e9], [1e9 + 1], True),
])
def test_close(a, b, agree):
    assert checks.close(a, b) is agree


def test_close_takes_a_tolerance():
    assert checks.close(1, 1.4, 0.5) and checks.close([1], [1.4], tolerance=0.5)
