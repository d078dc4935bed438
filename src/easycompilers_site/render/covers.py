"""Which pages have a picture to be shown beside links to them elsewhere, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import course_address, part_address
from ..cover import Words
from ..model import Chapter, Course, Site


def course_covers(course: Course, site: Site) -> Iterator[tuple[str, Words]]:
    """The address of each page of a course that has one, its own first."""
    total = len(course.parts)
    yield course_address(course), Words(course.title, site.title, course.level, 0, total)
    for number, part in enumerate(course.parts, 1):
        if isinstance(part, Chapter):
            yield part_address(course, part), Words(part.title, course.title, f"Part {number} of {total} · {site.title}", number, total)


def site_cover(site: Site) -> Words:
    return Words(site.title, "", site.tagline)
