"""A host on the web as a place where a site stands: one connection, one request at a time, each bounded in time and size."""

from __future__ import annotations

import http.client
import ipaddress
import ssl
import time
from urllib.parse import SplitResult, urljoin, urlsplit

from .. import __version__
from .answer import Answer

SECONDS_OF_SILENCE = 15.0
SECONDS_OF_ALL = 120.0  # for one answer
MOST_BYTES = 200_000_000  # of one answer
SECONDS_BETWEEN = 0.05  # none on this machine
HOPS = 5
ASKS = {"User-Agent": f"easycompilers-site/{__version__} (verifies a site)", "Accept": "*/*", "Accept-Encoding": "identity"}


class Web:
    """address: with a slash at its end."""

    def __init__(self, address: str) -> None:
        self.address = address if address.endswith("/") else f"{address}/"
        self.parts = urlsplit(self.address)
        self._connection: http.client.HTTPConnection | None = None
        self._pause = 0.0 if _is_here(self.parts.hostname or "") else SECONDS_BETWEEN

    @classmethod
    def at(cls, address: str) -> Web:
        """Where the address leads in the end: hosts send readers from `http` to `https`, or to another name."""
        place = cls(address)
        for _ in range(HOPS):
            answer = place.get("")
            if not answer.leads_to or not answer.leads_to.startswith(("http://", "https://")):
                break
            place = cls(answer.leads_to)
        return place

    def get(self, path: str) -> Answer:
        """A connection that the host has closed meanwhile is opened again, once."""
        time.sleep(self._pause)
        known = self._connection is not None
        answer = self._ask(path)
        return self._ask(path) if known and not answer.status else answer

    def _ask(self, path: str) -> Answer:
        try:
            connection = self._connection = self._connection or _opened(self.parts)
            connection.request("GET", self.parts.path + path, headers=ASKS)
            response = connection.getresponse()
            body, why = _body(response)
            if why or response.will_close:
                self._close()
            if why:
                return Answer(0, why=why)
            headers = {name.lower(): value for name, value in response.getheaders()}
            leads_to = urljoin(self.address + path, headers.get("location", "")) if response.status in (301, 302, 303, 307, 308) else ""
            return Answer(response.status, body, headers, leads_to)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._close()
            return Answer(0, why=_why(error))

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


def _opened(parts: SplitResult) -> http.client.HTTPConnection:
    if parts.scheme == "https":
        return http.client.HTTPSConnection(parts.hostname or "", parts.port, timeout=SECONDS_OF_SILENCE, context=ssl.create_default_context())
    return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=SECONDS_OF_SILENCE)


def _body(response: http.client.HTTPResponse) -> tuple[bytes, str]:
    """All of it, or why not."""
    pieces, size, end = [], 0, time.monotonic() + SECONDS_OF_ALL
    while piece := response.read1(1 << 16):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            return b"", f"its answer is larger than {MOST_BYTES // 1_000_000} MB"
        if time.monotonic() > end:
            return b"", f"its answer takes longer than {SECONDS_OF_ALL:g} seconds"
    if response.length:  # how much of what was promised is still missing
        return b"", "its answer breaks off"
    return b"".join(pieces), ""


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it does not answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not good: {error.verify_message}"
    return str(getattr(error, "strerror", None) or error or type(error).__name__)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
