"""Which pages have a picture to be shown beside links to them elsewhere, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import course_address, part_address
from ..catalogue import Catalogue
from ..cover import Words
from ..model import Chapter, Course, Site
from .levels import called


def course_covers(course: Course, site: Site, words: Catalogue) -> Iterator[tuple[str, Words]]:
    """The address of each page of a course that has one, its own first. words: of the course's language."""
    total = len(course.parts)
    yield course_address(course), Words(course.title, site.title, called(course.level, words), 0, total)
    for number, part in enumerate(course.parts, 1):
        if isinstance(part, Chapter):
            place = words.gettext("Part %(number)s of %(total)s", number=number, total=total)
            yield part_address(course, part), Words(part.title, course.title, f"{place} · {site.title}", number, total)


def site_cover(site: Site) -> Words:
    return Words(site.title, "", site.tagline)
