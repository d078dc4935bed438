"""The parser's plug-ins, kept in bounds: what takes them longer than a text is long is not left to them, or done here in their place.

A rule that is asked at every letter and takes a copy of the rest of the text takes the square of its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .late import late
from .limits import MOST_BRACKETS, MOST_LETTERS, MOST_QUOTES

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    InlineRule = Callable[[StateInline, bool], bool]
    BlockRule = Callable[[StateBlock, int, int, bool], bool]

_SPACE = late(r"\s")
_NOTE = late(r"\[\^[^ \n\]]{1,200}\]")
_BRACKET = late(r"\\.|`[^`]*`|<[^<>]*>|[\[\]]")
_BOX = re.compile(r"\[(?P<mark>[ xX])\](?=[ \t\n])")
_BOX_DRAWN = '<input class="task-list-item-checkbox" %sdisabled="disabled" type="checkbox">'


def bounded_plugin(parser: MarkdownIt) -> None:
    """Comes after the plug-ins whose rules it bounds."""
    ruler = parser.inline.ruler
    rules = dict(zip(ruler.get_active_rules(), ruler.getRules("")))
    ruler.at("myst_role", _where(re.compile(r"\{"), rules["myst_role"]))
    ruler.at("footnote_ref", _where(_NOTE, rules["footnote_ref"]))
    for name, sign in (("gfm_autolink_www", r"www\."), ("gfm_autolink_protocol", r"(?:(?<=http)|(?<=https)|(?<=mailto)|(?<=xmpp)):")):
        ruler.at(name, _where(re.compile(sign), _within_a_word(rules[name])))
    # For its links that begin with `www.` the plug-in has the text end at every w, and all rules asked there.
    parser.inline.terminator_re = re.compile(parser.inline.terminator_re.pattern.replace("w", "") + r"|w(?=ww\.)")
    blocks = dict(zip(parser.block.ruler.get_active_rules(), parser.block.ruler.getRules("")))
    parser.block.ruler.at("blockquote", _not_too_deep(blocks["blockquote"]), {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.core.ruler.before("inline", "readable", _leave_out_what_is_too_much)
    parser.core.ruler.after("inline", "boxes", _boxes)


def _where(beginning: re.Pattern[str], rule: InlineRule) -> InlineRule:
    """The rule, asked only where what it looks for can begin."""
    return lambda state, silent: beginning.match(state.src, state.pos) is not None and rule(state, silent)


def _within_a_word(rule: InlineRule) -> InlineRule:
    """The rule, which sees the text up to the next space."""

    def bounded(state: StateInline, silent: bool) -> bool:
        last, space = state.posMax, _SPACE.search(state.src, state.pos)
        state.posMax = min(last, space.start()) if space else last
        found = rule(state, silent)
        state.posMax = last
        return found

    return bounded


def _not_too_deep(rule: BlockRule) -> BlockRule:
    """The rule for quotes, which looks at each line of theirs once more for every quote around it. What is too deep stays text, and is kept for `parse` to report."""

    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        depth = state.env.get("quotes", 0)
        if depth == MOST_QUOTES:
            if not silent and state.src.startswith(">", state.bMarks[start] + state.tShift[start]):
                state.env.setdefault("deep_quotes", []).append(start)
            return False
        state.env["quotes"] = depth + 1
        found = rule(state, start, end, silent)
        state.env["quotes"] = depth
        return found

    return bounded


def _leave_out_what_is_too_much(state: StateCore) -> None:
    """Take the text out of a paragraph that is too long, or whose brackets are, and keep its first line (from 0) for `parse` to report."""
    for token in state.tokens:
        if token.type == "inline":
            found = "long_paragraphs" if len(token.content) > MOST_LETTERS else "deep_brackets" if _has_deep_brackets(token.content) else ""
            if found:
                state.env.setdefault(found, []).append((token.map or [0])[0])
                token.content = ""


def _has_deep_brackets(text: str) -> bool:
    """What an open bracket belongs to is looked for as far as the text goes, anew for each of them."""
    depth = 0
    for sign in _BRACKET.findall(text) if text.count("[") > MOST_BRACKETS else ():
        depth = max(0, depth + (sign == "[") - (sign == "]"))
        if depth > MOST_BRACKETS:
            return True
    return False


def _boxes(state: StateCore) -> None:
    """An item of a list that begins with `[ ]` or `[x]` gets a box in their place."""
    lists: list[Token] = []
    for at, token in enumerate(state.tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(token)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "inline" and at > 1 and state.tokens[at - 2].type == "list_item_open" and (mark := _BOX.match(token.content)):
            _put_box(token, mark["mark"] != " ")
            state.tokens[at - 2].attrSet("class", "task-list-item")
            lists[-1].attrSet("class", "contains-task-list")


def _put_box(inline: Token, ticked: bool) -> None:
    from markdown_it.token import Token

    inline.children[0].content, inline.content = inline.children[0].content[3:], inline.content[3:]
    inline.children.insert(0, Token("html_inline", "", 0, content=_BOX_DRAWN % ('checked="checked" ' if ticked else "")))
