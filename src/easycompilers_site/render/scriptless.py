"""HTML in, the same out without what runs in it, as the reader of a piece of HTML. Imported where a value offers HTML: it brings a parser."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

from ..elements import VOID

REFUSED = frozenset({"script", "base", "link", "meta", "iframe", "object", "embed", "html", "head", "body", "title"})
SILENT = frozenset({"script", "title"})  # their text goes with them


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.pieces: list[str] = []
        self.open: list[str] = []
        self.silent = 0

    def refuses(self, tag: str) -> bool:
        """The title of a page has no place within it; that of a drawing is its name."""
        return tag in REFUSED and not (tag == "title" and "svg" in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT and self.refuses(tag):
            self.silent += 1
        if self.refuses(tag) or self.silent or not tag.replace("-", "").isalnum():
            return
        kept = "".join(f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs if harmless(name, value or ""))
        self.pieces.append(f"<{tag}{kept}>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<rect/>` of a picture within it; elsewhere the slash means nothing to a browser, which closing at once does not change for the void."""
        if tag in SILENT and self.refuses(tag):
            return
        before = len(self.open)
        self.handle_starttag(tag, attrs)
        if len(self.open) > before:
            self.pieces.append(f"</{self.open.pop()}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT and self.refuses(tag):
            self.silent = max(0, self.silent - 1)
        if self.silent or tag not in self.open:
            return
        while True:
            last = self.open.pop()
            self.pieces.append(f"</{last}>")
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.pieces.append(data.replace("<", "&lt;") if not self.open or self.open[-1] != "style" else data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def harmless(name: str, value: str) -> bool:
    runs = value.strip().lower().replace("\t", "").replace("\n", "").startswith(("javascript:", "vbscript:", "data:text/html"))
    return name.replace("-", "").replace(":", "").isalnum() and not name.startswith("on") and not runs and name != "srcdoc"
