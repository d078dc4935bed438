"""What a search engine reads of a page: schema.org's words for courses, chapters, questions and terms, as JSON-LD.

Addresses are relative to the page, as JSON-LD 1.1 resolves them against the document's own; so nothing changes where a
site moves. Types and properties: schema.org (Course, LearningResource, Quiz, Question, DefinedTermSet, BreadcrumbList).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..addresses import GLOSSARY, course_address, part_address, relative
from ..components.quiz import Question, Quiz
from ..inlines import running_text
from ..model import Chapter, Course, Site, walk

Node = dict[str, Any]

_KINDS = {"single": "Multiple choice", "multiple": "Checkbox"}


def courses_data(site: Site) -> Node:
    """The first page: the site, and what it teaches."""
    return _graph({"@type": "WebSite", "name": site.title, "description": site.tagline, "inLanguage": site.language, "url": "./",
                   "license": site.license, "hasPart": [_course(course, site, "") for course in site.courses]})


def course_data(course: Course, site: Site) -> Node:
    """One course with its chapters in order."""
    here = course_address(course)
    parts = [_chapter(course, chapter, site, here) for chapter in course.chapters]
    minutes = sum(part.minutes for part in course.parts)
    time = f"PT{minutes}M" if minutes else ""
    taught = {"@type": "CourseInstance", "courseMode": "Online", "courseWorkload": time}
    return _graph({**_course(course, site, here), "timeRequired": time, "hasCourseInstance": taught, "hasPart": parts}, _trail(site, here, (course.title, here)))


def chapter_data(course: Course, chapter: Chapter, site: Site) -> Node:
    """One chapter with the questions that it asks; of their answers nothing."""
    here = part_address(course, chapter)
    quizzes = [_quiz(quiz, chapter) for quiz, _ in walk(chapter.blocks) if isinstance(quiz, Quiz)]
    node = {**_chapter(course, chapter, site, here), "isPartOf": _course(course, site, here), "hasPart": quizzes,
            "teaches": [goal.text.plain for goal in chapter.outcomes], "dateModified": chapter.updated}
    return _graph(node, _trail(site, here, (course.title, course_address(course)), (chapter.title, here)))


def glossary_data(site: Site, title: str) -> Node:
    """The terms, each with the text of its definition."""
    terms = [{"@type": "DefinedTerm", "name": term.name, "description": running_text(term.definition), "url": f"#{term.id}"} for term in site.terms]
    return _graph({"@type": "DefinedTermSet", "name": title, "inLanguage": site.language, "url": "./", "hasDefinedTerm": terms},
                  _trail(site, GLOSSARY, (title, GLOSSARY)))


def _course(course: Course, site: Site, start: str) -> Node:
    return {"@type": "Course", "name": course.title, "description": course.summary, "url": relative(course_address(course), start),
            "educationalLevel": course.level, "inLanguage": course.language, "license": site.license,
            "author": [{"@type": "Person", "name": name} for name in course.authors],
            "isAccessibleForFree": True, "provider": {"@type": "Organization", "name": site.title, "url": relative("", start)}}


def _chapter(course: Course, chapter: Chapter, site: Site, start: str) -> Node:
    return {"@type": "LearningResource", "learningResourceType": "lesson", "name": chapter.title, "description": chapter.summary.plain,
            "url": relative(part_address(course, chapter), start), "position": course.number_of(chapter),
            "educationalLevel": chapter.level, "timeRequired": f"PT{chapter.minutes}M", "inLanguage": course.language_of(chapter), "license": site.license}


def _quiz(quiz: Quiz, chapter: Chapter) -> Node:
    return {"@type": "Quiz", "url": f"#{quiz.id}", "educationalLevel": chapter.level, "hasPart": [_question(one) for one in quiz.questions]}


def _question(question: Question) -> Node:
    return {"@type": "Question", "text": running_text(question.prompt), "eduQuestionType": _KINDS.get(question.kind, "Short answer"),
            "url": f"#{question.id}"}


def _trail(site: Site, here: str, *steps: tuple[str, str]) -> Node:
    """The way from the first page to the page `here`: a name and an address for each step."""
    items = [{"@type": "ListItem", "position": number, "name": name, "item": relative(address, here)}
             for number, (name, address) in enumerate(((site.title, ""), *steps), 1)]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _graph(*nodes: Node) -> Node:
    return {"@context": "https://schema.org", "@graph": [_filled(node) for node in nodes]}


def _filled(value: Any) -> Any:
    """`value` without what is empty."""
    if isinstance(value, Mapping):
        return {key: _filled(one) for key, one in value.items() if one not in ("", [], None)}
    return [_filled(one) for one in value] if isinstance(value, list) else value
