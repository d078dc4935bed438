"""The shipped Python under node, as the build uses it. Without it these tests are skipped, loudly."""

from __future__ import annotations

import pytest
from attacks import ATTACKS, CHECK, RIGHT, WRONG
from mistakes import MISTAKES
from shipped import PAGE_PYTHON, PYODIDE, SNAPSHOT, START, needs_python

from easycompilers_site.bundle import zip_of
from easycompilers_site.model import Stream, Value
from easycompilers_site.run.session import FILES, RuntimeMissing, Session

BUNDLE = zip_of(PAGE_PYTHON | {"coursekit/__init__.py": b"def shout(text):\n    if not text:\n        raise ValueError('nothing to shout')\n    return text.upper()\n"})

pytestmark = needs_python


@pytest.fixture(scope="module")
def session():
    with Session(PYODIDE, BUNDLE, START, snapshot=SNAPSHOT) as session:
        yield session


def test_a_cell_gives_its_outputs_in_order(session):
    outcome = session.run("Cell 1", "print('a')\nimport sys\nprint('b')\nprint('c', file=sys.stderr)\n1 + 1")
    assert outcome.outputs == (Stream("stdout", "a\nb\n"), Stream("stderr", "c\n"), Value({"text/plain": "2"}))
    assert outcome.failure is None


def test_cells_share_names_and_isolated_ones_do_not(session):
    session.run("Cell 1", "price = 4")
    assert session.run("Cell 2", "price * 2").outputs == (Value({"text/plain": "8"}),)
    assert session.run("Cell 3", "price", isolated=True).failure.kind == "NameError"


def test_coursekit_is_there_and_its_frames_are_not_shown(session):
    assert session.run("Cell 1", "import coursekit\ncoursekit.shout('a')").outputs == (Value({"text/plain": "'A'"}),)
    failure = session.run("Cell 2", "coursekit.shout('')").failure
    assert failure.line == 1 and failure.traceback.count("File") == 1


def test_a_failure_comes_with_carets_and_suggestions(session):
    failure = session.run("Cell 1", "length = 3\nprint(lenght + 1)").failure
    assert failure.message == "name 'lenght' is not defined. Did you mean: 'length'?"
    assert failure.line == 2 and "^^^^^^" in failure.traceback and 'File "Cell 1", line 2, in <module>' in failure.traceback


@pytest.mark.parametrize("source, line, words", [
    ("whille True:\n    pass", 1, "Did you mean 'while'?"),
    ('x = 1\nprint("hello"\n', 2, "'(' was never closed"),
    ("\n\ny = [1, 2\nz = 3\n", 3, "'[' was never closed"),
    ("for i in range(3)\n    print(i)\n", 1, "expected ':'"),
    ("x = 1\nreturn x\n", 2, "outside function"),
    ("import maths", 1, "No module named 'maths'"),
])
def test_errors_of_the_shipped_python(session, source, line, words):
    failure = session.run("Cell 1", source).failure
    assert failure.line == line and words in failure.message
    assert "/page/" not in failure.traceback and "prelude" not in failure.traceback


def test_pasted_no_break_spaces_are_read_as_spaces(session):
    assert session.run("Cell 1", "def f():\n\xa0   return\xa01\nprint(f())").outputs == (Stream("stdout", "1\n"),)


def test_input_gets_the_answers_that_the_author_gives(session):
    outcome = session.run("Cell 1", "name, age = input('Name? '), input()\nprint(name, age)", answers=["Ada", "36"])
    assert outcome.outputs == (Stream("stdout", "Name? Ada\n36\nAda 36\n"),)
    assert session.run("Cell 2", "input()", answers=[]).failure.kind == "EOFError", "the answers are those of one cell"


def test_a_warning_is_part_of_the_output(session):
    outcome = session.run("Cell 1", "import warnings\nwarnings.warn('careful')")
    assert outcome.outputs == (Stream("stderr", "Cell 1:2: UserWarning: careful\n  warnings.warn('careful')\n"),)


def test_input_explains_itself(session):
    assert "Write the answer into the code" in session.run("Cell 1", "name = input('Your name? ')").failure.message
    assert session.run("Cell 1", "import sys\nsys.stdin.read()").failure is None


def test_an_exercise_is_judged(session):
    check = "assert double(21) == 42, 'double(21) should be 42'\n'Twice as much.'"
    wrong = session.attempt("Exercise 1", "def double(n):\n    print('x')", check)
    assert (wrong.passed, wrong.message) == (False, "double(21) should be 42") and wrong.outcome.outputs == ()
    right = session.attempt("Exercise 1", "def double(n):\n    return n * 2\nprint(double(2))", check)
    assert (right.passed, right.message, right.outcome.outputs) == (True, "Twice as much.", (Stream("stdout", "4\n"),))
    failed = session.attempt("Exercise 1", "def double(n)\n", check)
    assert not failed.passed and failed.outcome.failure.line == 1 and "SyntaxError" in failed.message
    assert session.attempt("Exercise 1", "def sum(x): return 7", "assert sum([1]) == 7", starter="def sum(x): ____").passed


