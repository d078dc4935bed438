"""What a learner may take along of a chapter: its notebook and its plain Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..addresses import markdown_file, notebook_file, part_address, relative
from ..model import Chapter, Course
from .builder import PageBuilder
from .indexes import whole
from .notebook import markdown, notebook
from .pieces import inline, pieces
from .plain_inline import Told
from .roles import draw_role


def own_files(course: Course, chapter: Chapter, builder: PageBuilder, coursekit: Mapping[str, bytes]) -> dict[str, bytes]:
    """Both files by their path on the site. coursekit: its modules by their path in a zip."""
    here = part_address(course, chapter)

    def href(written: str) -> str:
        return _href(written, chapter, here, builder)

    drawer = lru_cache(maxsize=1)(lambda: builder.drawer(chapter.source.path, builder.frame(here, chapter.title, ""), here))  # few chapters ask for it
    told = Told(href, lambda token: draw_role(drawer(), token).striptags(), builder.words)
    found = list(pieces(chapter.blocks, told))
    head = "\n\n".join(part for part in (
        f"# {chapter.title}", inline(chapter.summary, told), _place(course, chapter, here, builder), _packages(course, chapter, builder)) if part)
    return {markdown_file(here, chapter): markdown(head, found), notebook_file(here, chapter): notebook(head, found, coursekit, builder.words)}


def _href(written: str, chapter: Chapter, here: str, builder: PageBuilder) -> str:
    """A link to a chapter leads to its page where the site says where it stands, else to its Markdown beside this one."""
    addresses = builder.addresses
    target = addresses.find(written, chapter.source.path)
    if target.kind in ("missing", "external"):
        return written
    address, hash_sign, fragment = target.address.partition("#")
    if builder.site.url:
        return whole(builder.site, address or here) + hash_sign + fragment
    other = addresses.pages.get(address)
    return relative(markdown_file(address, other), here) if other else addresses.link(target, here)


def _place(course: Course, chapter: Chapter, here: str, builder: PageBuilder) -> str:
    words = builder.words
    where = words.gettext("Part %(number)s of %(total)s of *%(course)s*.", number=course.number_of(chapter), total=len(course.parts), course=course.title)
    return where + (" " + words.gettext("With checks and answers: <%(address)s>", address=whole(builder.site, here)) if builder.site.url else "")


def _packages(course: Course, chapter: Chapter, builder: PageBuilder) -> str:
    names = [package.text for package in course.packages if not package.wheel] if chapter.facts.has_cells else []
    return builder.words.gettext("Cells may need packages: `pip install %(names)s`", names=" ".join(names)) if names else ""
