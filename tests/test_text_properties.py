"""Any text at all: nothing raises, and nothing is lost. Every word that an author wrote stands in the page, or a report says why not."""

from __future__ import annotations

import html as entities
import os
import re

from golden import CHAPTER, drawer, sources_of
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from easycompilers_site.check import check
from easycompilers_site.located import load
from easycompilers_site.parse import parse
from easycompilers_site.problem import Problem, draw
from easycompilers_site.source import Source

SOME = settings(deadline=None, max_examples=int(os.environ.get("EASYCOMPILERS_EXAMPLES", "40")), phases=[Phase.explicit, Phase.reuse, Phase.generate])  # a busy machine is no fault, and making a text smaller takes minutes

MARKS = st.text(st.sampled_from("ab1 \n\t`:{}-[]()<>*_$|#^~!=&\\\"'.+,é日\u00a0\ufeff"), max_size=120)


def read(text: str, **files: str) -> tuple[list[Problem], str]:
    """The problems of a chapter, and its page, which is drawn in any case: the preview shows what is broken, too."""
    sources = sources_of({CHAPTER: text, **{path: content for path, content in files.items()}})
    site = parse(sources)
    problems = [problem for problem in check(site, sources) if problem.code != "unused-term"]
    for problem in problems:
        assert draw(problem)
    if not site.courses:
        return problems, ""
    chapter = site.courses[0].chapters[0]
    drawn = drawer(sources, site, chapter)
    return problems, f"{entities.escape(chapter.title)} {drawn.inline(chapter.summary)} {drawn.draw(chapter.blocks)}"


def missing(words: list[str], problems: list[Problem], page: str) -> list[str]:
    """The words that stand neither in the page nor on a line that a report shows. A report of an error keeps all as it is: nothing is published."""
    if any(problem.is_error for problem in problems):
        return []
    shown = entities.unescape(re.sub(r"<[^>]*>", "", page)) + page + "\n".join(problem.span.source.line(problem.span.line) for problem in problems if problem.span)
    return [word for word in words if word not in shown]


# ── texts that mean something: every word in them is another ──


@st.composite
def chapters(draw_: st.DrawFn) -> tuple[str, list[str]]:
    """A chapter of pieces within pieces, and its words."""
    words: list[str] = []

    def word() -> str:
        words.append(f"qx{len(words)}z")
        return words[-1]

    def line() -> str:
        forms = ("{}", "*{}*", "**{}**", "`{}`", "~~{}~~", "[{}](https://example.org)", "<b>{}</b>", "{{kbd}}`{}`", "{{sub}}`{} <j>`", "{{abbr}}`{} (short)`", "${}$",
                 "<https://example.org/{}>", "{}.", "({})", "“{}”", "{{ref}}`{} <here>`", "{{term}}`{} <layer>`", "\\*{}\\*", "&lt;{}&gt;")
        chosen = draw_(st.lists(st.sampled_from(forms), min_size=1, max_size=4))
        return " ".join(form.format(word()) for form in chosen)

    def indented(text: str, first: str, other: str) -> str:
        return "\n".join((first if n == 0 else other if row else other.rstrip()) + row for n, row in enumerate(text.split("\n")))

    def piece(depth: int) -> str:
        kinds = ["paragraph", "two lines", "heading", "list", "numbers", "tasks", "quote", "fence", "listing", "table", "captioned", "definition", "note", "html", "formula", "cell"]
        kind = draw_(st.sampled_from(kinds + (["box"] * 6 if depth < 3 else [])))
        if kind == "heading":
            return "#" * draw_(st.integers(2, 6)) + f" {line()}"
        if kind == "two lines":
            return f"{line()}\n{line()}"
        if kind == "list":
            return "\n".join(indented(piece(depth + 1) if depth < 2 else line(), "- ", "  ") for _ in range(draw_(st.integers(1, 3))))
        if kind == "numbers":
            return indented(line(), "3. ", "   ") + "\n" + indented(f"{line()}\n\n{line()}", "4. ", "   ")
        if kind == "tasks":
            return f"- [ ] {line()}\n- [x] {line()}"
        if kind == "quote":
            return indented(piece(depth + 1) if depth < 2 else line(), "> ", "> ")
        if kind == "fence":
            return f"~~~text\n{word()} {word()}\n\n{word()}\n~~~"
        if kind == "listing":
            return f"```{{code-block}} text\n:caption: {line()}\n\n{word()}\n  {word()}\n```"
        if kind == "table":
            return f"| {word()} | {word()} |\n|:--|--:|\n| {word()} | {word()} |"
        if kind == "captioned":
            return f":::{{table}} {word()}\n| {word()} |\n|--|\n| {word()} |\n:::"
        if kind == "definition":
            return f"{word()}\n: {line()}"
        if kind == "note":
            label = f"note{len(words)}"
            return f"{line()}[^{label}]\n\n[^{label}]: {line()}"
        if kind == "html":
            return f"<div>\n\n{line()}\n\n</div>"
        if kind == "formula":
            return f"$$\n{word()} + 1\n$$"
        if kind == "cell":
            return f"```{{code-cell}} python\n{word()} = 1\n```"
        if kind == "box":
            fence = draw_(st.sampled_from("`:~")) * (9 - depth)
            name = draw_(st.sampled_from(["note", "tip", "dropdown", "admonition", "pitfall", "seealso"]))
            options = draw_(st.sampled_from(["", ":class: dropdown\n", "---\nclass: wide\n---\n"]))
            title = word() if fence[0] == "`" else line().replace("\n", " ")
            inner = "\n\n".join(piece(depth + 1) for _ in range(draw_(st.integers(1, 2))))
            return f"{fence}{{{name}}} {title}\n{options}\n{inner}\n{fence}"
        return line()

    front = draw_(st.sampled_from(["", "---\ntitle: {}\nsummary: {}\n---\n\n", "# {}\n\n{}\n\n"]))
    head = front.format(word(), word()) if front else ""
    body = "\n\n".join(piece(0) for _ in range(draw_(st.integers(1, 5))))
    return f"{head}{body}\n\n## The end {{#here}}\n", words