@pytest.mark.parametrize("source, line, sentence", MISTAKES, ids=[source.splitlines()[-1][:40] for source, _, _ in MISTAKES])
def test_a_mistake_is_told_in_a_sentence(session, source, line, sentence):
    failure = session.run("Cell 1", source, isolated=True).failure
    assert (failure.sentence, failure.line) == (sentence, line)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.splitlines()[0][:40])
def test_no_code_makes_a_check_pass_or_breaks_it(session, attack):
    for source, passes in ((f"{attack}\n{WRONG}", False), (f"{WRONG}\n{attack}", False), (RIGHT, True)):
        attempt = session.attempt("Exercise 1", source, CHECK)
        assert attempt.passed is passes and attempt.message and session.restarts == 0


@pytest.mark.parametrize("source", ["import os\nos._exit(0)", "import posix\nposix._exit(1)", "import os\nos.abort()", "import sys\nsys.exit(2)"])
def test_leaving_ends_the_cell_alone(session, source):
    session.run("Cell 1", "kept = 1")
    assert session.run("Cell 2", f"print('before')\n{source}\nprint('after')").outputs == (Stream("stdout", "before\n"),)
    assert session.run("Cell 3", "kept").failure is None and session.restarts == 0


def test_display_shows_values_in_order_with_what_is_printed(session):
    outcome = session.run("Cell 1", "print('a')\ndisplay(1, 'two')\nprint('b')\n3")
    texts = [output.text if isinstance(output, Stream) else output.forms["text/plain"] for output in outcome.outputs]
    assert texts == ["a\n", "1", "'two'", "b\n", "3"]


def test_memory_is_capped_and_the_session_lives(session):
    failure = session.run("Cell 1", "held = []\nwhile True: held.append(bytearray(10_000_000))").failure
    assert failure.kind == "MemoryError" and failure.sentence.startswith("The memory that a page may take is full.")
    assert session.run("Cell 2", "del held\nprint(1)").failure is None


def test_a_flood_of_output_is_capped(session):
    outcome = session.run("Cell 1", "while True: print(1)")
    assert outcome.failure.kind == "OutputLimit" and len(outcome.outputs[0].text) == 1_000_000


@pytest.mark.parametrize("source", ["while True: pass", "while True:\n    try:\n        n = 1\n    except Exception:\n        pass"])
def test_a_loop_is_interrupted_at_its_limit_and_names_stay(session, source):
    session.run("Cell 1", "kept = 1")
    before = session.restarts
    failure = session.run("Cell 2", source, limit=0.5).failure
    assert failure.kind == "TimeLimit" and "0.5 s" in failure.message and failure.line >= 1
    assert session.restarts == before
    assert session.run("Cell 3", "kept").failure is None


@pytest.mark.parametrize("source", [
    "print('before')\nsum(range(10**10))",
    "print('before')\nimport time\ntime.sleep(600)",
    "print('before')\nwhile True:\n    try:\n        while True: pass\n    except KeyboardInterrupt:\n        pass",
])
def test_what_cannot_be_interrupted_is_killed_and_said(source):
    with Session(PYODIDE, BUNDLE, START, snapshot=SNAPSHOT) as session:
        session.run("Cell 1", "kept = 1")
        outcome = session.run("Cell 2", source, limit=0.5)
        assert outcome.failure.kind == "TimeLimit" and "started anew" in outcome.failure.message
        assert outcome.outputs == (Stream("stdout", "before\n"),)
        assert session.restarts == 1
        assert session.run("Cell 3", "kept").failure.kind == "NameError"


def test_two_sessions_give_the_same(session):
    source = "import random, os\nprint({'a', 'b', 'c', 'apple'}, hash('x'))\nprint(random.random(), sorted(os.environ))"
    outcomes = []
    for _ in range(2):
        with Session(PYODIDE, BUNDLE, START, snapshot=SNAPSHOT) as fresh:
            outcomes.append(fresh.run("Cell 1", source))
    assert outcomes[0] == outcomes[1] and outcomes[0].failure is None


def test_what_is_missing_is_named(tmp_path):
    with pytest.raises(RuntimeMissing, match="pyodide.mjs"), Session(tmp_path, BUNDLE, START):
        pass
    for name in FILES:
        (tmp_path / name).write_text("throw new Error('not Pyodide')")
    with pytest.raises(RuntimeMissing, match="not Pyodide"), Session(tmp_path, BUNDLE, START):
        pass
