"""The whole site: which page stands at which address, and which template draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from ..addresses import GLOSSARY, Addresses, course_address, page_file, part_address
from ..components.code_cell import CodeCell
from ..model import Outcomes, Site, walk
from ..problem import Problem
from ..source import Source
from ..sources import Sources
from .assets import Assets, make_assets
from .chapter import chapter_page
from .frame import Frames
from .listings import course_page, courses_page, glossary_page, not_found_page, redirect_page


@dataclass(frozen=True)
class Rendered:
    """files: of each path on the site, its content, or the place on the disk from which it is copied as it is."""

    files: Mapping[str, bytes | Path]
    problems: tuple[Problem, ...] = ()


def render(site: Site, outcomes: Outcomes, sources: Sources) -> Rendered:
    """Every file of the site. What is wrong with a template is a problem with the template's line."""
    assets = make_assets(sources)
    addresses = Addresses(site, frozenset(sources.files))
    environment = make_environment(sources.templates)
    frames = Frames(site, assets)
    files: dict[str, bytes | Path] = {}
    problems: list[Problem] = []
    for path, template, page in _pages(site, outcomes, addresses, environment, frames, problems, sources):
        try:
            files[path] = environment.get_template(template).render(page=page).encode("utf-8")
        except TemplateError as error:
            problems.append(template_problem(error, sources, template))
    files |= assets.contents
    files |= {path.removeprefix("course/"): place for path, place in sources.files.items()}
    if any(isinstance(block, CodeCell) for course in site.courses for chapter in course.chapters for block, _ in walk(chapter.blocks)):
        files |= {f"python/{sources.runtime_version}/{name}": file.place for name, file in sources.runtime.items()}
    files[".nojekyll"] = b""
    return Rendered(files, tuple(dict.fromkeys(problems)))


def _pages(site: Site, outcomes: Outcomes, addresses: Addresses, environment: Environment, frames: Frames,
           problems: list[Problem], sources: Sources) -> Iterator[tuple[str, str, object]]:
    """Path, template and input of each page."""
    yield "index.html", "courses.html", courses_page(site, frames)
    yield "404.html", "not-found.html", not_found_page(frames)
    for course in site.courses:
        yield page_file(course_address(course)), "course.html", course_page(course, frames, addresses, environment, outcomes)
        for chapter in course.chapters:
            address = part_address(course, chapter)
            try:
                page = chapter_page(course, chapter, site, frames, addresses, environment, outcomes)
            except TemplateError as error:
                problems.append(template_problem(error, sources, "chapter.html"))
                continue
            yield page_file(address), "chapter.html", page
            for alias in chapter.aliases:
                yield page_file(f"{course.slug}/{alias.strip('/')}/"), "redirect.html", redirect_page(course, chapter, alias, frames)
    if site.terms:
        yield page_file(GLOSSARY), "glossary.html", glossary_page(site, frames, addresses, environment, outcomes)


def make_environment(templates: Mapping[str, str]) -> Environment:
    """The templates, strict about names, escaping whatever is not HTML already."""
    def load(name: str) -> tuple[str, str, None] | None:
        return (templates[name], name, None) if name in templates else None

    return Environment(loader=FunctionLoader(load), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True, auto_reload=False)


def template_problem(error: TemplateError, sources: Sources, template: str) -> Problem:
    """What Jinja says of a template, at the template's own line."""
    if isinstance(error, TemplateNotFound):
        return Problem("missing-template", f"there is no template `{error.name}`", path=f"templates/{error.name}",
                       hint="put the file back, or reinstall the package that brings it")
    name, line = template, 1
    if isinstance(error, TemplateSyntaxError):
        name, line = error.name or template, error.lineno
    else:
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in sources.templates:  # Jinja puts the template's own lines there
                name, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
    source = Source(f"templates/{name}", sources.templates.get(name, ""))
    return Problem("template", f"this template cannot be used: {error.message}", source.whole_line(line),
                   "what a template may use is listed in the page's class in pages.py")
