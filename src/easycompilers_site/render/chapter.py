"""What the chapter's template is given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from ..addresses import GLOSSARY, course_address, markdown_file, notebook_file, part_address, relative
from ..components.exercise import Exercise
from ..components.quiz import Quiz
from ..language import written_day
from ..model import Block, Chapter, Course, Part, Prose
from ..pages import ChapterPage, Frame, GoalLine, Link, Station, TermNote
from ..repository import history_address, report_address, source_address
from .builder import PageBuilder
from .citation import bibtex
from .draw import Drawer
from .linked_data import chapter_data
from .roles import unlinked


#: Up to a mark at its end, which no small letter follows, as one does after "e.g.".
_SENTENCE = re.compile(r".*?(?:[.!?…](?=\s+[^\W\d_a-z]|\s*$)|[。！？]|$)", re.DOTALL)


def chapter_page(course: Course, chapter: Chapter, builder: PageBuilder) -> ChapterPage:
    here = part_address(course, chapter)
    frame = builder.frame(here, f"{chapter.title} · {course.title}", chapter.summary.plain, chapter_data(course, chapter, builder.site), covered=True)
    drawer = builder.drawer(chapter.source.path, frame, here)
    number = course.number_of(chapter)
    required = set(chapter.facts.requires)
    return ChapterPage(
        frame=frame, courses_href=relative("", here), course=Link(course.title, relative(course_address(course), here), lang=builder.lang(course.language)),
        title=chapter.title, anchor=chapter.anchor, summary=drawer.inline(chapter.summary), number=number, total=len(course.parts),
        level=builder.level(chapter.level), minutes=chapter.minutes,
        requires=tuple(part_link(course, part, here, builder) for part in (course.parts if required else ()) if part.slug in required),
        outcomes=tuple(GoalLine(drawer.inline(goal.text), f"#{goal.label}" if goal.label else "") for goal in chapter.outcomes),
        contents=tuple(stations(chapter, drawer)), body=drawer.draw(chapter.blocks),
        terms=tuple(term_notes(chapter, builder, drawer)),
        previous=part_link(course, course.parts[number - 2], here, builder) if number > 1 else None,
        next=part_link(course, course.parts[number], here, builder) if number < len(course.parts) else None,
        teaser=_about(course.parts[number]) if number < len(course.parts) else "",
        wheels=frame.root + builder.locks[course.slug] if course.slug in builder.locks and chapter.facts.has_cells else "",
        updated=_day(chapter.updated, frame) if chapter.updated else Markup(""),
        slug=chapter.slug, course_id=course.id, notebook=relative(notebook_file(here, chapter), here), markdown=relative(markdown_file(here, chapter), here),
        source_href=source_address(builder.site.repository, chapter.source.path),
        report_href=report_address(builder.site.repository, chapter.title, chapter.source.path),
        history_href=history_address(builder.site.repository, chapter.source.path), authors=course.authors,
        bibtex=bibtex(course, chapter, builder.site.title, frame.canonical, builder.words) if frame.canonical else "",
    )


def _about(part: Part) -> str:
    """The first sentence of its summary."""
    return _SENTENCE.match(part.summary.plain if isinstance(part, Chapter) else part.summary)[0]


def _day(day: str, frame: Frame) -> Markup:
    """A day, for people and for programs, in the language of the page's own words."""
    return Markup('<time datetime="{}">{}</time>').format(day, written_day(day, frame.spoken or frame.language))


def part_link(course: Course, part: Part, start: str, builder: PageBuilder) -> Link:
    """The link from the page `start` to a part; without an address where the part is not written yet."""
    number = course.number_of(part)
    href, language = (relative(part_address(course, part), start), course.language_of(part)) if isinstance(part, Chapter) else ("", course.language)
    return Link(part.title, href, builder.words.gettext("Part %(number)s", number=number), builder.lang(language))


def stations(chapter: Chapter, drawer: Drawer) -> Iterator[Station]:
    """Sections, exercises and quizzes in reading order. A heading right above a quiz is the quiz's own."""
    headings = {heading.id: heading for heading in chapter.headings if heading.level <= 3}
    last: Station | None = None
    for at, block in enumerate(chapter.blocks):
        if isinstance(block, Prose):
            for token in block.tokens:
                heading = headings.get(str(token.attrGet("id") or "")) if token.type == "heading_open" else None
                if heading:
                    yield from (last,) if last else ()
                    last = Station(drawer.inline(unlinked(heading.title)), f"#{heading.id}", "section", heading.level)
        elif isinstance(block, Exercise):
            yield from (last,) if last else ()
            last = Station(drawer.inline(block.title), f"#{block.label}", "exercise", 2)
        elif isinstance(block, Quiz):
            if last and last.kind == "section" and _ends_with_heading(chapter.blocks[at - 1]):
                last = replace(last, kind="quiz", level=2)
            else:
                yield from (last,) if last else ()
                last = Station(Markup(drawer.words.gettext("Quiz")), f"#{block.id}", "quiz", 2)
    yield from (last,) if last else ()


def _ends_with_heading(block: Block) -> bool:
    return isinstance(block, Prose) and block.tokens[-1].type == "heading_close"


def term_notes(chapter: Chapter, builder: PageBuilder, drawer: Drawer) -> Iterator[Markup]:
    """The notes on the terms that the chapter mentions, each once, in the order of their first mention."""
    glossary = relative(GLOSSARY, drawer.start)
    for term, definition in builder.definitions((builder.addresses.terms[name] for name in chapter.facts.terms), drawer.frame, drawer.start):
        yield drawer.once("term-note.html", (term.id, definition, glossary), lambda term=term, definition=definition: TermNote(
            id=f"term--{term.id}", name=term.name, definition=definition, href=f"{glossary}#{term.id}", lang=builder.lang(term.language or builder.site.language)))
