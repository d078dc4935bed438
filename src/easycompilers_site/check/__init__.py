"""The site's model in, problems out. Pure. One generator for each rule, and two tuples that list them. The rules of a theme
stand in `theme.py`, which is imported where a theme has changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..digest import digest_of
from ..model import Site
from ..problem import Problem, in_order
from ..source import Span
from ..sources import Sources
from . import accessibility, catalogues, exercises, files, formulas, html, imports, leftovers, links, pages, quizzes, roles, structure
from . import addresses as addresses_
from .scope import Scope, everything

__all__ = ["Scope", "check", "check_between", "check_facts", "check_files", "check_settings", "check_texts", "check_theme", "everything", "links_to_other_hosts", "theme_key"]

#: What is wrong with one text. Nothing but the text, the addresses and the course that it stands in may decide.
RULES_OF_TEXTS = (
    structure.misplaced,
    structure.definitions,
    leftovers.fences,
    leftovers.footnotes,
    leftovers.formulas,
    leftovers.tables,
    leftovers.placeholders,
    html.balanced,
    pages.control_characters,
    structure.figures_without_words,
    imports.unprovided,
    links.broken_links,
    links.missing_pictures,
    roles.roles,
    links.outcomes,
    links.prerequisites,
    exercises.whole,
    exercises.messages,
    quizzes.lists,
    quizzes.choices,
    quizzes.typed_answers,
    quizzes.balance,
    quizzes.returns,
    quizzes.sections,
    accessibility.pictures,
    accessibility.headings,
    accessibility.links,
    accessibility.tables,
    accessibility.languages,
    formulas.formulas,
)

#: What is wrong between texts. They ask for the facts of chapters, never for their texts, which need not be there.
RULES_OF_SITES = (
    addresses_.aliases,
    addresses_.taken,
    addresses_.windows_names,
    roles.labels,
    pages.names_that_differ_in_case,
    pages.undefined_terms,
    pages.unused_terms,
)


def check(site: Site, sources: Sources) -> list[Problem]:
    """Every problem that can be seen without running a cell, sorted."""
    addresses = addresses_of(site, sources)
    found = [*check_between(site, sources, addresses), *check_theme(sources), *check_texts(everything(site), addresses)]
    return in_order(found if any(problem.is_error for problem in found) else [*found, *check_files(site, sources, addresses)])


def addresses_of(site: Site, sources: Sources) -> Addresses:
    return Addresses(site, sources.files, frozenset(sources.root_files))


def links_to_other_hosts(site: Site, sources: Sources) -> list[tuple[str, Span]]:
    """The address of each link that leaves the site, and its place."""
    return list(links.to_other_hosts(everything(site), addresses_of(site, sources)))


def check_texts(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """What is wrong with each text of `scope` by itself."""
    for _, chapter in scope.chapters:
        yield from chapter.facts.problems
    for rule in RULES_OF_TEXTS:
        yield from rule(scope, addresses)


def check_between(site: Site, sources: Sources, addresses: Addresses) -> Iterator[Problem]:
    """What is wrong with settings, with the glossary as a file, with drafts, and between texts."""
    yield from check_settings(site, sources)
    yield from check_facts(site, addresses)


def check_settings(site: Site, sources: Sources) -> Iterator[Problem]:
    """What was found wrong when all but the texts of published chapters was read."""
    yield from sources.problems
    yield from site.problems
    for chapter in site.aside:
        yield from chapter.facts.problems


def check_facts(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """What is wrong between texts. Nothing but settings, terms, facts with their places, and which files there are decides."""
    for rule in RULES_OF_SITES:
        yield from rule(site, addresses)


def check_files(site: Site, sources: Sources, addresses: Addresses) -> Iterator[Problem]:
    """Which files nothing uses: to be asked where nothing else is wrong, since what is mistyped uses nothing."""
    yield from files.unused(site, sources, addresses)


def check_theme(sources: Sources) -> Iterator[Problem]:
    """What is wrong with an author's own templates, styles and scripts. Nothing but `theme_key` decides."""
    from .theme import RULES

    for rule in (*RULES, catalogues.read):
        yield from rule(sources)


def theme_key(sources: Sources) -> str:
    """Changes with everything of the theme."""
    return digest_of([sorted(sources.templates.items()), sources.marks, sorted(sources.own), sorted(sources.replaced),
                      [source.digest for source in catalogues.own(sources)]])
