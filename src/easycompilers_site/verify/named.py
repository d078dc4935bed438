"""What a page, a script or a sheet names; and what the name of a file says of its bytes. Pure."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from ..digest import mark_of
from ..styles import references

_ADDRESSES = {"a": ("href",), "area": ("href",), "link": ("href",), "script": ("src",), "img": ("src", "srcset"), "source": ("src", "srcset"), "iframe": ("src",),
              "video": ("src", "poster"), "audio": ("src",), "track": ("src",), "embed": ("src",), "object": ("data",), "image": ("href",), "use": ("href",)}
_LITERAL = re.compile(r"""["'](\.{1,2}/[^"'\s]+)["']""")
_LISTED = re.compile(r"^const (?:needed|always|instead) = (.*?);$", re.DOTALL | re.MULTILINE)
_MARKDOWN = re.compile(r"\]\(<?(?P<address>[^\s()<>]+)>?\)")
_NOT_MARKDOWN = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)|(?P<ticks>`+).+?(?P=ticks)|\$\$?[^$]+\$", re.DOTALL | re.MULTILINE)
_XML = re.compile(r"<loc>(?P<loc>[^<]+)</loc>|\bhref=\"(?P<href>[^\"]+)\"")
_ASSET = re.compile(r"assets/(?:.*/)?[^/]+\.(?P<mark>[0-9a-f]{10})\.[a-z0-9]+$|python/[^/]+/snapshot\.(?P<snapshot>[0-9a-f]{10})\.bin$")
_WHEEL = re.compile(r"assets/wheels/(?P<mark>[0-9a-f]{10})/[^/]+\.(?P<ending>whl|zip)$")
_PACKED = b"\x1f\x8b"  # how what gzip has packed begins
_RUNTIME = re.compile(r"python/(?P<version>[^/]+)/(?P<name>[^/]+)$")


@dataclass
class Page(HTMLParser):
    """hrefs: what it names, as written. ids: what can be linked to in it. policy, canonical: its own, '' for none."""

    html: str
    hrefs: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    policy: str = ""
    canonical: str = ""

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
        if tag == "meta" and found.get("property", "") in ("og:image", "og:url"):
            self.hrefs.append(found.get("content", ""))
        if tag == "link" and found.get("rel", "").lower() == "canonical":
            self.canonical = found.get("href", "")
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
    """What a file that is no page names: of a script those names alone that have a hash, since any other text may look like a name."""
    text = body.decode("utf-8", "replace")
    if path.endswith(".css"):
        yield from (one.address for one in references(text) if not one.is_external)
    elif path.endswith(".md") or path == "llms.txt":
        yield from (match["address"] for match in _MARKDOWN.finditer(_NOT_MARKDOWN.sub("", text)))
    elif path in ("sitemap.xml", "feed.xml"):
        yield from (unescape(match["loc"] or match["href"]) for match in _XML.finditer(text))
    elif path == "service-worker.js":
        for listed in _LISTED.findall(text):
            names = json.loads(listed)
            yield from [names] if isinstance(names, str) else names
    elif path in _OF_JSON:
        yield from _OF_JSON[path](json.loads(text))
    elif path.startswith("assets/") and path.endswith(".js"):
        for name in _LITERAL.findall(text):
            there = urljoin(f"http://x/{path}", name).removeprefix("http://x/")
            if _ASSET.match(there) or _RUNTIME.match(there) or there == "service-worker.js":
                yield name


def _of_the_manifest(manifest: Any) -> Iterator[str]:
    yield manifest.get("start_url", "./")
    yield from (icon["src"] for icon in manifest.get("icons", ()))


def _of_the_search(entry: Any) -> Iterator[str]:
    for language in entry["languages"].values():
        yield from (f"pagefind.{language['hash']}.pf_meta", f"wasm.{language['wasm']}.pagefind")


_OF_JSON: dict[str, Callable[[Any], Iterable[str]]] = {
    "manifest.webmanifest": _of_the_manifest, "search/pagefind-entry.json": _of_the_search, "search/files.json": list,
}


def redirects(body: bytes) -> Iterator[tuple[str, str]]:
    """Of each line of `_redirects`, the old address and the new one, but for those that stand for many."""
    for line in body.decode("utf-8", "replace").splitlines():
        if len(words := line.split()) >= 2 and line.startswith("/") and "*" not in line and "/:" not in line:
            yield words[0], words[1]


def is_hashed(path: str) -> bool:
    """Whether other bytes have another name."""
    return bool(_ASSET.match(path) or _WHEEL.match(path) or _RUNTIME.match(path) or path.startswith(("search/fragment/", "search/index/")))


def other_bytes(path: str, body: bytes, runtime: Mapping[str, str]) -> str:
    """Why these bytes are not those that the file's name stands for, '' where they are, or where the name says nothing.

    runtime: SHA-256 of each file of the Python that this program ships, by its path on a site.
    """
    wheel, asset = _WHEEL.match(path), _ASSET.match(path)
    check: Callable[[bytes], str] = mark_of if not wheel or wheel["ending"] == "zip" else lambda data: hashlib.sha256(data).hexdigest()[:10]
    wanted = wheel["mark"] if wheel else (asset["mark"] or asset["snapshot"]) if asset else ""
    if wanted and check(body) != wanted:
        return f"its name says {wanted}, its bytes are {check(body)}"
    if path.startswith("search/") and body.startswith(_PACKED):
        try:
            gzip.decompress(body)
        except (OSError, EOFError, zlib.error):
            return "it cannot be unpacked"
    if path in runtime and hashlib.sha256(body).hexdigest() != runtime[path]:
        return "it differs from the file that this version of easycompilers ships"
    return ""
