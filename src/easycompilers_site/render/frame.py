"""What every page has around its own content."""

from __future__ import annotations

from dataclasses import dataclass

from ..addresses import GLOSSARY, relative, root_from
from ..model import Site
from ..pages import Frame
from .assets import MAIN, STYLE, Assets


@dataclass(frozen=True)
class Frames:
    """Makes the frame of each page of one site."""

    site: Site
    assets: Assets

    def at(self, address: str, title: str, description: str) -> Frame:
        """The frame of the page at `address`. title: of the page, '' for the site's own first page."""
        root = root_from(address)
        return Frame(
            root=root, language=self.site.language, site_title=self.site.title,
            title=title or self.site.title, description=description,
            script=root + self.asset(MAIN), style=root + self.asset(STYLE),
            glossary=relative(GLOSSARY, address) if self.site.terms else "", license=self.site.license,
        )

    def asset(self, path: str) -> str:
        """The hashed path of an asset, '' for one that the theme does not have."""
        return self.assets.name(path) if path in self.assets.originals else ""

    def style_text(self) -> str:
        return self.assets.originals[STYLE].decode("utf-8")
