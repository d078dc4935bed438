"""A parser in, which then asks a rule only where what it looks for can begin: at a line, or a letter, with the right first sign.

As it comes, it asks a dozen rules at each paragraph, and at each mark in a text, most of which look at that sign and go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.ruler import Ruler
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

#: The first signs of what a rule looks for. One that is not here is asked everywhere.
OF_LINES = {
    "front_matter": "-", "math_block": "$", "language": "{", "directive": "`~:", "fence": "`~", "blockquote": ">", "hr": "*-_", "list": "*-+0123456789",
    "footnote_def": "[", "reference": "[", "html_block": "<", "heading": "#",
}
OF_PIECES = {
    "newline": "\n", "escape": "\\", "backticks": "`", "strikethrough": "~", "emphasis": "*_", "link": "[", "phrase": "[", "footnote_ref": "[", "image": "!",
    "autolink": "<", "html_inline": "<", "entity": "&", "footnote_inline": "^", "math_inline": "$", "myst_role": "{", "attr": "{",
    "gfm_autolink_www": "w", "gfm_autolink_protocol": ":", "gfm_autolink_email": "@",
}

Rule = Callable[..., bool]


class _BySign(dict[str, list[Rule]]):
    """The rules of a chain, in their order, that what begins with a sign may be of: found when the sign is first met. may_be: of each rule, whether a sign can begin it."""

    def __init__(self, may_be: Mapping[Rule, Callable[[str], bool]]) -> None:
        self.may_be = may_be

    def __missing__(self, sign: str) -> list[Rule]:
        self[sign] = [rule for rule, may_be in self.may_be.items() if may_be(sign)]
        return self[sign]


def beginnings_plugin(parser: MarkdownIt) -> None:
    """Comes last, since it takes the rules as they are then."""
    from .states import made

    whole, sign = parser.inline.parse, parser.inline.terminator_re
    _ask(parser.block.ruler, OF_LINES, _line)
    _ask(parser.inline.ruler, OF_PIECES, _piece, lambda name, first: name == "text" and sign.match(first) is not None)

    def parse(text: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        if not text or sign.search(text):
            return whole(text, md, env, tokens)
        tokens.append(made("text", "", 0, text))  # there is no sign in it at which a rule is asked
        return tokens

    parser.inline.parse = parse
    _leave(parser, "normalize", "\r", "\0")  # sets the end of each line anew
    _leave(parser, "text_join", "\\", "&")  # joins what was written with one of these to the text beside it, and makes each list of pieces anew


def _leave(parser: MarkdownIt, name: str, *signs: str) -> None:
    """Let a rule for a whole text be asked only where one of the signs stands in it."""
    core = parser.core.ruler
    rule = core.getRules("")[core.get_active_rules().index(name)]
    core.at(name, lambda state: rule(state) if any(sign in state.src for sign in signs) else None)


def _ask(ruler: Ruler[Any], signs: Mapping[str, str], asking: Callable[[_BySign], Rule], never: Callable[[str, str], bool] = lambda name, sign: False) -> None:
    """Let each chain of rules be one that asks those which can match. never: whether the rule of a name matches nothing that begins with a sign."""

    def may_be(name: str) -> Callable[[str], bool]:
        known = signs.get(name, "")
        return lambda sign: not never(name, sign) and (not known or sign and sign in known)

    of_rules = {rule: may_be(name) for name, rule in zip(ruler.get_active_rules(), ruler.getRules(""))}
    whole, chains = ruler.getRules, dict[str, list[Rule]]()

    def rules_of(chain: str = "") -> list[Rule]:
        if chain not in chains:
            chains[chain] = [asking(_BySign({rule: of_rules[rule] for rule in whole(chain)}))]
        return chains[chain]

    ruler.getRules = rules_of


def _line(rules: _BySign) -> Rule:
    def asked(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        at = state.bMarks[start] + state.tShift[start]
        for rule in rules[state.src[at : at + 1]]:  # asked so often that `any` would be felt
            if rule(state, start, end, silent):
                return True
        return False

    return asked


def _piece(rules: _BySign) -> Rule:
    def asked(state: StateInline, silent: bool) -> bool:
        for rule in rules[state.src[state.pos]]:  # as above
            if rule(state, silent):
                return True
        return False

    return asked
