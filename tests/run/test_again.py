"""A cell that gives something else each time is told, and no other; the chapter is run twice only where that may be."""

from __future__ import annotations

from pathlib import Path

import pytest
from files import put

from easycompilers_site.build import check_site
from easycompilers_site.run import site as run_site

STEADY = ["1 + 1", "random.Random(3).random()", "print({'b', 'a'})", "datetime.date.today().year > 2020", ":tags: [differs]\n\ntime.perf_counter()",
          ":tags: [remove-output]\n\nrandom.random()", "random.seed(5)\nrandom.random()", "type(object())"]
UNSTEADY = ["print(datetime.date.today())", "print(time.strftime('%H'))", "random.random()", "object()", "print(id([]))", "os.urandom(2)", "uuid.uuid4()",
            "print(sorted(names, key=id))", "1 / 0 if random.random() < 0 else secrets.token_hex(2)"]
SETUP = ":tags: [setup]\n\nimport datetime, os, random, secrets, time, uuid\nnames = [object() for n in range(3)]"


def chapter(cells: list[str]) -> str:
    return "# One\n\n" + "\n".join(f"```{{code-cell}} python\n{cell}\n```\n" for cell in cells)


def site(folder: Path, text: str) -> Path:
    put(folder, {"course/site.yaml": "title: T\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": text})
    return folder


def test_the_clock_chance_and_addresses_are_told(tmp_path: Path) -> None:
    text = chapter([SETUP, *(cell for pair in zip(STEADY, UNSTEADY) for cell in pair), *UNSTEADY[len(STEADY):]])
    lines = text.split("\n")
    for _ in "once", "from the cache":
        problems = check_site(site(tmp_path, text)).problems
        assert {problem.code for problem in problems} == {"output-differs"} and not any(problem.is_error for problem in problems)
        told = {lines[problem.where[1]] for problem in problems}  # the line after that which opens the cell
        assert told == {cell.split("\n")[0] for cell in UNSTEADY}


def test_what_cannot_differ_is_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started, session = [], run_site._session
    monkeypatch.setattr(run_site, "_session", lambda *given, **how: started.append(how.get("another", False)) or session(*given, **how))
    assert check_site(site(tmp_path, chapter(["total = 1 + 1\ntotal", "print('some text')"]))).problems == ()
    assert started == [False]
