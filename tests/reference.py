"""The reference part of the documentation, made from the code: declarations in, Markdown chapters out.

`pytest tests/test_docs.py --rewrite-golden` writes them; a test holds them equal to the code.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from easycompilers_site import pages
from easycompilers_site.cli import main
from easycompilers_site.components import LITERAL, MARKDOWN, code_cell
from easycompilers_site.directive import Directive
from easycompilers_site.explanation import Example
from easycompilers_site.parse.blocks import dialect
from easycompilers_site.parse.chapter import FRONT_MATTER, parse_chapter
from easycompilers_site.parse.glossary import ENTRY
from easycompilers_site.parse.site import COURSE, PLANNED, SITE
from easycompilers_site.read import read_explanations
from easycompilers_site.roles import ROLES
from easycompilers_site.shape import Key, Shape
from easycompilers_site.source import Source

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "course" / "reference"

#: Templates of an author's own, each of which stands as an example under the one that it replaces.
EXAMPLES = ROOT / "docs" / "examples" / "templates"

Options = dict[str, tuple[Key, ...]]


def chapters() -> dict[str, str]:
    """The text of each chapter by its file's name."""
    return {
        "01-commands.md": _chapter("Commands", "What each command does, and its options.", _commands()),
        "02-settings.md": _chapter("Settings", "Every key of the settings files, of front matter and of the glossary.", _settings()),
        "03-directives.md": _chapter("Directives", "Every directive with its options.", _directives()),
        "04-roles-and-tags.md": _chapter("Roles and tags", "Every role, and every tag of a cell.", _roles_and_tags()),
        "05-templates.md": _chapter("Templates", "The templates of the theme, and what each of them is given.", _templates()),
        "06-tokens.md": _chapter("Tokens", "Every colour, size and space of the theme, by its name.", _tokens()),
        "07-problems.md": _chapter("Problems", "What each code of a report means, with a wrong and a right example.", _problems()),
    }


def _chapter(title: str, summary: str, parts: Iterator[str]) -> str:
    head = f"---\ntitle: {title}\nsummary: {summary}\nautolink: false\n---\n\n<!-- Made from the code by tests/reference.py: change it there. -->\n\n"
    return head + "\n\n".join(part.strip() for part in parts) + "\n"


def _table(header: str, rows: list[tuple[str, ...]]) -> str:
    columns = header.count("|") + 1
    lines = [f"| {header} |", "|" + " --- |" * columns]
    return "\n".join([*lines, *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)])


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


# ── commands ──


def _commands() -> Iterator[str]:
    top = click.Context(main, info_name="easycompilers")
    yield _told(main.help or "")
    for name, command in main.commands.items():
        yield from _command(command, click.Context(command, info_name=name, parent=top))


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## {context.command_path} {{#{context.command_path.replace(' ', '-')}}}"
    if not isinstance(command, click.Group):
        yield _usage(command, context)
    yield _told(command.help or "")
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        yield _table("option | what it does", [(_named(option, context), _sentence(option.help or "")) for option in options])
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _command(inner, click.Context(inner, info_name=name, parent=context))


def _usage(command: click.Command, context: click.Context) -> str:
    return "```\n" + " ".join([context.command_path, *command.collect_usage_pieces(context)]) + "\n```"


def _named(option: click.Option, context: click.Context) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    value = "" if option.is_flag else f" `{option.make_metavar(context)}`"
    shown = f" ({option.default} by default)" if option.show_default and option.default is not None else ""
    return names + value + shown


def _told(help_text: str) -> str:
    """A docstring's paragraphs; one that click leaves as it stands is a listing."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(help_text))
    return "\n\n".join("```\n" + part.removeprefix("\b\n") + "\n```" if part.startswith("\b") else " ".join(part.split()) for part in parts)


# ── settings ──

_KINDS = {"text": "a text", "flag": "`true` or `false`", "whole": "a whole number", "texts": "a list of texts", "prose": "a text",
          "parts": "a list of chapters", "address": "the address of a web page", "day": "a day, as in `2026-11-29`", "language": "a language tag"}


def _settings() -> Iterator[str]:
    yield ("A key that stands in bold has to be there. `easycompilers schema NAME` prints the same as a JSON Schema, with which an "
           "editor checks a file while it is typed: [see how](../guide/11-when-something-goes-wrong.md#help-in-the-editor).")
    for title, anchor, shape in (
        ("course/site.yaml", "site", SITE), ("course/NAME/course.yaml", "course", COURSE),
        ("A part in preparation, among `chapters`", "planned", PLANNED), ("The front matter of a chapter", "front-matter", FRONT_MATTER),
        ("A term in glossary.yaml, in its long form", "term-entry", ENTRY),
    ):
        yield f"## {title} {{#{anchor}}}"
        yield _keys(shape)


def _keys(shape: Shape) -> str:
    rows = [(f"**`{key.name}`**" if key.required else f"`{key.name}`", _kind(key), _sentence(key.about)) for key in shape.keys]
    return _table("key | takes | what it is", rows)


def _kind(key: Key) -> str:
    return " or ".join(f"`{choice}`" for choice in key.choices) if key.choices else _KINDS[key.kind]


# ── directives ──


def _directives() -> Iterator[str]:
    yield ("A directive is written with either fence, three backticks or three colons, or more of them where it holds others. "
           "Options stand under its first line, each as `:name: value`.")
    options = _options()
    for module, names in _by_module().items():
        yield f"## {', '.join(names)} {{#{names[0]}}}"
        yield from _docstring(module)
        for keys in dict.fromkeys(options[name] for name in names if options[name]):
            alike = [f"`{name}`" for name in names if options[name] == keys]
            yield "Options:" if len(alike) == len(names) else f"Options of {', '.join(alike)}:"
            yield _table("option | takes | what it is", [(f"`{key.name}`", _kind(key), _sentence(key.about)) for key in keys])


def _by_module() -> dict[str, list[str]]:
    """The directives by the module of their component, in the order of the tables."""
    found: dict[str, list[str]] = {}
    for name, reader in {**LITERAL, **MARKDOWN}.items():
        found.setdefault(reader.__module__, []).append(name)
    return found


def _docstring(module: str) -> Iterator[str]:
    """What a component's module says of itself: its prose, and as listings the syntax that an author types."""
    text = importlib.import_module(module).__doc__ or ""
    for part in re.findall(r"(?: {4}.*\n?|\n(?= {4}))+|(?:\S.*\n?)+", text):
        lines = part.strip("\n")
        yield "`````\n" + textwrap.dedent(lines) + "\n`````" if lines.startswith("    ") else " ".join(lines.split())


