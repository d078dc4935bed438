"""What the chapter's template is given."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import Environment
from markupsafe import Markup, escape

from ..addresses import GLOSSARY, Addresses, course_address, label_of, part_address, relative
from ..components.exercise import Exercise
from ..components.quiz import Quiz
from ..model import Block, Chapter, Component, Course, Outcomes, Part, Prose, Site, Term, walk
from ..pages import ChapterPage, GoalLine, Link, Station, TermNote
from ..reading import minutes
from .draw import Drawer
from .frame import Frames


def chapter_page(course: Course, chapter: Chapter, site: Site, frames: Frames, addresses: Addresses,
                 environment: Environment, outcomes: Outcomes) -> ChapterPage:
    here = part_address(course, chapter)
    frame = frames.at(here, f"{chapter.title} · {course.title}", chapter.summary.plain)
    drawer = Drawer(environment, frame, addresses, outcomes, chapter.source.path, here)
    number = course.parts.index(chapter)
    return ChapterPage(
        frame=frame, courses_href=relative("", here), course=Link(course.title, relative(course_address(course), here)),
        title=chapter.title, summary=drawer.inline(chapter.summary), number=number + 1, total=len(course.parts),
        level=chapter.level, minutes=minutes(chapter),
        requires=tuple(part_link(course, part, here) for part in course.parts if part.slug in [slug for slug, _ in chapter.requires]),
        outcomes=tuple(GoalLine(drawer.inline(goal.text), f"#{goal.label}" if goal.label else "") for goal in chapter.outcomes),
        contents=tuple(stations(chapter, drawer)), body=drawer.draw(chapter.blocks),
        terms=tuple(term_notes(chapter.blocks, drawer, environment, addresses, outcomes)),
        previous=part_link(course, course.parts[number - 1], here) if number else None,
        next=part_link(course, course.parts[number + 1], here) if number + 1 < len(course.parts) else None,
    )


def part_link(course: Course, part: Part, start: str) -> Link:
    """The link from the page `start` to a part; without an address where the part is not written yet."""
    number = course.parts.index(part) + 1
    href = relative(part_address(course, part), start) if isinstance(part, Chapter) else ""
    return Link(part.title, href, f"Part {number}")


def stations(chapter: Chapter, drawer: Drawer) -> Iterator[Station]:
    """Sections, exercises and quizzes in reading order. A heading right above a quiz is the quiz's own."""
    titles = {heading.id: heading for heading in chapter.headings}
    found: list[Station] = []
    for block in chapter.blocks:
        if isinstance(block, Prose):
            for token in block.tokens:
                heading = titles.get(str(token.attrGet("id") or "")) if token.type == "heading_open" else None
                if heading and heading.level <= 3:
                    found.append(Station(drawer.inline(_without_links(heading.title)), f"#{heading.id}", "section", heading.level))
        elif isinstance(block, Exercise):
            found.append(Station(drawer.inline(block.title), f"#{block.label}", "exercise", 2))
        elif isinstance(block, Quiz):
            if found and found[-1].kind == "section" and _ends_with_heading(chapter.blocks, block):
                found[-1] = Station(found[-1].title, found[-1].href, "quiz", 2)
            else:
                found.append(Station(Markup("Quiz"), f"#{block.id}", "quiz", 2))
    return iter(found)


def _without_links(title):
    """A heading's title as it may stand within a link."""
    from dataclasses import replace

    from markdown_it.token import Token

    inline = Token("inline", "", 0, children=[child for token in title.tokens for child in token.children or ()
                                              if child.type not in ("link_open", "link_close", "footnote_ref")])
    return replace(title, tokens=(inline,))


def _ends_with_heading(blocks: tuple[Block, ...], quiz: Quiz) -> bool:
    before = blocks[blocks.index(quiz) - 1] if blocks.index(quiz) else None
    return isinstance(before, Prose) and before.tokens[-1].type == "heading_close"


def term_notes(blocks: tuple[Block, ...], drawer: Drawer, environment: Environment, addresses: Addresses,
               outcomes: Outcomes) -> Iterator[TermNote]:
    """The terms that stand in `blocks`, each once, in the order of their first mention."""
    for term in mentioned(blocks):
        own = Drawer(environment, drawer.frame, addresses, outcomes, term.span.source.path, drawer.start)
        yield TermNote(id=f"term--{term.id}", name=term.name, definition=definition(term, own),
                       href=relative(GLOSSARY, drawer.start) + f"#{term.id}")


def definition(term: Term, drawer: Drawer) -> Markup:
    """A definition as HTML; the terms in it are links to the glossary page, since a popover cannot open from a popover's text."""
    return drawer.draw(term.definition)


def mentioned(blocks: tuple[Block, ...]) -> tuple[Term, ...]:
    terms: dict[str, Term] = {}
    for block, _ in walk(blocks):
        for token in block.tokens if isinstance(block, Prose) else ():
            for child in token.children or ():
                if child.type == "term":
                    terms.setdefault(child.meta["term"].name, child.meta["term"])
    return tuple(terms.values())
