"""An answer taken apart and put together says the same, and what the learner finds is another order."""

from __future__ import annotations

import ast

import pytest
from test_content import proofs

from easycompilers_site.components.code_cell import CodeCell
from easycompilers_site.components.parsons import FEWEST, Parsons, parsons_of, program, python_lines
from easycompilers_site.source import Source

ANSWERS = {label: (exercise.starter.source, exercise.solution.answer.source) for label, exercise in proofs()}
AWKWARD = {
    "brackets": "total = sum(\n    # of all\n    [1,\n\n     2])\nprint(total)\nprint(\n)\n",
    "a backslash": "x = 1 + \\\n    2\nif x > 2 and \\\n        x < 4:\n    print(x)\n",
    "texts": 'def f():\n    """Says.\n\n    More.\n    """\n    x = 1\n    return """\n# no comment\n\n"""\n\n\n"""A last word."""\n',
    "decorators": "import functools\n\n@functools.cache\n# between\n@functools.cache\ndef f(): return 1\n\nclass A:\n    @property\n    def b(self):\n        return 1\n",
    "branches": "try:\n    x = 1; y = 2\nexcept ValueError:\n    pass\nelse:\n    x = 3\nmatch x:\n    case 1: y = 1\n    case _:\n        y = 2\n",
    "tabs and odd ends": "for n in range(3):\n\tprint(n)\n\t# here\n# there\nx = '\x0c \x85'\nprint(x)  # end\n\n# the end\n",
    "twice the same": "x = 0\nx += 1\nx += 1\nx += 1\nprint(x)\n",
}


def puzzle(starter: str, answer: str) -> Parsons:
    span = Source("page.md", "").span(1)
    parsons = parsons_of(CodeCell(span=span, source=starter, line=1), CodeCell(span=span, source=answer, line=1), pytest.fail)
    assert parsons is not None
    return parsons


@pytest.mark.parametrize(("starter", "answer"), [*ANSWERS.values(), *(("____\n", text) for text in AWKWARD.values())], ids=[*ANSWERS, *AWKWARD])
def test_in_their_order_the_lines_say_what_the_answer_says(starter: str, answer: str) -> None:
    parsons = puzzle(starter, answer)
    assert ast.dump(ast.parse(program(parsons.lines))) == ast.dump(ast.parse(answer))
    assert sorted(parsons.lines, key=str) == sorted(parsons.shown, key=str) and program(parsons.lines) != program(parsons.shown)
    moving = [line.text for line in parsons.lines if not line.still]
    assert len(moving) >= FEWEST
    found = [line.text for line in parsons.shown if not line.still]
    assert found[0] != moving[0] and found[-1] != moving[-1]
    assert all(line == shown for line, shown in zip(parsons.lines, parsons.shown) if line.still)
    assert [line for row in parsons.rows for line in row] == list(parsons.shown)


def test_comments_and_decorators_go_with_what_they_belong_to() -> None:
    assert python_lines("# a\n\nx = 1\n# b\n") == ["# a\nx = 1\n# b"]
    assert python_lines("@one\n@two\ndef f():\n    'Says.'\n    return 1\n") == ["@one\n@two\ndef f():\n    'Says.'", "    return 1"]


def test_what_is_not_python_has_no_lines() -> None:
    assert python_lines("x = (1\n") == python_lines("  x = 1\n y\n") == python_lines("") == python_lines("# only\n") == []