def _options() -> Options:
    """The options that each directive's own reader asks for when it reads an empty one."""
    asked: Options = {}

    class Asking(Directive):
        def options(self, *keys: Key):
            asked.setdefault(self.head.name, keys)
            return Directive.options(self, *keys)

    from easycompilers_site.parse import blocks

    original, blocks.Directive = blocks.Directive, Asking
    try:
        for name in (*LITERAL, *MARKDOWN):
            parse_chapter(Source("course/first/01-one.md", f":::{{{name}}}\n:::\n"), dialect(), (), {})
    finally:
        blocks.Directive = original
    return {name: asked.get(name, ()) for name in (*LITERAL, *MARKDOWN)}


# ── roles and tags ──

_ROLE_WORDS = {
    "abbr": "a short form; its long form stands in brackets, as in `` {abbr}`MIT (Massachusetts Institute of Technology)` ``",
    "kbd": "a key to press", "sub": "lowered", "sup": "raised", "doc": "a link to another chapter, by its file",
    "ref": "a link to whatever has that label, in this chapter or another: “Figure 2”, “Exercise 3 in part 4”",
    "eq": "the number of a formula that has that label", "download": "a file of the course's folder to take home, with its size",
    "math": "a formula",
}

_TAG_WORDS = {
    "raises-exception": "The cell is meant to fail, and its error is shown",
    "skip-execution": "The build does not run the cell",
    "hide-input": "The code is folded away, and the reader can open it",
    "remove-input": "The code is not shown: the cell is a figure, which needs `:alt:` and `:caption:`",
    "remove-output": "What comes out at build is not shown",
    "remove-cell": "Nothing is shown; the cells below can use its names",
    "setup": "Runs quietly before the others, and is folded",
    "readonly": "The reader can run the code and not change it",
    "isolated": "Has names of its own: neither sees those of other cells nor changes them",
    "predict": "Asks for a guess before the first run",
    "starter": "In an exercise: what the reader finds",
    "check": "In an exercise: decides whether an answer is right",
    "mistake": "In an exercise: a wrong answer, which the check has to refuse",
    "answer": "In a solution: the answer, which the check has to take",
}


def _roles_and_tags() -> Iterator[str]:
    yield "## Roles {#roles}"
    yield "A role marks a few words within a line: `` {name}`text` ``, or `` {name}`text <target>` `` where what is meant is called otherwise."
    yield _table("role | what becomes of it", [("`term`", "A link to a term of the glossary."), *((f"`{name}`", _sentence(_ROLE_WORDS[name])) for name in ROLES)])
    yield "## Tags of a cell {#tags}"
    yield "Written as an option of a `code-cell`: `:tags: [setup, hide-input]`. Those that Jupyter has mean the same there."
    yield _table("tag | what it does", [(f"`{tag}`", _sentence(_TAG_WORDS[tag])) for tag in sorted(code_cell.TAGS, key=list(_TAG_WORDS).index)])


# ── templates ──

_HEAD = re.compile(r"\{#(.*?)#\}", re.DOTALL)
_BLOCK = re.compile(r"\{%-? block (\w+)")


def _templates() -> Iterator[str]:
    yield ("A file of the same name in your own `templates/` replaces one of these; begin it with `{% extends \"theme/NAME\" %}` to change "
           "some of its blocks only. [The look](../guide/09-the-look.md) says how. A name that is not listed here is a "
           "problem at the template's own line.")
    used: dict[str, type] = {}
    top = ROOT / "templates"
    for path in [*sorted(top.glob("*.html")), *sorted((top / "components").glob("*.html")), *sorted((top / "roles").glob("*.html"))]:
        text = path.read_text(encoding="utf-8")
        yield from _template(path.relative_to(top).as_posix(), text, used)
    yield "## What pages are made of {#types}"
    for name, kind in sorted(used.items()):
        yield f"### {name} {{#type-{name.lower()}}}"
        yield from _fields(kind, used)


