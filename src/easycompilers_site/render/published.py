"""A page as its template drew it in, the page as it is published out: in bytes, without control characters, its policy in place."""

from __future__ import annotations

import re

from .policy import PLACE, elements, needs

#: What HTML may not hold: control characters but tab and the ends of lines and pages.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")

#: The bytes of a page as they are looked at: small letters, one kind of space, 0 for a control character, 128 for what is one after a byte of 194. So one pass
#: through a page, in C, lets two things that hardly any page holds be looked for quickly.
_SIGNS = bytes(ord(" ") if byte in b"\t\n\f\r" else 0 if byte < 32 or byte == 127 else 128 if 128 <= byte < 160 else byte for byte in range(256)).lower()
_IN_ATTRIBUTES = re.compile(rb" on[a-z]+ *=| style *=")


def published(html: str) -> tuple[bytes, frozenset[str]]:
    """The page, and what its policy allows that not every page is allowed: nothing where it wants no policy."""
    page = html.encode("utf-8")
    signs = page.translate(_SIGNS)
    if b"\0" in signs or any(rest.startswith(b"\x80") for rest in signs.split(b"\xc2")[1:]):
        return published(without_control(html))
    if PLACE not in html:
        return page, frozenset()
    found = needs(html, handled=_IN_ATTRIBUTES.search(signs) is not None)
    return page.replace(PLACE.encode(), elements(found).encode("utf-8"), 1), found


def without_control(html: str) -> str:
    """`html` with a picture in place of each control character, since a cell may print any."""
    return _CONTROL.sub(lambda found: "\ufffd" if found[0] > "\x7f" else "\u2421" if found[0] == "\x7f" else chr(0x2400 + ord(found[0])), html)
