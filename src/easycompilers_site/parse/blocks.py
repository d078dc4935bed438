"""Tokens of a chapter in, blocks out: each directive goes to the reader of its component."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from ..components import LITERAL, MARKDOWN
from ..components.code_block import CodeBlock
from ..components.equation import Equation
from ..directive import Directive, Names
from ..frozen import frozen
from ..inlines import closing, inline_tokens, locate, readable
from ..limits import MOST_LETTERS, MOST_NESTING, MOST_REPEATED
from ..markdown import OPENING, Head
from ..model import Block, Broken, Inline, Prose
from ..problem import Problem, did_you_mean, warning
from ..shape import Report
from ..source import Source, Span

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


_BLOCKS = frozenset({"directive_open", "directive", "math_block_label", "fence", "code_block"})  # all else is prose
_LONG = 200  # letters of an address that may be written with each link to it


def tokens_of(text: str, env: dict, parser: MarkdownIt, source: Source, report: Report, first_line: int = 1) -> list[Token]:
    """The tokens of `text`, which stands in `source` from `first_line` on. What is too deep, or too long, to be read is left out, and told."""
    deep = Problem("nested-too-deeply", "lists, quotes, boxes or brackets are nested too deeply to be read", source.whole_line(first_line), "take some levels out")
    try:
        tokens = parser.parse(text, env)
    except RecursionError:
        report(deep)
        return []
    if max([token.level for token in tokens], default=0) >= MOST_NESTING - 2:
        deepest = max(tokens, key=lambda token: token.level)
        report(replace(deep, span=source.whole_line((deepest.map or [0])[0] + first_line)))
    for line in (*env.get("deep_quotes", ())[:1], *env.get("deep_brackets", ())):
        report(replace(deep, span=replace(source.whole_line(line + first_line), length=1)))
    for line in env.get("long_paragraphs", ()):
        report(too_long("this paragraph", source.whole_line(line + first_line)))
    if multiplied := _multiplied(tokens, env):
        report(Problem("too-long", f"the address or the title of this definition is so long that all the links to it have more than {MOST_REPEATED:,} letters",
                       replace(source.whole_line(multiplied["map"][0] + first_line), length=1), "give what it leads to a shorter address"))
        return []
    return tokens


def _multiplied(tokens: Sequence[Token], env: dict) -> dict | None:
    """The longest definition of a link, where the links of a text name such so often that its page would be out of all proportion."""
    longest = max(env.get("references", {}).values(), key=lambda one: len(one["href"]) + len(one["title"]), default=None)
    if longest is None or len(longest["href"]) + len(longest["title"]) < _LONG:
        return None
    said = (value for token in inline_tokens(tokens) for child in token.children or () for value in child.attrs.values())
    return longest if sum(len(str(value)) for value in said) > MOST_REPEATED else None


def too_long(what: str, span: Span) -> Problem:
    return Problem("too-long", f"{what} has more than {MOST_LETTERS:,} letters", replace(span, length=1),
                   "put an empty line where a new thought begins; what a program wrote belongs in a file of its own, or in a listing")


@frozen
class Folder:
    """Folds the tokens of one source into blocks. env: what the parser keeps of footnotes and link definitions.

    files, listings: see `Directive`.
    """

    source: Source
    parser: MarkdownIt
    env: dict
    names: Names
    report: Report
    files: Collection[str] = ()
    listings: Mapping[str, Source] = field(default_factory=dict)

    def fold(self, tokens: Sequence[Token], within: tuple[str, ...] = ()) -> tuple[Block, ...]:
        """The blocks that `tokens` hold, which stand in the directives `within`. A block within a list or a quote stands in its prose as a ``block`` token."""
        from markdown_it.token import Token

        blocks: list[Block] = []
        run: list[Token] = []
        depth = at = 0
        while at < len(tokens):
            token, end = tokens[at], at
            if token.type not in _BLOCKS:
                if token.type == "inline":
                    locate(token, self.source)
                depth += token.nesting
                run.append(token)
                at += 1
                continue
            if token.type == "directive_open":
                end = closing(tokens, at)
                block = self.read(token, self.fold(tokens[at + 1 : end], (*within, token.meta["head"].name)), "", within)
            elif token.type == "directive":
                block = self.read(token, (), token.content, within)
            elif token.type == "math_block_label":
                block = self.equation(token)
            else:
                block = self.listing(token)
            if depth:
                run.append(Token("block", "", 0, map=token.map, meta={"block": block}, block=True, level=token.level))
            else:
                blocks += [*self.prose(run), block]
                run = []
            at = end + 1
        return (*blocks, *self.prose(run))

    def prose(self, run: Sequence[Token]) -> tuple[Prose, ...]:
        line = next((token.map[0] + 1 for token in run if token.map), 1)
        return (Prose(tuple(run), self.source.whole_line(line)),) if run else ()

    def listing(self, token: Token) -> CodeBlock:
        _tell_of_listing(token, self.source, self.report)
        words = token.info.split()
        return CodeBlock(span=self.source.whole_line(token.map[0] + 1), source=token.content, language=words[0] if words else "")

    def equation(self, token: Token) -> Equation:
        """`$$ … $$ (label)`."""
        first, end = token.map
        span = self.source.find(token.info, end, end)
        label = self.names.claim(token.info, span, self.report)
        return Equation(span=span, tex=token.content, line=first + 1, label=label, number=self.names.number("equation"))

    def read(self, token: Token, blocks: tuple[Block, ...], body: str, within: tuple[str, ...]) -> Block:
        head: Head = token.meta["head"]
        directive = Directive(head, self.source, blocks, body, self.names, self.report, self.inline, within,
                              (token.map[0] + 1, token.map[1]), self.files, self.listings)
        reader = LITERAL.get(head.name) or MARKDOWN.get(head.name)
        if reader is None:
            return _unknown(directive)
        if not head.closed:
            self.report(Problem("never-closed", f"this `{head.name}` is never closed", directive.span,
                                f"close it with a line of its own: {_fence(self.source.line(head.line))}"))
        return reader(directive)

    def inline(self, text: str, span: Span) -> Inline:
        """The text of a title or a caption that stands at `span`."""
        if len(text) > MOST_LETTERS:
            self.report(too_long("this line", span))
            return Inline()
        tokens = self.parser.parseInline(text, self.env)
        for token in tokens:
            token.map = [span.line - 1, span.line]
            locate(token, self.source)
            if any(child.type == "footnote_ref" for child in token.children or ()):
                self.report(Problem("misplaced", "a footnote stands in a title or a caption, from which nothing leads to it", span, "move it into the text"))
        return Inline(tuple(tokens), readable(tokens[0].children or ()) if tokens else "")


def _tell_of_listing(token: Token, source: Source, report: Report) -> None:
    """A fence that is never closed, and a directive that is code since it is indented."""
    first, last = (source.line(number).strip(" \t>") for number in (token.map[0] + 1, token.map[1]))
    fence = token.markup
    opened = fence and first.lstrip("-*+0123456789.) \t").startswith(fence)
    if opened and (token.map[1] - token.map[0] < 2 or set(last) != {fence[0]} or len(last) < len(fence)):
        report(Problem("never-closed", "this listing is never closed, so that all below it is code", source.find(fence, token.map[0] + 1),
                       f"close it with a line of its own: {fence}"))
        return
    for number, line in enumerate(token.content.split("\n") if fence and fence in token.content else (), token.map[0] + 2):
        if line.strip(" >").startswith(fence) and line.strip(f" >{fence[0]}"):
            report(warning("fence-in-listing", "a listing begins here inside another one, and ends it where it ends itself", source.find(fence, number),
                           f"look whether the one that begins on line {token.map[0] + 1} should; to show this line, begin and end that with {fence}{fence[0]}"))
            break
    if fence and token.info.strip().startswith("{"):
        report(Problem("unread-directive", "this is a listing and no directive: the name of one stands in braces, right after the fence",
                       source.whole_line(token.map[0] + 1), f"write {fence}{{note}}, and options on lines of their own"))
    elif not fence and OPENING.match(token.content.lstrip().split("\n")[0]):
        report(warning("indented-directive", "this is shown as code, since it is indented by four spaces or more", source.whole_line(token.map[0] + 1),
                       "indent it no further than the text that it belongs to"))


def _unknown(directive: Directive) -> Broken:
    known = sorted([*LITERAL, *MARKDOWN])
    return directive.broken(Problem("unknown-directive", f"there is no directive `{directive.head.name}`", directive.span,
                                    did_you_mean(directive.head.name, known) or "the directives are " + ", ".join(f"`{name}`" for name in known)))


def _fence(line: str) -> str:
    text = line.strip().lstrip("> ")
    return text[: len(text) - len(text.lstrip(text[0]))] if text else ":::"
