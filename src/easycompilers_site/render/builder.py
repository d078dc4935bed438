"""What all pages of one site are made with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

from ..addresses import GLOSSARY, REVIEW, Addresses, cover_file, relative, root_from
from ..asked import NOTHING, noting, now
from ..cache import bytes_of
from ..catalogue import Catalogue
from ..frozen import frozen
from ..language import direction, nearest
from ..model import Outcomes, Site, Term
from ..pages import Frame, lang
from .assets import MAIN, STYLE, Assets
from .draw import Drawer, island
from .indexes import FEED, ICON, MANIFEST, whole
from .levels import called
from .linked_data import Node
from .policy import PLACE
from .templates import TrustedEnvironment


#: What would end a script that stands in a page.
_END_OF_SCRIPT = re.compile("</(?=script)", re.IGNORECASE)


@lru_cache(maxsize=16)
def _in_a_page(script: str) -> Markup:
    """The script that stands in all pages of a language."""
    return Markup(_END_OF_SCRIPT.sub(r"<\\/", script))


@frozen
class PageBuilder:
    """The site with all that its pages in one language need: where things stand, what running gave, the templates, the assets.

    language: of the pages. words: what they say of themselves. locks: the path of the lock of its packages, by the slug of a course
    that has some. feed, covers: whether there are any. plain: definitions that are the same on every page. drawn: pieces of pages, as `Drawer` has them.
    """

    site: Site
    outcomes: Outcomes
    addresses: Addresses
    environment: Environment
    assets: Assets
    language: str
    words: Catalogue
    locks: Mapping[str, str] = field(default_factory=dict)
    feed: bool = False
    covers: bool = False
    plain: dict[Term, Markup] = field(default_factory=dict)
    drawn: dict[tuple[str | bool, ...], Markup] = field(default_factory=dict)

    def with_outcomes(self, outcomes: Outcomes) -> PageBuilder:
        return replace(self, outcomes=outcomes)

    def frame(self, address: str, title: str, description: str, data: Node | None = None, covered: bool = False) -> Frame:
        """The frame of the page at `address`. title: of the page, '' for the site's own first page. data: what it is, as JSON-LD.

        covered: whether it is one of those that have a picture (`covers.py`).
        """
        root = root_from(address)
        return Frame(
            root=root, language=self.language, direction=direction(self.language), spoken="" if nearest(self.language, [self.words.language]) else self.words.language, site_title=self.site.title,
            title=title or self.site.title, description=description,
            script=root + self.asset(MAIN), style=root + self.asset(STYLE),
            glossary=relative(GLOSSARY, address) if self.site.terms else "", license=self.site.license,
            canonical=whole(self.site, address) if self.site.url else "", data=island(data) if data else Markup(""),
            site_id=self.site.id, before=_in_a_page(self.assets.before),
            review=relative(REVIEW, address),
            feed=root + FEED if self.feed else "", manifest=root + MANIFEST,
            cover=whole(self.site, cover_file(address)) if covered and self.covers else "",
            icon=root + self.asset(ICON) if self.asset(ICON) else "", policy=Markup(PLACE if self.site.policy else ""), python=self.assets.python,
        )

    def drawer(self, source_path: str, frame: Frame, start: str) -> Drawer:
        """Draws what stands in the file `source_path` onto the page at the address `start`."""
        alike = isinstance(self.environment, TrustedEnvironment)  # an author's own template may draw a piece in another way on each page
        return Drawer(self.environment, frame, self.addresses, self.outcomes, source_path, start, self.words, self.drawn if alike else {})

    def definitions(self, terms: Iterable[Term], frame: Frame, start: str) -> Iterator[tuple[Term, Markup]]:
        """Each of `terms` with its definition, on the page at `start`. One that asks nothing of others is the same on every page."""
        drawer: Drawer | None = None
        for term in terms:
            drawn = self.plain.get(term)
            if drawn is None:
                drawer = drawer or self.drawer(term.span.source.path, frame, start)
                with noting() as asked:
                    drawn = drawer.draw(term.definition)
                if asked == NOTHING:
                    self.plain[term] = drawn
                elif outside := now():
                    outside.add(asked)
            yield term, drawn

    def asset(self, path: str) -> str:
        """The hashed path of an asset, '' for one that the theme does not have."""
        return self.assets.names.get(path, "")

    def lang(self, own: str) -> Markup:
        """The attributes of what is in the language `own`, '' for that of the pages."""
        return lang(own, self.language)

    def level(self, level: str) -> str:
        return called(level, self.words)

    def style_text(self) -> str:
        return bytes_of(self.assets.contents[self.assets.names[STYLE]]).decode("utf-8")
