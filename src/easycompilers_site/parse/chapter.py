"""One chapter: its front matter and its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ..components.answer import with_answers
from ..components.exercise import with_solutions
from ..components.quiz import with_sections
from ..components.term import Lexicon, Linker
from ..dialect import dialect
from ..digest import digest_of
from ..directive import Names
from ..facts import facts_of
from ..frozen import frozen
from ..inlines import plain
from ..late import late
from ..located import Located, load
from ..markdown import included
from ..memory import Memory
from ..model import Block, Chapter, Facts, Goal, Inline, Prose, Text
from ..problem import Problem, warning
from ..shape import Key, Report, Shape
from ..source import Source
from ..sources import Sources
from .blocks import Folder, tokens_of
from .footnotes import tell_lost_footnotes
from .headings import name_headings, slug

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

#: Reads YAML, as `load` does: of a source, a text that begins on a line of it.
Settings = Callable[[Source, str, int], tuple[Located | None, list[Problem]]]

LEVELS = ("Beginner", "Intermediate", "Advanced")

FRONT_MATTER = Shape("the front matter", (
    Key("title", "text", "what the chapter is called", filled=True),
    Key("summary", "text", "one or two sentences, shown under the title and in listings"),
    Key("level", "text", "how much it asks of the reader", choices=LEVELS),
    Key("minutes", "whole", "reading time; worked out when left out"),
    Key("outcomes", "texts", "what the reader can do afterwards, each with the label of what practises it in braces"),
    Key("requires", "texts", "slugs of the chapters that this one builds on"),
    Key("aliases", "texts", "old addresses, each of which leads here"),
    Key("updated", "day", "the day of the last change that readers should hear of, in the page, the feed and the site map"),
    Key("language", "language", "its language, where it is not the course's: a tag, as in `fr`"),
    Key("draft", "flag", "true keeps the chapter out of the site"),
    Key("autolink", "flag", "false leaves the terms of this chapter unlinked"),
))

_NOT_SEEN = late(rf"\s*(---)[ \t]*\n(?:{'|'.join(key.name for key in FRONT_MATTER.keys)})[ \t]*:")
_SETTING = late(r"^[\w-]+[ \t]*:(?:\s|$)", re.MULTILINE)
_PRACTISED = late(r"\{([^{}\s]+)\}$")
_ORDER = re.compile(r"^\d+[-_. ]*")
_USUAL = re.compile(r"(?:\d+[-_. ]*)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.md")  # a name in which nothing but the number has to go


def chapter_slug(path: str) -> str:
    """The slug that a chapter's file name gives: without the leading number, in the form of an address."""
    name = path.rpartition("/")[2]
    if usual := _USUAL.fullmatch(name):
        return usual[1]
    stem = name.removesuffix(".md")
    return slug(_ORDER.sub("", stem)) or slug(stem) or "chapter"


@frozen
class ChapterReader:
    """Gives the chapters of a site, each with a way to its text."""

    sources: Sources
    lexicon: Lexicon
    memory: Memory

    @cached_property
    def _others(self) -> str:
        """Changes with everything but its own source that any chapter is made from."""
        return digest_of([self.lexicon.key, sorted(self.sources.files), sorted((path, source.digest) for path, source in self.sources.listings.items())])

    def chapters(self, sources: Iterable[Source]) -> list[Chapter]:
        return self.memory.chapters_of(sources, self._others, self._chapter)

    def _key(self, source: Source) -> str:
        share = self.memory.share(source.digest, self.lexicon.key, lambda: self.lexicon.share_of(source.text))
        cut = [self.sources.listings[path].digest if path in self.sources.listings else "" for path in included(source)]
        return digest_of([source.path, source.digest, share, *cut])

    @cached_property
    def _ways(self) -> tuple[Callable[[Chapter], Text], Callable[[Chapter], Facts], Callable[[Chapter], tuple[str, str]]]:
        """The same three for all chapters: a large site has thousands, and of most nothing is asked."""
        return self.text, self.facts, self.marks

    def _chapter(self, source: Source) -> Chapter:
        return Chapter(source, chapter_slug(source.path), self.memory.key(source, self._others, self._key), *self._ways)

    def text(self, chapter: Chapter) -> Text:
        return self.memory.text(chapter.key, partial(self._read, chapter.source))

    def facts(self, chapter: Chapter) -> Facts:
        return self.memory.fact(chapter.key, chapter.source, lambda: facts_of(self.text(chapter)))

    def marks(self, chapter: Chapter) -> tuple[str, str]:
        kept = self.memory.marks.get(chapter.key)
        return kept or (chapter.known.mark, chapter.known.places)

    def _read(self, source: Source) -> Text:
        text = parse_chapter(source, dialect(), self.sources.files, self.sources.listings, self.memory.front)
        Linker(self.lexicon.part_for(source.text), text.autolink).link_chapter(text.blocks)
        return text


