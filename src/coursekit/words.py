"""What a picture says of itself: words in English in, the same in the language of the page out. In a Jupyter they stay as they are."""

from __future__ import annotations

try:
    from phrases import gettext, ngettext
except ImportError:  # phrases.py stands beside this package in a page, and nowhere else

    def gettext(message: str, **values: object) -> str:
        return message % values

    def ngettext(one: str, many: str, count: int, **values: object) -> str:
        return (one if count == 1 else many) % {"count": count, **values}


__all__ = ["gettext", "ngettext"]
