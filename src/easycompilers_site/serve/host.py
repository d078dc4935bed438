"""The web server of a preview: what the site is at this moment, and a stream that tells open pages of changes."""

from __future__ import annotations

import functools
import http.server
import ipaddress
import json
import shutil
import socket
import sys
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from ..addresses import SERVICE_WORKER
from ..media_types import media_type
from ..problem import Problem, draw
from ..read import theme_folder
from .standing import Standing

#: The preview's own addresses; no chapter can have one, since a slug holds no colon.
CHANGES, SCRIPT, STYLE = "/:changes", "/:preview.js", "/:preview.css"
HERE = Path(__file__).parent
HTML = media_type("index.html")
MOST = 50  # problems in the panel of a page


class Handler(http.server.BaseHTTPRequestHandler):
    """names: by which this server may be called, besides every address in numbers; None for no others."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments, standing: Standing, names: frozenset[str], **named) -> None:
        self.standing, self.names = standing, names
        super().__init__(*arguments, **named)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not self._is_called_by_its_name():
            self.send_error(421, "This preview answers to this machine's own names only")
        elif path == CHANGES:
            self._changes()
        elif path in (SCRIPT, STYLE):
            self._answer((HERE / path.removeprefix("/:")).read_bytes(), media_type(path))
        elif path == f"/{SERVICE_WORKER}":
            # Nothing of a preview is kept: tomorrow another site may stand at its port.
            self._answer((theme_folder() / "static/offline/leave.js").read_bytes(), media_type(SERVICE_WORKER))
        else:
            self._site(path.lstrip("/"))

    def _is_called_by_its_name(self) -> bool:
        """So that no other site reads the preview by pointing a name of its own here, or from a page of its own."""
        origin = self.headers.get("Origin")
        called = [*self.headers.get_all("Host", [""]), *([urlsplit(origin).netloc] if origin else [])]
        return all(_is_address(name) or name in self.names for name in map(_without_port, called))

    def _site(self, path: str) -> None:
        if path and not path.endswith("/") and "." not in path.rsplit("/", 1)[-1] and (self.standing.file(f"{path}/index.html") or (404,))[0] == 200:
            self.send_response(301)
            query = urlsplit(self.path).query
            self.send_header("Location", quote(f"/{path}/") + (f"?{query}" if query else ""))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        edition = self.standing.edition
        found = self.standing.file(path + "index.html" if not path or path.endswith("/") else path)
        if found is None:
            self.send_error(404)
            return
        status, content = found
        kind = ".html" if status == 404 else Path(path).suffix or ".html"
        if isinstance(content, Path):
            self._send_file(content)
        elif kind == ".html":
            gone = self.standing.gone_from(path.removesuffix("index.html")) if status == 404 else {}
            self._answer(_with_preview(content, edition, status, gone), HTML, status)
        else:
            self._answer(content, media_type(path), status)

    def _send_file(self, place: Path) -> None:
        try:
            with place.open("rb") as file:
                self._head(200, media_type(place.name), place.stat().st_size)
                if self.command != "HEAD":
                    shutil.copyfileobj(file, self.wfile)
        except FileNotFoundError:
            self.send_error(404)

    def _answer(self, body: bytes, kind: str, status: int = 200) -> None:
        self._head(status, kind, len(body))
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: int, kind: str, length: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def _changes(self) -> None:
        """What stands now, and again at each change, until the page goes away; a comment now and then finds out whether it has."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        seen = (-1, -1)
        try:
            while not self.standing.stopped:
                now = self.standing.wait(seen, 15)
                if now[0] != seen[0]:
                    self._event("pictures", self.standing.pictures)
                    self._event("pages", now[0])
                if now[1] != seen[1]:
                    self._event("told", self._told())
                if now == seen:
                    self.wfile.write(b": still here\n\n")
                self.wfile.flush()
                seen = now
        except OSError:
            return

    def _event(self, name: str, value: object) -> None:
        self.wfile.write(f"event: {name}\ndata: {json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def _told(self) -> dict[str, object]:
        problems = self.standing.problems()
        return {"count": len(problems), "running": self.standing.running, "problems": [self._problem(problem) for problem in problems[:MOST]]}

    def _problem(self, problem: Problem) -> dict[str, str]:
        path, line, column = problem.where
        place = f"{path}:{line}:{column}" if line else path
        editor = quote(f"{self.standing.folder / path}:{max(line, 1)}:{max(column, 1)}", safe="/:") if path and self._is_of_this_machine() else ""
        return {"severity": problem.severity.value, "code": problem.code, "message": problem.message, "hint": problem.hint, "place": place,
                "editor": f"vscode://file{'' if editor.startswith('/') else '/'}{editor}" if editor else "", "page": self.standing.page_of(path), "text": draw(problem)}

    def _is_of_this_machine(self) -> bool:
        """A place on the disk is told to nobody else, and would be of no use there."""
        return ipaddress.ip_address(self.client_address[0].partition("%")[0]).is_loopback

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def log_message(self, *_) -> None:
        """Nothing: the terminal is for problems."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address) -> None:
        """A page that went away is no fault; anything else is one of ours, and is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def bind(host: str, port: int, standing: Standing) -> Server:
    """A server on the first port that is free, of the twenty from `port`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    kind = type("Server", (Server,), {"address_family": family})
    handler: Callable = functools.partial(Handler, standing=standing, names=frozenset({"localhost", host}))
    for candidate in range(port, port + 20) if port else (0,):
        try:
            return kind((host, candidate), handler)
        except OSError as error:
            last = error
    raise SystemExit(f"No port from {port} to {port + 19} is free: {last.strerror}. Name another with --port.")


def _with_preview(page: bytes, edition: int, status: int, gone: Mapping[str, object]) -> bytes:
    """The page with the preview's script, which has to run before those of the page change what stands there. gone: as `Standing.gone_from` has it."""
    also = f' data-gone="{escape(json.dumps(gone))}"' if gone else ""
    added = f'<link rel="stylesheet" href="{STYLE}"><script src="{SCRIPT}" data-edition="{edition}" data-status="{status}"{also}></script></body>'.encode()
    return page.replace(b"</body>", added, 1)


def _without_port(name: str) -> str:
    return name[1 : name.index("]")] if name.startswith("[") and "]" in name else name.rsplit(":", 1)[0] if name.count(":") == 1 else name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