def _template(name: str, text: str, used: dict[str, type]) -> Iterator[str]:
    head = _HEAD.match(text)
    yield f"## {name} {{#{name.removesuffix('.html').replace('/', '-')}}}"
    if head:
        yield _marked(" ".join(head[1].split()))
    blocks = dict.fromkeys(_BLOCK.findall(text))
    if blocks:
        yield "Blocks: " + ", ".join(f"`{block}`" for block in blocks) + "."
    kind = _input(head[1] if head else "")
    if kind:
        yield from _fields(kind, used)
    if (EXAMPLES / name).exists():
        yield "For example:"
        yield f"```html\n{(EXAMPLES / name).read_text(encoding='utf-8').strip()}\n```"


def _input(head: str) -> type | None:
    """The dataclass that a template's first comment names."""
    page, component = re.search(r"(?:page|it) \(pages\.(\w+)\)", head), re.search(r"\bit \((\w+)\)", head)
    if page:
        return getattr(pages, page[1])
    modules = {reader.__module__ for reader in {**LITERAL, **MARKDOWN}.values()}
    return next((getattr(importlib.import_module(module), component[1]) for module in sorted(modules)
                 if hasattr(importlib.import_module(module), component[1])), None) if component else None


def _fields(kind: type, used: dict[str, type]) -> Iterator[str]:
    """The dataclass's fields as a table; dataclasses of pages that they hold are put into `used`."""
    fields = dataclasses.fields(kind)
    about, told = _told_of_fields(kind, [field.name for field in fields])
    if about:
        yield about
    for name in re.findall(r"\w+", " ".join(str(field.type) for field in fields)):
        if dataclasses.is_dataclass(getattr(pages, name, None)) and name not in used:
            used[name] = getattr(pages, name)
            list(_fields(used[name], used))
    rows = [(f"`{field.name}`", f"`{field.type}`", *([told.get(field.name, "")] if told else [])) for field in fields]
    yield _table("field | type | what it is" if told else "field | type", rows)


def _told_of_fields(kind: type, names: list[str]) -> tuple[str, dict[str, str]]:
    """A docstring's own sentences, and what it says of the fields: `name, name: text.`"""
    text = inspect.cleandoc(kind.__doc__ or "")
    text = "" if text.startswith(f"{kind.__name__}(") else " ".join(text.split()).replace("``", "`")
    one_of = "|".join(names)
    parts = re.split(rf"(?:^|(?<=\. ))((?:{one_of})(?:(?:, | and )(?:{one_of}))*): ", text)
    told = {name: _sentence(words) for named, words in zip(parts[1::2], parts[2::2]) for name in re.split(", | and ", named)}
    return _marked(parts[0].strip()), {name: _marked(words) for name, words in told.items()}


def _marked(text: str) -> str:
    """Names of elements in a sentence as code."""
    return re.sub(r"<[a-z][\w -]*>", lambda match: f"`{match[0]}`", text)


# ── tokens ──

_TOKEN = re.compile(r"^    (--[\w-]+): ([^;]+);[ ]*(?:/\* (.*?) \*/)?", re.MULTILINE)


def _tokens() -> Iterator[str]:
    yield ("A style sheet of your own that names some of these anew changes the look of the whole site: [see how](../guide/09-the-look.md#colours-and-type). "
           "In `light-dark(…)` the first colour is for the day, the second for the night.")
    found: dict[str, tuple[str, str, str]] = {}
    for name, value, about in _TOKEN.findall((ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")):
        found.setdefault(name, (f"`{name}`", f"`{' '.join(value.split())}`", _sentence(about) if about else ""))
    yield _table("token | value | what it is", list(found.values()))


# ── problems ──


_LANGUAGES = {".yaml": "yaml", ".css": "css", ".html": "html", ".py": "python", ".js": "javascript"}


def _problems() -> Iterator[str]:
    yield ("A report begins with `error[CODE]` or `warning[CODE]`. A site with an error is not written; the last good one stays. "
           "`easycompilers explain CODE` prints the same as this page.")
    for code, page in sorted(read_explanations().items()):
        yield f"## {code} {{#{code}}}"
        yield f"**{page.title}.** {page.text}"
        yield "Wrong:"
        yield from _example(page.wrong)
        yield f"```\n{page.report}```"
        yield "Right:"
        yield from _example(page.right)


def _example(example: Example) -> Iterator[str]:
    """The words of an example, and each of its files under its name."""
    if example.words:
        yield example.words
    for path, text in example.files.items():
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`{3,}", text) or [""]))
        opening = f"{fence}{{code-block}} {_LANGUAGES.get(Path(path).suffix, '')}".rstrip()
        yield f"{opening}\n:caption: {path}\n\n{text.rstrip()}\n{fence}"
