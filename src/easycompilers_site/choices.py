"""The list at the end of a directive's body in, its choices out, and what is wrong with them: what questions and predictions share. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .directive import Directive
from .inlines import closing, running_text
from .model import Block, Prose
from .problem import Problem
from .source import Span

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


def split_list(directive: Directive) -> tuple[tuple[Block, ...], list[list[Token]], tuple[Block, ...]]:
    """What stands before the last list of the body, the list's items, and what stands after it."""
    blocks = directive.blocks
    for at in range(len(blocks) - 1, -1, -1):
        block = blocks[at]
        if not isinstance(block, Prose):
            continue
        tops = [n for n, token in enumerate(block.tokens) if token.type == "bullet_list_open" and depth(block.tokens, n) == 0]
        if tops:
            start = tops[-1]
            end = closing(block.tokens, start)
            return ((*blocks[:at], *prose_of(block.tokens[:start], directive)), _items(block.tokens[start + 1 : end]),
                    (*prose_of(block.tokens[end + 1 :], directive), *blocks[at + 1 :]))
    return blocks, [], ()


def prose_of(tokens: Sequence[Token], directive: Directive) -> tuple[Prose, ...]:
    if not tokens:
        return ()
    first = next((token.map[0] + 1 for token in tokens if token.map), directive.head.body_line)
    return (Prose(tuple(tokens), directive.source.whole_line(first)),)


def depth(tokens: Sequence[Token], at: int) -> int:
    """In how many others the token at this place stands."""
    return sum(token.nesting for token in tokens[:at])


def _items(tokens: tuple[Token, ...]) -> list[list[Token]]:
    items, at = [], 0
    while at < len(tokens):
        end = closing(tokens, at)
        items.append(list(tokens[at + 1 : end]))
        at = end + 1
    return items


def box_of(item: list[Token]) -> str:
    """``x`` for a ticked item, a space for an empty box, '' for an item without one. The box is taken out of the text."""
    first = next((token for token in item if token.type == "inline"), None)
    child = first.children[0] if first is not None and first.children else None
    if child is None or child.type != "html_inline" or "task-list-item-checkbox" not in child.content:
        return ""
    del first.children[0]
    if first.children:
        first.children[0].content = first.children[0].content.lstrip()
    return "x" if "checked" in child.content else " "


def place_of(choice: Sequence[Block], around: Span) -> Span:
    """Where a choice stands. around: what it is a choice of, for one that is empty."""
    return next((block.span for block in choice), around)


def faults(noun: str, choices: Sequence[Sequence[Block]], span: Span, how: str) -> Iterator[Problem]:
    """What is wrong with choices of any kind: they are too few, or one is there twice. noun, span: what they belong to. how: to write one."""
    if len(choices) < 2:
        yield Problem("too-few-choices", f"this {noun} has {len(choices) or 'no'} choice{'s' * (not choices)}", span, how)
    seen: set[str] = set()
    for choice in choices:
        text = running_text(choice)
        if text.casefold() in seen:
            yield Problem("choice-twice", f"the choice “{text}” stands here twice", place_of(choice, span), "change one of the two")
        seen.add(text.casefold())
