"""No code of a learner's makes a check pass or breaks it: each attack, and the verdict that it must not change."""

from __future__ import annotations

import pytest
from attacks import ATTACKS, CHECK, RIGHT, WRONG


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.splitlines()[0][:40])
def test_a_wrong_answer_stays_wrong_and_a_right_one_right(page, attack):
    passed, message = page.attempt(f"{attack}\n{WRONG}", CHECK)
    assert not passed and message
    assert page.attempt(f"{WRONG}\n{attack}", CHECK)[0] is False
    assert page.attempt(RIGHT, CHECK) == (True, "Twice as much."), "what came before changes nothing"
    page.run(attack)
    assert page.attempt(RIGHT, CHECK) == (True, "Twice as much."), "nor what a cell above does"
    assert page.attempt(WRONG, CHECK)[0] is False
    assert page.run("print(len('ab'))", isolated=True) == [("stdout", "2\n")]


HOSTILE_ANSWERS = {
    "recursion in a repr": "class R:\n    def __repr__(self): return repr(self)\ndef double(n): return R()",
    "a repr that fails": "class R:\n    def __repr__(self): 1 / 0\ndef double(n): return R()",
    "a str that is no text": "class R:\n    __str__ = None\ndef double(n): return R()",
    "an exception that cannot be told": "class E(Exception):\n    def __str__(self): 1 / 0\ndef double(n): raise E",
    "leaving": "import sys\ndef double(n): sys.exit(0)",
    "leaving at once": "import os\ndef double(n): os._exit(0)",
    "an interrupt": "def double(n): raise KeyboardInterrupt",
    "an assertion of its own": "def double(n): raise AssertionError('passed')",
    "the end of an iterator": "def double(n): raise StopIteration(n * 2)",
    "a generator": "def double(n): yield n * 2",
    "printing": "def double(n): print(n * 2)",
    "input": "def double(n): return int(input())",
    "display": "def double(n): display(n * 2)",
    "a trace": "import sys\ndef double(n):\n    sys.settrace(lambda *_: 1 / 0)\n    return n",
}


@pytest.mark.parametrize("source", HOSTILE_ANSWERS.values(), ids=HOSTILE_ANSWERS)
def test_an_answer_that_misbehaves_when_it_is_called_is_refused_in_words(page, source):
    passed, message = page.attempt(source, CHECK)
    assert not passed and message and "Traceback" not in message
    assert not [kind for kind, _ in page.seen if kind in ("value", "stdout")], "what a check calls shows nothing"
    assert page.attempt(RIGHT, CHECK)[0]


def test_a_message_that_cannot_be_told_is_refused_all_the_same(page):
    source = "class R(str):\n    def __str__(self): 1 / 0\ndef double(n): return R('x')"
    assert page.attempt(source, "assert double(21) == 42, double(21)")[0] is False


def test_what_an_attempt_patches_is_put_back_and_what_a_cell_patched_stays(page):
    page.run("import random\nrandom.random = lambda: 4")
    check = "import random, math\nassert random.random() < 1 and math.sqrt(4) == 2"
    assert page.attempt("import math, random\nmath.sqrt = random.random = None", check)[0]
    assert page.value("import math\nrandom.random(), math.sqrt(9)")["text/plain"] == "(4, 3.0)"


def test_a_stream_that_was_closed_is_new_in_the_next_run(page):
    page.run("import sys\nsys.stdout.close()")
    assert page.run("print(1)") == [("stdout", "1\n")]


def test_an_exception_that_cannot_be_told_is_still_a_failure(page):
    failure = page.failure("class E(Exception):\n    def __str__(self): raise KeyboardInterrupt\nraise E")
    assert failure["kind"] == "E"


def test_leaving_ends_a_cell_and_nothing_else(page):
    assert page.run("import os\nprint(1)\nos._exit(0)\nprint(2)") == [("stdout", "1\n")]
    assert page.run("import posix\nposix._exit(3)")[0][0] == "failure"
