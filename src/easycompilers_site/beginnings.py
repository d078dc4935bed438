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
    """The rules of a chain, in their order, that what begins with a sign may be of: found when the sign is first met. signs: of each rule."""

    def __init__(self, signs: Mapping[Rule, str]) -> None:
        self.signs = signs

    def __missing__(self, sign: str) -> list[Rule]:
        self[sign] = [rule for rule, signs in self.signs.items() if not signs or sign and sign in signs]
        return self[sign]


def beginnings_plugin(parser: MarkdownIt) -> None:
    """Comes last, since it takes the rules as they are then."""
    _ask(parser.block.ruler, OF_LINES, _line)
    _ask(parser.inline.ruler, OF_PIECES, _piece)
    whole, sign = parser.inline.parse, parser.inline.terminator_re

    def parse(text: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        return whole(text, md, env, tokens) if not text or sign.search(text) else _as_text(text, tokens)

    parser.inline.parse = parse
    _leave_ends_of_lines(parser)


def _as_text(text: str, tokens: list[Token]) -> list[Token]:
    """What has no sign in it at which a rule is asked."""
    from markdown_it.token import Token

    tokens.append(Token("text", "", 0, content=text))
    return tokens


def _leave_ends_of_lines(parser: MarkdownIt) -> None:
    """Let what puts the ends of lines right be asked only where there is one to put right: it sets each of them anew."""
    core = parser.core.ruler
    normalize = core.getRules("")[core.get_active_rules().index("normalize")]
    core.at("normalize", lambda state: normalize(state) if "\r" in state.src or "\0" in state.src else None)


def _ask(ruler: Ruler[Any], signs: Mapping[str, str], asking: Callable[[_BySign], Rule]) -> None:
    """Let each chain of rules be one that asks those which can match."""
    of_rules = {rule: signs.get(name, "") for name, rule in zip(ruler.get_active_rules(), ruler.getRules(""))}
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
