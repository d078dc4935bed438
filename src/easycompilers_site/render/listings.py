"""What the templates of the site's other pages are given."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup, escape

from ..addresses import GLOSSARY, OFFLINE, REVIEW, course_address, introduced_at, part_address, relative
from ..model import Chapter, Course, Part, Site, Term
from ..pages import CourseCard, CoursePage, CoursesPage, GlossaryEntry, GlossaryPage, Link, NotFoundPage, OfflinePage, PartCard, RedirectPage, ReviewPage
from ..styles import without_faces
from .builder import PageBuilder
from .indexes import whole
from .linked_data import course_data, courses_data, glossary_data


def courses_page(site: Site, builder: PageBuilder) -> CoursesPage:
    cards = tuple(CourseCard(course.title, course.summary, builder.level(course.level), relative(course_address(course), ""),
                             len(course.parts), len(course.chapters), course.id, builder.lang(course.language)) for course in site.courses)
    return CoursesPage(builder.frame("", "", site.tagline, courses_data(site), covered=True), site.tagline, cards)


def course_page(course: Course, builder: PageBuilder) -> CoursePage:
    here = course_address(course)
    frame = builder.frame(here, course.title, course.summary, course_data(course, builder.site), covered=True)

    def card(number: int, part: Part) -> PartCard:
        if not isinstance(part, Chapter):
            return PartCard(number, part.title, escape(part.summary), builder.level(part.level), part.minutes, "")
        summary = builder.drawer(part.source.path, frame, here).inline(part.summary)
        return PartCard(number, part.title, summary, builder.level(part.level), part.minutes, relative(part_address(course, part), here), part.slug,
                        builder.lang(course.language_of(part)))

    return CoursePage(frame, course.title, course.summary, builder.level(course.level), relative("", here),
                      tuple(card(number, part) for number, part in enumerate(course.parts, 1)), course.id)


def glossary_page(site: Site, builder: PageBuilder) -> GlossaryPage:
    title = builder.words.gettext("Vocabulary for this course")
    frame = builder.frame(GLOSSARY, title, builder.words.gettext("The words of %(site)s, each in one to three sentences.", site=site.title), glossary_data(site, title))
    introduced, used = _mentions(site, builder)
    known = builder.addresses.terms
    terms = sorted(site.terms, key=lambda term: term.name.casefold())

    def entry(term: Term, definition: Markup) -> GlossaryEntry:
        return GlossaryEntry(
            id=term.id, name=term.name, definition=definition, aliases=_other_names(term),
            see=tuple(Link(name, f"#{known[name].id}", lang=builder.lang(known[name].language)) for name, _ in term.see if name in known),
            introduced=tuple(introduced.get(term.name, ())), used=tuple(used.get(term.name, ())), lang=builder.lang(term.language),
        )

    return GlossaryPage(frame, relative("", GLOSSARY), tuple(entry(*pair) for pair in builder.definitions(terms, frame, GLOSSARY)))


def _mentions(site: Site, builder: PageBuilder) -> tuple[dict[str, list[Link]], dict[str, list[Link]]]:
    """By a term's name: the first chapter of each course that introduces it, and the others that mention it."""
    introduced: dict[str, list[Link]] = {}
    used: dict[str, list[Link]] = {}
    for course in site.courses:
        before: set[str] = set()
        for chapter in course.chapters:
            link = Link(chapter.title, relative(part_address(course, chapter), GLOSSARY), lang=builder.lang(course.language_of(chapter)))
            new = {*chapter.facts.introduced} - before
            before |= new
            for name in chapter.facts.terms:
                if name in new:
                    label = builder.words.gettext("Part %(number)s", number=course.number_of(chapter))
                    introduced.setdefault(name, []).append(replace(link, href=f"{link.href}#{introduced_at(builder.addresses.terms[name])}", label=label))
                else:
                    used.setdefault(name, []).append(link)
    return introduced, used


def _other_names(term: Term) -> tuple[str, ...]:
    """The aliases that are names of their own, and not the term in another spelling or number."""
    plain = term.name.casefold().replace("-", " ")
    return tuple(alias for alias in term.aliases if plain not in alias.casefold().replace("-", " "))


def review_page(site: Site, builder: PageBuilder) -> ReviewPage:
    courses = {course.id: Link(course.title, relative(course_address(course), REVIEW)) for course in site.courses}
    frame = builder.frame(REVIEW, builder.words.gettext("Review"), builder.words.gettext("What you missed, asked again after some days."))
    return ReviewPage(frame, relative("", REVIEW), courses)


def not_found_page(site: Site, builder: PageBuilder) -> NotFoundPage:
    frame = builder.frame("", builder.words.gettext("Page not found"), builder.words.gettext("There is no page at this address."))
    links = [Link(course.title, course_address(course), lang=builder.lang(course.language)) for course in site.courses]
    links += [Link(builder.words.gettext("Glossary"), GLOSSARY, lang=frame.said)] if site.terms else []
    css = Markup(without_faces(builder.style_text()).replace("</", "<\\/"))
    return NotFoundPage(replace(frame, canonical="", feed="", manifest="", icon=""), css, whole(site, "") if site.url else "", tuple(links))


def offline_page(builder: PageBuilder) -> OfflinePage:
    frame = builder.frame(OFFLINE, builder.words.gettext("No connection"), builder.words.gettext("What stands here without a connection."))
    return OfflinePage(replace(frame, canonical=""))


def redirect_page(course: Course, chapter: Chapter, address: str, builder: PageBuilder) -> RedirectPage:
    frame = builder.frame(address, chapter.title, "")
    there = part_address(course, chapter)
    return RedirectPage(replace(frame, canonical=whole(builder.site, there) if frame.canonical else ""), Link(chapter.title, relative(there, address)))
