"""What a search finds on the pages of a site: each page reduced to its headings and its text, as Pagefind reads it.

Nothing that answers an exercise or a question is in it: no hints, solutions, checks or choices, and what a recap or the answer to a prediction tells neither.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from ..addresses import GLOSSARY, SEARCHED, page_file, part_address
from ..catalogue import Catalogue
from ..components.answer import Answer
from ..components.code_block import CodeBlock
from ..components.code_cell import EXERCISE_TAGS, CodeCell
from ..components.exercise import Exercise, Hint, Solution
from ..components.quiz import Quiz
from ..components.equation import Equation
from ..components.prediction import Prediction
from ..components.recap import Recap
from ..inlines import readable, running_text
from ..maths import formula
from ..model import Block, Chapter, Component, Course, Prose, Site

_UNTOLD = (Hint, Solution, Quiz, Answer)


def chapter_text(course: Course, chapter: Chapter, words: Catalogue) -> dict[str, bytes]:
    """The reduced HTML of a chapter, by its file."""
    place = words.gettext("%(course)s, part %(number)s", course=course.title, number=course.number_of(chapter))
    body = "".join([f"<p>{escape(chapter.summary.plain)}</p>\n", *_told(chapter.blocks)])
    return _page(part_address(course, chapter), course.language_of(chapter), chapter.title, _aside("place", place), body)


def glossary_text(site: Site, words: Catalogue) -> dict[str, bytes]:
    """Every term with its definition, as a section. Those in a language of their own are listed, as JSON, since the index knows of none within a page."""
    languages = {term.id: term.language for term in site.terms if term.language and term.language != site.language}
    aside = _aside("languages", json.dumps(languages)) if languages else ""
    body = [f'<h2 id="{escape(term.id)}">{escape(term.name)}</h2><p>{escape(running_text(term.definition))}</p>\n' for term in site.terms]
    return _page(GLOSSARY, site.language, words.gettext("Glossary"), aside, "".join(body))


def _page(address: str, language: str, title: str, aside: str, body: str) -> dict[str, bytes]:
    page = f'<!doctype html><html lang="{escape(language)}"><body data-pagefind-body><h1>{escape(title)}</h1>{aside}\n{body}</body></html>\n'
    return {SEARCHED + page_file(address): page.encode("utf-8")}


def _aside(name: str, told: str) -> str:
    """What a search knows of the page and does not look for."""
    return f'<p data-pagefind-meta="{name}" data-pagefind-ignore>{escape(told)}</p>'


def _told(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Prose):
            yield from _prose(block)
        elif isinstance(block, Exercise):
            yield f'<h3 id="{escape(block.label or f"exercise-{block.number}")}">{escape(block.title.plain)}</h3>'
            yield from _told(block.task)
        elif isinstance(block, (Recap, Prediction)):
            yield _paragraph(block.title.plain)
        elif isinstance(block, CodeCell):
            yield _paragraph(block.caption.plain)
            if not block.tags & (EXERCISE_TAGS | {"remove-cell", "remove-input"}):
                yield _paragraph(block.source)
        elif isinstance(block, CodeBlock):
            yield _paragraph(f"{block.caption.plain} {block.source}")
        elif isinstance(block, Equation):
            yield _paragraph(formula(block.tex, True).text)
        elif isinstance(block, Component) and not isinstance(block, _UNTOLD):
            title = getattr(block, "title", None)
            yield _paragraph(title.plain if title else "")
            yield from _told(tuple(block.inner()))


def _prose(block: Prose) -> Iterator[str]:
    """Headings with their ids, and the text of everything else."""
    heading = ""
    for token in block.tokens:
        if token.type == "heading_open":
            heading = f'<{token.tag} id="{escape(token.attrGet("id") or "")}">'
        elif token.type == "inline":
            text = readable(token.children or ())
            yield f"{heading}{escape(text)}</{heading[1:3]}>" if heading else _paragraph(text)
            heading = ""
        elif token.type == "math_block":
            yield _paragraph(formula(token.content, True).text)
        elif token.type == "block":
            yield from _told((token.meta["block"],))


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False)}</p>\n" if text.strip() else ""
