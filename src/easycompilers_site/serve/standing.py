"""What the site is at this moment: its pages, drawn when they are asked for, and all that is wrong with it.

One thread at a time works on the site. Who asks for a page goes before what is looked through in the background.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path

from ..addresses import COVERS, course_address, page_file
from ..asked import Asked, noting
from ..cache import Cache
from ..catalogue import Catalogues
from ..check import Scope, check_between, check_texts, check_theme, theme_key
from ..digest import digest_of
from ..keeping import Keeping
from ..model import Chapter, Course, Outcomes, Site
from ..parse import parse
from ..problem import Problem, in_order
from ..provide import provide
from ..read import read, release, reread
from ..render import Draft, Renderer
from ..run import Runner
from ..sources import Sources
from ..work import untold


@dataclass
class Looked:
    """What was found of a chapter. key: of all that it was found from. files: its page and what is made with it. runs: its cells are still to be run."""

    key: str
    asked: Asked
    problems: list[Problem]
    files: dict[str, bytes] = field(default_factory=dict)
    runs: bool = False


class Standing:
    def __init__(self, site: Path, tell: Callable[[str], None], report: Callable[[Collection[Problem]], None], snapshot: bool) -> None:
        self.folder, self.tell, self.report, self.snapshot = site, tell, report, snapshot
        self.cache = Cache(site / ".easycompilers" / "cache")
        self.keeping = Keeping(self.cache, release(self.cache))
        self.memory = self.keeping.memory()
        self.lock = threading.RLock()
        self.changed = threading.Condition()
        self.version = self.edition = self.telling = 0  # of the site, of its pages, and of what is told of it
        self.waiting = 0  # requests that wait for the lock
        self.stopped = False
        self.pictures: dict[str, int] = {}  # by its address, the edition with which a file beside the chapters became another
        self.gone: dict[str, tuple[str, str]] = {}  # by the address at which it stood, path and title of a chapter
        self.looked: dict[str, Looked] = {}
        self.between: list[Problem] = []
        self.told: list[Problem] | None = None
        self.running = ""
        self.theme: tuple[str, list[Problem]] = ("", [])
        self.wheels: tuple[str, dict, tuple[Problem, ...]] = ("", {}, ())
        self.sources = read(site, snapshot, self.cache)
        self.renderer: Renderer | None = None
        self._stand()

    # ── changes ──

    def change(self, places: Collection[Path]) -> None:
        """Take up what was saved. places: none where everything is to be read anew."""
        with self.lock:
            sources = reread(self.sources, self.folder, places, self.snapshot)
            if not places and _same(sources, self.sources):
                return
            changed = {place.relative_to(self.folder).as_posix() for place in places if place.is_relative_to(self.folder)}
            changed |= {path for path, file in sources.files.items() if self.sources.files.get(path) != file}
            self.pictures |= {f"/{path.removeprefix('course/')}": self.edition + 1 for path in changed & sources.files.keys()}
            self.sources = sources
            self._stand()
            self.version += 1
        self._say(pages=True)

    def _stand(self) -> None:
        site = self._provided(parse(self.sources, self.memory))
        catalogues = Catalogues(self.sources.languages, self.cache)
        self.runner = Runner(site, self.sources, self.cache, self.tell, remember=True, catalogues=catalogues)
        before = self.renderer.addresses.pages if self.renderer else {}
        self.renderer = Renderer(site, self.sources, catalogues=catalogues).after(self.renderer)  # without bytecode of wheels, which only saves time
        paths = self.renderer.addresses.chapters
        self.gone |= {address: (before[address].source.path, before[address].title) for address in before.keys() - self.renderer.addresses.pages.keys()}
        self.looked = {path: looked for path, looked in self.looked.items() if path in paths}

    def _provided(self, parsed: Site) -> Site:
        """The site with its wheels. They are looked for again only where what says which they are is another."""
        decides = [(path, source.digest) for path, source in self.sources.texts.items() if path.endswith(("/course.yaml", "/packages.lock"))]
        key = digest_of([decides, [(path, file.size) for path, file in self.sources.files.items() if path.endswith(".whl")]])
        if key != self.wheels[0]:
            site = provide(parsed, self.sources, self.folder, self.tell)
            self.wheels = (key, {course.folder: course.wheels for course in site.courses}, site.problems[len(parsed.problems):])
        _, wheels, problems = self.wheels
        courses = tuple(replace(course, wheels=wheels.get(course.folder, ())) for course in parsed.courses)
        return replace(parsed, courses=courses, problems=(*parsed.problems, *problems))

    def _say(self, pages: bool = False) -> None:
        with self.changed:
            self.edition += pages
            self.telling += 1
            self.changed.notify_all()

    def wait(self, seen: tuple[int, int], seconds: float) -> tuple[int, int]:
        """The numbers of the pages and of what is told of them, once they differ from `seen`, or after `seconds`."""
        with self.changed:
            self.changed.wait_for(lambda: self.stopped or (self.edition, self.telling) != seen, timeout=seconds)
            return self.edition, self.telling

    def stop(self) -> None:
        self.stopped = True
        self._say()

    # ── what is asked for ──

    def file(self, path: str) -> tuple[int, bytes | Path] | None:
        """Status and content of what stands at `path` on the site, None where there is nothing and no page that says so."""
        self.waiting += 1
        try:
            with self.lock:
                found = self._file(path)
                if found is not None:
                    return 200, found
                missing = self._file("404.html")
                return None if missing is None else (404, missing)
        finally:
            self.waiting -= 1

    def _file(self, path: str) -> bytes | Path | None:
        renderer = self.renderer
        if renderer.fault:
            return _refusal(renderer.fault) if path.endswith(".html") else None
        folder = path.rpartition("/")[0] + "/"
        if folder in renderer.addresses.pages:
            chapter = renderer.addresses.pages[folder]
            if path == page_file(folder) or path.endswith((f"/{chapter.slug}.md", f"/{chapter.slug}.ipynb")):
                return self._look(chapter, draw=True).files.get(path)
        asset = renderer.asset(path)
        if asset is not None:
            return asset
        if f"course/{path}" in self.sources.files and self._is_published(f"course/{path}"):
            return self.sources.files[f"course/{path}"].place
        for draft in renderer.listings() if path.endswith(".html") else renderer.covers() if path.startswith(COVERS) else ():
            if draft.path == path:
                drawn = renderer.draw(draft)
                return _refusal(drawn.problem) if drawn.problem else drawn.files[path]
        return renderer.other_file(path)

    def _is_published(self, path: str) -> bool:
        """Whether a text refers to the file. Asked first of the pages that were looked at: most files are wanted by one of those."""
        addresses = self.renderer.addresses
        return path in addresses.published_by(addresses.chapters[other][1] for other in self.looked) or path in addresses.published

    def page_of(self, path: str) -> str:
        """The address, from the root, of the page that shows the text at `path`; '' for none."""
        with self.lock:
            chapters = self.renderer.addresses.chapters
            return f"/{chapters[path][0]}" if path in chapters else ""

    def gone_from(self, address: str) -> dict[str, object]:
        """The source of the chapter that stood at an address and does not any more, and where one may go on; {} where none did.

        links: chapters of the same title, since the file may have another name now, and the course.
        """
        with self.lock:
            addresses = self.renderer.addresses
            if address not in self.gone or address in addresses.pages:
                return {}
            source, title = self.gone[address]
            course = addresses.course_of(source)
            links = [*((place, chapter.title) for place, chapter in addresses.pages.items() if chapter.title == title),
                     *([(course_address(course), course.title)] if course else [])]
            return {"source": source, "links": [{"href": f"/{place}", "title": called} for place, called in links]}

    def _look(self, chapter: Chapter, draw: bool) -> Looked:
        """Look at a chapter, unless everything that it was found from is as it was; and draw it where that is asked for."""
        path, course = chapter.source.path, self.renderer.addresses.course_of(chapter.source.path)
        draft = self.renderer.chapter(course, chapter)
        known = self.looked.get(path)
        if known is None or self.renderer.key(draft, known.asked) != known.key:
            known = self.looked[path] = self._found(course, chapter, draft)
        if draw and not known.files:
            self._draw(course, chapter, draft, known)
        return known

    def _found(self, course: Course, chapter: Chapter, draft: Draft) -> Looked:
        with noting() as asked:
            problems = list(check_texts(Scope(self.renderer.site, ((course, chapter),)), self.renderer.addresses))
        outcomes = self.runner.kept(course, chapter)
        problems += untold(outcomes.problems, problems) if outcomes else []
        return Looked(self.renderer.key(draft, asked), asked, problems, runs=outcomes is None)

    def _draw(self, course: Course, chapter: Chapter, draft: Draft, known: Looked) -> None:
        drawn = self.renderer.draw(draft, self.runner.kept(course, chapter) or Outcomes())
        if drawn.problem:
            known.problems.append(drawn.problem)
            known.files = {draft.path: _refusal(drawn.problem)}
        else:
            known.files = dict(drawn.files)
        known.asked = known.asked | drawn.asked
        known.key = self.renderer.key(draft, known.asked)

    # ── in the background ──

    def work(self) -> None:
        """Look through the whole site after each change: run what is to be run, and tell all that is wrong."""
        done = -1
        while not self.stopped:
            version = self.version
            if version == done:
                with self.changed:
                    self.changed.wait_for(lambda: self.stopped or self.version != done)
            elif self._look_through(version):
                if done < 0:
                    self._keep()
                done = version

    def _keep(self) -> None:
        """Keep what is known of texts, so that the next preview need not read them."""
        with self.lock:
            self.keeping.save(self.memory, self.sources, whole=False)

    def _look_through(self, version: int) -> bool:
        """Whether the end was reached before another change came."""
        with self.lock:
            chapters = [chapter for _, chapter in self.renderer.addresses.chapters.values()]
        for chapter in self._first_those_asked_for(chapters):
            if not self._at_leisure(version):
                return False
            with self.lock:
                if self.version != version:
                    return False
                runs = self._look(chapter, draw=False).runs
            if runs:
                self._run(chapter, version)
        with self.lock:
            if self.version != version:
                return False
            self.between = [*check_texts(Scope(self.renderer.site, terms=self.renderer.site.terms), self.renderer.addresses),
                            *check_between(self.renderer.site, self.sources, self.renderer.addresses), *self._theme(),
                            *([self.renderer.fault] if self.renderer.fault else [])]
        self._tell_all()
        return True

    def _theme(self) -> list[Problem]:
        """What is wrong with the theme, looked for where it is another."""
        key = theme_key(self.sources)
        if key != self.theme[0]:
            self.theme = (key, list(check_theme(self.sources)))
        return self.theme[1]

    def _first_those_asked_for(self, chapters: list[Chapter]) -> Iterator[Chapter]:
        open_ones = {path for path, looked in self.looked.items() if looked.files}
        yield from sorted(chapters, key=lambda chapter: chapter.source.path not in open_ones)

    def _at_leisure(self, version: int) -> bool:
        """Wait while a page is asked for. False where another change came."""
        with self.changed:
            while self.waiting and self.version == version and not self.stopped:
                self.changed.wait(0.005)
        return self.version == version and not self.stopped

    def _run(self, chapter: Chapter, version: int) -> None:
        """Run a chapter's cells, while pages are served. Who shows the page is told before and after."""
        with self.lock:
            path, course, runner = chapter.source.path, self.renderer.addresses.course_of(chapter.source.path), self.runner
            text, facts = chapter.text, chapter.known
        self.running = path
        self._say()
        runner.chapter(course, replace(chapter, read=lambda chapter: text, know=lambda chapter: facts))
        self.running = ""
        with self.lock:
            if self.version == version:
                self.looked.pop(path, None)
                self._look(chapter, draw=False)
        self._say(pages=True)

    def problems(self) -> list[Problem]:
        """All that is known to be wrong now."""
        with self.lock:
            return in_order([*self.between, *(problem for looked in self.looked.values() for problem in looked.problems)])

    def _tell_all(self) -> None:
        problems = self.problems()
        if self.told is None or [_shown(one) for one in problems] != [_shown(one) for one in self.told]:
            self.told = problems
            self.report(problems)
        self._say()


def _same(one: Sources, other: Sources) -> bool:
    def words(sources: Sources) -> list[object]:
        catalogues = {source.path: source for sources in sources.languages.values() for source in sources}
        return [{path: source.text for path, source in texts.items()} for texts in (sources.texts, sources.listings, catalogues)]

    def rest(sources: Sources) -> Sources:
        return replace(sources, texts={}, listings={}, languages={}, problems=())

    return words(one) == words(other) and rest(one) == rest(other)


def _shown(problem: Problem) -> tuple:
    return (problem.where, problem.code, problem.message, problem.hint)


def _refusal(problem: Problem) -> bytes:
    """A page in the place of one that cannot be drawn; the panel in it says why."""
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>This page cannot be drawn</title></head>'
            f"<body><main><h1>This page cannot be drawn</h1><p>{escape(problem.message)}</p></main></body></html>").encode()
