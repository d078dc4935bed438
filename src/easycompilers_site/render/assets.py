"""Scripts, styles and Python for the page, as they are called and where they stand: made by `made_assets.py`, or as the cache has kept them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..cache import NO_CACHE, Cache, Content, believing, rows_of
from ..frozen import frozen

FOLDER = "assets/"
ELEMENTS, FILES, BUNDLE, SENTENCES, STYLE, MAIN, BEFORE = "elements.js", "python/files.js", "python/page.zip", "python/sentences.json", "site.css", "main.js", "before.js"


class Circle(Exception):
    """Scripts that name each other in a circle. The message is the circle, as in `a.js → b.js → a.js`."""


@frozen
class Assets:
    """names: of each asset, the path it has on the site. contents: of each such path, its bytes, or where the cache holds them.

    before: the script that stands in every page, ahead of its styles: a request of its own would keep these waiting.
    python: what a first run fetches, in bytes, where the server compresses nothing.
    """

    names: Mapping[str, str]
    contents: Mapping[str, Content]
    before: str = ""
    python: int = 0


#: What stays of assets when they are made, beside their contents.
_KEPT = ("names", "before", "python")


def kept_assets(cache: Cache, made_from: object, make: Callable[[], Assets], shared: Cache = NO_CACHE) -> Assets:
    """What `make` gives, with its contents in a cache, or as it was kept: to make it takes as long as to draw two pages. made_from: changes with it.

    shared: the cache of every site, which comes first; `NO_CACHE` for what one site alone has.
    """
    key = cache.key("assets", made_from)
    for place in (shared, cache):
        with believing():
            kept = place.get(key)
            if (files := place.blobs(kept["contents"])) is not None:
                return Assets(contents=files, **{name: kept[name] for name in _KEPT})
    made = make()
    for place in (shared, cache):
        blobs = place.put_blobs(made.contents)
        if blobs is not None:
            place.put(key, {**{name: getattr(made, name) for name in _KEPT}, "contents": rows_of(blobs)})
            if place is shared:  # what other releases have left there
                place.prune(lambda: {key, *(blob.digest for blob in blobs.values())})
            return replace(made, contents=blobs)
    return made