def parse_chapter(source: Source, parser: MarkdownIt, files: Collection[str], listings: Mapping[str, Source], settings: Settings = load) -> Text:
    """What `source` says, with whatever is wrong with it.

    files: the paths of what stands beside the chapters. listings: those of them from which a chapter cuts a listing. settings: reads the front matter.
    """
    problems: list[Problem] = []
    report = problems.append
    env: dict = {}
    tokens = tokens_of(source.text, env, parser, source, report)
    front = tokens.pop(0) if tokens and tokens[0].type == "front_matter" else None
    values, first_line = _front_matter(front, source, settings, report)
    names = Names()
    folder = Folder(source, parser, env, names, report, files, listings)
    blocks = folder.fold(tokens)
    title, said_again, blocks = _title(values, blocks, source)
    headings = name_headings([token for token in tokens if not any(token is t for t in said_again)] if said_again else tokens, source, names, report)
    anchor = (slug(title) or "section") if said_again else ""
    names.taken.setdefault(anchor, source.span(1))
    if not tokens:
        report(warning("empty-chapter", "this chapter has no text", source.span(1), "write something, or set `draft: true`"))
    tell_lost_footnotes(env, source, report)
    summary = values.get("summary", "")
    return Text(
        title=title,
        summary=folder.inline(summary, source.find(summary[:20], 1, first_line)) if summary else Inline(),
        level=values.get("level", ""), minutes=values.get("minutes"),
        outcomes=tuple(_goal(item, folder) for item in values.get("outcomes", ())),
        requires=tuple((item.text, item.span) for item in values.get("requires", ())),
        aliases=tuple((item.text, item.span) for item in values.get("aliases", ())),
        updated=values.get("updated", ""), draft=values.get("draft", False), autolink=values.get("autolink", True),
        language=values.get("language", ""),
        blocks=with_sections(with_answers(with_solutions(blocks, report), report)), headings=headings, anchor=anchor, problems=tuple(problems),
    )


def _front_matter(token: Token | None, source: Source, settings: Settings, report: Report) -> tuple[dict, int]:
    """The values by key, and the line on which the front matter ends (1 where there is none)."""
    if token is None:
        missed = _NOT_SEEN.match(source.text)
        if missed:
            report(Problem("front-matter-not-seen", "this looks like front matter, and is not read as it", source.whole_line(source.text.count("\n", 0, missed.start(1)) + 1),
                           "front matter begins on line 1 with `---` and ends with a line `---`"))
        return {}, 1
    value, problems = settings(source, token.content, token.map[0] + 2)
    if value.kind != "mapping" if value is not None else token.content.strip() and not _SETTING.search(token.content):
        report(Problem("front-matter-not-mapping", "the block between the `---` lines is not `key: value` lines", source.span(1, 1, 3),
                       "for front matter write `title: …`; for a rule across the page write `***`"))
        return {}, token.map[1]
    for problem in problems:
        report(problem)
    if value is None and problems:
        return {}, token.map[1]
    return FRONT_MATTER.read(value, source.span(1, 1, 3), report), token.map[1]


def _title(values: dict, blocks: Sequence[Block], source: Source) -> tuple[str, tuple[Token, ...], tuple[Block, ...]]:
    """The chapter's title: the front matter's, else the text's first `# heading`, else the file's name.

    A first heading of level 1 that says the title again is taken out of the text.
    """
    first = blocks[0] if blocks else None
    opening = first.tokens[:3] if isinstance(first, Prose) and first.tokens[0].tag == "h1" else ()
    heading = plain(opening[1].children or ()) if opening else ""
    title = values.get("title") or heading or _ORDER.sub("", PurePosixPath(source.path).stem) or source.path
    if not heading or heading != title:
        return title, (), tuple(blocks)
    rest = first.tokens[3:]
    return title, opening, ((Prose(rest, first.span),) if rest else ()) + tuple(blocks[1:])


def _goal(item: Located, folder: Folder) -> Goal:
    written = item.text.rstrip()
    match = _PRACTISED.search(written)
    text = written[: match.start()].rstrip() if match else item.text
    return Goal(folder.inline(text, item.span), match[1] if match else "", item.span)
