"""What stands in another language than its text: a phrase `[mot juste]{lang=fr}`, or the block below a line `{lang=fr}`.

Both get the attributes `lang` and `dir`, by which a voice reads it right, a browser breaks and quotes it right, and a line of Arabic
runs its own way. A tag that names no language is kept, for `check` to report.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .language import direction
from .late import late

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_MARK = late(r"""\{\s*lang\s*=\s*["']?(?P<tag>[^\s"'{}]+)["']?\s*\}""")

#: What can be in another language as a whole.
_BLOCKS = frozenset({"paragraph_open", "blockquote_open", "bullet_list_open", "ordered_list_open", "dl_open", "heading_open", "table_open"})


def other_languages_plugin(parser: MarkdownIt) -> None:
    parser.inline.ruler.after("link", "phrase", _phrase)
    parser.block.ruler.before("fence", "language", _line)
    parser.core.ruler.after("block", "language", _resolve)


def plain_phrases(written: str) -> str:
    """A line of text without the marks of other languages."""
    return re.sub(r"\[([^\[\]]*)\]" + _MARK.pattern, r"\1", written)


def _phrase(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos, False)
    mark = _MARK.match(state.src, end + 1) if end >= 0 else None
    if mark is None:
        return False
    if not silent:
        last = state.posMax
        state.pos, state.posMax = state.pos + 1, end
        _told(state.push("span_open", "span", 1), mark["tag"])
        state.md.inline.tokenize(state)
        state.push("span_close", "span", -1)
        state.posMax = last
    state.pos = mark.end()
    return True


def _line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    mark = _MARK.fullmatch(state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].rstrip())
    if mark is None:
        return False
    if not silent:
        token = state.push("language", "", 0)
        token.meta, token.content, token.map = {"tag": mark["tag"]}, mark[0], [start, start + 1]
        state.line = start + 1
    return True


def _resolve(state: StateCore) -> None:
    """Give each mark to the block below it. One that stands above nothing that can have it is text."""
    if not any(token.type == "language" for token in state.tokens):
        return
    tokens: list[Token] = []
    for at, token in enumerate(state.tokens):
        below = state.tokens[at + 1] if at + 1 < len(state.tokens) else None
        if token.type != "language":
            tokens.append(token)
        elif below is not None and below.type in _BLOCKS and below.level == token.level:
            _told(below, token.meta["tag"])
        else:
            tokens += _as_text(token)
    state.tokens = tokens


def _told(token: Token, tag: str) -> None:
    token.attrSet("lang", tag)
    token.attrSet("dir", direction(tag))


def _as_text(mark: Token) -> list[Token]:
    from markdown_it.token import Token

    inline = Token("inline", "", 0, content=mark.content, map=mark.map, level=mark.level + 1, children=[], block=True)
    opening, closing = (Token(kind, "p", nesting, map=mark.map, level=mark.level, block=True) for kind, nesting in (("paragraph_open", 1), ("paragraph_close", -1)))
    return [opening, inline, closing]
