"""The whole site: which page stands at which address, which template draws it, and by what it is known whether it would be the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, field, fields
from functools import cached_property, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..addresses import GLOSSARY, OFFLINE, REVIEW, SERVICE_WORKER, Addresses, course_address, cover_file, page_file, part_address
from ..asked import TEXT, Asked, noting
from ..cache import NO_CACHE, Cache, Content, bytes_of, of_the_program, rows_of
from ..catalogue import Catalogues
from ..digest import digest_of
from ..frozen import frozen
from ..model import Chapter, Course, Outcomes, Planned, Site, told
from ..problem import Problem
from ..sources import Sources
from .assets import Assets, Circle, kept_assets
from .hosting import hosting_files
from .indexes import has_feed, index_files
from .offline import no_service_worker, service_worker
from .published import published
from .redirects import redirects

if TYPE_CHECKING:  # what draws is imported when something is drawn
    from jinja2 import Environment

    from ..cover import Painter, Words
    from .builder import PageBuilder
    from .wheels import WheelFiles


@frozen
class Draft:
    """A page that can be drawn, or a picture.

    path: of its file. template: '' for a picture. source: that of its text, '' for none. language: of the page. spoken: of its words. basis: all that it is drawn from, but for
    what it asks of others. page: gives its template's input. beside: gives the files that are made with it; of a picture, the picture.
    """

    path: str
    template: str
    language: str
    spoken: str
    basis: object
    page: Callable[[PageBuilder], object]
    beside: Callable[[PageBuilder], Mapping[str, bytes]] = lambda builder: {}
    source: str = ""


@frozen
class Drawn:
    """files: by their path on the site, none where there is a problem. asked: what was asked of others on the way. needed: as `policy.needs` gives it."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    asked: Asked = field(default_factory=Asked)
    problem: Problem | None = None
    needed: frozenset[str] = frozenset()


