"""Our page against a bare page with the same Pyodide, in the same browser, in turns. Out: a table, and a file in results/.

    python benchmarks/runtime.py [--engine chromium] [--rounds 7] [--keep]

Each round opens both pages with nothing cached, in an order that changes, and again on a second visit of the same profile.
Times are taken in the page, from the click to the text: see pages.py. Medians, with the range of each.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from browsers import ENGINES
from pages import BARE, OURS, Host, Page, about_pyodide, make_site

RESULTS = Path(__file__).parent / "results"

Measured = dict[str, float]  # milliseconds and bytes of one page in one round, by the keys of ROWS


@dataclass(frozen=True)
class Row:
    """of: the goal is a share of the bare page ("share"), milliseconds over it ("over"), or holds by itself ("alone")."""

    key: str
    what: str
    unit: str
    of: str
    most: float

    def reached(self, ours: Sequence[float], bare: Sequence[float]) -> float:
        """What is compared with the goal."""
        mine, its = statistics.median(ours), statistics.median(bare)
        return {"share": mine / its if its else 0, "over": mine - its, "alone": mine}[self.of]

    def shown(self, ours: Sequence[float], bare: Sequence[float]) -> str:
        form, words = {"share": ("{:.2f}", "× bare"), "over": ("{:.1f}", "ms over"), "alone": ("{:.0f}", self.unit)}[self.of]
        reached = self.reached(ours, bare)
        verdict = "yes" if reached <= self.most else "**no**"
        goal = f"{form.format(self.most)} {words}"
        return f"| {self.what}, {self.unit} | {spread(ours)} | {spread(bare)} | {form.format(reached)} {words} | {goal} | {verdict} |"


ROWS = (
    Row("cold", "first Run to first output, nothing cached", "ms", "share", 0.40),
    Row("warm", "the same on the second visit", "ms", "share", 0.35),
    Row("restart", "Stop to ready again, and its output there", "ms", "share", 0.25),
    Row("line", "cell that prints one line, warm, click to text", "ms", "over", 30),
    Row("blocked", "main thread blocked for longest, starting or running", "ms", "alone", 50),
    Row("before", "of Python before the first Run", "bytes", "alone", 0),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", choices=sorted(ENGINES), help="several times for several; all by default")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--keep", action="store_true", help="write the table to results/, too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Host(make_site(Path(folder))) as host:
        for engine in given.engine or sorted(ENGINES):
            taken, machine = measure(engine, host, given.rounds)
            text = table(engine, taken, machine)
            print(text)
            if given.keep:
                RESULTS.mkdir(exist_ok=True)
                (RESULTS / f"runtime-{engine}.md").write_text(text, encoding="utf-8")


def measure(engine: str, host: Host, rounds: int) -> tuple[dict[Page, list[Measured]], str]:
    """All rounds of both pages, and a description of the machine meanwhile."""
    taken: dict[Page, list[Measured]] = {OURS: [], BARE: []}
    loads, version = [], ""
    for number in range(rounds):
        for page in (OURS, BARE) if number % 2 else (BARE, OURS):
            measured, version = visit_twice(engine, host, page)
            taken[page].append(measured)
            loads.append(os.getloadavg()[0])
        print(f"{engine}, round {number + 1}: {json.dumps({page.name: taken[page][-1] for page in taken})}", flush=True)
    return taken, description(version, loads)


def visit_twice(engine: str, host: Host, page: Page) -> tuple[Measured, str]:
    """All that is measured of one page, with a profile of its own, and what the browser calls itself."""
    with ENGINES[engine]() as browser:
        host.begin()
        browser.open(host.url + page.path)
        browser.wait(page.idle)
        before = host.bytes_of(page.python)
        first = browser.run(page.measure)
        browser.again(host.url + page.path)
        browser.wait(page.idle)
        measured = {"before": before, "cold": first, "warm": browser.run(page.measure)} | browser.run(page.more)
        return measured, browser.run("() => navigator.userAgent")


def table(engine: str, taken: dict[Page, list[Measured]], machine: str) -> str:
    """The table of one engine, as Markdown."""
    idle = [each["idle"] for each in taken[OURS]]
    ours, bare = ({row.key: [each[row.key] for each in taken[page]] for row in ROWS} for page in (OURS, BARE))
    return "\n".join([
        f"# Our page and a bare page with the same Pyodide: {engine}", "",
        f"{date.today()}, {len(taken[OURS])} rounds in turns; median (range). {machine}", "",
        "| what | our page | bare page | reached | at most | goal reached |", "|---|--:|--:|--:|--:|---|",
        *(row.shown(ours[row.key], bare[row.key]) for row in ROWS), "",
        f"Even while our page did nothing, its main thread had to wait for a processor, for {spread(idle)} ms at the longest.", "",
    ])


def spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def description(browser: str, loads: Sequence[float]) -> str:
    """The machine, as far as it bears on the numbers."""
    model = next((line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")),
                 platform.processor()) if Path("/proc/cpuinfo").exists() else platform.processor()
    return (f"{browser}, Pyodide {about_pyodide()['version']}. {platform.system()} {platform.machine()}, {os.cpu_count()} processors "
            f"({model}); served from the same machine, without delay. While it was measured, {statistics.median(loads):.1f} "
            f"({min(loads):.1f}–{max(loads):.1f}) processes wanted a processor: where that is more than there are, times are too long, and "
            "only what is a share says much.")


if __name__ == "__main__":
    main()
