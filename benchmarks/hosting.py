"""A folder in, a host on this machine out that sends texts by brotli, as hosts of plain files do."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import brotli

QUALITY = 11  # what a host takes that compresses a file once; one that does so at each answer takes 4 to 6, and sends some 6 % more
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@functools.cache
def compressed(place: Path) -> bytes:
    """The file's bytes by brotli. A folder that changes while it is served is served as it was."""
    return brotli.compress(place.read_bytes(), quality=QUALITY)


class Compressing(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".wasm": "application/wasm", ".js": "text/javascript", ".webmanifest": "application/manifest+json"}
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        place = Path(self.translate_path(self.path))
        place = place / "index.html" if place.is_dir() else place
        status = 200 if place.is_file() else 404
        place = place if place.is_file() else Path(self.directory) / "404.html"
        kind = self.guess_type(str(place))
        small = kind.startswith(COMPRESSED) and "br" in self.headers.get("Accept-Encoding", "")
        body = compressed(place) if small else place.read_bytes()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(body)))
        if small:
            self.send_header("Content-Encoding", "br")
            self.send_header("Vary", "Accept-Encoding")
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Gives the host's address, with a slash at the end."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Compressing, directory=str(folder)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
