"""Blocks in, HTML out: prose by markdown-it's renderer with our own rules, components by their templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from ..addresses import Addresses, introduced_at
from ..asked import now
from ..catalogue import Catalogue
from ..components.exercise import Hint, Solution, ThenTry
from ..components.figure import Figure, shown_size
from ..components.quiz import Question
from ..dialect import dialect
from ..frozen import frozen
from ..inlines import plain as words
from ..maths import formula
from ..model import Block, Broken, Component, Inline, Outcomes, Prose
from ..pages import Frame, lang
from ..sources import CourseFile
from .formatted import drawing, formatted
from .highlight import highlight
from .punctuation import keep_punctuation
from .roles import chapter_named, draw_role, reference


@frozen
class Drawer:
    """Draws what stands in one file onto one page. start: the page's address. words: of its language.

    drawn: what `once` drew before, by the template and all that it was drawn from.
    """

    environment: Environment
    frame: Frame
    addresses: Addresses
    outcomes: Outcomes
    source_path: str
    start: str
    words: Catalogue = Catalogue()
    drawn: dict[tuple[str | bool, ...], Markup] = field(default_factory=dict)

    def draw(self, blocks: Iterable[Block]) -> Markup:
        return Markup("".join([self.block(block) for block in blocks]))

    def block(self, block: Block) -> Markup:
        if isinstance(block, Prose):
            return Markup(keep_punctuation(_renderer().render(block.tokens, dialect().options, {"drawer": self})))
        if isinstance(block, Broken):
            return Markup('<section class="broken" aria-label="{}"><p>{}</p><pre>{}</pre></section>').format(self.words.gettext("Broken"), block.problem.message, block.text)
        return self.component(block)

    def component(self, component: Component) -> Markup:
        if isinstance(component, (Hint, Question, Solution, ThenTry)):  # outside of what draws it: `check` reports it, and the preview shows what it holds
            return self.draw(component.inner())
        template = self.environment.get_template(f"components/{component.word}.html")
        extra = {"href": self.href(component.href), "size": self.size(component.href, component.width)} if isinstance(component, Figure) else {}
        return Markup(template.render(
            it=component, draw=self.draw, inline=self.inline, highlight=highlight, outcome=self.outcomes.of,
            data=island, formatted=formatted, drawing=drawing, formula=_displayed, reread=self.reread, frame=self.frame, **extra,
        ))

    def template(self, name: str, it: object) -> Markup:
        """What the template draws of a piece of a line."""
        return Markup(self.environment.get_template(name).render(it=it, frame=self.frame).strip())

    def once(self, name: str, of: tuple[str | bool, ...], it: Callable[[], object]) -> Markup:
        """What the template draws, which all pages in a language share. of: all that it is drawn from. it: gives its input."""
        key = (name, *of)
        known = self.drawn.get(key)
        if known is None:
            known = self.drawn[key] = self.template(name, it())
        elif asked := now():
            asked.templates.add(name)
        return known

    def inline(self, inline: Inline) -> Markup:
        """A title or a caption. Without tokens it is nothing."""
        children = [child for token in inline.tokens for child in token.children or ()]
        return Markup(keep_punctuation(_renderer().renderInline(children, dialect().options, {"drawer": self})))

    def reread(self, question: Question) -> Markup:
        """The link to where a question is explained, '' where that is not known."""
        if question.explained_in:
            return reference(self, "ref", "", question.explained_in)
        return chapter_named(self, question.returns_to) if question.returns_to else Markup("")

    def href(self, written: str) -> str:
        """Where a link that an author wrote leads from this page. A missing target is reported by `check`."""
        target = self.addresses.find(written, self.source_path)
        return written if target.kind == "missing" else self.addresses.link(target, self.start)

    def size(self, picture: str, width: str) -> dict[str, str]:
        """The attributes of a picture's size; none for a picture that is missing, which `check` reports."""
        return shown_size(self.addresses.file(picture, self.source_path) or CourseFile(Path()), width)

    def term(self, token: Token) -> Markup:
        """A site mentions a term again and again, mostly in the same words."""
        term, own, introduced = token.meta["term"], token.meta["own"], token.meta["introduced"]
        return self.once("components/term.html", (token.content, term.id, own, introduced), lambda: {
            "text": token.content, "id": f"term--{term.id}", "anchor": introduced_at(term) if introduced else "",
            "lang": lang(term.language if own else "", self.frame.language)})


class _Renderer(RendererHTML):
    """Draws what is frequent, text and tags without attributes, in fewer steps than the base class, and the rest as that does."""

    def render(self, tokens, options, env) -> str:
        rules = self.rules
        return "".join([
            self.renderInline(token.children or (), options, env) if token.type == "inline" else
            rules[token.type](tokens, at, options, env) if token.type in rules else
            self.renderToken(tokens, at, options, env) for at, token in enumerate(tokens)])

    def renderInline(self, tokens, options, env) -> str:
        rules = self.rules
        return "".join([
            escapeHtml(token.content) if token.type == "text" else
            rules[token.type](tokens, at, options, env) if token.type in rules else
            self.renderToken(tokens, at, options, env) for at, token in enumerate(tokens)])

    def renderToken(self, tokens, idx, options, env) -> str:
        token = tokens[idx]
        if token.attrs or token.hidden or not token.nesting or token.block and token.nesting > 0 and (idx and tokens[idx - 1].hidden or tokens[idx + 1].type != "inline"):
            return super().renderToken(tokens, idx, options, env)
        return f"<{token.tag}>" if token.nesting > 0 else f"</{token.tag}>\n" if token.block else f"</{token.tag}>"


