"""A static host like any other, on this machine."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path


class StaticHost(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, *_) -> None:
        pass


class CutHost(StaticHost):
    """Its line can be cut: it then takes a request and says nothing. Each test makes a class of its own of it."""

    asked: list[str]  # paths
    is_down = False
    slow = ""  # how the path ends of what takes long

    def do_GET(self) -> None:
        if type(self).is_down:
            self.close_connection = True
            return
        self.asked.append(self.path)
        if self.slow and self.path.endswith(self.slow):
            time.sleep(2)  # seconds
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # else Firefox shows a part that it has fetched beforehand, from the old release
        super().end_headers()


class PlainHost(StaticHost):
    """It has never heard of WebAssembly."""

    extensions_map = StaticHost.extensions_map | {".wasm": "text/plain"}


class FriendlyHost(StaticHost):
    """It answers with its first page, and status 200, where it does not want to give a file away."""

    kind = ".wasm"

    def do_GET(self) -> None:
        if self.path.endswith(self.kind):
            self.path = "/index.html"
        super().do_GET()


class TellingHost(StaticHost):
    """It reads the site's `_headers`, as some hosts do: of each rule whose path fits, the headers are sent."""

    def end_headers(self) -> None:
        for pattern, headers in rules_of(Path(self.directory) / "_headers"):
            if fnmatchcase(self.path.partition("?")[0], pattern):
                for name, value in headers:
                    self.send_header(name, value)
        super().end_headers()


@cache
def rules_of(place: Path) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each pattern of a path, and the headers under it."""
    rules: list[tuple[str, list[tuple[str, str]]]] = []
    for line in place.read_text(encoding="utf-8").splitlines():
        if line.startswith("/"):
            rules.append((line, []))
        elif line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            rules[-1][1].append((name, value))
    return rules


_PORTS: set[int] = set()  # of all hosts so far


@contextmanager
def serving(folder: Path, handler: type[StaticHost] = StaticHost) -> Iterator[str]:
    """Serves a folder; gives the host's address, without a slash at the end. No host before had it, so that no browser has kept anything of it."""
    server = _server(functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _server(handler: Callable[..., StaticHost]) -> http.server.ThreadingHTTPServer:
    while True:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        if server.server_address[1] not in _PORTS:
            _PORTS.add(server.server_address[1])
            return server
        server.server_close()
