"""A made-up course of any length, the same every time, as a folder of ours and as one of other tools: what is measured is built from it."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

TERMS = ("variable function argument parameter iterator generator dictionary tuple string integer float boolean module package class object "
         "instance method attribute inheritance exception traceback recursion closure decorator scope namespace comprehension slice index "
         "algorithm complexity array matrix vector tensor gradient").split() + ["hash table", "binary search", "type hint", "edge case"]
WORDS = ("the of a to in is that we can it for with as on be are you when which from by an not have will one how what each so if its then more use "
         "same first next another small large common careful later before after because while between example reader question answer step idea "
         "rule result case reason way detail pattern problem program code line file name number text input output lesson course practice "
         "remember imagine compare write read run change keep build test check usually often always rarely together again instead exactly").split()
CODE = """\
def {name}({items}, key=None):
    \"\"\"Keep what can be divided, with its place.\"\"\"
    result = []
    for place, item in enumerate({items}):
        if item % {number} == 0 and item > {number}:
            result.append((place, item * {number}))
        elif isinstance(item, str):
            result.append(f"{{place}}: {{item!r}}")
        else:
            continue
    total = sum(x for _, x in result if x)
    # {word} and {word} again
    if total > {number}00:
        raise ValueError("too large: %d" % total)
    return result, total

class {kind}:
    limit = {number}

    def __init__(self, {items}):
        self.{items} = {items}
"""


def sentence(chance: random.Random, term: bool = True) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randint(9, 19))]
    if term and chance.random() < 0.45:
        words[chance.randrange(1, len(words))] = chance.choice(TERMS)
    mark = chance.choice(["**{}**", "*{}*", "`{}`", "{}", "{}", "{}", "{}", "{}", "{}"])
    at = chance.randrange(len(words))
    words[at] = mark.format(words[at])
    text = " ".join(words)
    return text[0].upper() + text[1:] + "."


def paragraph(chance: random.Random) -> str:
    return " ".join(sentence(chance) for _ in range(chance.randint(4, 6)))


def listing(chance: random.Random) -> str:
    code = CODE.format(name=chance.choice(["scan", "fold", "merge"]), items=chance.choice(["xs", "rows"]), number=chance.randint(2, 99), word=chance.choice(WORDS),
                       kind=chance.choice(["Stack", "Queue"]))
    return f"```python\n{code}```\n"


def chapter(number: int, count: int, name: str = "ch{:04d}.md") -> tuple[str, str]:
    """Title and text in plain Markdown: about 1,500 words, four listings, a table, lists, links to the chapters before and after. name: of a chapter's file."""
    chance = random.Random(number)
    parts = [paragraph(chance)]
    for section in range(1, 6):
        parts += [f"## Section {section}: {chance.choice(WORDS)} {chance.choice(WORDS)}", paragraph(chance), paragraph(chance)]
        parts += [listing(chance)] if section < 5 else []
        parts += [f"### Detail {section}: {chance.choice(WORDS)}", paragraph(chance)]
        if section == 1:
            rows = "\n".join(f"| {chance.choice(TERMS)} | {sentence(chance, False)} | {chance.randint(1, 99)} |" for _ in range(6))
            parts.append(f"| Term | Meaning | Cost |\n|------|:-------:|-----:|\n{rows}")
        if section in (2, 3):
            parts.append("\n".join(f"- {sentence(chance)}" for _ in range(6)))
    links = [f"[Chapter {other}, {word}]({name.format(other)})" for other, word in ((number - 1, "before"), (number + 1, "after")) if 1 <= other <= count]
    return f"Chapter {number}: {chance.choice(WORDS).title()} {chance.choice(TERMS).title()}", "\n\n".join([*parts, " | ".join(links)]) + "\n"