@lru_cache(maxsize=1)
def _renderer() -> RendererHTML:
    """One for all: whom it draws for is told by what markdown-it calls the environment."""
    renderer = _Renderer()
    renderer.rules = {**dialect().renderer.rules, **_rules(renderer)}
    return renderer


def island(value: object) -> Markup:
    """`value` as JSON that can stand in a ``<script type="application/json">``: no character in it can end the script."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _aligned(cell: Token) -> dict[str, str]:
    """A cell's attributes with its side as a name for the style sheet: pages carry no styles of their own."""
    if not cell.attrs:
        return {}
    kept = {name: str(value) for name, value in cell.attrs.items() if name != "style"}
    style = str(cell.attrs.get("style", ""))
    return {**kept, "data-align": style.removeprefix("text-align:")} if style.startswith("text-align:") else dict(cell.attrs)


def _attributes(given: dict[str, object]) -> str:
    return "".join([f' {escapeHtml(name)}="{escapeHtml(str(value))}"' for name, value in given.items()])


def _displayed(tex: str) -> Markup:
    return Markup(formula(tex, True).mathml)


Rule = Callable[[Sequence[Token], int, object, dict[str, Drawer]], str]


def _rules(renderer: RendererHTML) -> dict[str, Rule]:
    """Our rules, by the type of the token that each draws. `env["drawer"]` is for whom; rules of each one's own would hold it, and it them, until Python looks for rings."""

    def plain(tokens, index, options, env) -> str:
        return renderer.renderToken(tokens, index, options, env)

    def block(tokens, index, options, env) -> str:
        return env["drawer"].block(tokens[index].meta["block"])

    def term(tokens, index, options, env) -> str:
        return env["drawer"].term(tokens[index])

    def link(tokens, index, options, env) -> str:
        token = tokens[index]
        return f"<a{_attributes({**token.attrs, 'href': env['drawer'].href(str(token.attrGet('href') or ''))})}>"

    def image(tokens, index, options, env) -> str:
        token = tokens[index]
        alt = renderer.renderInlineAsText(token.children or (), options, env)
        written = str(token.attrGet("src") or "")
        size = env["drawer"].size(written, str(token.attrGet("width") or ""))
        kept = {name: value for name, value in token.attrs.items() if name not in ("width", "height")}
        attrs = {**kept, "src": env["drawer"].href(written), **size, "alt": alt, "loading": "lazy", "decoding": "async"}
        return renderer.renderToken([Token("image", "img", 0, attrs=attrs)], 0, options, env)

    def heading_close(tokens, index, options, env) -> str:
        at = next(n for n in range(index, -1, -1) if tokens[n].type == "heading_open")
        identity = tokens[at].attrGet("id")
        if not identity:
            return plain(tokens, index, options, env)
        name = words(tokens[at + 1].children or ())
        told = env["drawer"].words.gettext("Link to “%(title)s”", title=name)
        anchor = f' <a class="heading-link" href="#{escapeHtml(str(identity))}" aria-label="{escapeHtml(told)}">#</a>'
        return anchor + plain(tokens, index, options, env)

    def inline_formula(tokens, index, options, env) -> str:
        return formula(tokens[index].content, False).mathml

    def block_formula(tokens, index, options, env) -> str:
        return f'<div class="math-block">{_displayed(tokens[index].content)}</div>\n'

    def table_open(tokens, index, options, env) -> str:
        return '<div class="table-scroll">' + plain(tokens, index, options, env)

    def table_close(tokens, index, options, env) -> str:
        return plain(tokens, index, options, env) + "</div>\n"

    def header_cell(tokens, index, options, env) -> str:
        """A corner without a text heads nothing."""
        token = tokens[index]
        inline = tokens[index + 1] if token.nesting == 1 else tokens[index - 1]
        tag = "th" if inline.children else "td"
        return f"<{tag}{_attributes(_aligned(token))}>" if token.nesting == 1 else f"</{tag}>"

    def cell(tokens, index, options, env) -> str:
        return f"<td{_attributes(_aligned(tokens[index]))}>"

    def raw(tokens, index, options, env) -> str:
        """The author's HTML as it stands; the box of a task gets a name."""
        content = tokens[index].content
        if not content.startswith('<input class="task-list-item-checkbox"'):
            return content
        name = env["drawer"].words.gettext("done") if "checked=" in content else env["drawer"].words.gettext("to do")
        return content.replace("<input ", f'<input aria-label="{name}"{env["drawer"].frame.said} ', 1)

    def role(tokens, index, options, env) -> str:
        return str(draw_role(env["drawer"], tokens[index]))

    return {
        "block": block, "term": term, "role": role, "link_open": link, "image": image,
        "heading_close": heading_close, "math_inline": inline_formula, "math_inline_double": block_formula,
        "math_block": block_formula, "table_open": table_open, "table_close": table_close,
        "html_inline": raw, "th_open": header_cell, "td_open": cell, "th_close": header_cell,
    }
