"""The templates as Jinja has them, and what is wrong with one as a problem at its own line."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from ..problem import Problem
from ..source import Source


def make_environment(templates: Mapping[str, str]) -> Environment:
    """The templates, strict about names, escaping whatever is not HTML already."""

    def load(name: str) -> tuple[str, str, None] | None:
        return (templates[name], name, None) if name in templates else None

    return Environment(loader=FunctionLoader(load), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True, auto_reload=False)


def template_problem(error: Exception, templates: Mapping[str, str], template: str) -> Problem | None:
    """What is wrong with `template`, or with one that it uses; None for an exception that no template raised."""
    if isinstance(error, TemplateNotFound):
        return Problem("missing-template", f"there is no template `{error.name}`", path=f"templates/{error.name}",
                       hint="put the file back, or reinstall the package that brings it")
    name, line = (template, 1) if isinstance(error, TemplateError) else ("", 0)
    if isinstance(error, TemplateSyntaxError):
        name, line = error.name or template, error.lineno
    else:
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in templates:  # Jinja puts the template's own lines there
                name, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
    if not name:
        return None
    source = Source(f"templates/{name}", templates.get(name, ""))
    return Problem("template", f"this template cannot be used: {getattr(error, 'message', None) or f'{type(error).__name__}: {error}'}", source.whole_line(line),
                   "what a template may use is listed in the page's class in pages.py")
