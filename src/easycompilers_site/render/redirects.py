"""The old addresses of chapters in, `_redirects` out: Netlify, Cloudflare and GitLab Pages read it, and send a reader on at once.

Everywhere else, and where a host looks for a file first, the page that stands at the old address does.
"""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from ..addresses import course_address, part_address
from ..model import Site

REDIRECTS = "_redirects"


def redirects(site: Site) -> dict[str, bytes]:
    """The file by its path on the site, none where no chapter has had another address. Its addresses begin at the host's root, as `url` says."""
    base = urlsplit(site.url).path.rstrip("/") + "/"
    lines = []
    for course in site.courses:
        for chapter in course.with_aliases:
            for alias, _ in chapter.aliases:
                old, new = base + quote(f"{course_address(course)}{alias.strip('/')}"), base + quote(part_address(course, chapter))
                lines += [f"{old} {new} 301", f"{old}/ {new} 301"]
    return {REDIRECTS: "".join(f"{line}\n" for line in lines).encode("ascii")} if lines else {}
