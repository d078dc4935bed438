"""What is wrong with an answer, as problems whose file is the path on the site. Pure. The texts speak to whoever publishes a site."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..media_types import media_type
from ..problem import Problem, warning
from .answer import Answer
from .named import is_hashed

LEAST_KEPT = 86_400  # seconds for which a file with a hash in its name should be kept
MOST_KEPT = 3_600  # and for which a page may be, without being asked for anew

_SCRIPTS = ("text/javascript", "application/javascript", "application/x-javascript")
#: Types that do as well as ours.
_ALSO = {"text/javascript": _SCRIPTS, "application/manifest+json": ("application/manifest+json", "application/json")}
#: Without the right type, browsers refuse the first kinds, and make do with the others.
_REFUSED, _TOLERATED = (".html", ".js", ".mjs", ".css", ".svg"), (".wasm", ".webmanifest")

_CONFIGURE = "the guide's chapter on publishing says what to tell this kind of host"


def status(path: str, answer: Answer, asked_by: str) -> Iterator[Problem]:
    """asked_by: the path of a page or file that names it, '' for none."""
    at = f"{asked_by or '/'}"
    if answer.status == 0:
        yield Problem("served-unanswered", f"`{path or '/'}` cannot be read: {answer.why}", path=at, hint="try again; if it stays so, ask whoever runs the host")
    elif answer.status >= 500:
        yield Problem("served-unanswered", f"`{path or '/'}` cannot be read: the host answers {answer.status}", path=at, hint="ask whoever runs the host; its log says more")
    elif answer.status != 200:
        yield Problem("served-missing", f"`{path or '/'}` is not there: the answer is {answer.status}", path=at,
                      hint="upload the whole folder again, files that begin with a dot or an underscore too")


def kind(path: str, answer: Answer) -> Iterator[Problem]:
    """The media type, where a host says one."""
    name = "index.html" if not path or path.endswith("/") else path
    wanted = media_type(name).partition(";")[0]
    if answer.headers is None or answer.kind in _ALSO.get(wanted, (wanted,)) or not name.endswith((*_REFUSED, *_TOLERATED)):
        return
    said = f"`{answer.kind}`" if answer.kind else "nothing"
    if name.endswith(_REFUSED):
        yield Problem("served-type", f"the host calls this file {said}, and browsers take it as `{wanted}` only", path=path or "/", hint=_CONFIGURE)
    else:
        yield warning("served-type", f"the host calls this file {said}; it should be `{wanted}`", path=path or "/", hint=_CONFIGURE)


def policy(answer: Answer, own: str) -> Iterator[Problem]:
    """What the first page may do: by its own policy, and by the host's. own: the one that stands in the page."""
    sent = answer.header("content-security-policy")
    scripts = re.search(r"(?:^|[;,])\s*script-src\s([^;,]*)", sent) or re.search(r"(?:^|[;,])\s*default-src\s([^;,]*)", sent)
    if scripts and "'wasm-unsafe-eval'" not in scripts[1] and "'unsafe-eval'" not in scripts[1]:
        yield Problem("served-policy", "the host sends a Content-Security-Policy that forbids Python to start", path="/",
                      hint="let it send the line of `_headers`, or no policy: pages bring their own")
    if not own and not sent:
        yield warning("served-policy", "no Content-Security-Policy is sent, and none stands in the page", path="/",
                      hint="take `policy: false` out of site.yaml, or put `frame.policy` into your own base.html")


def guessing(answer: Answer) -> Iterator[Problem]:
    if answer.headers is not None and answer.header("x-content-type-options").lower() != "nosniff":
        yield warning("served-headers", "the host does not send `X-Content-Type-Options: nosniff`, so browsers may guess what a file is", path="/", hint=_CONFIGURE)


def keeping(path: str, answer: Answer) -> Iterator[Problem]:
    """How long browsers may keep it. Told of one file of each sort."""
    if answer.headers is None:
        return
    said = answer.header("cache-control").lower()
    seconds = int(found[1]) if (found := re.search(r"max-age=(\d{1,12})", said)) else 0
    asked = "no-cache" in said or "no-store" in said
    if is_hashed(path) and (asked or seconds < LEAST_KEPT):
        yield warning("served-cache", "this file has a hash in its name, and browsers are told to ask for it again after a short time", path=path, hint=_CONFIGURE)
    elif not is_hashed(path) and not asked and seconds > MOST_KEPT:
        yield warning("served-cache", f"browsers may show this page for {seconds // 3600} hours without asking whether there is a newer one", path=path or "/", hint=_CONFIGURE)


def slash(path: str, answer: Answer, site: str) -> Iterator[Problem]:
    """path: of a page, with the slash at its end. answer: to the same without. site: the address of its first page."""
    if answer.leads_to == site + path:
        return
    if answer.status == 200:
        yield warning("served-slash", f"`{path.rstrip('/')}` is answered with the page, and not sent to `{path}`", path=path,
                      hint="let the host add the slash: until then a script in each page does, and readers without scripts see no styles")
    else:
        yield Problem("served-slash", f"`{path.rstrip('/')}`, without the slash at its end, is not found", path=path,
                      hint="let the host send readers to the address with the slash")


def not_found(answer: Answer) -> Iterator[Problem]:
    """answer: to an address at which nothing can be."""
    ours = b"data-from-root" in answer.body
    if answer.status == 200:
        yield Problem("served-not-found", "the host answers 200 to an address at which nothing stands", path="404.html",
                      hint="let it answer 404 with `404.html`: else search engines keep wrong addresses, and lost files look like pages")
    elif not (answer.status == 404 and ours):
        yield warning("served-not-found", "the host answers a wrong address with a page of its own", path="404.html", hint="let it answer with `404.html`")
