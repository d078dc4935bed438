"""Rules about an author's own templates, styles and scripts: each is used, and names what is there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..pages import EXTENSIONS
from ..problem import Problem, did_you_mean, warning
from ..source import Source, Span, beside
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
    own = list(_own_templates(sources))
    if not own:
        return
    from jinja2 import TemplateSyntaxError

    named: set[str] = set()
    for name, text in own:
        source = Source(f"templates/{name}", text)
        try:
            found = _named_in(text)
        except TemplateSyntaxError as error:
            yield Problem("template", f"this template cannot be used: {error.message}", source.whole_line(error.lineno),
                          "mend this line, or the block that it ends")
            continue
        named |= {other for other, _ in found}
        for other, line in found:
            if other not in sources.templates:
                yield Problem("missing-template", f"there is no template `{other}`", source.find(other, line),
                              did_you_mean(other, sources.templates) or "write the name of a file below templates/")
    for name, _ in own:
        if f"theme/{name}" not in sources.templates and name not in named:
            near = Words(other for other in sources.templates if f"theme/{other}" in sources.templates).nearest(name)
            yield _unused(f"templates/{name}", f"did you mean `{near}`, which it would replace?" if near else "name it in another template, or delete it")


def blocks(sources: Sources) -> Iterator[Problem]:
    """A block that a template fills is one of the template that it extends: any other is never shown."""
    for name, text in _own_templates(sources):
        parent, filled, _ = _blocks_in(text)
        known = _blocks_of(parent, sources) if parent else None
        for block, line in filled if known is not None else ():
            if block not in known:
                source = Source(f"templates/{name}", text)
                yield Problem("missing-block", f"`{parent}` has no block `{block}`, so that nothing of it is shown", source.find(block, line),
                              did_you_mean(block, known) or "the reference lists the blocks of each template")


def _blocks_of(name: str, sources: Sources) -> set[str] | None:
    """The blocks of a template and of those that it extends; None where one of them is not there, or goes round in a circle."""
    known: set[str] = set()
    seen: set[str] = set()
    while name:
        if name in seen or name not in sources.templates:
            return None
        seen.add(name)
        name, _, all_blocks = _blocks_in(sources.templates[name])
        known |= all_blocks
    return known


@lru_cache(maxsize=256)
def _blocks_in(text: str) -> tuple[str, tuple[tuple[str, int], ...], frozenset[str]]:
    """The template that one extends ('' for none with a fixed name), the blocks that it fills with their lines, and all its blocks."""
    from jinja2 import Environment, TemplateSyntaxError, nodes

    try:
        tree = Environment(extensions=EXTENSIONS).parse(text)
    except TemplateSyntaxError:
        return "", (), frozenset()
    extends = next(tree.find_all(nodes.Extends), None)
    parent = extends.template.value if extends and isinstance(extends.template, nodes.Const) and isinstance(extends.template.value, str) else ""
    filled = tuple((each.name, each.lineno) for each in tree.body if isinstance(each, nodes.Block))
    return parent, filled, frozenset(each.name for each in tree.find_all(nodes.Block))


def _own_templates(sources: Sources) -> Iterator[tuple[str, str]]:
    """The author's templates. The theme's name none but those of the theme, so that they need not be read for what is used."""
    for path in sorted(sources.own):
        name = path.removeprefix("templates/")
        if name != path and name in sources.templates:
            yield name, sources.templates[name]


@lru_cache(maxsize=256)
def _named_in(text: str) -> tuple[tuple[str, int], ...]:
    """The templates that a template extends, includes or imports by a fixed name, and the line."""
    from jinja2 import Environment, nodes

    kinds = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)
    return tuple((node.template.value, node.lineno) for node in Environment(extensions=EXTENSIONS).parse(text).find_all(kinds)
                 if isinstance(node.template, nodes.Const) and isinstance(node.template.value, str) and not getattr(node, "ignore_missing", False))


def static(sources: Sources) -> Iterator[Problem]:
    """A file of `static/` replaces one of the theme's, or something uses it."""
    joining = [path for path in sorted(sources.own - sources.replaced) if path.startswith("static/") and not _joins(path.removeprefix("static/"))]
    if not joining:
        return  # nothing to look for in all the scripts and sheets
    used = {other for path, text in _texts(sources, (".js",)) for other in _resolved(path, _LITERAL.findall(text))}
    used |= {other for path, text in _texts(sources, (".css",)) for other in _resolved(path, (reference.address for reference in references(text)))}
    used |= {name for text in sources.templates.values() for name in _ASSET.findall(text)}
    for path in joining:
        if path.removeprefix("static/") not in used:
            near = Words(other for other in sources.static if f"static/{other}" not in sources.own).nearest(path.removeprefix("static/"))
            yield _unused(path, f"did you mean `{near}`, which it would replace?" if near else
                          "name it in a style with `url(…)` or in a template with `asset(…)`; what stands at the site's root goes into static/root/")


def _joins(name: str) -> bool:
    """Whether a file of `static/` is used by where it stands."""
    return name.endswith(".css") or (name.startswith("components/") and name.endswith(".js")) or name.startswith(ROOT) or name in _KNOWN_BY_NAME


def _resolved(path: str, addresses: Iterable[str]) -> set[str]:
    """The files that `addresses`, written in the file `path`, name: without what follows a `?` or a `#`."""
    return {beside(re.split("[?#]", address)[0], path) for address in addresses}


def styles(sources: Sources) -> Iterator[Problem]:
    """What a style sheet fetches stands in `static/`."""
    for path, text in _texts(sources, (".css",), own=True):
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
    for name, text in _own_templates(sources):
        source = Source(f"templates/{name}", text)
        for match in _FETCHED.finditer(text):
            if not _FOR_READERS.search(match[0]):
                line = text.count("\n", 0, match.start("address")) + 1
                yield _elsewhere(match["address"], source.find(match["address"], line))


def _texts(sources: Sources, endings: tuple[str, ...], own: bool = False) -> Iterator[tuple[str, str]]:
    """The files of `static/` with these endings as text. own: the author's alone."""
    for path, data in sources.static.items():
        if path.endswith(endings) and not path.startswith(ROOT) and (not own or f"static/{path}" in sources.own):
            yield path, data.decode("utf-8", "replace")


def _unused(path: str, hint: str) -> Problem:
    return warning("unused-file", "this file replaces nothing of the theme, and nothing uses it", path=path, hint=hint)


def _elsewhere(address: str, span: Span) -> Problem:
    return warning("file-elsewhere", f"`{address}` is on another host", span,
                   "put the file into static/: a page that asks no other host tells nobody who reads it, and works without a connection")


RULES = (templates, blocks, static, styles, hosts)
