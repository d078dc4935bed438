"""The pages of a site: each as it was kept, or checked, run and drawn. Together they know what is wrong, and which files there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .addresses import page_file, part_address
from .asked import Asked, noting
from .cache import Content
from .check import Scope, check_facts, check_files, check_settings, check_texts, check_theme, theme_key
from .digest import digest_of
from .frozen import changing, frozen
from .keeping import Keeping, Keys, Page, group_of_run
from .memory import Memory
from .model import Chapter, Course, Outcomes
from .problem import Problem
from .render import Draft, Renderer, remembering
from .sharing import Helpers, possible
from .shelving import Run
from .site_files import Group

if TYPE_CHECKING:
    from .run import Runner

Pair = tuple[Course, Chapter]

#: What another process has to have to do before it pays, where a chapter is 1, and one with cells, each run in a Python, is more.
ENOUGH, WITH_CELLS = 24, 12

#: How many chapters are looked at as one: where one of them has changed, each of the others is looked at by itself.
TOGETHER = 64


@changing
class Count:
    """Tells how many of some things are done."""

    tell: Callable[[str], None]
    what: str = ""
    of: int = 0
    done: int = 0

    def add(self) -> None:
        self.done += 1
        self.tell(f"{self.what}: {self.done} of {self.of}")


@frozen
class Done:
    """What a process of its own gives of its share. facts, pages: as `Keeping` has `rows` and `pages`."""

    files: Mapping[str, Content]
    problems: list[Problem]
    needed: set[str]
    broken_templates: set[str]
    pages: Mapping[str, Any]
    facts: Mapping[str, Any]


@changing
class Work:
    """What a build has so far. A page that would be as it was is taken from where it is kept; its text is not even read.

    groups, searched: the files of runs of chapters in which nothing has changed, see `SiteFiles`, and what a search finds in them, by the paths of their pages. needed: what the pages hold that a policy has to allow. runs: all chapters, as they are kept.
    """

    renderer: Renderer
    start: Callable[[Callable[[str], None]], Runner]
    keeping: Keeping
    memory: Memory
    tell: Callable[[str], None]
    files: dict[str, Content] = field(default_factory=dict)
    searched: dict[str, Content] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    needed: set[str] = field(default_factory=set)
    broken_templates: set[str] = field(default_factory=set)
    runs: list[Run] = field(default_factory=list)
    failed: bool = False
    count: Count = field(default_factory=lambda: Count(lambda line: None))

    @cached_property
    def runner(self) -> Runner:
        """What runs cells is imported where there are some."""
        return self.start(self.tell)

    def add(self, problems: Iterable[Problem]) -> None:
        """Take up what is wrong."""
        for problem in problems:
            self.problems.append(problem)
            self.failed |= problem.is_error

    def chapters(self, all_of_them: Sequence[Pair], jobs: int) -> None:
        """Take every chapter as it was kept, or draw it: in as many as `jobs` processes, where there are many to draw."""
        several = [all_of_them[at : at + TOGETHER] for at in range(0, len(all_of_them), TOGETHER)]
        self.runs = [run_of(pairs) for pairs in several]
        others = [pair for pairs, taken in zip(several, [self.run_taken(number, run) for number, run in enumerate(self.runs)]) if not taken for pair in pairs]
        left = [pair for pair in others if not self.taken(*pair)]
        self.count = Count(self.tell, "Drawing pages", len(all_of_them), len(all_of_them) - len(left))
        shares = shares_of(left, jobs if possible() else 1)
        if len(shares) == 1:
            self.some(left)
        else:
            self.together(*shares)

    def some(self, chapters: Sequence[Pair], after_each: Callable[[], None] = lambda: None) -> None:
        for pair in chapters:
            self.chapter(*pair)
            self.count.add()
            after_each()

    def together(self, own: Sequence[Pair], *others: Sequence[Pair]) -> None:
        """Do a share here, while each of the others is done in a process of its own."""
        helpers = Helpers(others, self.elsewhere, lambda told: self.count.add() if told is None else self.tell(told))
        self.some(own, helpers.listen)
        for share, done in helpers.results():
            if done is None:
                self.some(share)
            else:
                self.take_over(done)

    def elsewhere(self, share: Sequence[Pair], send: Callable[[object], None]) -> Done:
        """Draw a share of the chapters in a process of its own. Sends None for each that is done, and lines to be told."""
        known = set(self.memory.facts)
        self.tell = send
        self.count = Count(lambda line: send(None))
        self.__dict__.pop("runner", None)  # it would tell in the other's name
        self.files, self.problems, self.needed, self.keeping.pages = {}, [], set(), {}
        self.some(share)
        facts = {key: row for key, one in self.memory.facts.items() if key not in known and (row := self.keeping.row(key, one))}
        return Done(self.files, self.problems, self.needed, self.broken_templates, self.keeping.pages, facts)

    def take_over(self, done: Done) -> None:
        self.keeping.rows |= done.facts
        self.files |= done.files
        self.keeping.pages |= done.pages
        self.broken_templates |= done.broken_templates
        self.needed |= done.needed
        self.add(done.problems)

    def run_taken(self, number: int, run: Run) -> bool:
        """Whether all pages of a run are as they were."""
        if self.renderer.fault or not self.keeping.known or not self.everything:
            return False
        page = self.keeping.run(run, self.everything, self.renderer.sources.texts)
        if page and page.group:
            self.groups[group_of_run(number)] = page.group
        return self.took(page)

    def taken(self, course: Course, chapter: Chapter) -> bool:
        if not self.keeping.knows(chapter.key):
            return False
        return self.kept(page_file(part_address(course, chapter)), self.keys(lambda: self.renderer.chapter(course, chapter), chapter))

    def chapter(self, course: Course, chapter: Chapter) -> None:
        """Check, run and draw."""
        draft = self.renderer.chapter(course, chapter)
        with noting() as asked:
            found = list(check_texts(Scope(self.renderer.site, ((course, chapter),)), self.renderer.addresses))
        outcomes = self.runner.chapter(course, chapter) if chapter.known.has_cells else Outcomes()
        found += untold(outcomes.problems, found)
        self.add(found)
        self.draw(draft, chapter, outcomes, found, asked)

    def site(self) -> None:
        """What concerns no chapter alone: the vocabulary, what is wrong between texts, and the other pages and files."""
        renderer = self.renderer
        self.vocabulary()
        self.add(check_settings(renderer.site, renderer.sources))
        self.add(self.keeping.problems(self.between(), lambda: check_facts(renderer.site, renderer.addresses), renderer.sources.texts))
        self.theme()
        for draft in (*renderer.listings(), *renderer.covers()):
            if not self.kept(draft.path, self.keys(lambda draft=draft: draft)):
                self.draw(draft)
        if not self.failed:
            self.add(check_files(renderer.site, renderer.sources, renderer.addresses))
            self.files |= renderer.files(self.needed)

    def between(self) -> str:
        """Changes with everything that can be wrong between texts."""
        sources = self.renderer.sources
        settings = sorted((path, source.digest) for path, source in sources.texts.items() if not path.endswith(".md"))
        return digest_of([self.renderer.others, settings, "".join([places for _, places in self.renderer.marks])])

    def vocabulary(self) -> None:
        """What is wrong with the definitions, kept as a page is that has no file."""
        draft = self.renderer.vocabulary()
        keys = self.keys(lambda: draft)
        if self.kept(draft.path, keys):
            return
        with noting() as asked:
            found = list(check_texts(Scope(self.renderer.site, terms=self.renderer.site.terms), self.renderer.addresses))
        self.add(found)
        if not self.renderer.fault and not any(problem.is_error for problem in found):
            self.keeping.keep(draft.path, keys, asked, {}, found, ())

    def theme(self) -> None:
        """A theme in which nothing was wrong is not looked through again."""
        key = theme_key(self.renderer.sources)
        if self.keeping.sound != key:
            found = list(check_theme(self.renderer.sources))
            self.add(found)
            self.keeping.sound = "" if found else key

    def keys(self, draft: Callable[[], Draft], chapter: Chapter | None = None) -> Keys:
        """draft: gives the page, which is not asked for where it is the same at first sight. chapter: the one that it shows, if any."""
        path, text = (chapter.source.path, chapter.key) if chapter else ("", "")
        return Keys(path, text, lambda: self.renderer.own_key(draft()), lambda asked: self.renderer.key(draft(), asked), lambda: self.everything)

    @cached_property
    def everything(self) -> str:
        """See `Keys`. To know it all texts have to be known, and those that are new are read for that: as many as are held until they are drawn."""
        keys = {chapter.key for course in self.renderer.site.courses for chapter in course.chapters}
        return self.renderer.everything if len(keys - self.keeping.texts.marks.keys()) <= self.memory.room else ""

    def kept(self, path: str, keys: Keys) -> bool:
        return self.took(None if self.renderer.fault else self.keeping.page(path, keys, self.renderer.sources.texts))

    def took(self, page: Page | None) -> bool:
        """Take up a page, or a run of pages, as it was kept. False where it was not."""
        if page is None:
            return False
        self.files |= page.files
        self.searched |= page.searched
        self.add(page.problems)
        self.needed |= page.needed
        return True

    def draw(self, draft: Draft, chapter: Chapter | None = None, outcomes: Outcomes | None = None, found: Sequence[Problem] = (), asked: Asked | None = None) -> None:
        """Draw the page unless the site is refused anyway.

        chapter: the one that it shows, if any. found: what is wrong with the text, which is kept with the page. asked: what was asked of others to find it.
        """
        if self.failed and not self.broken_templates or draft.template in self.broken_templates:
            return
        with remembering(self.keeping.listings(draft.source or draft.path)) as listings:
            drawn = self.renderer.draw(draft, outcomes)
        if drawn.problem:
            self.add([drawn.problem])
            self.broken_templates.add(draft.template)
        else:
            asked = drawn.asked | asked if asked else drawn.asked
            self.files |= self.keeping.keep(draft.path, self.keys(lambda: draft, chapter), asked, drawn.files, found, drawn.needed, listings,
                                            self.memory.fronts.get(draft.source))
            self.needed |= drawn.needed


def run_of(chapters: Sequence[Pair]) -> Run:
    return Run(tuple(chapter.key for _, chapter in chapters), tuple(page_file(part_address(course, chapter)) for course, chapter in chapters))


def shares_of(chapters: Sequence[Pair], jobs: int) -> list[list[Pair]]:
    """`chapters` in runs that take about as long as each other: one for each of `jobs`, fewer where there is not enough to do."""
    weights = [WITH_CELLS if "{code-cell}" in chapter.source.text else 1 for _, chapter in chapters]
    number = max(1, min(jobs, sum(weights) // ENOUGH))
    shares: list[list[Pair]] = [[] for _ in range(number)]
    before = 0
    for pair, weight in zip(chapters, weights):
        shares[before * number // sum(weights)].append(pair)
        before += weight
    return shares


def untold(found: Iterable[Problem], told: Iterable[Problem]) -> list[Problem]:
    """What running found, without the imports that `check` found already: the cell stops at the same line."""
    lines = {problem.where[:2] for problem in told if problem.code == "unknown-import"}
    return [problem for problem in found if problem.where[:2] not in lines]
