"""Roles in, HTML out: one function for each way of drawing one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.token import Token
from markupsafe import Markup, escape

from ..addresses import Place, Target, part_address
from ..catalogue import Catalogue
from ..maths import formula
from ..model import Chapter, Inline
from ..pages import Download, Reference
from ..roles import NAMING, ROLES

if TYPE_CHECKING:
    from .draw import Drawer


#: What may lead somewhere. Most titles hold none of it.
_LEADING = frozenset({"role", "term", "link_open", "link_close", "footnote_ref"})


def unlinked(title: Inline) -> Inline:
    """A title as it may stand within a link, and on another page than its own: nothing in it leads anywhere."""
    if not any([child.type in _LEADING for token in title.tokens for child in token.children or ()]):
        return title
    children = []
    for token in title.tokens:
        for child in token.children or ():
            if child.type == "role" and child.meta["name"] in NAMING:
                child = Token("text", "", 0, content=child.meta["text"])
            elif child.type == "term":
                child = Token("text", "", 0, content=child.content)
            if child.type not in ("link_open", "link_close", "footnote_ref"):
                children.append(child)
    return Inline((Token("inline", "", 0, children=children),), title.plain)


def draw_role(drawer: Drawer, token: Token) -> Markup:
    """A role as it stands in a line. One that is unknown, or that names what is not there, is text: `check` reports it."""
    name, text, target = token.meta["name"], token.meta["text"], token.meta["target"]
    if name == "term":  # in a summary or an outcome, where nothing links by itself either
        return Markup(escape(text))
    if name == "math":
        return Markup(formula(token.content, False).mathml)
    if name in ("ref", "eq"):
        return reference(drawer, name, text, target)
    if name == "doc":
        return _document(drawer, text, target)
    if name == "download":
        return _download(drawer, text, target)
    if name == "abbr":
        short, long = (text, target) if target else _spelt_out(text)
        return Markup('<abbr title="{}">{}</abbr>').format(long, short)
    return Markup("<{0}>{1}</{0}>").format(Markup(ROLES.get(name, "code")), token.content)


def _spelt_out(text: str) -> tuple[str, str]:
    """`GPU (graphics processor)`: the short form, and what stands in the brackets at the end."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if not depth:
            return text[:at].strip(), text[at + 1 : -1].strip()
    return text, ""


def reference(drawer: Drawer, name: str, text: str, target: str) -> Markup:
    found = drawer.addresses.labelled(target or text, drawer.source_path)
    if not found:
        return Markup("<code>{}</code>").format(target or text)
    return drawer.template("roles/reference.html", _named(drawer, found[0], name, text if target else ""))


def _named(drawer: Drawer, place: Place, name: str, text: str) -> Reference:
    """What a reference says of the thing that it names."""
    one, path = place.labelled, place.chapter.source.path
    target = Target("page", f"{drawer.addresses.chapters[path][0]}#{one.label}")
    return Reference(href=drawer.addresses.link(target, drawer.start), text=text, noun=one.noun, number=one.number,
                     title=drawer.inline(unlinked(one.title)), part=0 if path == drawer.source_path else place.part, short=name == "eq")


def chapter_named(drawer: Drawer, slug: str) -> Markup:
    """The link to another chapter of the course, by its title; '' where there is none."""
    course = drawer.addresses.course_of(drawer.source_path)
    part = next((part for part in course.parts if part.slug == slug), None) if course else None
    if not isinstance(part, Chapter):
        return Markup("")
    href = drawer.addresses.link(Target("page", part_address(course, part)), drawer.start)
    title = Markup(escape(part.title))
    return drawer.template("roles/reference.html", Reference(href=href, text="", noun="", number=0, title=title, part=course.number_of(part), short=False))


def _document(drawer: Drawer, text: str, target: str) -> Markup:
    found = drawer.addresses.document(target or text, drawer.source_path)
    if found.kind != "page":
        return Markup("<code>{}</code>").format(target or text)
    title = drawer.addresses.pages[found.address.partition("#")[0]].title
    return Markup('<a href="{}">{}</a>').format(drawer.addresses.link(found, drawer.start), text if target else title)


def _download(drawer: Drawer, text: str, target: str) -> Markup:
    found = drawer.addresses.find(target or text, drawer.source_path)
    file = drawer.addresses.file(target or text, drawer.source_path)
    if file is None:
        return Markup("<code>{}</code>").format(target or text)
    name = file.place.name
    return drawer.template("roles/download.html", Download(href=drawer.addresses.link(found, drawer.start), name=name, text=text if target else name, size=_size(file.size, drawer.words)))


def _size(size: int, words: Catalogue) -> str:
    """A number of bytes as a reader takes it in."""
    for unit, step in (("MB", 1_000_000), ("kB", 1_000)):
        if size >= step:
            return f"{words.number(size / step, 0 if size >= 10 * step else 1)} {unit}"
    return words.ngettext("%(count)s byte", "%(count)s bytes", size)
