"""Rules about what one text says of another: links, pictures, roles, outcomes, prerequisites."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..components.figure import Figure
from ..facts import label_of
from ..model import Chapter, Component
from ..places import walked
from ..problem import Problem, did_you_mean
from ..source import Span
from .scope import Scope


def broken_links(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    for source, token in scope.marked:
        if token.type == "link_open" and "span" in token.meta:
            href = str(token.attrGet("href") or "")
            target = addresses.find(href, source.path)
            if target.kind == "missing":
                hint = ("the address of a heading is its words in small letters, joined by hyphens" if target.written.startswith("#")
                        else "link to a file beside this one, as in `03-attention.md#scale`")
                yield Problem("broken-link", target.problem, token.meta["span"], did_you_mean(target.written, target.known) or hint)


def to_other_hosts(scope: Scope, addresses: Addresses) -> Iterator[tuple[str, Span]]:
    """The address of each link that leaves the site, and its place. They are asked for on request only, by `visit`."""
    for source, token in scope.marked:
        if token.type == "link_open" and "span" in token.meta:
            href = str(token.attrGet("href") or "")
            if addresses.find(href, source.path).kind == "external":
                yield href, token.meta["span"]


def missing_pictures(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    for source, token in scope.marked:
        if token.type == "image":
            yield from _picture(str(token.attrGet("src") or ""), source.path, token.meta["span"], addresses)
    for source, blocks in scope.texts:
        for block, _ in walked(blocks):
            if isinstance(block, Figure) and block.href:
                yield from _picture(block.href, source.path, block.span, addresses)


def _picture(href: str, path: str, span, addresses: Addresses) -> Iterator[Problem]:
    target = addresses.find(href, path)
    if target.kind == "external":
        yield Problem("picture-elsewhere", f"the picture `{href}` is on another host", span,
                      "put the file into the course folder: a page asks no other host for anything")
    elif target.kind != "file":
        yield Problem("missing-picture", f"there is no picture `{href}` here", span,
                      did_you_mean(href, target.known) or "put the file beside this chapter")


def _labels(chapter: Chapter) -> list[str]:
    return [label_of(block) for block, _ in walked(chapter.blocks) if isinstance(block, Component) and label_of(block)]


def outcomes(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """An outcome names an exercise or a question that stands in the chapter."""
    for _, chapter in scope.chapters:
        labels = _labels(chapter)
        for goal in chapter.outcomes:
            if goal.label and goal.label not in labels:
                yield Problem("unknown-label", f"no exercise or question here has the label `{goal.label}`",
                              chapter.source.find(goal.label, goal.span.line, goal.span.line + 3), did_you_mean(goal.label, labels))


def prerequisites(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    for course, chapter in scope.chapters:
        slugs = [part.slug for part in course.parts] if chapter.requires else []
        for slug, span in chapter.requires:
            if slug not in slugs:
                yield Problem("unknown-chapter", f"there is no chapter `{slug}` in this course", span,
                              did_you_mean(slug, slugs) or "write the slug of a chapter: its file's name without the number")
