"""Rules about where a directive may stand."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..components.answer import Answer
from ..components.code_cell import EXERCISE_TAGS, CodeCell
from ..components.example import Example
from ..components.exercise import Exercise, Hint, Solution, ThenTry
from ..components.prediction import Prediction
from ..components.quiz import Question, Quiz
from ..components.recap import Recap
from ..model import Component
from ..places import tokens_of, walked
from ..problem import Problem, warning
from .scope import Scope

#: What has to stand within another component, and what has to stand by itself.
_WITHIN = {Hint: (Exercise, "an `exercise`"), ThenTry: (Exercise, "an `exercise`"), Question: (Quiz, "a `quiz`")}
_ALONE = {Exercise: "an exercise", Solution: "a solution", Quiz: "a quiz", Prediction: "a prediction", Answer: "an answer"}


def misplaced(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A directive that cannot work where it stands."""
    for _, chapter in scope.chapters:
        blocks = [one for block in chapter.blocks for one in (block, *(block.blocks if isinstance(block, Example) else ()))]
        top = {id(block) for block in blocks} | {id(part) for block in blocks if isinstance(block, Exercise) for part in (block.solution, block.own)}
        for block, parents in walked(chapter.blocks):
            if not isinstance(block, Component):
                continue
            parent = parents[-1] if parents else None
            owner = _WITHIN.get(type(block))
            if owner and not isinstance(parent, owner[0]):
                yield Problem("misplaced", f"a `{block.word}` stands outside {owner[1]}", block.span,
                              f"move it into {owner[1]}, or give the outer one a longer fence")
            elif type(block) in _ALONE and id(block) not in top:
                yield Problem("misplaced", f"{_ALONE[type(block)]} stands within something else", block.span,
                              "move it out, to the left edge of the page")
            elif isinstance(block, CodeCell):
                yield from _tagged(block, parent)


def _tagged(cell: CodeCell, parent: Component | None) -> Iterator[Problem]:
    roles = cell.tags & EXERCISE_TAGS
    wanted = Solution if "answer" in roles else Exercise
    if roles and not isinstance(parent, wanted):
        name = "a `solution`" if wanted is Solution else "an `exercise`"
        yield Problem("misplaced", f"a cell tagged `{min(roles)}` stands outside {name}", cell.span, f"move it into {name}")
    if isinstance(parent, Hint):
        yield Problem("misplaced", "a runnable cell stands in a `hint`", cell.span, "use a plain listing there")
    elif isinstance(parent, Question) and cell not in parent.cells:
        yield Problem("misplaced", "a runnable cell stands in a `question`", cell.span,
                      "use a plain listing there, or write `:kind: predict` to ask what the cell prints")


def figures_without_words(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A computed figure needs a caption and an alternative text."""
    for _, chapter in scope.chapters:
        for block, _ in walked(chapter.blocks):
            if isinstance(block, CodeCell) and block.is_figure and "remove-output" not in block.tags:
                if not block.caption:
                    yield warning("missing-caption", "this figure has no `:caption:`", block.span, "say what it shows, the conclusion first")
                if not block.alt:
                    yield Problem("missing-alt", "this figure has no `:alt:`", block.span,
                                  "say in a sentence what it shows, for a reader who cannot see it")


def definitions(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A definition is text: nothing in it runs, asks or is solved."""
    for term in scope.terms:
        for block, _ in walked(term.definition):
            if isinstance(block, (CodeCell, Exercise, Solution, Hint, ThenTry, Quiz, Question, Recap, Prediction, Answer)):
                yield Problem("misplaced", f"a `{block.word}` stands in a definition", block.span, "move it into a chapter")
        for token in tokens_of(term.definition):
            if token.type == "heading_open":
                yield Problem("misplaced", "a heading stands in a definition", term.span.source.whole_line((token.map or (0, 0))[0] + 1),
                              "write it as **strong** text: the page on which the definition stands has headings of its own")
            elif any(child.type == "footnote_ref" for child in token.children or ()):
                yield Problem("misplaced", "a footnote stands in a definition", term.span.source.whole_line((token.map or (0, 0))[0] + 1),
                              "say it in the definition itself: the page on which it stands has footnotes of its own")
