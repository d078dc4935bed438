"""Retrieval practice: a `quiz` of `question`s, each choice with its own explanation.

    ::::{quiz}
    :::{question}
    Which of the two is even?

    - [x] 4
      > It is twice two.
    - [ ] 5
      > One is left over.
    :::
    :::{question}
    :kind: predict
    What does it print?

    ```{code-cell} python
    print(2 * 3)
    ```

    - 5
      > That is the sum.

    > Twice three.
    :::
    ::::
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from ..choices import box_of, depth, prose_of, split_list
from ..directive import LABEL, Directive
from ..frozen import frozen
from ..inlines import closing, plain
from ..model import Block, Component, Prose
from ..problem import Problem
from ..shape import Key
from .code_block import CodeBlock
from .code_cell import CodeCell

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


@frozen
class Choice:
    """blocks: what is offered. explanation: why it is right or wrong."""

    blocks: tuple[Block, ...]
    right: bool
    explanation: tuple[Block, ...]


@frozen
class Expected:
    """A typed answer that was foreseen, and what is said to it."""

    answer: str
    explanation: tuple[Block, ...]


@frozen(kw_only=True)
class Question(Component):
    """kind: ``single`` ``multiple`` ``number`` ``text`` or ``predict``. answers: the forms that are right where it is typed.
    cells: of `predict`, where the answer is what the one cell prints. In the prompt each stands as a listing.

    tolerance: how far a number may be from the answer, in the answer's own unit. asks: ``what`` ``why`` ``what-if`` or ''.
    returns_to: the slug of an earlier chapter, or ''. explained_in: the label of what to read again, or ''. number: in its quiz.
    id: unique on the page.
    """

    word: ClassVar[str] = "question"
    id: str
    kind: str
    prompt: tuple[Block, ...]
    choices: tuple[Choice, ...] = ()
    answers: tuple[str, ...] = ()
    tolerance: float = 0.0
    expected: tuple[Expected, ...] = ()
    explanation: tuple[Block, ...] = ()
    shuffle: bool = False
    asks: str = ""
    returns_to: str = ""
    explained_in: str = ""
    number: int = 0
    label: str = ""
    cells: tuple[CodeCell, ...] = ()

    @property
    def noun(self) -> str:
        return "question"

    def inner(self) -> Iterator[Block]:
        yield from self.prompt
        yield from self.cells
        for choice in self.choices:
            yield from choice.blocks
            yield from choice.explanation
        for expected in self.expected:
            yield from expected.explanation
        yield from self.explanation


@frozen(kw_only=True)
class Quiz(Component):
    """own: asked of the learner's own code, once an exercise is passed. number: 0 for such a one."""

    word: ClassVar[str] = "quiz"
    id: str
    questions: tuple[Question, ...]
    label: str = ""
    number: int = 0
    own: bool = False

    @property
    def noun(self) -> str:
        return "quiz"

    def inner(self) -> Iterator[Block]:
        return iter(self.questions)


