"""Golden pages: Markdown files that show an input and what becomes of it, readable as documentation.

A page is a row of cases, each a `# title`, an input in a fence named `markdown` (one chapter) or by its file's name, and
the expected result in a fence named `html` (the chapter's text as drawn) or `problems` (the report).
`pytest --rewrite-golden` writes what is the case now into the pages; nothing else does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from easycompilers_site.addresses import Addresses
from easycompilers_site.check import check
from easycompilers_site.model import Outcomes
from easycompilers_site.pages import Frame
from easycompilers_site.parse import parse
from easycompilers_site.pictures import size_of
from easycompilers_site.problem import draw
from easycompilers_site.read import read
from easycompilers_site.render.draw import Drawer
from easycompilers_site.render.templates import make_environment
from easycompilers_site.source import Source
from easycompilers_site.sources import CourseFile, Sources

ROOT = Path(__file__).parent.parent
CHAPTER = "course/example/01-page.md"
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<name>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)

GLOSSARY = """\
layer: One stage of a model.
layer norm:
  definition: A rescale of one position, written $y$.
  aliases: [layer normalisation]
  see: [layer]
"""


@dataclass
class Case:
    """One case of a page. files: the inputs by path. expected: the text of the last fence."""

    page: Path
    title: str
    files: dict[str, str] = field(default_factory=dict)
    kind: str = "html"
    expected: str = ""

    @property
    def name(self) -> str:
        return f"{self.page.stem}: {self.title}"

    def result(self) -> str:
        """What is the case now: the problems where there are any, else the chapter as drawn."""
        sources = sources_of(self.files)
        site = parse(sources)
        problems = [problem for problem in check(site, sources) if problem.code != "unused-term" or "glossary.yaml" in self.files]
        if problems or self.kind == "problems":
            return "\n\n".join(draw(problem) for problem in problems) + "\n"
        chapter = site.courses[0].chapters[0]
        html = drawer(sources, site, chapter).draw(chapter.blocks)
        return re.sub(r"\n\s*\n+", "\n", html.strip()) + "\n"


@lru_cache
def _theme() -> Sources:
    return read(ROOT / "tests")


def sources_of(files: dict[str, str]) -> Sources:
    """The sources of a small site: `files`, and what a site needs besides."""
    whole = {"course/site.yaml": "title: Example\n", "course/example/course.yaml": "title: Example\n", "glossary.yaml": GLOSSARY} | files
    theme = _theme()
    texts = {path: Source(path, text) for path, text in whole.items() if path.endswith((".md", ".yaml"))}
    others = {path: CourseFile(Path(path), len(text.encode("utf-8")), *size_of(BytesIO(text.encode("utf-8")))) for path, text in whole.items() if path not in texts}
    listings = {path: Source(path, whole[path]) for path in others}
    return Sources(texts=texts, files=others, listings=listings, templates=theme.templates, static=theme.static, modules=theme.modules, languages=theme.languages)


def drawer(sources: Sources, site, chapter, outcomes: Outcomes = Outcomes()) -> Drawer:
    frame = Frame("../../", "en", "Example", "Page", "", "main.js", "site.css", "../../glossary/")
    start = f"{site.courses[0].slug}/{chapter.slug}/"
    return Drawer(make_environment(sources.templates), frame, Addresses(site, sources.files), outcomes, chapter.source.path, start)


def sections(text: str) -> list[str]:
    """The text cut before each `# title` that stands outside a fence."""
    parts, fence = [""], ""
    for line in text.splitlines(keepends=True):
        mark = re.match(r"`{3,}", line)
        if mark and not fence:
            fence = mark[0]
        elif fence and line.strip() == fence:
            fence = ""
        elif not fence and line.startswith("# "):
            parts.append("")
        parts[-1] += line
    return parts


def cases(page: Path) -> Iterator[Case]:
    """The cases of a page, in order."""
    return (_case(page, part) for part in sections(page.read_text(encoding="utf-8")) if part.startswith("# "))


def _case(page: Path, part: str) -> Case:
    case = Case(page, part.split("\n", 1)[0][2:].strip())
    fences = list(_FENCE.finditer(part))
    for match in fences[:-1]:
        case.files[CHAPTER if match["name"] == "markdown" else match["name"]] = match["body"]
    case.kind, case.expected = fences[-1]["name"], fences[-1]["body"]
    return case


def rewrite(page: Path) -> None:
    """Put what is the case now into the page."""
    page.write_text("".join(_fresh(page, part) for part in sections(page.read_text(encoding="utf-8"))), encoding="utf-8")


def _fresh(page: Path, part: str) -> str:
    if not part.startswith("# "):
        return part
    result = _case(page, part).result()
    last = list(_FENCE.finditer(part))[-1]
    kind = "problems" if re.match(r"(error|warning)\[", result) else "html"
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`{3,}", result) or [""]))
    return part[: last.start()] + f"{fence}{kind}\n{result}{fence}" + part[last.end() :]
