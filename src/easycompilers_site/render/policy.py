"""What a page may load and run, worked out from what stands in it when it is built: its content security policy.

Nothing is allowed but the site's own files and what the author put there: an inline script, style or handler by its hash, another
host by its name. So a script that gets into a page later, by whichever way, is refused. `wasm-unsafe-eval` lets Python start, and
lets no text run as a script. Source: Content Security Policy Level 3, Trusted Types (W3C).
"""

from __future__ import annotations

import hashlib
import re
from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape, unescape
from urllib.parse import quote

#: Stands in a template where the policy is to be; `frame.policy` is this, or nothing.
PLACE = '<meta http-equiv="Content-Security-Policy">'

#: What every page is allowed. `blob:`: the worker of Python starts from a line of the page's own, so that the page's policy binds it.
ALLOWED = {
    "default-src": ["'self'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'self'"],
    "form-action": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["default", "dompurify"],
}

#: Which directive lets an element fetch what it names, by the element and its attribute.
_FETCHES = {
    ("script", "src"): "script-src", ("iframe", "src"): "frame-src", ("img", "src"): "img-src", ("img", "srcset"): "img-src",
    ("image", "href"): "img-src", ("audio", "src"): "media-src", ("video", "src"): "media-src", ("video", "poster"): "img-src",
    ("track", "src"): "media-src", ("source", "src"): "media-src", ("source", "srcset"): "img-src", ("object", "data"): "object-src",
    ("embed", "src"): "object-src", ("form", "action"): "form-action",
}
_DATA = frozenset({"application/json", "application/ld+json", "text/plain"})  # scripts that nothing runs

_NAMES = "|".join(sorted({"style", "link", *(name for name, _ in _FETCHES)}))
_FIRST = "".join(sorted({name[0] for name in _NAMES.split("|")}))
# Each begins with what is rare in a page: to try all names at every tag, or every space, takes longer than to draw a paragraph.
_TAG = re.compile(rf"""<(?=[{_FIRST}](?!pan))(?P<name>{_NAMES})(?P<attributes>(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?P<name>[^\s"'=/>]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""")
_INLINE = re.compile(r"""[sSoO](?<=\s.)(?:(?P<style>(?<=[sS])[tT][yY][lL][eE])|(?<=[oO])[nN][a-zA-Z]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""")
_END = re.compile(r"</(?:script|style)\s*>", re.IGNORECASE)
_HOST = re.compile(r"(?P<scheme>https?:)?//(?P<host>[^\s/?#\"'<>;,]+)(?P<path>[^\s?#\"'<>;,]*)", re.IGNORECASE)


@lru_cache(maxsize=256)
def elements(found: frozenset[str]) -> str:
    """What stands in a page in `PLACE`. found: as `needs` gives it."""
    return (f'<meta http-equiv="Content-Security-Policy" content="{escape(policy(found), quote=False)}">\n'
            f'<meta name="referrer" content="{referrer(found)}">')


def policy(needed: Iterable[str], without: Iterable[str] = ()) -> str:
    """The policy as a browser reads it. needed: as `needs` gives it. without: directives that are left out."""
    directives = {name: list(sources) for name, sources in ALLOWED.items() if name not in without}
    for one in sorted(needed):
        name, source = one.split(" ", 1)
        if name not in without:
            directives.setdefault(name, ["'self'"] if name.endswith("-src") else ["'unsafe-hashes'"] if name.endswith("-attr") else []).append(source)
    return "; ".join(f"{name} {' '.join(_without_none(sources))}" for name, sources in directives.items())


def _without_none(sources: list[str]) -> list[str]:
    """`'none'` stands alone or not at all."""
    return [one for one in sources if one != "'none'"] or sources


def referrer(needed: Iterable[str]) -> str:
    """Other hosts do not learn which page a reader comes from. One that is shown in a frame learns the site's name: players ask for it."""
    return "strict-origin-when-cross-origin" if any(one.startswith("frame-src ") for one in needed) else "same-origin"


def needs(page: str, handled: bool = True) -> frozenset[str]:
    """What the page holds that not every page is allowed, each as a directive and a source. handled: whether any of its attributes may be a style or a handler."""
    return frozenset((*(_handlers(page) if handled else ()), *_needs(page)))


def _needs(page: str) -> Iterator[str]:
    for tag in _TAG.finditer(page):
        fetched, runs = _of_tag(tag["name"].lower(), tag["attributes"])
        yield from fetched
        end = _END.search(page, tag.end()) if runs else None
        if end:
            yield f"{runs} {_hash(page[tag.end() : end.start()])}"


@lru_cache(maxsize=256)
def _of_tag(name: str, written: str) -> tuple[tuple[str, ...], str]:
    """What a tag fetches, and the directive that has to allow the text within its element, '' for none. Those of the head are the same in one page after another."""
    attributes = {one["name"].lower(): _value(one) for one in _ATTRIBUTE.finditer(written)}
    is_script = name == "script" and "src" not in attributes and attributes.get("type", "").lower() not in _DATA
    return tuple(_fetched(name, attributes)), "style-src" if name == "style" else "script-src" if is_script else ""


def _handlers(page: str) -> Iterator[str]:
    """The styles and handlers that stand in attributes of any tag."""
    for attribute in _INLINE.finditer(page):
        if page.rfind("<", 0, attribute.start()) > page.rfind(">", 0, attribute.start()):
            yield f"{'style' if attribute['style'] else 'script'}-src-attr {_hash(_value(attribute))}"


def _fetched(name: str, attributes: dict[str, str]) -> Iterator[str]:
    for attribute, value in attributes.items():
        sheet = name == "link" and attribute == "href" and attributes.get("rel", "").lower() == "stylesheet"
        directive = "style-src" if sheet else _FETCHES.get((name, attribute))
        for address in (value.split(",") if attribute == "srcset" else [value]) if directive else ():
            source = _source(address.strip(), directive)
            if source and source not in ALLOWED.get(directive, ["'self'"]):
                yield f"{directive} {source}"


def _value(attribute: re.Match[str]) -> str:
    return unescape(attribute["double"] or attribute["single"] or attribute["bare"] or "")


def _source(address: str, directive: str) -> str:
    """How a policy calls what stands at the address: a script by its whole address. '' where that cannot be said."""
    if address.lower().startswith(("data:", "blob:")):
        return address[:5].lower()
    if not (found := _HOST.match(address)):
        return "'self'"
    try:
        host = found["host"].rpartition("@")[2].encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return f"{(found['scheme'] or 'https:').lower()}//{host}" + (quote(found["path"], safe="/%") if directive == "script-src" else "")


@lru_cache(maxsize=16)
def _hash(text: str) -> str:
    """Of what stands in one page after another."""
    return f"'sha256-{b2a_base64(hashlib.sha256(text.encode('utf-8')).digest(), newline=False).decode('ascii')}'"
