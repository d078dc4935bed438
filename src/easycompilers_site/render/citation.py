"""A chapter and where it stands in, an entry for a bibliography out."""

from __future__ import annotations

import re

from ..catalogue import Catalogue
from ..model import Chapter, Course

#: What TeX takes for something else.
_MARKS = str.maketrans({"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", **{mark: "\\" + mark for mark in "{}&%$#_"}})


def bibtex(course: Course, chapter: Chapter, site_title: str, address: str, words: Catalogue) -> str:
    """The chapter in BibTeX. address: whole. A title keeps its capitals, and an author with "and" in the name is one."""
    number = course.number_of(chapter)
    part = words.gettext("Part %(number)s of %(course)s", number=number, course=course.title)
    told = {
        "author": " and ".join(f"{{{_tex(name)}}}" if " and " in name else _tex(name) for name in course.authors),
        "title": f"{{{_tex(chapter.title)}}}",
        "howpublished": _tex(f"{part}, {site_title}"),
        "year": chapter.updated[:4],
        "url": address,
    }
    key = re.sub(r"[^A-Za-z0-9-]+", "", chapter.slug) or f"part-{number}"
    return "\n".join([f"@misc{{{key},", *(f"  {name} = {{{value}}}," for name, value in told.items() if value), "}"])


def _tex(text: str) -> str:
    return text.translate(_MARKS)
