"""The site's model in, problems out. Pure. One generator for each rule, and one tuple that lists them."""

from __future__ import annotations

from ..addresses import Addresses
from ..model import Site
from ..problem import Problem, in_order
from ..source import Span
from ..sources import Sources
from . import accessibility, exercises, imports, links, pages, quizzes, structure
from . import addresses as addresses_

RULES = (
    structure.misplaced,
    structure.definitions,
    structure.open_tags,
    addresses_.aliases,
    addresses_.taken,
    structure.figures_without_words,
    imports.unprovided,
    links.broken_links,
    links.missing_pictures,
    links.roles,
    links.outcomes,
    links.prerequisites,
    exercises.whole,
    exercises.messages,
    quizzes.lists,
    quizzes.choices,
    quizzes.typed_answers,
    quizzes.balance,
    quizzes.returns,
    accessibility.pictures,
    accessibility.headings,
    accessibility.links,
    accessibility.tables,
    accessibility.languages,
    pages.formulas,
    pages.names_that_differ_in_case,
    pages.unused_terms,
)


def check(site: Site, sources: Sources) -> list[Problem]:
    """Every problem that can be seen without running a cell, sorted."""
    addresses = Addresses(site, frozenset(sources.files), frozenset(sources.root_files))
    found = [problem for rule in RULES for problem in rule(site, addresses)]
    return in_order([*sources.problems, *site.problems, *found])


def links_to_other_hosts(site: Site, sources: Sources) -> list[tuple[str, Span]]:
    """The address of each link that leaves the site, and its place."""
    return list(links.to_other_hosts(site, Addresses(site, frozenset(sources.files))))
