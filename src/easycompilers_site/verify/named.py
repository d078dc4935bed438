"""What a page, a script or a sheet names; and what the name of a file says of its bytes. Pure."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from ..digest import mark_of
from ..styles import references

_ADDRESSES = {"a": ("href",), "area": ("href",), "link": ("href",), "script": ("src",), "img": ("src", "srcset"), "source": ("src", "srcset"), "iframe": ("src",),
              "video": ("src", "poster"), "audio": ("src",), "track": ("src",), "embed": ("src",), "object": ("data",), "image": ("href",), "use": ("href",)}
_LITERAL = re.compile(r"""["'](\.{1,2}/[^"'\s]+)["']""")
_NEEDED = re.compile(r"const needed = (\[.*?\]);", re.DOTALL)
_ASSET = re.compile(r"assets/(?:.*/)?[^/]+\.(?P<mark>[0-9a-f]{10})\.[a-z0-9]+$|python/[^/]+/snapshot\.(?P<snapshot>[0-9a-f]{10})\.bin$")
_WHEEL = re.compile(r"assets/wheels/(?P<mark>[0-9a-f]{10})/[^/]+\.(?P<ending>whl|zip)$")
_RUNTIME = re.compile(r"python/(?P<version>[^/]+)/(?P<name>[^/]+)$")


@dataclass
class Page(HTMLParser):
    """hrefs: what it names, as written. ids: what can be linked to in it. policy: its own, '' for none."""

    html: str
    hrefs: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    policy: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.html)
        self.html = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if found.get(name) and (name == "id" or tag == "a")}
        for name in _ADDRESSES.get(tag, ()):
            if name in found:
                self.hrefs += [one.split()[0] for one in found[name].split(",") if one.strip()] if name == "srcset" else [found[name].strip()]
        if tag == "meta" and found.get("http-equiv", "").lower() == "refresh":
            self.hrefs += [part.partition("=")[2].strip() for part in found.get("content", "").split(";") if part.strip().lower().startswith("url=")]
        if tag == "meta" and found.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = found.get("content", "")


def within(href: str, path: str, site: str) -> tuple[str, str] | None:
    """Path and fragment of what `href`, written in the file at `path`, leads to; None for what is not of the site. site: the address of its first page."""
    try:
        address, fragment = urldefrag(urljoin(site + path, href))
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not address.startswith(site):
            return None
    except ValueError:
        return None
    path = unquote(parts.path[len(urlsplit(site).path):])
    return None if ".." in path.split("/") else (quote(path, safe="/~!$&'()*+,;=:@"), unquote(fragment))


def named_in(path: str, body: bytes) -> Iterator[str]:
    """What a script or a sheet names: of a script those names alone that have a hash, since any other text may look like a name."""
    text = body.decode("utf-8", "replace")
    if path.endswith(".css"):
        yield from (one.address for one in references(text) if not one.is_external)
    elif path == "service-worker.js" and (needed := _NEEDED.search(text)):
        yield from json.loads(needed[1])
    elif path.startswith("assets/") and path.endswith(".js"):
        for name in _LITERAL.findall(text):
            there = urljoin(f"http://x/{path}", name).removeprefix("http://x/")
            if _ASSET.match(there) or _RUNTIME.match(there) or there == "service-worker.js":
                yield name


def is_hashed(path: str) -> bool:
    """Whether other bytes have another name."""
    return bool(_ASSET.match(path) or _WHEEL.match(path) or _RUNTIME.match(path))


def other_bytes(path: str, body: bytes, runtime: Mapping[str, str]) -> str:
    """Why these bytes are not those that the file's name stands for, '' where they are, or where the name says nothing.

    runtime: SHA-256 of each file of the Python that this program ships, by its path on a site.
    """
    wheel, asset = _WHEEL.match(path), _ASSET.match(path)
    check: Callable[[bytes], str] = mark_of if not wheel or wheel["ending"] == "zip" else lambda data: hashlib.sha256(data).hexdigest()[:10]
    wanted = wheel["mark"] if wheel else (asset["mark"] or asset["snapshot"]) if asset else ""
    if wanted and check(body) != wanted:
        return f"its name says {wanted}, its bytes are {check(body)}"
    if path in runtime and hashlib.sha256(body).hexdigest() != runtime[path]:
        return "it differs from the file that this version of easycompilers ships"
    return ""
