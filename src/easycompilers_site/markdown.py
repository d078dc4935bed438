"""The dialect: Markdown text in, tokens out. The one configured parser, and our one block rule, the directive.

A directive is written with either fence, ```` ```{name} argument ```` or ``:::{name} argument``, with options as
``:key: value`` lines or as a YAML block between ``---`` lines. It becomes a ``directive_open`` … ``directive_close``
pair with its parsed body between, or one ``directive`` token whose `content` is the body as it stands.
Lines in `token.map` and in `Directive` are those of the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from .beginnings import beginnings_plugin
from .bounded import bounded_plugin
from .frozen import frozen
from .late import late
from .limits import MOST_NESTING
from .other_languages import other_languages_plugin
from .source import Source, beside

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore

OPENING = re.compile(r"(?P<fence>`{3,}|~{3,}|:{3,})\{(?P<name>[^\s{}`]+)\}(?P<argument>.*)$")
_FENCE = late(r"(?P<fence>`{3,}|~{3,}|:{3,})(?P<rest>.*)$")
_ITEM = late(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+")
_INCLUDED = late(r"(?:`{3,}|~{3,}|:{3,})\{literalinclude\}[ \t]*(\S.*)$", re.MULTILINE)
_UNWANTED = {"tasklists": False, "strikethrough_single_tilde": False}  # asked for in every line, and an exception where they are not there
_OPTION = late(r":[A-Za-z][\w-]*:(\s|$)")


@frozen
class Head:
    """What stands above a directive's body. Lines are 1-based, of the file.

    options: the option lines as they were typed, `:key: value` or YAML; options_line: the first of them.
    body_line: the first line of the body. last_line: that of the closing fence.
    """

    name: str
    argument: str
    line: int
    options: tuple[str, ...]
    options_line: int
    options_are_yaml: bool
    body_line: int
    last_line: int
    closed: bool


def included(source: Source) -> list[str]:
    """The paths of the files from which a chapter cuts listings, told before it is parsed."""
    return source.noted("included", lambda text: [beside(match[1].rstrip(), source.path) for match in _INCLUDED.finditer(text)] if "{literalinclude}" in text else [])


def make_parser(literal: Collection[str], markdown: Collection[str]) -> MarkdownIt:
    """The parser for chapters. literal, markdown: directives whose bodies are code and text; others are kept as code."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin
    from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    from .states import states_plugin

    parser = (
        MarkdownIt("commonmark", {"html": True, "maxNesting": MOST_NESTING, **_UNWANTED})
        .enable(["table", "strikethrough"])
        .use(states_plugin)
        .use(front_matter_plugin)
        .use(footnote_plugin)
        .use(deflist_plugin)
        .use(gfm_autolink_plugin)
        .use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True, label_normalizer=str)
        .use(myst_role_plugin)
        .use(attrs_plugin, after=("image", "code_inline", "link_close"))
        .use(other_languages_plugin)
        .use(bounded_plugin)
    )
    parser.core.ruler.before("footnote_tail", "footnote_places", _note_places)
    parser.block.ruler.before("fence", "directive", _rule(frozenset(markdown)),
                              {"alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]})
    return parser.use(beginnings_plugin)


def _note_places(state: StateCore) -> None:
    """Keep where each footnote is written, as (label, line from 0), since what is not referred to leaves the tokens."""
    places = state.env.setdefault("footnote_places", [])
    places += [(token.meta["label"], token.map[0]) for token in state.tokens if token.type == "footnote_reference_open"]


def _rule(markdown: frozenset[str]):
    def directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if state.is_code_block(start):
            return False
        opening = OPENING.match(state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]])
        if opening is None or (opening["fence"][0] == "`" and "```" in opening["argument"]):
            return False
        if silent:
            return True
        name, nests = opening["name"], opening["name"] in markdown
        close = _closing(state, start, end, opening["fence"], nests)
        closed = close < end
        options, body, is_yaml = _options(state, start + 1, close)
        head = Head(name, opening["argument"].strip(" \t"), start + 1, options, start + 2, is_yaml, body + 1, min(close, end - 1) + 1, closed)
        _push(state, head, start, body, close, nests)
        state.line = close + 1 if closed else close
        return True

    return directive


