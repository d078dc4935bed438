"""A parser in, which then goes through a text in states that are made more quickly: it makes one for each text and paragraph, and in them all tokens.

What stands in them is the same, and the rules see no difference.
"""

from __future__ import annotations

from itertools import accumulate
from types import FunctionType
from typing import TYPE_CHECKING, Any

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def states_plugin(parser: MarkdownIt) -> None:
    """Comes before what takes `parser.inline.parse` as it is then."""
    block, inline = parser.block, parser.inline

    def parse_block(text: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token] | None:
        if not text:
            return None
        state = Lines(text, md, env, tokens)
        block.tokenize(state, state.line, state.lineMax)
        return state.tokens

    def parse_inline(text: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = Pieces(text, md, env, tokens)
        inline.tokenize(state)
        for rule in inline.ruler2.getRules(""):
            rule(state)
        return state.tokens

    block.parse, inline.parse = parse_block, parse_inline
    table = dict(zip(block.ruler.get_active_rules(), block.ruler.getRules("")))["table"]
    block.ruler.at("table", FunctionType(table.__code__, {**table.__globals__, "escapedSplit": cells_of}), {"alt": ["paragraph", "reference"]})


class Lines(StateBlock):
    """The lines of a text. What the base class asks of one after the other is asked of all at once."""

    def __init__(self, text: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> None:
        super().__init__("", md, env, tokens)
        lines = text.split("\n")
        if not lines[-1].strip(" \t"):
            lines.pop()  # as the base class has it
        ends = list(accumulate([len(line) + 1 for line in lines]))
        self.src, self.lineMax, self.starts = text, len(lines), [0, *ends[:-1]] if lines else []
        self.bMarks, self.eMarks = [*self.starts, len(text)], [*(end - 1 for end in ends), len(text)]
        self.tShift, self.sCount, self.bsCount = ([0] * (len(lines) + 1) for _ in range(3))
        for at, line in enumerate(lines):
            if line[:1] in (" ", "\t"):
                indent = line[: len(line) - len(line.lstrip(" \t"))]
                self.tShift[at], self.sCount[at] = len(indent), len(indent.expandtabs(4))

    def push(self, ttype: str, tag: str, nesting: int) -> Token:
        token = made(ttype, tag, nesting)
        token.block = True
        if nesting < 0:
            self.level -= 1
        token.level = self.level
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:
        """In one piece where nothing is cut off any line, as it is in quotes and lists."""
        if begin < end and indent == 0 and self.bMarks[begin + 1 : end] == self.starts[begin + 1 : end]:
            return self.src[self.bMarks[begin] : self.eMarks[end - 1] + keepLastLF]
        return super().getLines(begin, end, indent, keepLastLF)


class Pieces(StateInline):
    """The pieces of a paragraph."""

    def pushPending(self) -> Token:
        token = made("text", "", 0, self.pending)
        token.level = self.pendingLevel
        self.tokens.append(token)
        self.pending = ""
        return token

    def push(self, ttype: str, tag: str, nesting: int) -> Token:
        if self.pending:
            self.pushPending()
        token, meta = made(ttype, tag, nesting), None
        if nesting < 0:
            self.level -= 1
            self.delimiters = self._prev_delimiters.pop()
        token.level = self.level
        if nesting > 0:
            self.level += 1
            self._prev_delimiters.append(self.delimiters)
            self.delimiters = []
            meta = {"delimiters": self.delimiters}
        self.pendingLevel = self.level
        self.tokens.append(token)
        self.tokens_meta.append(meta)
        return token


def made(kind: str, tag: str, nesting: int, content: str = "") -> Token:
    """A token as its own class makes it, which takes three times as long; a page has four hundred."""
    token = Token.__new__(Token)
    token.type, token.tag, token.nesting, token.content = kind, tag, nesting, content
    token.attrs, token.meta = {}, {}
    token.map = token.children = None
    token.level, token.markup, token.info, token.block, token.hidden = 0, "", "", False, False
    return token


def cells_of(row: str) -> list[str]:
    """What stands between the bars of a table's row."""
    return row.split("|") if "\\" not in row else escapedSplit(row)
