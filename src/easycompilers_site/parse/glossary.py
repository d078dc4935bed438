"""glossary.yaml: the vocabulary of the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from ..components.term import Lexicon, Linker
from ..dialect import dialect
from ..digest import digest_of
from ..directive import Names
from ..facts import references
from ..frozen import frozen
from ..limits import MOST_TERMS
from ..located import Located, load
from ..model import Block, Term
from ..problem import Problem, did_you_mean, warning
from ..shape import Key, Report, Shape, text_of
from ..source import Source
from ..words import Words
from .blocks import Folder, tokens_of
from .headings import slug

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt

PATH = "glossary.yaml"

ENTRY = Shape("this entry", (
    Key("definition", "prose", "what the term means, in one to three sentences of Markdown", required=True),
    Key("aliases", "texts", "other forms that mean the same"),
    Key("see", "texts", "terms to read next"),
    Key("language", "language", "the language of the entry, its name and its definition, where it is not the site's: a tag, as in `fr`"),
    Key("autolink", "flag", "false links the term only where a role asks for it"),
    Key("not-in", "texts", "phrases in which the word means something else and stays unlinked"),
    Key("near", "texts", "words of which one has to stand in the same paragraph"),
))


@frozen
class Glossary:
    """The vocabulary that a source holds, ready to be found in texts. problems: met in reading it. written: each definition as it was typed, by its term's name."""

    lexicon: Lexicon = Lexicon(())
    problems: tuple[Problem, ...] = ()
    written: Mapping[str, Located] = field(default_factory=dict)


def parse_glossary(source: Source, parser: MarkdownIt) -> Glossary:
    problems: list[Problem] = []
    written: dict[str, Located] = {}
    terms = _all_terms(source, parser, written, problems.append)
    lexicon = Lexicon(terms)
    for term in terms:
        Linker(lexicon, autolink=False).link(term.definition)
    keyed = (replace(term, key=digest_of([term.name, term.id, term.language, term.key, lexicon.share_of(term.key)])) for term in terms)
    return Glossary(Lexicon(tuple(keyed)), tuple(problems), written)


def linked_definition(written: Located, source: Source, lexicon: Lexicon) -> tuple[Block, ...]:
    """The blocks of one definition, in which nothing is wrong, with its terms."""
    blocks = _definition(written.text, written, source, dialect(), lambda problem: None)
    Linker(lexicon, autolink=False).link(blocks)
    return blocks


def _all_terms(source: Source, parser: MarkdownIt, written: dict[str, Located], report: Report) -> tuple[Term, ...]:
    """The terms, in the order of the file."""
    value, problems = load(source)
    for problem in problems:
        report(problem)
    if value is None:
        return ()
    if value.kind != "mapping":
        report(Problem("not-a-mapping", "the glossary is not lines of `term: definition`", value.span, "begin with `token: a piece of text …`"))
        return ()
    terms = tuple(_terms(value, source, parser, written, report))
    _check_names(terms, source, report)
    return terms


def _terms(value: Located, source: Source, parser: MarkdownIt, written: dict[str, Located], report: Report) -> Iterator[Term]:
    taken: set[str] = set()
    if len(value.entries) > MOST_TERMS:
        report(Problem("too-many-terms", f"there are {len(value.entries):,} terms, and at most {MOST_TERMS:,} can be read", value.entries[MOST_TERMS][0].span,
                       "keep those that the courses speak of"))
        return
    for key, entry in value.entries:
        if key.kind != "text":
            report(Problem("yaml-word", f"the term `{key.text}` is a word that YAML reads as something else", key.span,
                           f"put it in quotes: \"{key.text}\""))
            continue
        if not key.text.strip():
            report(Problem("empty-value", "a term here has no name", key.span, "write the term before the colon"))
            continue
        values = ENTRY.read(entry, key.span, report) if entry.kind == "mapping" else {"definition": entry}
        definition = values.get("definition")
        text = text_of(definition, f"the definition of `{key.text}`", report) if definition is not None else None
        if text is None:
            continue
        if not text.strip():
            report(Problem("empty-definition", f"`{key.text}` has no definition", key.span, "say in one sentence what it means"))
            continue
        blocks = _definition(text, definition, source, parser, report)
        written[key.text] = replace(definition, text=text)
        yield Term(
            name=key.text, id=_free(key.text, taken), span=key.span, read=partial(_same, blocks),
            addresses=tuple(dict.fromkeys(references(blocks))), key=text,
            aliases=tuple(item.text for item in values.get("aliases", ())),
            see=tuple((item.text, item.span) for item in values.get("see", ())),
            autolink=values.get("autolink", True),
            not_in=tuple(item.text for item in values.get("not-in", ())),
            near=tuple(item.text for item in values.get("near", ())), language=values.get("language", ""),
        )


def _same(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return blocks


def _definition(text: str, value: Located, source: Source, parser: MarkdownIt, report: Report):
    """The definition's blocks; the lines of its tokens are those of the file."""
    env: dict = {}
    line = value.span.line - 1 + (source.line(value.span.line)[value.span.column - 1 : value.span.column] in ("|", ">"))
    tokens = tokens_of(text, env, parser, source, report, line + 1)
    for token in tokens:
        if token.map:
            token.map = [token.map[0] + line, token.map[1] + line]
        if head := token.meta.get("head"):
            token.meta["head"] = replace(head, line=head.line + line, options_line=head.options_line + line,
                                         body_line=head.body_line + line, last_line=head.last_line + line)
    return Folder(source, parser, env, Names(), report).fold(tokens)


def _free(name: str, taken: set[str]) -> str:
    """An id of its own for each term, also where only symbols tell them apart."""
    base = slug(name.replace("+", " plus ").replace("#", " sharp ")) or "term"
    candidate, count = base, 1
    while candidate in taken:
        count += 1
        candidate = f"{base}-{count}"
    taken.add(candidate)
    return candidate


def _check_names(terms: tuple[Term, ...], source: Source, report: Report) -> None:
    """Two entries may not claim one name, and "see" must lead somewhere."""
    owners: dict[str, Term] = {}
    for term in terms:
        for name in dict.fromkeys(n.casefold() for n in (term.name, *term.aliases)):
            first = owners.setdefault(name, term)
            if first is not term:
                report(Problem("term-twice", f"`{name}` is claimed by `{term.name}` and by `{first.name}` on line {first.span.line}",
                               term.span, "let one of the two have it"))
    names = {term.name for term in terms}
    words = Words(names)
    for term in terms:
        for name, span in term.see:
            if name == term.name:
                report(warning("see-itself", f"`{name}` sends its reader to itself", span, "name another term, or leave it out"))
            elif name not in names:
                report(Problem("unknown-term", f"`{name}` is not in the glossary", span, did_you_mean(name, words)))