def _push(state: StateBlock, head: Head, start: int, body: int, close: int, nests: bool) -> None:
    lines = [start, min(close + 1, state.lineMax)]
    if not nests:
        token = state.push("directive", "", 0)
        token.map, token.meta, token.block = lines, {"head": head}, True
        token.content = state.getLines(body, close, state.sCount[start], True)
        return
    token = state.push("directive_open", "", 1)
    token.map, token.meta, token.block = lines, {"head": head}, True
    parent, line_max, indent = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax, state.blkIndent = "directive", close, state.sCount[start]
    state.md.block.tokenize(state, body, close)
    state.parentType, state.lineMax, state.blkIndent = parent, line_max, indent
    state.push("directive_close", "", -1).block = True


class _Open:
    """A fence that is open at a place. alone: whether what closes it is the same where nothing around it is looked at."""

    def __init__(self, fence: str, column: int, line: int, alone: bool) -> None:
        self.fence, self.column, self.line, self.alone = fence, column, line, alone


def _closing(state: StateBlock, start: int, end: int, fence: str, nests: bool) -> int:
    """The line (0-based) that closes the directive opened on `start`, or `end` where none does.

    A body of text may hold directives with the same fence, and listings in which a fence is only shown: both are
    stepped over. What closes those is kept, so that no line is looked at once more for each box around it.
    """
    kept: dict[tuple[int, int], int] = state.env.setdefault("closings", {})
    if nests and (known := kept.get((start, state.blkIndent), end + 1)) <= end:
        return known
    opened = [_Open(fence, state.sCount[start], start, False)]
    for line in range(start + 1, end):
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            end = line
            break
        if state.sCount[line] - opened[-1].column >= 4:
            continue
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
        item = _ITEM.match(text)  # a fence may open right after the mark of a list's item, and never closes there
        match = _FENCE.match(text[item.end() if item else 0 :])
        if match is None:
            continue
        mark, rest, top = match["fence"], match["rest"].strip(), opened[-1]
        if not item and not rest and mark[0] == top.fence[0] and len(mark) >= len(top.fence):
            opened.pop()
            if not opened:
                return line
            if top.alone:
                kept[top.line, state.blkIndent] = line
        elif nests and (rest or mark[0] in "`~") and _may_open(mark, rest, opened):
            column = state.sCount[line] + item.end() if item else top.column
            opened.append(_Open(mark, column, line, not item and state.sCount[line] == top.column))
    kept |= {(each.line, state.blkIndent): end for each in opened if each.alone}
    return end


def _may_open(mark: str, rest: str, opened: list[_Open]) -> bool:
    """Whether a fence opens something within the innermost open one: never within a listing."""
    inside = opened[-1]
    if len(opened) > 1 and inside.fence[0] in "`~" and mark[0] != inside.fence[0]:
        inside.alone = False
        return False
    if mark[0] == ":":
        return rest.startswith("{")
    return mark[0] != "`" or "`" not in rest or rest.startswith("{")


def _options(state: StateBlock, first: int, close: int) -> tuple[tuple[str, ...], int, bool]:
    """The option lines from line `first` (0-based), the line on which the body begins, and whether they are YAML."""

    def text(line: int) -> str:
        return state.getLines(line, line + 1, state.sCount[first], False).rstrip()

    if first < close and text(first) == "---":
        for line in range(first + 1, close):
            if text(line) == "---":
                return tuple(text(n) for n in range(first + 1, line)), line + 1, True
    line = first
    while line < close and _OPTION.match(text(line)):
        line += 1
    return tuple(text(n) for n in range(first, line)), line, False