@SOME
@given(chapters())
def test_every_word_stands_in_the_page_or_in_a_report(made: tuple[str, list[str]]) -> None:
    text, words = made
    problems, page = read(text)
    assert not missing(words, problems, page), text


@SOME
@given(chapters())
def test_what_is_well_written_is_no_error(made: tuple[str, list[str]]) -> None:
    """The texts above hold nothing that a report should refuse: so the test before this one looks at their words."""
    problems, _ = read(made[0])
    assert not [draw(problem) for problem in problems if problem.is_error], made[0]


# ── texts that mean nothing ──


@SOME
@given(MARKS)
@example("[^a]: [^a]\n[^a]")
@example("$$$$ (a)")
@example(":::{math}")
@example("```{literalinclude}\n:lines: -\n```")
@example("{ref}`<>`")
@example("# {ref}`a` {#a}\n\n{ref}`a`")
def test_no_text_raises(text: str) -> None:
    read(text)


@SOME
@given(st.sampled_from(["note", "code-cell", "code-block", "literalinclude", "math", "figure", "table", "exercise", "hint", "solution", "quiz", "question", "dropdown", "example", "nothing"]),
       MARKS, MARKS, MARKS, st.sampled_from(["```", ":::", "~~~~"]))
def test_no_directive_raises(name: str, argument: str, options: str, body: str, fence: str) -> None:
    argument = argument.replace("\n", " ")
    for head in (f":label: {options[:9]}\n:{options}", f"---\n{options}\n---\n", ""):
        read(f"{fence}{{{name}}} {argument}\n{head}\n{body}\n{fence}\n\nqxz\n")


@SOME
@given(st.sampled_from(["ref", "eq", "doc", "term", "download", "abbr", "kbd", "math", "nothing"]), MARKS)
def test_no_role_raises(name: str, content: str) -> None:
    read(f"Before {{{name}}}`{content}` after.\n")


@SOME
@given(st.dictionaries(st.sampled_from(["title", "summary", "level", "minutes", "outcomes", "requires", "aliases", "draft", "titel"]),
                       st.one_of(MARKS, st.sampled_from(["no", "8:30", "007", "[a, b]", "{a: b}", "2026-02-30", "'", "|\n  text", "&a *a"]))))
def test_front_matter_loses_no_text(entries: dict[str, str]) -> None:
    """Whatever stands in it: the text below is there, or a report says what is wrong."""
    front = "\n".join(f"{key}: {value}" for key, value in entries.items())
    problems, page = read(f"---\n{front}\n---\n\nqxz stands here.\n")
    assert not missing(["qxz"], problems, page), front


@SOME
@given(MARKS)
def test_no_settings_raise_and_every_value_knows_its_place(text: str) -> None:
    source = Source("x.yaml", text)
    value, problems = load(source)
    for problem in problems:
        assert draw(problem)
    stack = [value] if value is not None else []
    while stack:
        one = stack.pop()
        assert 1 <= one.span.line <= len(source.lines) + 1 and one.span.column >= 1
        stack += [*one.items, *(part for entry in one.entries for part in entry)]


@SOME
@given(st.dictionaries(MARKS, MARKS, max_size=4), MARKS)
def test_no_glossary_raises(entries: dict[str, str], raw: str) -> None:
    for text in ("".join(f"{key}: {value}\n" for key, value in entries.items()), "".join(f"'{key}': |\n  {value}\n" for key, value in entries.items()), raw):
        read("Some text with a layer.\n", **{"glossary.yaml": text})
