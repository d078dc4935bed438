"""A piece of HTML in, its tags out, but for those that need no other. Imported where a text holds HTML: it brings a parser."""

from __future__ import annotations

from html.parser import HTMLParser

from ..elements import VOID
from ..frozen import frozen

#: Elements that a browser closes by itself.
_CLOSED_BY_THEMSELVES = frozenset("caption colgroup dd dt li optgroup option p rp rt tbody td tfoot th thead tr".split())

#: Elements of HTML, and of no drawing, that authors close with a slash.
_DEAF_TO_A_SLASH = frozenset("article aside b code details div em figure i pre section span strong table ul ol".split())


@frozen
class Tag:
    """An opening or closing tag. line: of the file, 1-based, as far as it is known; last: the last line that it may stand on."""

    name: str
    opens: bool
    line: int
    last: int


class Tags(HTMLParser):
    """The tags of one piece of HTML that begins on `line`."""

    def __init__(self, html: str, line: int, last: int) -> None:
        super().__init__()
        self.line, self.last, self.found = line, last, list[Tag]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.put(tag, True)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """`<rect/>` of a drawing is closed; of `<div/>` a browser does not see the slash."""
        if tag in _DEAF_TO_A_SLASH:
            self.put(tag, True)

    def handle_endtag(self, tag: str) -> None:
        self.put(tag, False)

    def put(self, tag: str, opens: bool) -> None:
        if tag not in VOID and tag not in _CLOSED_BY_THEMSELVES:
            line = self.line + self.getpos()[0] - 1
            self.found.append(Tag(tag, opens, line, max(line, self.last)))
