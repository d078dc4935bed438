"""What a stranger may send: each is built in a process of its own, which ends where it takes more time or memory than any course needs.

    python tests/hostile.py            builds all, and prints what came of each as a line of JSON

One process forks for all of them, so that a case costs little more than its build.
"""

from __future__ import annotations

import json
import os
import resource
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from files import put

SECONDS, BYTES = 8, 3 << 30  # of processor time, of addresses: what grows with the square of these sizes takes more
CHAPTER = "course/first/01-one.md"
SITE = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n", CHAPTER: "Text.\n"}
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 0xFFFFFFFF, 0xFFFFFFFF) + b"\x08\2\0\0\0"
LAUGHS = "<!DOCTYPE svg [<!ENTITY a0 'ha'>%s]>" % "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))

Case = tuple[str, dict[str, str | bytes] | Callable[[Path], object]]


def chapter(text: str) -> dict[str, str | bytes]:
    return {CHAPTER: text}


def bomb(rows: int = 40) -> str:
    """Aliases of aliases: twice as many values in each line."""
    return "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, rows))


def sparse(path: str, start: bytes = b"", size: int = 1 << 30) -> Callable[[Path], object]:
    """A file that says of itself that it holds a gigabyte, or as much as is told."""

    def make(site: Path) -> None:
        place = site / path
        place.write_bytes(start)
        os.truncate(place, size)

    return make


def picture(name: str, content: str | bytes | Callable[[Path], object]) -> Callable[[Path], object]:
    """A chapter that shows it."""

    def make(site: Path) -> None:
        put(site, chapter(f"Text.\n\n![A picture]({name})\n"))
        content(site) if callable(content) else put(site, {f"course/first/{name}": content})

    return make


def linked(*pairs: tuple[str, str]) -> Callable[[Path], object]:
    def make(site: Path) -> None:
        for path, leads_to in pairs:
            (site / path).unlink(missing_ok=True)
            (site / path).symlink_to(leads_to)

    return make


def piped(path: str) -> Callable[[Path], object]:
    def make(site: Path) -> None:
        (site / path).unlink(missing_ok=True)
        os.mkfifo(site / path)

    return make


def svg(inside: str, root: str = "", before: str = "") -> str:
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>'


