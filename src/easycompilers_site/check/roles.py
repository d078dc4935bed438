"""Rules about roles and labels: each names what is there, and each label is one thing in its course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..addresses import Addresses
from ..model import Site
from ..problem import Problem, did_you_mean
from ..roles import ROLES
from ..source import Source, Span
from .scope import Scope

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token


def roles(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """Unknown roles, and roles that name what is not there."""
    for source, token in scope.marked:
        if token.type != "role":
            continue
        name, span = token.meta["name"], token.meta["span"]
        wanted = token.meta["target"] or token.meta["text"]
        if name == "term":
            yield Problem("unknown-term", f"`{wanted}` is not in the glossary", span, did_you_mean(wanted, addresses.term_names) or "add it to glossary.yaml")
        elif name not in ROLES:
            before = Span(span.source, span.line, max(1, span.column - len(name) - 2), len(name))
            yield Problem("unknown-role", f"there is no role `{name}`", before,
                          did_you_mean(name, [*ROLES, "term"]) or "the roles are " + ", ".join(f"`{role}`" for role in sorted([*ROLES, "term"])))
        elif name in ("ref", "eq"):
            yield from _reference(name, wanted, token, addresses)
        elif name == "doc":
            target = addresses.document(wanted, source.path)
            if target.kind != "page":
                yield Problem("broken-link", f"there is no chapter `{wanted}` here", span,
                              did_you_mean(wanted, target.known) or "write the chapter's file, as in `03-attention`")
        elif name == "abbr" and not token.meta["target"] and not _is_explained(wanted):
            yield Problem("abbreviation-without-meaning", f"this does not say what `{wanted}` is short for", span,
                          f"write it in brackets after it: {{abbr}}`{wanted} (what it means)`")
        elif name == "download":
            yield from _download(wanted, span, source, addresses)


def _is_explained(abbreviation: str) -> bool:
    """Whether something stands before a bracket, something within it, and nothing behind it."""
    before, bracket, meaning = abbreviation.partition("(")
    return bool(before.strip() and bracket and len(meaning) > 1 and meaning.endswith(")"))


def _reference(name: str, wanted: str, token: Token, addresses: Addresses) -> Iterator[Problem]:
    span = token.meta["span"]
    found = addresses.labelled(wanted, span.source.path)
    if name == "eq" and len(found) == 1 and found[0].labelled.noun != "equation":
        yield Problem("not-an-equation", f"`{wanted}` is not the label of a formula", span, "write `ref` instead of `eq`: it goes to anything that has a label")
    else:
        yield from named(wanted, span, addresses, "link to the file: `[text](03-attention.md#scale)`",
                         "" if token.meta["target"] else f"give it a caption, or write words of your own: {{ref}}`the picture <{wanted}>`")


def named(wanted: str, span: Span, addresses: Addresses, if_unclear: str, if_nameless: str) -> Iterator[Problem]:
    """What is wrong with a label as the name of something in the course. if_unclear, if_nameless: hints; '' where it may be without a name."""
    found = addresses.labelled(wanted, span.source.path)
    if not found:
        known = addresses.known_labels(span.source.path)
        yield Problem("unknown-label", f"there is no label `{wanted}` in this course", span,
                      did_you_mean(wanted, known) or "give the thing a `:label:`, a heading `{#its-id}`")
    elif len(found) > 1:
        places = " and ".join(f"`{place.chapter.source.path}`" for place in found[:2])
        yield Problem("label-unclear", f"`{wanted}` is a heading in {places}", span, if_unclear)
    elif found[0].labelled.nameless and if_nameless:
        yield Problem("nothing-to-say", f"what `{wanted}` names has no caption, and so no number", span, if_nameless)


def _download(wanted: str, span: Span, source: Source, addresses: Addresses) -> Iterator[Problem]:
    target = addresses.find(wanted, source.path)
    if target.kind == "external":
        yield Problem("file-elsewhere", f"`{wanted}` is on another host", span, "put the file into the course folder, or write a link: `[text](address)`")
    elif target.kind != "file":
        yield Problem("missing-file", target.problem or f"`{wanted}` is a page and no file", span,
                      did_you_mean(wanted, target.known) or "put the file beside this chapter")


def labels(site: Site, addresses: Addresses) -> Iterator[Problem]:
    """A label stands once in a course. Headings of two chapters may have one id."""
    for course in site.courses:
        for label, places in addresses.labels[course.slug].items():
            given = [place.labelled.span for place in places if place.labelled.noun != "heading"]
            for span in given[1:]:
                if span.source is not given[0].source:
                    yield Problem("label-twice", f"the label `{label}` is already used in {given[0].source.path}, line {given[0].line}", span,
                                  "give each thing of a course a label of its own")
