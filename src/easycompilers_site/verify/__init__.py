"""A published site, or a folder that is to be published, in; what is wrong with it out. A door: it asks one host, or reads one folder.

Everything that can be reached from the first page is asked for once: pages, files, scripts and what these name, up to a number. Nothing
of another host is asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from ..frozen import frozen
from ..problem import Problem, in_order, warning
from . import rules
from .answer import Answer, Place
from .folder import Folder
from .named import Page, is_hashed, named_in, other_bytes, redirects, within
from .web import Web

__all__ = ["Found", "is_address", "verify"]

MOST = 20_000  # files
NOWHERE = "there-is-no-such-page/"
#: What no page names, and each site has; the search only where it could be made.
_ALWAYS = ("", "404.html", "service-worker.js", "manifest.webmanifest", "llms.txt")
_SEARCH = ("search/pagefind.js", "search/pagefind-worker.js", "search/pagefind-entry.json", "search/files.json")
#: What stands there where the site says at which address it stands.
_WITH_ADDRESS = ("sitemap.xml",)
#: Hosts that follow it do not give it away.
_REDIRECTS = "_redirects"


@frozen
class Found:
    """problems: sorted. asked: how many files were looked at. address: where the site was found, '' for a folder."""

    problems: tuple[Problem, ...]
    asked: int
    address: str = ""


def verify(target: str, tell: Callable[[str], None], most: int = MOST, runtime: Mapping[str, str] | None = None) -> Found:
    """target: an address, or a folder. most: how many files are asked for at the most. runtime: as `named.other_bytes` takes it."""
    place: Place = Web.at(target) if is_address(target) else Folder(Path(target))
    crawl = Crawl(place, tell, most, runtime or {})
    problems = in_order(crawl.problems())
    return Found(tuple(problems), len(crawl.answers), place.address if isinstance(place, Web) else "")


def is_address(target: str) -> bool:
    return target.startswith(("http://", "https://"))


@dataclass
class Crawl:
    """waiting: paths that are still to be asked for, each with what names it. links: to anchors, each with the page that has it.

    told: kinds of problems that are told once, since what is true of one file is true of all. canonical: what the first page says of its address.
    """

    place: Place
    tell: Callable[[str], None]
    most: int
    runtime: Mapping[str, str]
    waiting: deque[tuple[str, str]] = field(default_factory=deque)
    known: set[str] = field(default_factory=set)
    answers: dict[str, int] = field(default_factory=dict)
    anchors: dict[str, set[str]] = field(default_factory=dict)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    told: set[tuple[str, bool]] = field(default_factory=set)
    canonical: str = ""

    def problems(self) -> Iterator[Problem]:
        for path in _ALWAYS:
            self.wait_for(path, "")
        while self.waiting and len(self.answers) < self.most:
            path, asked_by = self.waiting.popleft()
            self.tell(f"Asking for {path or 'the first page'} ({len(self.answers) + 1} of {len(self.known)})")
            answer, problems = self.reached(path, asked_by)
            self.answers[path] = answer.status
            yield from problems
            if answer.status == 200:
                yield from self.met(path, answer)
            elif not path:
                return
        yield from self.between()

    def moved(self) -> Iterator[Problem]:
        """Old addresses that lead nowhere. A host that follows their list itself does not show it."""
        if self.canonical and urlsplit(self.canonical).path != urlsplit(self.place.address).path:
            return  # the site is looked at where it is not to stand, and the list says where it is to
        listed = self.place.get(_REDIRECTS)
        for old, new in redirects(listed.body) if listed.status == 200 else ():
            asked, wanted = within(old, "", self.place.address), within(new, "", self.place.address)
            if asked is None or wanted is None:
                continue
            answer, problems = self.reached(asked[0], _REDIRECTS)
            self.answers[asked[0]] = answer.status
            if not isinstance(self.place, Folder):
                yield from problems
            if wanted[0] not in self.answers:
                yield from rules.status(wanted[0], self.place.get(wanted[0]), _REDIRECTS)

    def wait_for(self, path: str, asked_by: str) -> None:
        if path not in self.known:
            self.known.add(path)
            self.waiting.append((path, asked_by))

    def reached(self, path: str, asked_by: str) -> tuple[Answer, list[Problem]]:
        """The answer at the end of a redirect within the site."""
        answer = self.place.get(path)
        if not answer.leads_to:
            return answer, list(rules.status(path, answer, asked_by))
        found = within(answer.leads_to, "", self.place.address)
        if found is None:
            elsewhere = Problem("served-elsewhere", f"`{path}` leads to another place, `{answer.leads_to}`", path=asked_by or "/",
                                hint="see what the host does with this address, or verify the site at its new one")
            return answer, [elsewhere]
        answer = self.place.get(found[0])
        slash = [] if asked_by == _REDIRECTS else [warning("served-slash", f"the host sends readers from `{path}` to `{found[0]}`", path=path, hint="let it leave the slash at the end of an address")]
        return answer, [*rules.status(path, answer, asked_by), *(slash if path.endswith("/") else [])]

    def met(self, path: str, answer: Answer) -> Iterator[Problem]:
        """What is wrong with the file that is there, and what it names."""
        yield from rules.kind(path, answer)
        yield from self.once(rules.keeping(path, answer), is_hashed(path))
        if why := other_bytes(path, answer.body, self.runtime):
            yield Problem("served-changed", f"this file is not the one that was built: {why}", path=path,
                          hint="upload it again as it is; some hosts and their networks rewrite what they serve, and have to be told not to")
        if not path or path.endswith(("/", ".html")):
            page = Page(answer.body.decode("utf-8", "replace"))
            self.anchors[path] = page.ids
            self.follow(page.hrefs, path)
            if not path:
                self.canonical = page.canonical
                yield from rules.policy(answer, page.policy)
                yield from rules.guessing(answer)
                self.follow((*(_SEARCH if b"<ec-search" in answer.body else ()), *(_WITH_ADDRESS if page.canonical else ())), path)
        else:
            try:
                self.follow(named_in(path, answer.body), path)
            except (ValueError, KeyError, TypeError, AttributeError):
                yield Problem("served-changed", "this file is not the one that was built: it cannot be read", path=path, hint="upload it again as it is")

    def follow(self, hrefs, path: str) -> None:
        for href in hrefs:
            found = within(href, path, self.place.address)
            if found is not None:
                self.wait_for(found[0], path)
                if found[1] and not found[0].startswith(("assets/", "python/")):
                    self.links.append((*found, path))

    def once(self, problems: Iterator[Problem], sort: bool) -> Iterator[Problem]:
        for problem in problems:
            if (problem.code, sort) not in self.told:
                self.told.add((problem.code, sort))
                yield problem

    def between(self) -> Iterator[Problem]:
        """What is seen when all is there: anchors, and how the host answers what no page names."""
        for path, anchor, page in self.links:
            if path in self.anchors and anchor not in self.anchors[path]:
                yield Problem("served-anchor", f"there is no `#{anchor}` in `{path or '/'}`", path=page, hint="see that all pages are of one build: upload the whole folder again")
        if self.waiting:
            yield warning("served-too-many", f"only {len(self.answers)} files were looked at, and at least {len(self.known)} can be reached", path="/",
                          hint="raise the number with `--most`")
        yield from self.moved()
        if isinstance(self.place, Folder):
            return
        yield from rules.not_found(self.place.get(NOWHERE))
        page = next((path for path in self.anchors if path.endswith("/") and self.answers.get(path) == 200), "")
        if page:
            yield from rules.slash(page, self.place.get(page.rstrip("/")), self.place.address)
