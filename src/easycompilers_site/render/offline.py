"""The service worker of a site, with the lists of what it keeps; or its end, where the author wants none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from urllib.parse import quote

SOURCE, LEAVE = "offline/service-worker.js", "offline/leave.js"

_NEEDED = (".js", ".css", ".zip", ".wasm", ".bin")


def service_worker(static: Mapping[str, bytes], files: Iterable[str], always: Iterable[str], instead: str) -> bytes:
    """files: paths on the site of everything with a hash, of which a page may need scripts, styles and Python.

    always: addresses of the pages that are kept before a learner has seen them. instead: of the page that stands in for one that is not kept.
    """
    needed = sorted(quote(path) for path in files if path.endswith(_NEEDED))
    pages = [quote(address) for address in always]
    lists = f"const needed = {json.dumps(needed, indent=0)};\nconst always = {json.dumps(pages)};\nconst instead = {json.dumps(instead)};\n"
    return lists.encode() + static[SOURCE]


def no_service_worker(static: Mapping[str, bytes]) -> bytes:
    """Stands at the same address where a site has `offline: false`: browsers that have the other one are given this."""
    return static[LEAVE]
