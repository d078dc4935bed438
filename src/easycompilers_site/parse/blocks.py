"""Tokens of a chapter in, blocks out: each directive goes to the reader of its component."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..components import LITERAL, MARKDOWN
from ..components.code_block import CodeBlock
from ..directive import Directive, Names
from ..inlines import closing, locate, plain
from ..markdown import Head, make_parser
from ..model import Block, Broken, Inline, Prose
from ..problem import Problem, did_you_mean
from ..shape import Report
from ..source import Source, Span

#: Of the author's format, and not built yet: refused by name, so that nobody searches for a typing mistake.
NOT_YET = ("literalinclude", "math")


@lru_cache(maxsize=1)
def dialect() -> MarkdownIt:
    return make_parser(LITERAL, MARKDOWN)


@dataclass(frozen=True)
class Folder:
    """Folds the tokens of one source into blocks. env: what the parser keeps of footnotes and link definitions."""

    source: Source
    parser: MarkdownIt
    env: dict
    names: Names
    report: Report

    def fold(self, tokens: Sequence[Token]) -> tuple[Block, ...]:
        """The blocks that `tokens` hold. A block within a list or a quote stands in its prose as a ``block`` token."""
        blocks: list[Block] = []
        run: list[Token] = []
        depth = at = 0
        while at < len(tokens):
            token, end = tokens[at], at
            if token.type == "directive_open":
                end = closing(tokens, at)
                block = self.read(token, self.fold(tokens[at + 1 : end]), "")
            elif token.type == "directive":
                block = self.read(token, (), token.content)
            elif token.type in ("fence", "code_block"):
                block = self.listing(token)
            else:
                if token.type == "inline":
                    locate(token, self.source)
                depth += token.nesting
                run.append(token)
                at += 1
                continue
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
        words = token.info.split()
        return CodeBlock(span=self.source.whole_line(token.map[0] + 1), source=token.content, language=words[0] if words else "")

    def read(self, token: Token, blocks: tuple[Block, ...], body: str) -> Block:
        head: Head = token.meta["head"]
        directive = Directive(head, self.source, blocks, body, self.names, self.report, self.inline)
        reader = LITERAL.get(head.name) or MARKDOWN.get(head.name)
        if reader is None:
            return self.broken(directive, token)
        if not head.closed:
            self.report(Problem("never-closed", f"this `{head.name}` is never closed", directive.span,
                                f"close it with a line of its own: {_fence(self.source.line(head.line))}"))
        return reader(directive)

    def broken(self, directive: Directive, token: Token) -> Broken:
        name, known = directive.head.name, [*LITERAL, *MARKDOWN]
        if name in NOT_YET:
            problem = Problem("not-yet", f"the directive `{name}` is not supported yet", directive.span, "leave it out for now")
        else:
            hint = did_you_mean(name, known) or "the directives are " + ", ".join(f"`{n}`" for n in sorted(known))
            problem = Problem("unknown-directive", f"there is no directive `{name}`", directive.span, hint)
        self.report(problem)
        first, last = token.map
        return Broken(problem, "\n".join(self.source.lines[first:last]), directive.span)

    def inline(self, text: str, span: Span) -> Inline:
        """The text of a title or a caption that stands at `span`."""
        tokens = self.parser.parseInline(text, self.env)
        for token in tokens:
            token.map = [span.line - 1, span.line]
            locate(token, self.source)
        return Inline(tuple(tokens), plain(tokens[0].children or ()) if tokens else "")


def _fence(line: str) -> str:
    text = line.strip().lstrip("> ")
    return text[: len(text) - len(text.lstrip(text[0]))] if text else ":::"
