"""Watch, build, tell the open page: a preview on this machine alone."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from watchfiles import DefaultFilter, watch

from .addresses import SERVICE_WORKER
from .build import Report, build
from .read import theme_folder

#: The preview's own addresses; no chapter can have one, since a slug holds no colon.
CHANGES, SCRIPT = "/:changes", "/:preview.js"

_PREVIEW = """\
const changes = new EventSource("/:changes");
changes.addEventListener("built", () => {
  sessionStorage.setItem("scroll", String(scrollY));
  location.reload();
});
const scroll = sessionStorage.getItem("scroll");
sessionStorage.removeItem("scroll");
if (scroll) scrollTo(0, Number(scroll));
"""

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".css": "text/css",
          ".json": "application/json", ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8"}


class Builds:
    """How many builds have been written; a page waits here for the next."""

    def __init__(self) -> None:
        self.count = 0
        self.changed = threading.Condition()

    def done(self) -> None:
        with self.changed:
            self.count += 1
            self.changed.notify_all()

    def wait(self, seen: int, seconds: float) -> int:
        """The count once it differs from `seen`, or after `seconds`."""
        with self.changed:
            self.changed.wait_for(lambda: self.count != seen, timeout=seconds)
            return self.count


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the built site, with a script in each page that loads it anew after a build."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | _TYPES
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments, builds: Builds, **named) -> None:
        self.builds = builds
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in ("127.0.0.1", "localhost", "[::1]"):
            self.send_error(421, "This preview answers to this machine's own names only")
        elif self.path == CHANGES:
            self.changes()
        elif self.path == SCRIPT:
            self.answer(_PREVIEW.encode(), "text/javascript")
        elif urlsplit(self.path).path == f"/{SERVICE_WORKER}":
            # Nothing of a preview is kept: tomorrow another site may stand at its port.
            self.answer((theme_folder() / "static/offline/leave.js").read_bytes(), "text/javascript")
        elif page := self.page():
            status, place = page
            script = f'<script type="module" src="{SCRIPT}"></script>'.encode()
            self.answer(place.read_bytes().replace(b"</body>", script + b"</body>", 1), _TYPES[".html"], status)
        else:
            super().do_GET()

    def page(self) -> tuple[int, Path] | None:
        """The status and file of the page that is asked for, None for what is no page (a file, a folder without its slash)."""
        path = unquote(urlsplit(self.path).path)
        place = Path(self.translate_path(path))
        if path.endswith("/"):
            place = place / "index.html"
        if place.is_file():
            return (200, place) if place.suffix == ".html" else None
        missing = Path(self.directory) / "404.html"
        return (404, missing) if not place.is_dir() and missing.is_file() else None

    def answer(self, body: bytes, media_type: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def changes(self) -> None:
        """One event a build, until the page goes away; a comment now and then finds out whether it has."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        seen = self.builds.count
        try:
            while True:
                now = self.builds.wait(seen, 15)
                self.wfile.write(b": still here\n\n" if now == seen else b"event: built\ndata: \n\n")
                self.wfile.flush()
                seen = now
        except OSError:
            self.close_connection = True

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_) -> None:
        """Nothing: the terminal is for problems."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True


def serve(site: Path, out: Path, port: int, tell: Callable[[str], None], report: Callable[[Report], None],
          ready: Callable[[str], None], snapshot: bool = True) -> None:
    """Build `site` into `out`, serve it on a loopback port, and build again after each change, until interrupted.

    port: the one wanted; the next free one of the twenty after it is taken where it is not free. ready: is given the address.
    snapshot: see `read`.
    """
    builds = Builds()
    report(build(site, out, tell, snapshot=snapshot))
    handler = functools.partial(Handler, directory=str(out.resolve()), builds=builds)
    server = _bind(port, handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ready(f"http://127.0.0.1:{server.server_address[1]}/")
    places = [place for place in (site / "course", site / "glossary.yaml", site / "templates", site / "static") if place.exists()]
    for _ in watch(*places, watch_filter=DefaultFilter(), raise_interrupt=True):
        result = build(site, out, tell, snapshot=snapshot)
        report(result)
        if not result.failed:
            builds.done()


def _bind(port: int, handler: Callable) -> Server:
    for candidate in range(port, port + 20) if port else (0,):
        try:
            return Server(("127.0.0.1", candidate), handler)
        except OSError as error:
            last = error
    raise SystemExit(f"No port from {port} to {port + 19} is free: {last.strerror}. Name another with --port.")
