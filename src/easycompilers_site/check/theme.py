"""Rules about an author's own templates, styles and scripts: each is used, and names what is there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from jinja2 import Environment, TemplateSyntaxError, nodes

from ..problem import Problem, did_you_mean, warning
from ..source import Source, Span
from ..sources import ROOT, Sources
from ..styles import references
from ..words import Words

_LITERAL = re.compile(r"""["'](\.{1,2}/[^"'\s]+)["']""")  # by which a script names another
_ASSET = re.compile(r"""\basset\(\s*["']([^"']+)["']""")  # by which a template names a file of static/
_FETCHED = re.compile(r"""<(?:script|img|iframe|source|video|audio|embed|link)\b[^>]*?\b(?:src|href)\s*=\s*["']?(?P<address>(?:https?:)?//[^"'\s>]+)[^>]*>""",
                      re.IGNORECASE)
_FOR_READERS = re.compile(r"""\brel\s*=\s*["']?(?:canonical|alternate|license|author|me|next|prev)\b""", re.IGNORECASE)  # a link that fetches nothing

_KNOWN_BY_NAME = ("icon.svg", "main.js")


def templates(sources: Sources) -> Iterator[Problem]:
    """A template can be read, is used by a page or by another template, and names others that are there."""
    named: set[str] = set()
    for name, text in sources.templates.items():
        source = Source(f"templates/{name}", text)
        try:
            found = list(_named_in(text))
        except TemplateSyntaxError as error:
            if _is_own(f"templates/{name}", sources):
                yield Problem("template", f"this template cannot be used: {error.message}", source.whole_line(error.lineno),
                              "mend this line, or the block that it ends")
            continue
        named |= {other for other, _ in found}
        for other, line in found:
            if other not in sources.templates and _is_own(f"templates/{name}", sources):
                yield Problem("missing-template", f"there is no template `{other}`", source.find(other, line),
                              did_you_mean(other, sources.templates) or "write the name of a file below templates/")
    for path in sorted(sources.own):
        tree, _, name = path.partition("/")
        if tree == "templates" and f"theme/{name}" not in sources.templates and name not in named:
            near = Words(other for other in sources.templates if f"theme/{other}" in sources.templates).nearest(name)
            yield _unused(path, f"did you mean `{near}`, which it would replace?" if near else "name it in another template, or delete it")


def _named_in(text: str) -> Iterator[tuple[str, int]]:
    """The templates that a template extends, includes or imports by a fixed name, and the line."""
    kinds = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)
    for node in Environment().parse(text).find_all(kinds):
        if isinstance(node.template, nodes.Const) and isinstance(node.template.value, str) and not getattr(node, "ignore_missing", False):
            yield node.template.value, node.lineno


def static(sources: Sources) -> Iterator[Problem]:
    """A file of `static/` replaces one of the theme's, or something uses it."""
    used = {other for path, text in _texts(sources, (".js",)) for other in _resolved(path, _LITERAL.findall(text))}
    used |= {other for path, text in _texts(sources, (".css",)) for other in _resolved(path, (reference.address for reference in references(text)))}
    used |= {name for text in sources.templates.values() for name in _ASSET.findall(text)}
    for path in sorted(sources.own - sources.replaced):
        tree, _, name = path.partition("/")
        joins = name.endswith(".css") or (name.startswith("components/") and name.endswith(".js")) or name.startswith(ROOT) or name in _KNOWN_BY_NAME
        if tree == "static" and not joins and name not in used:
            near = Words(other for other in sources.static if f"static/{other}" not in sources.own).nearest(name)
            yield _unused(path, f"did you mean `{near}`, which it would replace?" if near else
                          "name it in a style with `url(…)` or in a template with `asset(…)`; what stands at the site's root goes into static/root/")


def _resolved(path: str, addresses: Iterable[str]) -> set[str]:
    """The files that `addresses`, written in the file `path`, name: without what follows a `?` or a `#`."""
    return {posixpath.normpath(posixpath.join(posixpath.dirname(path), re.split("[?#]", address)[0])) for address in addresses}


def styles(sources: Sources) -> Iterator[Problem]:
    """What a style sheet fetches stands in `static/`."""
    for path, text in _texts(sources, (".css",)):
        if not _is_own(f"static/{path}", sources):
            continue
        source = Source(f"static/{path}", text)
        for reference in references(text):
            span = source.span(reference.line, reference.column, len(reference.address))
            if reference.imports:
                yield warning("style-import", "an `@import` in the middle of a sheet is skipped, and all sheets of static/ are one", span,
                              "delete the line: the other sheet is there without it")
            elif reference.is_external:
                yield _elsewhere(reference.address, span)
            elif not _resolved(path, [reference.address]) & sources.static.keys():
                near = Words(posixpath.relpath(other, posixpath.dirname(path)) for other in sources.static)
                yield Problem("missing-file", f"there is no file `{reference.address}` beside this sheet", span,
                              did_you_mean(reference.address, near) or "put the file into static/")


def hosts(sources: Sources) -> Iterator[Problem]:
    """A template has a page fetch nothing from another host."""
    for name, text in sources.templates.items():
        source = Source(f"templates/{name}", text)
        for match in _FETCHED.finditer(text) if _is_own(f"templates/{name}", sources) else ():
            if not _FOR_READERS.search(match[0]):
                line = text.count("\n", 0, match.start("address")) + 1
                yield _elsewhere(match["address"], source.find(match["address"], line))


def _texts(sources: Sources, endings: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for path, data in sources.static.items():
        if path.endswith(endings) and not path.startswith(ROOT):
            yield path, data.decode("utf-8", "replace")


def _is_own(path: str, sources: Sources) -> bool:
    return path in sources.own


def _unused(path: str, hint: str) -> Problem:
    return warning("unused-file", "this file replaces nothing of the theme, and nothing uses it", path=path, hint=hint)


def _elsewhere(address: str, span: Span) -> Problem:
    return warning("file-elsewhere", f"`{address}` is on another host", span,
                   "put the file into static/: a page that asks no other host tells nobody who reads it, and works without a connection")


