"""The templates as Jinja has them, and what is wrong with one as a problem at its own line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateError, TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError
from markupsafe import Markup, escape

from .. import __version__, pages
from ..asked import now
from ..catalogue import Catalogue
from ..compiled import Compiled
from ..late import late
from ..model import Component
from ..problem import Problem, did_you_mean
from ..source import Source, Span

_NO_ATTRIBUTE = late(r"'(?:[\w.]+\.)?(?P<type>\w+) object' has no attribute '(?P<name>\w+)'")
_UNDEFINED = late(r"'(?P<name>\w+)' is undefined")

_OPTIONS = {"autoescape": True, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True, "auto_reload": False}


def make_environment(templates: Mapping[str, str], asset: Callable[[str], str] = str, words: Catalogue = Catalogue(), trusted: bool = False) -> Environment:
    """The templates, strict about names, escaping whatever is not HTML already.

    asset: from a file of static/ to the way to it from the site's root, '' for none: what a template calls by this name.
    words: what `_`, `ngettext` and `{% trans %}` say. trusted: whether all of them came with the program.
    """

    def load(name: str) -> tuple[str, str, None] | None:
        return (templates[name], name, None) if name in templates else None

    def checked_asset(name: str) -> str:
        place = asset(name)
        if not place:
            raise TemplateRuntimeError(f"there is no file `{name}` in static/")
        return place

    environment = (TrustedEnvironment if trusted else _sandbox())(loader=FunctionLoader(load), **_OPTIONS)
    shipped = [name for name, text in templates.items() if templates.get(f"theme/{name}") == text]
    environment.bytecode_cache = Compiled(shipped, type(environment).__name__.lower(), [__version__, repr(_OPTIONS), pages.EXTENSIONS])
    environment.policies["ext.i18n.trimmed"] = True
    environment.globals |= {**_said(words), "asset": checked_asset}
    return environment


def _sandbox() -> type[Environment]:
    from .sandbox import NotingEnvironment

    return NotingEnvironment


def _said(words: Catalogue) -> dict[str, Callable[..., Markup]]:
    """What says a message in a template, by name. A page asks fifty times: one is looked up once, and one without places is not searched for them."""
    known: dict[str, Markup] = {}

    def gettext(message: str, /, **given: object) -> Markup:
        said = known.get(message)
        if said is None:
            said = known[message] = Markup(words.said(message))
        return said % given if "%" in said else said

    def ngettext(singular: str, plural: str, number: int, /, **given: object) -> Markup:
        return Markup(words.counted(singular, plural, number)) % {"num": number, **given}

    def pgettext(context: str, message: str, /, **given: object) -> Markup:
        return Markup(words.said(message, context)) % {"context": context, **given}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


class Escaping(Template):
    """Lets what is HTML already be put into a page as it is, where Jinja makes a copy of it, three hundred times a page."""

    @classmethod
    def _from_namespace(cls, environment, namespace, globals):
        namespace["escape"] = lambda value: value if type(value) is Markup else escape(value)
        return super()._from_namespace(environment, namespace, dict(globals))  # of which Jinja makes a copy for each piece that is drawn


class Noting(Environment):
    """Notes every template that is asked for, those that another extends or includes among them."""

    template_class = Escaping

    def get_template(self, name, parent=None, globals=None):
        asked = now()
        if asked and isinstance(name, str):
            asked.templates.add(name)
        return super().get_template(name, parent, globals)

    def _parse(self, source, name, filename):
        """What reads `{% trans %}` is imported where a template is read: most stand there as they were compiled."""
        if not self.extensions:
            ours = dict(self.globals)
            for extension in pages.EXTENSIONS:
                self.add_extension(extension)
            self.globals |= ours
            self.newstyle_gettext = True  # as ours are: they put values into what they say
        return super()._parse(source, name, filename)


class TrustedEnvironment(Noting):
    """For the templates that ship, where a site has no others: a sandbox asks at each name whether it is allowed, a tenth of all drawing."""


def template_problem(error: Exception, templates: Mapping[str, str], template: str) -> Problem | None:
    """What is wrong with `template`, or with one that it uses; None for an exception that no template raised."""
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
    if isinstance(error, TemplateNotFound):
        asked = str(error.name)
        if name == asked:
            return Problem("missing-template", f"there is no template `{asked}`", path=f"templates/{asked}",
                           hint="put the file back, or reinstall the package that brings it")
        return Problem("missing-template", f"there is no template `{asked}`", source.find(asked, line),
                       did_you_mean(asked, templates) or "write the name of a file below templates/")
    said = getattr(error, "message", None) or f"{type(error).__name__}: {error}"
    return _out_of_date(said, source, line) or Problem("template", f"this template cannot be used: {said}", source.whole_line(line),
                                                       "what a template may use is listed among the templates in the documentation")


def _out_of_date(said: str, source: Source, line: int) -> Problem | None:
    """A name that the template is not given: mistyped, or gone with an update of the program."""
    attribute, name = _NO_ATTRIBUTE.match(said), _UNDEFINED.match(said)
    if attribute:
        kind = next((kind for kind in _inputs() if kind.__name__ == attribute["type"]), None)
        known = [field.name for field in dataclasses.fields(kind)] if kind else []
        message = f"this template asks for `{attribute['name']}`, and {_called(attribute['type'])} has no such field"
        return Problem("template", message, _at(source, line, attribute["name"]),
                       did_you_mean(attribute["name"], known) or ("it has " + ", ".join(f"`{one}`" for one in known) if known else ""))
    if name:
        return Problem("template", f"this template asks for `{name['name']}`, which it is not given", _at(source, line, name["name"]),
                       did_you_mean(name["name"], ("it", "page", *pages.OF_COMPONENTS, *pages.OF_ALL)) or "a page's template is given `page`, a component's `it`")
    return None


def _inputs() -> Iterator[type]:
    """The classes of what templates are given."""
    yield from (value for value in vars(pages).values() if dataclasses.is_dataclass(value) and isinstance(value, type))
    yield from Component.__subclasses__()


def _called(kind: str) -> str:
    """`ChapterPage` as "the chapter page"."""
    return "the " + re.sub(r"(?<!^)(?=[A-Z])", " ", kind).lower()


def _at(source: Source, line: int, name: str) -> Span:
    """The name where it stands as a word on the line."""
    match = re.search(rf"\b{re.escape(name)}\b", source.line(line))
    return source.span(line, match.start() + 1, len(name)) if match else source.whole_line(line)
