"""A chapter in, its text and its code one after another out, in plain Markdown: what its notebook and its Markdown are made of.

Prose stays as the author typed it, but for what only our dialect knows. Checks, mistakes, answers and solutions are left
out: they belong to the page, where they follow the learner's own attempt.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from markdown_it.token import Token

from ..components.answer import Answer
from ..components.callout import Callout
from ..components.code_block import CodeBlock
from ..components.code_cell import CodeCell
from ..components.dropdown import Dropdown
from ..components.equation import Equation
from ..components.exercise import Exercise, Hint, ThenTry
from ..components.figure import Figure
from ..components.literalinclude import LiteralInclude
from ..components.parsons import Parsons, program
from ..components.prediction import Prediction
from ..components.quiz import Question, Quiz
from ..components.recap import Recap
from ..components.table import Table
from ..frozen import frozen
from ..late import late
from ..model import Block, Component, Inline, Prose
from .plain_inline import Told, plain_inline


@frozen
class Piece:
    """text: Markdown, or Python where `cell` is the cell that it comes from. caption: of a figure, as Markdown. hidden: shown folded.

    exercise: the number of the exercise that it belongs to, 0 for none.
    """

    text: str
    cell: CodeCell | None = None
    caption: str = ""
    hidden: bool = False
    exercise: int = 0


def pieces(blocks: tuple[Block, ...], told: Told) -> Iterator[Piece]:
    """The pieces in reading order, none of them empty."""
    for block in blocks:
        if isinstance(block, Prose):
            text = prose(block, told)
            yield from [Piece(text)] if text else []
        elif isinstance(block, Component):
            yield from _PIECES.get(type(block), _inner)(block, told)


def inline(text: Inline, told: Told) -> str:
    """A title or a caption on one line."""
    return " ".join(plain_inline(token.content, token.children or (), told) for token in text.tokens).replace("\n", " ")


def prose(block: Prose, told: Told) -> str:
    """Running text as it was typed, with roles, links and the boxes within lists and quotes in plain Markdown."""
    lines = block.span.source.lines
    written: list[str] = []
    for first, last, tokens in _runs(block.tokens):
        if tokens[0].type == "paragraph_open":  # not its lines: the first may begin with the mark of the list that it stands in
            text = plain_inline(tokens[1].content, tokens[1].children or (), told)
        else:
            text = _swapped(lines, first, last, tokens, told)
            text = textwrap.dedent(text) if text[:1] in (" ", "\t") or "\n " in text or "\n\t" in text else text
        if text.strip():
            written.append(text.strip("\n"))
    return "\n\n".join(written)


def _runs(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, list[Token]]]:
    """Each outermost element: its lines (0-based, the end exclusive) and all of its tokens."""
    depth, run = 0, []
    for token in tokens:
        run.append(token)
        depth += token.nesting
        if depth == 0:
            places = [one.map for one in run if one.map]
            if places:
                yield min(places)[0], max([place[1] for place in places]), run
            run = []


def _swapped(lines: list[str], first: int, last: int, tokens: list[Token], told: Told) -> str:
    """The lines from `first` to `last`, with each line of text and each box in them in plain Markdown."""
    out: list[str] = []
    at = first
    placed = [token for token in tokens if token.map and token.type in ("inline", "block")]
    for (start, end), sharing in groupby(placed, key=lambda token: tuple(token.map)):
        if start < at:
            continue
        out += lines[at:start]
        source = "\n".join(lines[start:end])
        for token in sharing:  # several where they are the cells of a table's row
            source = _boxed(source, token, told) if token.type == "block" else _retold(source, token, told)
        out.append(source)
        at = end
    return "\n".join([*out, *lines[at:last]])


def _boxed(source: str, token: Token, told: Told) -> str:
    """The lines of a box within a list or a quote in plain Markdown: after the marks before it on its first line, and under them."""
    mark = source[: len(source) - len(source.lstrip(" >-*+0123456789.)"))]
    under = "".join(c if c == ">" else " " for c in mark)
    text = _joined((token.meta["block"],), told)
    return "\n".join(mark + line if number == 0 else (under + line).rstrip() for number, line in enumerate(text.split("\n")))


def _retold(source: str, token: Token, told: Told) -> str:
    """The lines on which the text of `token` stands, with that text in plain Markdown."""
    new = plain_inline(token.content, token.children or (), told)
    if new == token.content:
        return source
    if token.content in source:
        return source.replace(token.content, new, 1)
    rows, texts = source.split("\n"), token.content.split("\n")  # the marks of a quote or a list stand between the lines
    if len(rows) != len(texts) or new.count("\n") != token.content.count("\n"):
        return source
    return "\n".join(row.replace(old, fresh, 1) for row, old, fresh in zip(rows, texts, new.split("\n")))


def _text(piece: Piece) -> str:
    """A piece within a text: code as a listing."""
    return fenced(piece.text, "python") if piece.cell else piece.text


def fenced(code: str, language: str) -> str:
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _joined(blocks: tuple[Block, ...], told: Told) -> str:
    return "\n\n".join(_text(piece) for piece in pieces(blocks, told))


# ── each component ──


def _inner(block: Component, told: Told) -> Iterator[Piece]:
    return pieces(tuple(block.inner()), told)


def _cell(cell: CodeCell, told: Told) -> Iterator[Piece]:
    if "remove-cell" not in cell.tags:
        yield Piece(cell.runnable.rstrip("\n"), cell, inline(cell.caption, told), bool(cell.tags & {"hide-input", "remove-input", "setup"}))


def _listing(block: CodeBlock, told: Told) -> Iterator[Piece]:
    caption = inline(block.caption, told)
    yield Piece((f"*{caption}*\n\n" if caption else "") + fenced(block.source, block.language))


def _callout(block: Callout, told: Told) -> Iterator[Piece]:
    kind = "See also" if block.kind == "seealso" else block.kind.capitalize()
    title = inline(block.title, told) or told.words.gettext(kind)  # a message of callout.html
    yield Piece(quoted(f"**{title}**\n\n{_joined(block.blocks, told)}"))


def _dropdown(block: Dropdown, told: Told) -> Iterator[Piece]:
    yield _folded(inline(block.title, told), _joined(block.blocks, told))


def _headed(title: str, text: str) -> Piece:
    return Piece(f"**{title}**\n\n{text}")


def _folded(title: str, text: str) -> Piece:
    return Piece(f"<details><summary>{title}</summary>\n\n{text}\n\n</details>")


def _figure(block: Figure, told: Told) -> Iterator[Piece]:
    caption = _joined(block.blocks, told)
    yield Piece(f"![{block.alt}]({told.href(block.href)})" + (f"\n\n{caption}" if caption else ""))


def _equation(block: Equation, told: Told) -> Iterator[Piece]:
    tag = f" \\tag{{{block.number}}}" if block.number else ""
    yield Piece(f"$$\n{block.tex.strip()}{tag}\n$$")


def _table(block: Table, told: Told) -> Iterator[Piece]:
    caption = inline(block.caption, told)
    yield Piece((f"*{caption}*\n\n" if caption else "") + prose(block.table, told))


def _exercise(block: Exercise, told: Told) -> Iterator[Piece]:
    title = inline(block.title, told)
    parts = [Piece("### " + told.words.gettext("Exercise %(number)s", number=block.number) + (f": {title}" if title else "")), *pieces(block.task, told)]
    if block.starter:
        parts.append(Piece(block.starter.source.rstrip("\n"), block.starter))
    parts += [_hint(hint, number, told) for number, hint in enumerate(block.hints)]
    parts += [_lines(block.parsons, told)] if block.parsons else []
    parts += [_headed(told.words.gettext("About your code"), _question(question, told)) for question in (block.own.questions if block.own else ())]
    parts += [piece for one in block.then_try for piece in _then_try(one, told)]
    yield from (replace(piece, exercise=block.number) for piece in parts)


def _hint(block: Hint, number: int, told: Told) -> Piece:
    """As on the page: the first gives the idea, the others are steps."""
    title = told.words.gettext("Hint: step %(number)s", number=number) if number else told.words.gettext("Hint: the idea")
    return _folded(title, _joined(block.blocks, told))


def _lines(block: Parsons, told: Told) -> Piece:
    words = told.words
    return _folded(words.gettext("Arrange the lines"), words.gettext("These are the lines of an answer, out of order.") + "\n\n" + fenced(program(block.shown), "python"))


def _then_try(block: ThenTry, told: Told) -> Iterator[Piece]:
    yield _headed(told.words.gettext("Then try"), _joined(block.blocks, told))


def _recap(block: Recap, told: Told) -> Iterator[Piece]:
    word = told.words.gettext("Recall:")
    yield Piece(f"**{word}** {inline(block.title, told)}")


def _prediction(block: Prediction, told: Told) -> Iterator[Piece]:
    asked = "\n\n".join(part for part in (inline(block.title, told), _joined(block.before, told), _listed(block.choices, told)) if part)
    yield _headed(told.words.gettext("Before you read"), asked)


def _untold(block: Component, told: Told) -> Iterator[Piece]:
    return iter(())


def _quiz(block: Quiz, told: Told) -> Iterator[Piece]:
    for number, question in enumerate(block.questions, 1):
        yield _headed(told.words.gettext("Question %(number)s", number=number), _question(question, told))


#: The mark of a choice, where what is offered is no running text: it says which is right.
_BOX = late(r"^[ >]*[-*+][ \t]+\[[ xX]\][ \t]*")


def _question(question: Question, told: Told) -> str:
    listed = _listed([choice.blocks for choice in question.choices], told)
    return "\n\n".join(part for part in (_joined(question.prompt, told), listed) if part)


def _listed(choices: Iterable[tuple[Block, ...]], told: Told) -> str:
    texts = [_BOX.sub("", _joined(choice, told)).strip() for choice in choices]
    return "\n".join("- [ ] " + text.replace("\n", "\n  ") for text in texts)


_PIECES: dict[type, Callable[..., Iterator[Piece]]] = {
    CodeCell: _cell, CodeBlock: _listing, LiteralInclude: _listing, Equation: _equation, Table: _table, Callout: _callout,
    Dropdown: _dropdown, Figure: _figure, Exercise: _exercise, ThenTry: _then_try, Quiz: _quiz,
    Recap: _recap, Prediction: _prediction, Answer: _untold,
}
