"""The documentation is a site of our own: it builds, its reference is what the code says, and what it shows is true."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import reference
from files import put

from easycompilers_site.build import build
from easycompilers_site.cli import main
from easycompilers_site.components import LITERAL, MARKDOWN
from easycompilers_site.components.code_block import CodeBlock
from easycompilers_site.components.code_cell import TAGS
from easycompilers_site.components.example import Example
from easycompilers_site.model import Block, Site, walk
from easycompilers_site.new import new_site
from easycompilers_site.parse import parse
from easycompilers_site.problem import draw
from easycompilers_site.read import read
from easycompilers_site.roles import ABOUT, ROLES
from easycompilers_site.source import Source
from easycompilers_site.sources import Sources

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GOOD = {"course/site.yaml": "title: Example\n", "course/first-steps/course.yaml": "title: First\n",
        "course/first-steps/01-one.md": "# One\n\nText.\n\n:::{dropdown} More\nText.\n:::\n"}

#: Other words for a directive that has an example.
SYNONYMS = {"code", "example"}


@pytest.fixture(scope="module")
def site() -> Site:
    return parse(read(DOCS))


def blocks(site: Site) -> Iterator[Block]:
    """All that stands in the chapters of the guide."""
    (guide,) = (course for course in site.courses if course.slug == "guide")
    for chapter in guide.chapters:
        yield from (block for block, _ in walk(chapter.blocks))


def captioned(site: Site) -> list[tuple[str, str]]:
    """The listings that stand under the name of a file: that name, and what is in it."""
    return [(block.caption.plain, block.source) for block in blocks(site) if isinstance(block, CodeBlock) and "/" in block.caption.plain or
            isinstance(block, CodeBlock) and block.caption.plain == "glossary.yaml"]


@pytest.mark.parametrize(("name", "text"), reference.chapters().items(), ids=reference.chapters())
def test_the_reference_is_what_the_code_says(name: str, text: str, request: pytest.FixtureRequest) -> None:
    place = reference.FOLDER / name
    if request.config.getoption("--rewrite-golden"):
        place.write_text(text, encoding="utf-8", newline="\n")
    assert place.read_text(encoding="utf-8") == text, "after a change of the code: pytest tests/test_docs.py --rewrite-golden, and read the diff"


def test_the_reference_holds_nothing_else() -> None:
    assert {path.name for path in reference.FOLDER.glob("*.md")} == set(reference.chapters())


def test_the_documentation_builds(tmp_path: Path) -> None:
    report = build(DOCS, tmp_path / "dist")
    assert not report.problems, "\n\n".join(draw(problem) for problem in report.problems)


def test_every_directive_role_and_tag_has_an_example(site: Site) -> None:
    shown = "\n".join(block.listing.source for block in blocks(site) if isinstance(block, Example))
    assert {name for name in (*LITERAL, *MARKDOWN) if f"{{{name}}}" not in shown} <= SYNONYMS
    assert {name for name in ("term", *ROLES) if f"{{{name}}}`" not in shown} == set()
    assert {tag for tag in TAGS if not re.search(rf"^:tags: \[.*\b{tag}\b.*\]$", shown, re.MULTILINE)} == set()


def test_settings_that_are_shown_are_taken(site: Site) -> None:
    shown = [(path, text) for path, text in captioned(site) if path.endswith(".yaml")]
    assert len(shown) >= 4
    for path, text in shown:
        found = parse(Sources(texts={name: Source(name, content) for name, content in (GOOD | {path: text}).items()},
                              files={"course/first-steps/wheels/mine-1.0-py3-none-any.whl": Path("mine")}, languages=read(DOCS).languages))
        problems = [problem for problem in found.problems if problem.where[0] == path]
        assert not problems, "\n\n".join(draw(problem) for problem in problems)


def test_templates_and_styles_that_are_shown_build(site: Site, tmp_path: Path) -> None:
    shown = {path: text for path, text in captioned(site) if path.startswith(("templates/", "static/"))}
    assert len(shown) >= 3
    put(tmp_path, GOOD | shown)
    report = build(tmp_path, tmp_path / "dist")
    assert not report.problems, "\n\n".join(draw(problem) for problem in report.problems)
    assert "The school" in (tmp_path / "dist/index.html").read_text(encoding="utf-8")


def test_the_examples_of_templates_build(tmp_path: Path) -> None:
    """Each of them shows on a page of the site that `new` makes."""
    site = tmp_path / "site"
    new_site(site)
    put(site, {"course/first-steps/02-more.md": "---\ntitle: More\naliases: [old]\n---\n\n```python\nread = True\n```\n"})
    shutil.copytree(reference.EXAMPLES, site / "templates")
    report = build(site, tmp_path / "dist")
    assert not report.problems, "\n\n".join(draw(problem) for problem in report.problems)

    def page(path: str) -> str:
        return (tmp_path / "dist" / path).read_text(encoding="utf-8")

    assert "The school" in page("index.html") and 'Begin with <a href="first-steps/">' in page("index.html")
    assert re.search(r"Bring paper: \d+ minutes", page("first-steps/index.html"))
    assert "That was part 2 of 2 of First steps." in page("first-steps/more/index.html") and "This one is for reading." in page("first-steps/more/index.html")
    assert 'class="own-tip"' in page("first-steps/what-a-mean-says/index.html") and "Show exercise 1" in page("first-steps/what-a-mean-says/index.html")
    assert 'class="own-frame"' in page("first-steps/what-a-mean-says/index.html") and "All our words" in page("first-steps/what-a-mean-says/index.html")
    assert "2 words." in page("glossary/index.html") and "Look at its capitals." in page("404.html") and "Its new place is" in page("first-steps/old/index.html")
    assert "Ten minutes a week" in page("review/index.html") and "The reading room" in page("offline/index.html")


def test_every_page_has_an_example_of_its_template() -> None:
    pages = {path.name for path in (ROOT / "templates").glob("*.html") if "(pages." in path.read_text(encoding="utf-8")}
    assert pages <= {path.name for path in reference.EXAMPLES.glob("*.html")}


def test_commands_that_are_named_exist(site: Site) -> None:
    """Each `easycompilers …` in a listing or between backticks, with its options."""
    texts = [path.read_text(encoding="utf-8") for path in (*DOCS.glob("*.md"), *(DOCS / "course").rglob("*.md"), ROOT / "README.md")]
    named = {match for text in texts for match in re.findall(r"^ *easycompilers ([^\n`#>]*)|`easycompilers ([^\n`]*)`", text, re.MULTILINE)}
    lines = {(first or second).strip() for first, second in named}
    assert len(lines) >= 8
    for line in lines:
        assert_command(line.split())


def assert_command(words: list[str]) -> None:
    command: click.Command = main
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    options = {name for option in command.params for name in option.opts}
    unknown = [word for word in words if word.startswith("--") and word not in options]
    assert command is not main and not unknown, f"easycompilers {' '.join(words)}"


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [href for href in re.findall(r"\]\(([^)#]+)", text) if "://" not in href]
    assert links and [href for href in links if not (ROOT / href).exists()] == []


def test_every_role_is_explained() -> None:
    assert ABOUT.keys() == {"term", *ROLES}