@frozen
class Renderer:
    """Draws the pages of one site. bytecode: as `Outcomes` has it. catalogues: the words of pages in each language. cache: keeps the assets of this release."""

    site: Site
    sources: Sources
    bytecode: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    catalogues: Catalogues = field(default_factory=lambda: Catalogues({}))
    cache: Cache = NO_CACHE
    _assets: dict[str, Assets] = field(default_factory=dict)
    _environments: dict[str, Environment] = field(default_factory=dict)
    _builders: dict[tuple[str, str], PageBuilder] = field(default_factory=dict)
    _keys: dict[tuple[str, str], str] = field(default_factory=dict)

    def after(self, before: Renderer | None) -> Renderer:
        """The same, with what `before` has worked out and what is still right."""
        if before and self._made_from(before._assets) == before._made_from(before._assets):
            self._assets.update(before._assets)
            if self.sources.templates == before.sources.templates:
                self._environments.update(before._environments)
        return self

    def _made_from(self, languages: Iterable[str]) -> list[object]:
        """All that the assets in these languages are made from."""
        runtime = [(name, file.size) for name, file in self.sources.runtime.items()]
        return [self.sources.marks, self.sources.runtime_version, runtime, self._coursekit, sorted(self.sources.own), self.site.offline,
                [self.catalogues.key(language) for language in languages]]

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.site, self.sources.files, frozenset(self.sources.root_files), self._once)

    @property
    def assets(self) -> Assets:
        """Those of the site's own language."""
        return self.assets_in(self.catalogues.spoken(self.site.language))

    def assets_in(self, language: str) -> Assets:
        """Scripts have their words in them, so each language has its own; those without words are the same file for all."""
        if language not in self._assets:
            def make() -> Assets:
                from ..translated import sentences
                from .made_assets import make_assets

                return make_assets(self.sources, self.site.offline, self.catalogues.of(language), sentences(self.sources.page_python, language, self.catalogues))

            self._assets[language] = kept_assets(self.cache, self._made_from([language]), make, self._shared)
        return self._assets[language]

    @cached_property
    def _shared(self) -> Cache:
        """Where every site has its assets, if nothing in them is an author's own."""
        own = len(self.sources.shipped) < len(self.sources.static) or any(source.path.startswith("languages/") for texts in self.sources.languages.values() for source in texts)
        return of_the_program(self.cache) if self.cache.folder and not own else NO_CACHE

    def asset(self, path: str) -> bytes | None:
        """The asset at `path` on the site, None where there is none."""
        asked = chain(list(self._assets.values()), map(self.assets_in, chain([self._spoken()], self._elsewhere())))
        return next((bytes_of(assets.contents[path]) for assets in asked if path in assets.contents), None)

    def _elsewhere(self) -> Iterator[str]:
        """The other languages: to know them, every chapter is asked for its own."""
        yield from self._languages

    @cached_property
    def _languages(self) -> list[str]:
        """Every language in which pages speak."""
        return self._once("languages", self._all_languages, lambda kept: isinstance(kept, list) and {*self.catalogues.languages} >= {*kept})

    def _all_languages(self) -> list[str]:
        languages = {(course.language_of(chapter), course.language) for course in self.site.courses for chapter in course.chapters}
        chapters = {self.catalogues.spoken(*asked, self.site.language) for asked in languages}
        return sorted(chapters | {self._spoken(course) for course in self.site.courses} | {self._spoken()})

    def _spoken(self, course: Course | None = None, chapter: Chapter | None = None) -> str:
        """The language of the words of a page: its own, or else that of what it stands in."""
        asked = [course.language_of(chapter)] if course and chapter else []
        return self.catalogues.spoken(*asked, *([course.language] if course else []), self.site.language)

    @cached_property
    def wheels(self) -> dict[str, WheelFiles]:
        """By a course's slug."""
        if not any(course.wheels for course in self.site.courses):
            return {}
        from .wheels import WheelFiles

        return {course.slug: WheelFiles(course, self.sources.runtime_version, self.bytecode.get(course.slug, {}))
                for course in self.site.courses if course.wheels}

    def builder(self, language: str, spoken: str) -> PageBuilder:
        """What the pages in `language` are made with, whose words are in the language `spoken`."""
        from .builder import PageBuilder

        if (language, spoken) not in self._builders:
            locks = {slug: own.lock_path for slug, own in self.wheels.items()}
            self._builders[language, spoken] = PageBuilder(self.site, Outcomes(), self.addresses, self._environment(spoken), self.assets_in(spoken), language,
                                                           self.catalogues.of(spoken), locks, has_feed(self.site), self._painter is not None)
        return self._builders[language, spoken]

    @cached_property
    def _painter(self) -> Painter | None:
        """None where the site does not say where it stands: who shows a picture beside a link wants its whole address."""
        if not self.site.url:
            return None
        from ..cover import painter

        return painter(self.sources.static)

    def _environment(self, language: str) -> Environment:
        from .templates import make_environment

        if language not in self._environments:
            names = self.assets_in(language).names
            self._environments[language] = make_environment(self.sources.templates, lambda name: names.get(name, ""), self.catalogues.of(language),
                                                                    trusted=not any(path.startswith("templates/") for path in self.sources.own))
        return self._environments[language]

    @cached_property
    def fault(self) -> Problem | None:
        """What is wrong with the theme so that no page can be drawn."""
        try:
            self.assets  # noqa: B018
        except Circle as circle:
            return Problem("script-circle", f"scripts name each other in a circle: {circle}", path=f"static/{str(circle).split(' ')[0]}",
                           hint="let one of them do without the other: each name holds a hash of all that it names")
        return None

    def draw(self, draft: Draft, outcomes: Outcomes | None = None) -> Drawn:
        """The page and what is made with it. What is wrong with a template is a problem with the template's line."""
        from .templates import template_problem

        builder = self.builder(draft.language, draft.spoken)
        builder = builder.with_outcomes(outcomes) if outcomes else builder
        with noting() as asked:
            if not draft.template:
                return Drawn(draft.beside(builder), asked)
            try:
                page, needed = published(builder.environment.get_template(draft.template).render(page=draft.page(builder)))
                return Drawn({draft.path: page, **draft.beside(builder)}, asked, needed=needed)
            except Exception as error:
                problem = template_problem(error, self.sources.templates, draft.template)
                if problem is None:
                    raise
                return Drawn(asked=asked, problem=problem)

    def key(self, draft: Draft, asked: Asked) -> str:
        """Changes with all that the page is drawn from. asked: what it asked of others when it was drawn last."""
        facts = [(path, name, self._fact(path, name)) for path in sorted(asked.facts) if path != draft.source for name in sorted(asked.facts[path])]
        targets = [(href, path, self._target(href, path)) for href, path in sorted(asked.targets)]
        labels = [(label, path, [[told(place.labelled), place.chapter.source.path, place.part] for place in self.addresses.labelled(label, path)]) for label, path in sorted(asked.labels)]
        templates = [(name, self._templates.get(name)) for name in sorted(asked.templates)]
        return digest_of([self.own_key(draft), facts, targets, labels, templates])

    def own_key(self, draft: Draft) -> str:
        """Changes with all that the page is drawn from but for what it asks of others."""
        return digest_of([self._common(draft.language, draft.spoken), draft.path, draft.template, draft.basis])

    @cached_property
    def marks(self) -> list[tuple[str, str]]:
        """Of each chapter, see `Chapter.marks`."""
        return [chapter.marks for _, chapter in self.addresses.chapters.values()]

    @cached_property
    def others(self) -> str:
        """Changes with everything that any page may ask of others, but for whole texts. Where it is as it was, so are all answers, and none need be compared."""
        chapters = "\0".join(self.addresses.chapters), "".join([mark for mark, _ in self.marks])  # of a path and its course comes its address
        parts = [(course.slug, course.folder, "\0".join([part.slug for part in course.parts])) for course in self.site.courses]
        files = [(path, file.size, file.width, file.height) for path, file in self.sources.files.items()]
        return digest_of([chapters, parts, files, sorted(self.sources.root_files), sorted(self._templates.items())])

    @cached_property
    def everything(self) -> str:
        """Changes with all that any chapter's page is drawn from or may ask, but for texts. Where it and its own text are as they were, so is a page."""
        return digest_of([self._words_of_all, [self._common("", spoken) for spoken in self._languages], [self._python(course) for course in self.site.courses]])

    @cached_property
    def _words_of_all(self) -> str:
        """Changes with settings, terms, and everything that any page may ask of others, but for whole texts."""
        terms = [(term.name, term.key) for term in self.site.terms]
        return digest_of([self.others, _words(self.site), self._outlines, terms, sorted(self.sources.languages)])

    def _once(self, name: str, make: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
        """What `make` gives, which asks all chapters, or what it gave when all that they could have answered was the same. right: see `Cache.once`."""
        return self.cache.once(name, self._words_of_all, make, right) if self.cache.folder else make()

    def _index_files(self) -> dict[str, Content]:
        """The files that list all chapters, kept as the pages are. What else they are made from stands in `everything`."""
        made = lru_cache(partial(index_files, self.site, self.assets))

        def make() -> object:
            blobs = self.cache.put_blobs(made())
            return None if blobs is None else rows_of(blobs)

        kept = self.cache.once("index", self.everything, make, lambda kept: self.cache.blobs(kept) is not None) if self.cache.folder else None
        files = self.cache.blobs(kept)
        return made() if files is None else files

    def _fact(self, path: str, name: str) -> object:
        if path not in self.addresses.chapters:
            return None
        chapter = self.addresses.chapters[path][1]
        return chapter.key if name == TEXT else told(getattr(chapter.known, name))

    def _target(self, href: str, path: str) -> list[object]:
        target, file = self.addresses.find(href, path), self.addresses.file(href, path)
        return [target.kind, target.address, [file.size, file.width, file.height] if file else None]

    @cached_property
    def _templates(self) -> dict[str, str]:
        """A mark of each template, by its name."""
        return {name: digest_of(text) for name, text in self.sources.templates.items()}

    def _common(self, language: str, spoken: str) -> str:
        """What every page in a language is drawn from: settings, words, the script that stands in each, and the names of assets, which hold hashes. A script
        names another, so one change is many."""
        if (language, spoken) not in self._keys:
            assets = self.assets_in(spoken)
            self._keys[language, spoken] = digest_of([_words(self.site), bool(self.site.terms), has_feed(self.site), language, self.catalogues.key(spoken),
                                                      assets.before, sorted(assets.names.items()), sorted(self.sources.templates)])
        return self._keys[language, spoken]

    # ── the pages ──

    def chapter(self, course: Course, chapter: Chapter) -> Draft:
        basis = [chapter.key, self._outlines[course.folder], course.number_of(chapter), [self.addresses.terms[name].key for name in chapter.known.terms]]
        if chapter.known.has_cells:
            basis += self._python(course)

        def page(builder: PageBuilder) -> object:
            from .chapter import chapter_page

            return chapter_page(course, chapter, builder)

        def beside(builder: PageBuilder) -> Mapping[str, bytes]:
            from .own import own_files
            from .search_text import chapter_text

            return own_files(course, chapter, builder, self.sources.coursekit) | chapter_text(course, chapter, builder.words)

        return Draft(page_file(part_address(course, chapter)), "chapter.html", course.language_of(chapter), self._spoken(course, chapter), basis, page, beside, chapter.source.path)

    def vocabulary(self) -> Draft:
        """The definitions, as what is drawn on no page of their own. Where they stand in their file counts, since what is wrong is told with its line."""
        return Draft(":vocabulary", "", self.site.language, self._spoken(), [term.span.source.digest for term in self.site.terms[:1]], lambda builder: None)

    @cached_property
    def _outlines(self) -> dict[str, str]:
        """All that a course says of itself and of the order of its parts, nothing of what is in them; by its folder."""
        return {course.folder: digest_of(_outline(course)) for course in self.site.courses}

    def _python(self, course: Course) -> list[object]:
        """All that the cells of a course run with."""
        return [self.sources.runtime_version, self.sources.snapshot, [wheel.sha256 for wheel in course.wheels],
                self.wheels[course.slug].lock_path if course.wheels else "", self._coursekit]

    @cached_property
    def _coursekit(self) -> str:
        return digest_of(sorted(self.sources.coursekit.items()))

    def listings(self) -> Iterator[Draft]:
        """Every page that is not a chapter's."""
        own = self.site.language, self._spoken()
        yield Draft("index.html", "courses.html", *own, self._outlines, partial(_listing, "courses_page", self.site))
        yield Draft("404.html", "not-found.html", *own, [_words(course) for course in self.site.courses], partial(_listing, "not_found_page", self.site))
        if self.site.offline:
            yield Draft(page_file(OFFLINE), "offline.html", *own, None, partial(_listing, "offline_page"))
        for course in self.site.courses:
            yield Draft(page_file(course_address(course)), "course.html", course.language, self._spoken(course), self._outlines[course.folder], partial(_listing, "course_page", course))
            for chapter in course.with_aliases:
                for alias, _ in chapter.aliases:
                    address = f"{course.slug}/{alias.strip('/')}/"
                    yield Draft(page_file(address), "redirect.html", course.language_of(chapter), self._spoken(course, chapter), [self._outlines[course.folder], chapter.slug],
                                partial(_listing, "redirect_page", course, chapter, address))
        yield Draft(page_file(REVIEW), "review.html", *own, [_words(course) for course in self.site.courses], partial(_listing, "review_page", self.site))
        if self.site.terms:
            basis = [(term.key, term.listed) for term in self.site.terms]
            yield Draft(page_file(GLOSSARY), "glossary.html", *own, [basis, self._outlines], partial(_listing, "glossary_page", self.site), self._glossary_text)

    def covers(self) -> Iterator[Draft]:
        """The pictures of pages, none where there is no painter."""
        if not self._painter:
            return
        from .covers import course_covers, site_cover

        found = [("", site_cover(self.site)), *(one for course in self.site.courses for one in course_covers(course, self.site, self.catalogues.of(self._spoken(course))))]
        for address, words in found:
            yield Draft(cover_file(address), "", self.site.language, self._spoken(), astuple(words), lambda builder: None, partial(self._cover, address, words))

    def _cover(self, address: str, words: Words, builder: PageBuilder) -> Mapping[str, bytes]:
        return {cover_file(address): self._painter.cover(words)}

    def _glossary_text(self, builder: PageBuilder) -> Mapping[str, bytes]:
        from .search_text import glossary_text

        return glossary_text(self.site, builder.words)

    # ── the other files ──

    def files(self, needed: Iterable[str] = ()) -> dict[str, Content]:
        """What is no page: by its path its content, or the place on the disk from which it is copied as it is.

        needed: of all pages, as `policy.needs` gives it.
        """
        assets = {path: content for language in self._languages for path, content in self.assets_in(language).contents.items()}
        files: dict[str, Content] = {**assets, **self._index_files(), **redirects(self.site), **hosting_files(self.site, needed),
                                          **self.sources.root_files}
        files |= {path.removeprefix("course/"): self.sources.files[path].place for path in sorted(self.addresses.published)}
        for packages in self.wheels.values():
            files |= packages.files
        runtime = {f"python/{self.sources.runtime_version}/{name}": file.place for name, file in self.sources.runtime.items()} if self._has_cells else {}
        return {**files, **runtime, SERVICE_WORKER: self._service_worker([*assets, *runtime])}

    def other_file(self, path: str) -> bytes | Path | None:
        """One file that is neither a page, nor an asset, nor stands beside a chapter; None where there is none. Asks for little of the site."""
        runtime = {f"python/{self.sources.runtime_version}/{name}": file.place for name, file in self.sources.runtime.items()}
        for files in (lambda: runtime, lambda: self.sources.root_files, lambda: {name: file for own in self.wheels.values() for name, file in own.files.items()},
                      lambda: index_files(self.site, self.assets)):
            if path in (found := files()):
                return found[path]
        return None

    @property
    def _has_cells(self) -> bool:
        return self._once("cells", lambda: any(chapter.known.has_cells for course in self.site.courses for chapter in course.chapters), lambda kept: isinstance(kept, bool))

    def _service_worker(self, hashed: list[str]) -> bytes:
        if not self.site.offline:
            return no_service_worker(self.sources.static)
        return service_worker(self.sources.static, hashed, ["", REVIEW, *([GLOSSARY] if self.site.terms else [])], OFFLINE)


def _listing(name: str, *given: object) -> object:
    """The input of one of the pages in `listings.py`. The last of `given` is the builder."""
    from . import listings

    return getattr(listings, name)(*given)


def _outline(course: Course) -> object:
    parts = [repr(part) if isinstance(part, Planned) else part.slug for part in course.parts]
    return [_words(course), course.authors, [package.text for package in course.packages], parts]


def _words(settings: Site | Course) -> list[tuple[str, str | bool]]:
    """Every setting that is a text or a flag, by name: one that is new is in it by itself."""
    return [(one.name, value) for one in fields(settings) if isinstance(value := getattr(settings, one.name), (str, bool))]