#: By name: the code of the problem in which it ends, '' for a site that is built, and what is put into a good site.
CASES: dict[str, Case] = {
    # ── long ──
    "ten megabytes in a line": ("too-large", chapter("x" * 10_000_000)),
    "two million words in a line": ("too-large", chapter("word " * 2_000_000)),
    "fifty thousand words in a line": ("too-long", chapter("Fine.\n\n" + "word " * 50_000)),
    "a heading of a whole book": ("too-long", chapter("# " + "word " * 50_000 + "\n\nText.\n")),
    "a title of a whole book": ("too-long", chapter(f":::{{note}} {'word ' * 50_000}\nText.\n:::\n")),
    "a summary of a whole book": ("too-long", chapter(f"---\nsummary: {'word ' * 50_000}\n---\n\nText.\n")),
    "a cell of a whole book": ("too-long", chapter(f"| a | b |\n|---|---|\n| {'word ' * 50_000} | c |\n")),
    "a listing of a whole book": ("", chapter("```text\n" + "word " * 100_000 + "\n```\n")),
    "a paragraph as long as may be": ("", chapter("word " * 19_990)),
    "spaces": ("too-long", chapter("a" + " " * 1_000_000 + "b")),
    # ── deep ──
    "lists": ("nested-too-deeply", chapter("".join("  " * n + "- a\n" for n in range(500)))),
    "marks of lists in a line": ("nested-too-deeply", chapter("- " * 45_000 + "a")),
    "quotes": ("nested-too-deeply", chapter(">" * 90_000 + "a")),
    "quotes that go on": ("nested-too-deeply", chapter(">" * 60 + "a\n" + "b\n" * 20_000)),
    "boxes": ("nested-too-deeply", chapter("".join(":" * (1003 - n) + "{note}\n" for n in range(1000)) + "a\n" + "".join(":" * (4 + n) + "\n" for n in range(1000)))),
    "boxes that are never closed": ("never-closed", chapter(":::{note}\na\n" * 15_000)),
    "brackets": ("nested-too-deeply", chapter("[" * 45_000 + "]" * 45_000)),
    "brackets, as many as may be": ("", chapter(("[" * 25 + "a" + "]" * 25) * 1000)),
    "footnotes within footnotes": ("nested-too-deeply", chapter("^[" * 45_000)),
    "stars": ("", chapter("*" * 20_000 + "a" + "*" * 20_000)),
    "pictures within pictures": ("nested-too-deeply", chapter("![" * 20_000 + "a")),
    "HTML": ("", chapter("<div>\n" * 30_000 + "x\n" + "</div>\n" * 30_000)),
    "a formula": ("", chapter("$" + "{" * 400 + "a" + "}" * 400 + "$")),
    # ── many ──
    "<b> in a line": ("too-long", chapter("<b>" * 100_000)),
    "<b>, as many as may be": ("open-tag", chapter("<b>" * 33_000)),
    "</b> of others": ("", chapter(("<b>" * 6_000 + "<i>" * 6_000 + "x" + "</i>" * 6_000 + "</b>" * 6_000))),
    "headings of one name": ("", chapter("## Heading\n\nx\n\n" * 6_000)),
    "headings of other names": ("", chapter("".join(f"## Heading {n}\n\n" for n in range(6_000)))),
    "footnotes": ("", chapter("".join(f"a[^{n}] " for n in range(5_000)) + "\n\n" + "".join(f"[^{n}]: x\n\n" for n in range(5_000)))),
    "signs of footnotes": ("nested-too-deeply", chapter("a[^1]\n\n[^1]: x\n\n" + "[^" * 45_000)),
    "roles": ("unknown-label", chapter("{ref}`one` " * 8_000)),
    "references to labels that are there": ("", chapter("".join(f":::{{note}} T\n:label: l{n}\na\n:::\n\n" for n in range(800)) + "".join(f"{{ref}}`l{n}` " for n in range(800)))),
    "roles that are open": ("unknown-label", chapter("{ref}" + "`{ref}``" * 10_000)),
    "cells": ("", chapter("```{code-block} python\nx = 1\n```\n\n" * 3_000)),
    "numbered lines, all of them set off": ("", chapter("```{code-block} text\n:label: a\n:linenos: true\n:emphasize-lines: 1-40000\n\n" + "x\n" * 40_000 + "```\n")),
    "boxes to tick": ("", chapter("- [ ] a\n" * 8_000)),
    "columns": ("", chapter("|" + " a |" * 10_000 + "\n|" + "---|" * 10_000 + "\n|" + " a |" * 10_000 + "\n")),
    "links to one long address": ("too-long", chapter(f"[a]: https://example.org/{'x' * 90_000}\n\n" + "[a] " * 20_000)),
    "links to one long address, a few": ("", chapter(f"[a]: https://example.org/{'x' * 90_000}\n\n" + "[a] " * 5)),
    "phrases in bold": ("", chapter("".join(f"**phrase{n} name** is a. " for n in range(3_600)))),
    "signs behind an address": ("", chapter("https://example.org/" + "?!.,:" * 15_000)),
    "spaces behind a name": ("", chapter(":::{note} a" + " " * 90_000 + "b\nText.\n:::\n")),
    "spaces in a role": ("unknown-label", chapter("{ref}`a" + " " * 90_000 + "b`")),
    "spaces in an outcome": ("", chapter("---\noutcomes:\n- Do" + " " * 90_000 + "it\n---\n\nText.\n")),
    "brackets in an abbreviation": ("abbreviation-without-meaning", chapter("{abbr}`a" + "(" * 90_000 + "`")),
    "terms": ("too-many-terms", {"glossary.yaml": "".join(f"term{n}: Short.\n" for n in range(20_000))}),
    "terms that are all mentioned": ("", {CHAPTER: " ".join(f"term{n}" for n in range(2_000)), "glossary.yaml": "".join(f"term{n}: Short.\n" for n in range(2_000))}),
    # ── YAML ──
    "a bomb in front matter": ("yaml-aliases", chapter(f"---\n{bomb()}---\n\nText.\n")),
    "a bomb as a value": ("yaml-aliases", chapter(f"---\n{bomb()}outcomes: *a39\n---\n\nText.\n")),
    "a bomb in the vocabulary": ("yaml-aliases", {"glossary.yaml": bomb()}),
    "a bomb in the settings": ("yaml-aliases", {"course/site.yaml": "title: Example\n" + bomb()}),
    "a bomb in a course": ("yaml-aliases", {"course/first/course.yaml": f"title: First\n{bomb()}chapters: *a39\n"}),
    "a circle of aliases": ("yaml-loop", {"course/site.yaml": "title: Example\ntagline: &a [*a]\n"}),
    "YAML in YAML": ("yaml-syntax", {"course/site.yaml": "title: " + "[" * 100_000}),
    # ── bytes ──
    "NUL": ("control-character", chapter("a\0b" * 1000)),
    "byte order marks": ("control-character", chapter("a\ufeff" * 10_000)),
    "no UTF-8": ("not-utf-8", {CHAPTER: b"\xff\xfe" * 10_000}),
    "a half of a pair": ("not-utf-8", {CHAPTER: b"a \xed\xa0\x80 b"}),
    "a half of a pair, escaped": ("yaml-syntax", {"course/site.yaml": 'title: "\\ud800"\n'}),
    "marks upon marks": ("", chapter("a" + "\u0301" * 90_000)),
    # ── pictures ──
    "a drawing that laughs": ("", picture("a.svg", svg("<text>&a11;</text>", before=LAUGHS))),
    "a drawing that laughs in its width": ("", picture("a.svg", svg("", root='width="&a11;"', before=LAUGHS))),
    "a drawing with a script": ("", picture("a.svg", svg("<script>alert(1)</script><foreignObject><body xmlns='http://www.w3.org/1999/xhtml'>x</body></foreignObject>"))),
    "a drawing of files": ("", picture("a.svg", svg("<text>&x;</text>", before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'))),
    "a drawing as large as can be said": ("", picture("a.svg", svg("", root=f'width="{"9" * 400}" height="1e999"'))),
    "a drawing without an end": ("", picture("a.svg", sparse("course/first/a.svg", b"<!--", 1 << 27))),
    "a picture larger than the world": ("", picture("a.png", PNG)),
    "a picture that leads in circles": ("", picture("a.jpg", b"\xff\xd8" + b"\xff\xe0\0\2" * 3_000_000)),
    "a large picture": ("", picture("a.png", sparse("course/first/a.png", PNG, 1 << 27))),
    # ── files ──
    "a gigabyte of chapter": ("too-large", sparse(CHAPTER)),
    "a gigabyte of vocabulary": ("too-large", sparse("glossary.yaml")),
    "a gigabyte of listing": ("not-text", lambda site: (put(site, chapter("```{literalinclude} a.txt\n```\n")), sparse("course/first/a.txt")(site))),
    "a gigabyte of template": ("too-large", lambda site: (put(site, {"templates/x.html": ""}), sparse("templates/x.html")(site))),
    "a pipe as a chapter": ("unreadable", piped(CHAPTER)),
    "a pipe as a picture": ("unreadable", picture("a.png", piped("course/first/a.png"))),
    "a pipe as the vocabulary": ("unreadable", piped("glossary.yaml")),
    "a pipe as the settings": ("unreadable", piped("course/site.yaml")),
    "a device as a chapter": ("outside", linked((CHAPTER, "/dev/zero"))),
    "a device as the vocabulary": ("outside", linked(("glossary.yaml", "/dev/zero"))),
    "a circle of links": ("dead-link", linked(("course/first/a.txt", "b.txt"), ("course/first/b.txt", "a.txt"))),
    "a circle of links as the vocabulary": ("", linked(("glossary.yaml", "glossary.yaml"))),
    "a circle of folders": ("", linked(("course/first/again", "..."), ("course/first/up", "../first"))),
    "a folder of styles that lies outside": ("outside", linked(("static", "/etc"))),
    "a folder of words that lies outside": ("outside", linked(("languages", "/etc"))),
}


def ended(case: Case) -> dict:
    """What came of it: the codes of its problems, how many pages there are, what went wrong with ourselves; nothing where it was ended."""
    with tempfile.TemporaryDirectory() as folder:
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writes, json.dumps(built(case, Path(folder))).encode())
            os._exit(0)
        os.close(writes)
        with open(reads, "rb") as said:
            text = said.read()
        os.waitpid(child, 0)
    return json.loads(text) if text else {}


def built(case: Case, site: Path) -> dict:
    from easycompilers_site.build import build
    from easycompilers_site.problem import draw

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    try:
        put(site, SITE)
        case[1](site) if callable(case[1]) else put(site, case[1])
        report = build(site, site / "dist", cached=False)
        drawn = [draw(problem) for problem in report.problems]
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {"codes": sorted({problem.code for problem in report.problems}), "pages": report.pages, "lines": max((text.count("\n") for text in drawn), default=0),
                "letters": max(map(len, drawn), default=0), "seconds": round(used.ru_utime + used.ru_stime, 2)}
    except BaseException:
        return {"fault": traceback.format_exc()[-2000:]}


def main() -> None:
    import easycompilers_site.check
    import easycompilers_site.render
    import easycompilers_site.work  # noqa: F401 - so that each child has them already

    ended(("", {}))
    for name, case in CASES.items():
        if not sys.argv[1:] or name in sys.argv[1:]:
            print(json.dumps({"name": name, **ended(case)}), flush=True)


if __name__ == "__main__":
    main()
