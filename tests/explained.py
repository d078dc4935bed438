"""The examples of explanations/, made into sites on the disk and built. What no file can show is done to the site here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from easycompilers_site.build import check_site
from easycompilers_site.explanation import FENCE, Explanation
from easycompilers_site.problem import Problem, draw
from easycompilers_site.read import EXPLANATIONS

DEFAULTS = {"course/site.yaml": "title: Example\n", "course/example/course.yaml": "title: Example\n"}


def put(site: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        place = site / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def example_site(site: Path, files: Mapping[str, str]) -> None:
    """`files`, and what a site needs besides."""
    chapter = {} if any(path.endswith(".md") for path in files) else {"course/example/01-page.md": "Text.\n"}
    put(site, DEFAULTS | chapter | dict(files))


def problems_of(site: Path) -> tuple[Problem, ...]:
    return check_site(site).problems


def report(problems: tuple[Problem, ...]) -> str:
    return "".join(draw(problem) + "\n" for problem in problems)


def rewrite(one: Explanation, report: str) -> None:
    """Put the report that is the case now into the page."""
    place = EXPLANATIONS / f"{one.code}.md"
    page = place.read_text(encoding="utf-8")
    fence = next(fence for fence in FENCE.finditer(page) if fence["name"] == "problems")
    place.write_text(page[: fence.start()] + f"```problems\n{report}```\n" + page[fence.end() :], encoding="utf-8")


# ── what no file can show ──

Circumstance = Callable[[Path, object], None]


def not_utf_8(site: Path, patch) -> None:
    (site / "course/example/01-page.md").write_bytes("Un café.\n".encode("cp1252"))


def control_character(site: Path, patch) -> None:
    (site / "course/example/01-page.md").write_text("It rings\x07.\n", encoding="utf-8")


CIRCUMSTANCES: dict[str, Circumstance] = {
    "control-character": control_character,
    "not-utf-8": not_utf_8,
}
