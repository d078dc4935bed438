"""What a host is told about a site, in the words of four kinds of host: policies, how long a file may be kept, media types.

`_headers` (Netlify, Cloudflare Pages) and `.htaccess` (Apache) are looked for at the root of what is published, and mean nothing elsewhere.
What a server of one's own is configured with stands in `.hosting/`, to be included from there: see each file's first lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from ..media_types import MEDIA_TYPES, UNKNOWN
from ..model import Site
from .policy import policy, referrer

FOLDER = ".hosting/"
HEADERS, APACHE, NGINX, CADDY = "_headers", ".htaccess", f"{FOLDER}nginx.conf", f"{FOLDER}Caddyfile"

#: Folders in which a name never stands for other bytes: a hash is in it, or the version of Python.
HASHED = ("assets/", "python/", "search/fragment/", "search/index/")
LONG, ASK = "public, max-age=31536000, immutable", "no-cache"

_PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
_LONGEST = 1800  # characters of a policy; some hosts take 2000 in a line
_WHERE = "easycompilers makes this file at each build; the guide's chapter on publishing tells about it"


def hosting_files(site: Site, needed: Iterable[str]) -> dict[str, bytes]:
    """Each file by its path on the site. needed: of all pages, as `policy.needs` gives it."""
    sent = sent_headers(site, frozenset(needed))
    base = urlsplit(site.url).path.rstrip("/") + "/"
    files = {HEADERS: _headers(sent), APACHE: _apache(sent, base), NGINX: _nginx(sent, unquote(base)), CADDY: _caddy(sent)}
    return {path: text.encode("utf-8") for path, text in files.items()}


def sent_headers(site: Site, needed: frozenset[str]) -> dict[str, str]:
    """The headers of every answer. What a page may do is said again in the page, so a policy too long for a header leaves that to it."""
    sent = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": referrer(needed), "Permissions-Policy": _PERMISSIONS}
    if site.policy:
        whole = policy(needed)
        sent["Content-Security-Policy"] = whole if len(whole) <= _LONGEST else _without_inline(needed)
    return sent


def _without_inline(needed: frozenset[str]) -> str:
    """The policy without what inline scripts and styles need: pages allow each its own. No default may forbid what is left out."""
    inline = ("default-src", "script-src", "style-src", "script-src-attr", "style-src-attr")
    rest = ("font-src 'self'", "frame-src 'self'", "manifest-src 'self'", "media-src 'self'")
    given = policy(needed, inline)
    return "; ".join([given, *(one for one in rest if f"{one.split(' ')[0]} " not in given)])


# ── Netlify, Cloudflare Pages ──


def _headers(sent: dict[str, str]) -> str:
    """Where two rules give one header, one of these hosts joins the values and the other takes the last: so each is given once."""
    lines = [f"# {_WHERE}.", "# Pages are asked for anew each time, which is what these hosts do by themselves.", "/*"]
    lines += [f"  {name}: {value}" for name, value in sent.items()]
    for folder in HASHED:
        lines += [f"/{folder}*", f"  Cache-Control: {LONG}"]
    lines += ["/manifest.webmanifest", f"  Content-Type: {MEDIA_TYPES['.webmanifest']}"]
    return "\n".join(lines) + "\n"


# ── Apache ──


def _apache(sent: dict[str, str], base: str) -> str:
    """Directives of the group FileInfo alone: more of them a shared host may forbid, and then answers with an error."""
    policies = {name: value for name, value in sent.items() if name == "Content-Security-Policy"}
    lines = [f"# {_WHERE}.", f"ErrorDocument 404 {base}404.html", "AddDefaultCharset utf-8"]
    lines += [f"AddType {kind.partition(';')[0]} {ending}" for ending, kind in MEDIA_TYPES.items()]
    lines += ["<IfModule mod_headers.c>"]
    lines += [f'  Header always set {name} "{value}"' for name, value in sent.items() if name not in policies]
    lines += [f'  <FilesMatch "\\.(html|js)$">\n    Header always set {name} "{value}"\n  </FilesMatch>' for name, value in policies.items()]
    lines += [f'  Header set Cache-Control "{ASK}"', "  <IfModule mod_setenvif.c>",
              f'    SetEnvIf Request_URI "/({"|".join(folder.rstrip("/") for folder in HASHED)})/(.*[/._-])?[0-9a-f]{{7,}}[/.]|/python/[0-9.]+/" HASHED',
              f'    Header set Cache-Control "{LONG}" env=HASHED', "  </IfModule>", "</IfModule>",
              "<IfModule mod_alias.c>", "  RedirectMatch 404 /\\.(hosting/|ht)", "</IfModule>"]
    return "\n".join(lines) + "\n"


# ── nginx ──


def _nginx(sent: dict[str, str], base: str) -> str:
    """base: as nginx compares it, which is not percent-encoded. One level, without a `location` that would forget the headers of the level above it: a header with an empty value is not sent."""
    sent = dict(sent)
    content_policy = sent.pop("Content-Security-Policy", "")
    types: dict[str, list[str]] = {}
    for ending, kind in MEDIA_TYPES.items():
        types.setdefault(kind.partition(";")[0], []).append(ending[1:])
    hashed = "|".join(folder.rstrip("/") for folder in HASHED)
    lines = [f"# {_WHERE}.", "# Include it within a server block, whose root is the folder that holds the site:",
             f"#   server {{ listen 80; root /srv/site; include /srv/site/{NGINX}; }}",
             "index index.html;", f'error_page 404 "{base}404.html";', "absolute_redirect off;",
             "charset utf-8;", "charset_types text/css text/javascript text/plain text/markdown text/csv text/x-python;",
             "types {", *(f"  {kind} {' '.join(endings)};" for kind, endings in types.items()), "}", f"default_type {UNKNOWN};",
             "location ~ /\\.(?!well-known/) { return 404; }",
             f'set $kept "{ASK}";', f'if ($uri ~ "^{re.escape(base)}({hashed})/") {{ set $kept "{LONG}"; }}', "add_header Cache-Control $kept;"]
    lines += [f'add_header {name} "{value}" always;' for name, value in sent.items()]
    if content_policy:
        lines += ['set $policy "";', f'if ($uri ~ "(/|\\.html|\\.js)$") {{ set $policy "{content_policy}"; }}',
                  "add_header Content-Security-Policy $policy always;"]
    return "\n".join(lines) + "\n"


# ── Caddy ──


def _caddy(sent: dict[str, str]) -> str:
    sent = dict(sent)
    content_policy = sent.pop("Content-Security-Policy", "")
    paths = " ".join(f"/{folder}*" for folder in HASHED)
    lines = [f"# {_WHERE}.", "# Import it within a site block, whose root is the folder that holds the site:",
             f"#   example.org {{ root * /srv/site; import /srv/site/{CADDY} }}",
             "@hidden path_regexp /\\.", "error @hidden 404", f"@hashed path {paths}", f"@asked not path {paths}",
             f'header @hashed Cache-Control "{LONG}"', f'header @asked Cache-Control "{ASK}"', "header {"]
    lines += [f'  {name} "{value}"' for name, value in sent.items()]
    lines += ["}"]
    said = [f'header @pages Content-Security-Policy "{content_policy}"'] if content_policy else []
    lines += ["@pages path */ *.html *.js", *said] if said else []
    for kind, endings in _caddy_types().items():
        lines += [f"@{kind} path {' '.join(f'*{ending}' for ending in endings)}", f'header @{kind} Content-Type "{MEDIA_TYPES[endings[0]]}"']
    lines += ["handle_errors {", f'  header Cache-Control "{ASK}"', *(f"  {one.replace(' @pages', '')}" for one in said),
              "  rewrite * /404.html", "  file_server", "}", "file_server"]
    return "\n".join(lines) + "\n"


def _caddy_types() -> dict[str, list[str]]:
    """The endings that a server may not know, by a word for each kind."""
    return {"wasm": [".wasm"], "script": [".mjs"], "manifest": [".webmanifest"], "notebook": [".ipynb"], "markdown": [".md"], "wheel": [".whl"]}
