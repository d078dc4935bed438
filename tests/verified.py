"""A published site that exists in words alone, in which one thing may be wrong: what `verify` says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from easycompilers_site.digest import mark_of
from easycompilers_site.media_types import media_type
from easycompilers_site.problem import Problem
from easycompilers_site.verify import Crawl
from easycompilers_site.verify.answer import Answer

SITE = "https://example.org/courses/"
SCRIPT = b"export {};\n"
ASSET = f"assets/main.{mark_of(SCRIPT)}.js"
FIRST = f"""<meta http-equiv="Content-Security-Policy" content="default-src 'self'"><script type="module" src="{ASSET}"></script>
<a href="first/one/#why">One</a> <a href="https://elsewhere.example/">Another site</a>"""


def good(path: str, body: bytes, status: int = 200, **headers: str) -> Answer:
    name = "index.html" if not path or path.endswith("/") else path
    kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    said = {"content-type": media_type(name), "x-content-type-options": "nosniff", "cache-control": kept}
    return Answer(status, body, said | {key.replace("_", "-"): value for key, value in headers.items()})


@dataclass
class Told:
    """answers: in place of those of a site in which nothing is wrong, by the path that is asked for."""

    answers: Mapping[str, Answer] = field(default_factory=dict)
    address: str = SITE

    def get(self, path: str) -> Answer:
        files = {"": FIRST.encode(), ASSET: SCRIPT, "first/one/": b'<h2 id="why">Why</h2>', "404.html": b"<a data-from-root>", "service-worker.js": b"", "manifest.webmanifest": b"{}", "llms.txt": b""}
        if path in self.answers:
            return self.answers[path]
        if path == "first/one":
            return Answer(301, b"", {}, f"{SITE}first/one/")
        return good(path, files[path]) if path in files else good("404.html", files["404.html"], 404)


def verified(answers: Mapping[str, Answer], most: int = 100) -> list[Problem]:
    return list(Crawl(Told(answers), lambda line: None, most, {}).problems())