def with_sections(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """A question that does not say where it is explained is explained in the section in which its quiz stands, where that explains anything."""
    if not any(isinstance(block, Quiz) for block in blocks):
        return blocks
    found: list[Block] = []
    section, words = "", 0
    for block in blocks:
        if isinstance(block, Quiz):
            found.append(_explained_in(section, block) if words >= EXPLAINS else block)
            continue
        found.append(block)
        for token in block.tokens if isinstance(block, Prose) else ():
            section, words = (str(token.attrGet("id") or ""), 0) if token.type == "heading_open" else (section, words + len(token.content.split()))
    return tuple(found)


def _explained_in(section: str, quiz: Quiz) -> Quiz:
    return replace(quiz, questions=tuple(one if one.explained_in or one.returns_to else replace(one, explained_in=section) for one in quiz.questions))


def split_back_matter(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """A chapter's running text, and what follows a quiz that closes it (papers, for example): no part of the reading."""
    last = max((n for n, block in enumerate(blocks) if isinstance(block, Component) and block.word in ("quiz", "exercise")), default=-1)
    at = last if last >= 0 and isinstance(blocks[last], Quiz) else len(blocks)
    return blocks[:at], blocks[at:]


KINDS = ("single", "multiple", "number", "text", "predict")
TYPED = ("number", "text", "predict")
ASKS = ("what", "why", "what-if")
#: Words above a quiz from which on its section is one that explains, and not one that only asks.
EXPLAINS = 60
OPTIONS = (
    LABEL,
    Key("kind", "text", "single, multiple, number, text or predict; worked out from the choices when left out", choices=KINDS),
    Key("answer", "text", "the right answer where it is typed; several forms are divided by `|`"),
    Key("tolerance", "text", "how far a typed number may be from the answer"),
    Key("shuffle", "flag", "true shows the choices in another order at each visit"),
    Key("asks", "text", "what kind of thinking it asks for", choices=ASKS),
    Key("returns-to", "text", "the slug of the earlier chapter that it goes back to"),
    Key("explained-in", "text", "the label of the heading, or of anything else in the course, where its answer is explained"),
)


def read_quiz(directive: Directive) -> Quiz:
    options = directive.options(LABEL)
    directive.refuse_argument()
    for block in directive.blocks:
        if not isinstance(block, Question):
            directive.report(Problem("stray-text", "a quiz holds questions and nothing else", block.span,
                                     "move this before the quiz, or into a `question`"))
    number = directive.names.number("quiz")
    questions = [block for block in directive.blocks if isinstance(block, Question)]
    return Quiz(span=directive.span, id=options.get("label") or f"quiz--{number}", label=options.get("label", ""), number=number,
                questions=numbered(questions))


def numbered(questions: Sequence[Question]) -> tuple[Question, ...]:
    return tuple(replace(question, number=n) for n, question in enumerate(questions, 1))


def read_question(directive: Directive) -> Question:
    """Prompt, then a list of choices (`- [x]`) or, where the answer is typed, of answers that were foreseen.

    The explanation of a typed answer is the quote after the list, or at the end of the prompt where there is no list.
    """
    options = directive.options(*OPTIONS)
    directive.refuse_argument()
    before, items, after = split_list(directive)
    boxes = [box_of(item) for item in items]
    kind = options.get("kind") or _kind(boxes, "answer" in options)
    number = directive.names.number("question")
    shared = dict(span=directive.span, id=options.get("label") or f"question--{number}", label=options.get("label", ""), kind=kind,
                  asks=options.get("asks", ""), returns_to=options.get("returns-to", ""), explained_in=options.get("explained-in", ""))
    if kind in TYPED:
        if not items:
            before, after = _last_quote(before, directive)
        cells = tuple(block for block in before if isinstance(block, CodeCell)) if kind == "predict" else ()
        return Question(
            **shared, cells=cells, prompt=tuple(_listing(block) if block in cells else block for block in before), explanation=_unquoted(after, directive),
            answers=tuple(form.strip() for form in options.get("answer", "").split("|") if form.strip()),
            tolerance=_number(options.get("tolerance", "0"), directive),
            expected=tuple(Expected(_first_line(item), _explained(item, directive)[1]) for item in items),
        )
    choices = tuple(Choice(blocks, box == "x", explanation)
                    for item, box in zip(items, boxes) for blocks, explanation in [_explained(item, directive)])
    return Question(**shared, prompt=before, explanation=after, choices=choices, shuffle=options.get("shuffle", False))


def _listing(cell: CodeCell) -> CodeBlock:
    """The code as it stands in the question: to be read, and not run."""
    return CodeBlock(span=cell.span, source=cell.source, language="python")


def _kind(boxes: list[str], typed: bool) -> str:
    """The kind that the choices say: several ticked ones, one, or none at all where an answer is given."""
    return "multiple" if boxes.count("x") > 1 else "text" if typed and not any(boxes) else "single"


def _last_quote(blocks: tuple[Block, ...], directive: Directive) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """`blocks` without a quote at their end, and that quote."""
    last = blocks[-1] if blocks else None
    if not isinstance(last, Prose) or last.tokens[-1].type != "blockquote_close":
        return blocks, ()
    start = max(n for n, token in enumerate(last.tokens) if token.type == "blockquote_open" and depth(last.tokens, n) == 0)
    return (*blocks[:-1], *prose_of(last.tokens[:start], directive)), prose_of(last.tokens[start:], directive)


def _unquoted(blocks: tuple[Block, ...], directive: Directive) -> tuple[Block, ...]:
    """What stands in the quotes of `blocks` and beside them."""
    return tuple(part for block in blocks for part in
                 ((p for side in _explained(list(block.tokens), directive) for p in side) if isinstance(block, Prose) else (block,)))


def is_number(text: str) -> bool:
    """Whether an answer can be `text`, or near to it: `nan` equals nothing, and nothing is near to `inf`."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _number(text: str, directive: Directive) -> float:
    if not is_number(text):
        directive.report(Problem("wrong-type", f"`tolerance` is `{text}`, and has to be a number", directive.option_span(text), "as in `0.01`"))
        return 0.0
    return abs(float(text))


def _explained(item: list[Token], directive: Directive) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The item without its quotes, and what stands in them."""
    kept, quoted, at = [], [], 0
    while at < len(item):
        end = closing(item, at)
        if item[at].type == "blockquote_open":
            quoted += item[at + 1 : end]
        else:
            kept += item[at : end + 1]
        at = end + 1
    return prose_of(kept, directive), prose_of(quoted, directive)


def _first_line(item: list[Token]) -> str:
    """A foreseen answer as it is typed: code without its backticks."""
    token = next((token for token in item if token.type == "inline"), None)
    children = token.children or () if token else ()
    if any(child.type == "code_inline" for child in children):
        return plain(children)
    return token.content.strip() if token else ""
