"""The whole site: which page stands at which address, and which template draws it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..addresses import GLOSSARY, REVIEW, SERVICE_WORKER, Addresses, course_address, page_file, part_address
from ..model import Outcomes, Site
from ..problem import Problem
from ..sources import Sources
from .assets import Circle, make_assets
from .builder import PageBuilder
from .chapter import chapter_page
from .indexes import index_files
from .listings import course_page, courses_page, glossary_page, not_found_page, redirect_page, review_page
from .offline import no_service_worker, service_worker
from .own import own_files
from .templates import make_environment, template_problem
from .wheels import WheelFiles

#: What HTML may not hold: control characters but tab and the ends of lines and pages.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Rendered:
    """files: of each path on the site, its content, or the place on the disk from which it is copied as it is."""

    files: Mapping[str, bytes | Path]
    problems: tuple[Problem, ...] = ()


def render(site: Site, outcomes: Outcomes, sources: Sources) -> Rendered:
    """Every file of the site. What is wrong with a template is a problem with the template's line."""
    try:
        assets = make_assets(sources, site.offline)
    except Circle as circle:
        return Rendered({}, (Problem("script-circle", f"scripts name each other in a circle: {circle}", path=f"static/{str(circle).split(' ')[0]}",
                                     hint="let one of them do without the other: each name holds a hash of all that it names"),))
    wheels = {course.slug: WheelFiles(course, sources.runtime_version, outcomes.bytecode.get(course.slug, {}))
              for course in site.courses if course.wheels}
    locks = {slug: own.lock_path for slug, own in wheels.items()}
    builder = PageBuilder(site, outcomes, Addresses(site, sources.files), make_environment(sources.templates, lambda name: assets.names.get(name, "")), assets, locks)
    files: dict[str, bytes | Path] = {}
    problems: list[Problem] = []
    for path, template, page in _pages(site, builder):
        try:
            files[path] = without_control(builder.environment.get_template(template).render(page=page())).encode("utf-8")
        except Exception as error:
            problem = template_problem(error, sources.templates, template)
            if problem is None:
                raise
            problems.append(problem)
    for course in site.courses:
        for chapter in course.chapters:
            files |= own_files(course, chapter, builder, sources.coursekit)
    files |= assets.contents
    files |= index_files(site, assets)
    files |= sources.root_files
    files |= {path.removeprefix("course/"): sources.files[path].place for path in sorted(builder.addresses.published)}
    for packages in wheels.values():
        files |= packages.files
    runtime = {f"python/{sources.runtime_version}/{name}": file.place for name, file in sources.runtime.items()} if _has_cells(site) else {}
    files |= runtime
    always = ["", REVIEW, *([GLOSSARY] if site.terms else [])]
    files[SERVICE_WORKER] = service_worker(sources.static, [*assets.contents, *runtime], always) if site.offline else no_service_worker(sources.static)
    return Rendered(files, tuple(dict.fromkeys(problems)))


def without_control(html: str) -> str:
    """`html` with a picture in place of each control character, since a cell may print any."""
    return _CONTROL.sub(lambda found: "\ufffd" if found[0] > "\x7f" else "\u2421" if found[0] == "\x7f" else chr(0x2400 + ord(found[0])), html)


def _pages(site: Site, builder: PageBuilder) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """File, template and input of each page; the input is worked out when it is called for."""
    yield "index.html", "courses.html", partial(courses_page, site, builder)
    yield "404.html", "not-found.html", partial(not_found_page, builder)
    for course in site.courses:
        yield page_file(course_address(course)), "course.html", partial(course_page, course, builder)
        for chapter in course.chapters:
            yield page_file(part_address(course, chapter)), "chapter.html", partial(chapter_page, course, chapter, builder)
            for alias, _ in chapter.aliases:
                address = f"{course.slug}/{alias.strip('/')}/"
                yield page_file(address), "redirect.html", partial(redirect_page, course, chapter, address, builder)
    yield page_file(REVIEW), "review.html", partial(review_page, site, builder)
    if site.terms:
        yield page_file(GLOSSARY), "glossary.html", partial(glossary_page, site, builder)


def _has_cells(site: Site) -> bool:
    return any(chapter.facts.has_cells for course in site.courses for chapter in course.chapters)
