"""A site as it stands now, in the browser: each page is drawn when it is asked for, and again after each change."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable, Collection
from pathlib import Path

from ..problem import Problem
from .host import bind
from .standing import Standing
from .watching import changes


def serve(site: Path, host: str, port: int, tell: Callable[[str], None], report: Callable[[Collection[Problem]], None],
          ready: Callable[[str], None], open_browser: bool = False, snapshot: bool = True) -> None:
    """Serve the site until interrupted.

    host: the name or address to listen on. port: the one wanted; the next free one of the twenty after it where it is taken, any
    free one for 0. report: is given all problems whenever they are others than before. ready: is given the address.
    snapshot: see `read`.
    """
    site = site.resolve()
    standing = Standing(site, tell, report, snapshot)
    server = bind(host, port, standing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{server.server_address[1]}/"
    ready(address)
    if open_browser:
        webbrowser.open(address)
    threading.Thread(target=standing.work, daemon=True).start()
    try:
        for changed in changes(site):
            standing.change(changed)
    finally:
        standing.stop()
        server.shutdown()
