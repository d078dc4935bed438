"""The files by which other programs find their way in a site: sitemap, feed, manifest, and a plain list for language models.

Sitemap and feed name whole addresses, so they are made only where site.yaml says where the site stands (`url`). The feed
lists the chapters that say when they were last changed (`updated`), since a build has no clock.
Sources: sitemaps.org protocol 0.9, RFC 4287 (Atom), W3C Web Application Manifest, llmstxt.org.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..addresses import GLOSSARY, course_address, markdown_file, part_address
from ..model import Chapter, Course, Site
from .assets import Assets

if TYPE_CHECKING:  # imported where there are a site map and a feed
    from xml.etree import ElementTree as xml

SITEMAP, FEED, MANIFEST, LLMS = "sitemap.xml", "feed.xml", "manifest.webmanifest", "llms.txt"
ICON = "icon.svg"

_SITEMAP_SPACE, _ATOM_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.w3.org/2005/Atom"


def index_files(site: Site, assets: Assets) -> dict[str, bytes]:
    """Each file by its path on the site."""
    files = {MANIFEST: manifest(site, assets), LLMS: llms(site)}
    if site.url:
        files[SITEMAP] = sitemap(site)
    if has_feed(site):
        files[FEED] = feed(site)
    return files


def has_feed(site: Site) -> bool:
    return bool(site.url) and any(chapter.updated for _, chapter, _ in _chapters(site))


def whole(site: Site, address: str) -> str:
    """The whole address of what stands at `address` on the site, or, where the site does not say where it stands, `address`."""
    return f"{site.url.rstrip('/')}/{quote(address)}" if site.url else quote(address)


def _chapters(site: Site) -> Iterator[tuple[str, Chapter, Course]]:
    return ((part_address(course, chapter), chapter, course) for course in site.courses for chapter in course.chapters)


def sitemap(site: Site) -> bytes:
    """Every page but the old addresses, with the day on which a chapter was last changed where it says so."""
    from xml.etree import ElementTree as xml

    root = xml.Element("urlset", xmlns=_SITEMAP_SPACE)
    pages = [("", ""), *((course_address(course), "") for course in site.courses),
             *((address, chapter.updated) for address, chapter, _ in _chapters(site)), *([(GLOSSARY, "")] if site.terms else [])]
    for address, updated in pages:
        page = xml.SubElement(root, "url")
        xml.SubElement(page, "loc").text = whole(site, address)
        if updated:
            xml.SubElement(page, "lastmod").text = updated
    return _text(root)


def feed(site: Site) -> bytes:
    """The chapters that say when they were last changed, newest first."""
    from xml.etree import ElementTree as xml

    dated = sorted(((chapter.updated, address, chapter, course.language_of(chapter)) for address, chapter, course in _chapters(site) if chapter.updated),
                   key=lambda one: one[:2])
    root = xml.Element("feed", {"xmlns": _ATOM_SPACE, "xml:lang": site.language})
    for name, text in (("title", site.title), ("subtitle", site.tagline), ("id", whole(site, "")), ("updated", _instant(dated[-1][0]))):
        if text:
            xml.SubElement(root, name).text = text
    xml.SubElement(root, "link", href=whole(site, ""))
    xml.SubElement(root, "link", rel="self", href=whole(site, FEED))
    xml.SubElement(xml.SubElement(root, "author"), "name").text = site.title
    for updated, address, chapter, language in reversed(dated):
        entry = xml.SubElement(root, "entry", {"xml:lang": language} if language != site.language else {})
        for name, text in (("title", chapter.title), ("id", whole(site, address)), ("updated", _instant(updated)), ("summary", chapter.summary.plain)):
            xml.SubElement(entry, name).text = text
        xml.SubElement(entry, "link", href=whole(site, address))
    return _text(root)


def _instant(day: str) -> str:
    """A day as RFC 3339 has moments: its first second."""
    return f"{day}T00:00:00Z"


def _text(root: xml.Element) -> bytes:
    from xml.etree import ElementTree as xml

    xml.indent(root)
    return xml.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def manifest(site: Site, assets: Assets) -> bytes:
    """What a phone shows of a site that stands on its home screen."""
    icons = [{"src": assets.names[ICON], "sizes": "any", "type": "image/svg+xml"}] if ICON in assets.names else []
    told = {"name": site.title, "short_name": site.title, "description": site.tagline, "lang": site.language, "start_url": "./", "scope": "./",
            "display": "minimal-ui", "icons": icons}
    return json.dumps({key: value for key, value in told.items() if value}, ensure_ascii=False, indent=1).encode("utf-8") + b"\n"


def llms(site: Site) -> bytes:
    """The courses and their chapters as a Markdown list of links to their plain Markdown."""
    lines = [f"# {site.title}", ""]
    if site.tagline:
        lines += [f"> {site.tagline}", ""]
    for course in site.courses:
        lines += [f"## {course.title}", ""]
        lines += [course.summary, ""] if course.summary else []
        for chapter in course.chapters:
            address = whole(site, markdown_file(part_address(course, chapter), chapter))
            lines.append(f"- [{chapter.title}]({address})" + (f": {chapter.summary.plain}" if chapter.summary.plain else ""))
        lines.append("")
    return "\n".join(lines).encode("utf-8")