def put(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def ours(folder: Path, count: int, terms: int = 0) -> Path:
    """The chapter to edit. terms: how many the glossary has besides those that the text is full of."""
    put(folder / "course/site.yaml", "title: A course\n")
    put(folder / "course/made-up/course.yaml", "title: A made-up course\nsummary: For measuring.\nlevel: Beginner\n")
    put(folder / "glossary.yaml", "".join(f"{json.dumps(term)}: A made-up definition of it.\n" for term in (*TERMS, *(f"invented word {number}" for number in range(terms)))))
    for number in range(1, count + 1):
        title, text = chapter(number, count, "{0:04d}-ch{0:04d}.md")
        put(folder / f"course/made-up/{number:04d}-ch{number:04d}.md", f"---\ntitle: {json.dumps(title)}\nsummary: A made-up chapter.\n---\n\n{text}")
    return folder / "course/made-up/0005-ch0005.md"


def plain(folder: Path, count: int) -> list[str]:
    """The chapters by themselves, each with its title as a heading. Gives the titles."""
    titles = []
    for number in range(1, count + 1):
        title, text = chapter(number, count)
        put(folder / f"ch{number:04d}.md", f"# {title}\n\n{text}")
        titles.append(title)
    return titles


def zensical(folder: Path, count: int) -> Path:
    put(folder / "zensical.toml", '[project]\nsite_name = "A course"\nsite_url = "https://example.org/"\n')
    put(folder / "docs/index.md", "# A course\n")
    plain(folder / "docs", count)
    return folder / "docs/ch0005.md"


def mkdocs(folder: Path, count: int) -> Path:
    put(folder / "mkdocs.yml", "site_name: A course\nsite_url: https://example.org/\ntheme:\n  name: material\n  font: false\nplugins: [search]\n"
        "markdown_extensions: [admonition, attr_list, def_list, tables, pymdownx.highlight, pymdownx.superfences]\n")
    put(folder / "docs/index.md", "# A course\n")
    plain(folder / "docs", count)
    return folder / "docs/ch0005.md"


def mdbook(folder: Path, count: int) -> Path:
    put(folder / "book.toml", '[book]\ntitle = "A course"\n')
    titles = plain(folder / "src", count)
    put(folder / "src/SUMMARY.md", "# Summary\n\n" + "".join(f"- [{title}](ch{number:04d}.md)\n" for number, title in enumerate(titles, 1)))
    return folder / "src/ch0005.md"


def eleventy(folder: Path, count: int) -> Path:
    """Its plug-in that highlights stands where the program does."""
    packages = Path(shutil.which("eleventy") or "").resolve()
    while packages.name != "node_modules":
        packages = packages.parent
    plain(folder / "src", count)
    (folder / "node_modules").symlink_to(packages)
    put(folder / "src/_includes/page.njk", "<!doctype html><html lang=en><meta charset=utf-8><title>A course</title><main>{{ content | safe }}</main></html>")
    put(folder / "src/src.11tydata.json", json.dumps({"layout": "page.njk"}))
    put(folder / "eleventy.config.js", "const colour = require('@11ty/eleventy-plugin-syntaxhighlight');\n"
        "module.exports = config => { config.addPlugin(colour); return { dir: { input: 'src', output: '_site' }, markdownTemplateEngine: false }; };\n")
    return folder / "src/ch0005.md"


def hugo(folder: Path, count: int) -> Path:
    page = ("<!doctype html><html lang=en><meta charset=utf-8><title>{{ .Title }}</title><nav>{{ with .Prev }}<a href='{{ .RelPermalink }}'>before</a>{{ end }}"
            "{{ with .Next }}<a href='{{ .RelPermalink }}'>after</a>{{ end }}</nav><main>{{ .Content }}</main>{{ .TableOfContents }}</html>")
    put(folder / "hugo.toml", "baseURL='https://example.org/'\ntitle='A course'\n[markup.highlight]\nnoClasses=false\n")
    put(folder / "layouts/_default/single.html", page)
    put(folder / "layouts/_default/list.html", "<!doctype html><ul>{{ range .Pages }}<li><a href='{{ .RelPermalink }}'>{{ .Title }}</a></li>{{ end }}</ul>")
    for number in range(1, count + 1):
        title, text = chapter(number, count)
        put(folder / f"content/ch{number:04d}.md", f"---\ntitle: {json.dumps(title)}\nweight: {number}\n---\n\n# {title}\n\n{text}")
    return folder / "content/ch0005.md"
