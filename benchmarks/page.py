"""What part 5 of the course costs a learner with a slow telephone: `python benchmarks/page.py [--rounds 5] [--keep]`. Out: a table.

Each round is a visit by a browser that knows nothing, on slow 4G (150 ms there and back, 1.6 Mbit/s) and with a processor four times
slower than this one; the page is read to its end, and one question of its quiz answered wrongly. Lighthouse gives its scores with its
own idea of the same telephone. Medians, with the range of each; how each row is taken stands beside it in `ROWS`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from browsers import CHROMIUM_FLAGS
from hosting import QUALITY, hosting
from lighthouse import CATEGORIES, scores
from playwright.sync_api import Browser, CDPSession, sync_playwright
from runtime import spread

from easycompilers_site.build import build

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "page.md"
CHAPTER = "transformers-from-the-ground-up/residual-streams-and-layer-norm/"
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 768_000 / 8}
SLOWDOWN = 4

#: Watches from before the page's first byte: see `Visit.measured`.
WATCH = """
  window.seen = { paints: [0], shifts: [], tasks: [] };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => seen.paints.push(startTime));
  watch("layout-shift", ({ value, hadRecentInput }) => hadRecentInput || seen.shifts.push(value));
  watch("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, startTime + duration]));
  watch("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.first = startTime));
"""

#: Reads the page to its end, a screen at a time: what comes into view late, and what moves meanwhile, counts.
READ = """async () => {
  for (let last = -1; last !== scrollY; ) {
    last = scrollY;
    scrollBy({ top: innerHeight * 0.9, behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""

#: Until nothing more has come for a second: Playwright's "networkidle" tells only of the first time.
REST = """async () => {
  const come = () => performance.getEntriesByType("resource").length;
  for (let before = -1; before !== come(); ) {
    before = come();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}"""

#: Milliseconds from a click to the frame in which the verdict and its explanation are painted.
FEEDBACK = """window.answered = new Promise((resolve) => addEventListener("click", ({ timeStamp }) => {
  const shown = () => document.querySelector('ec-question [state=wrong] .why:not([hidden])');
  const look = () => requestAnimationFrame(() => (shown() ? setTimeout(() => resolve(performance.now() - timeStamp)) : look()));
  look();
}, { capture: true, once: true }))"""


@dataclass(frozen=True)
class Row:
    """limit: at most; of a score, at least."""

    key: str
    what: str
    unit: str
    limit: float
    is_score: bool = False

    def shown(self, values: Sequence[float]) -> str:
        median = statistics.median(values)
        reached = median >= self.limit if self.is_score else median <= self.limit
        form = "{:.3f}" if self.limit < 0.1 and self.limit else "{:.1f}" if self.unit in ("kB", "s") else "{:.0f}"
        low, high, middle, limit = (form.format(value) for value in (min(values), max(values), median, self.limit))
        return f"| {self.what} | {middle} ({low}–{high}) | {limit} | {self.unit} | {'yes' if reached else '**no**'} |"


ROWS = (
    Row("all", "reading view, all that was transferred, with headers", "kB", 150),
    Row("plain", "the same without fonts", "kB", 60),
    Row("script", "script before anything is run, on arrival", "kB", 12),
    Row("scripts", "script before anything is run, once the page was read to its end", "kB", 12),
    Row("paint", "largest contentful paint", "s", 1.2),
    Row("shift", "layout shift, all of it while the page was read", "", 0.01),
    Row("blocked", "total blocking time: what tasks took beyond 50 ms each, from the first paint on, while the page was read", "ms", 20),
    Row("feedback", "from the click on “Check answer” to the painted explanation", "ms", 100),
    Row("strangers", "requests to another host", "", 0),
    *(Row(name, f"Lighthouse: {name}", "", 100, True) for name in CATEGORIES),
)


class Visit:
    """One page in a browser that knows nothing, slowed down. What goes over the line is counted as the browser's own tools count it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.home = url
        self.context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, has_touch=True, is_mobile=True)
        self.page = self.context.new_page()
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        self.bodies: dict[str, float] = {}
        self.strangers = 0
        self.tools: CDPSession = self.context.new_cdp_session(self.page)
        self.tools.on("Network.requestWillBeSent", self.asked)
        self.tools.on("Network.loadingFinished", lambda event: self.bytes.__setitem__(event["requestId"], event["encodedDataLength"]))
        self.tools.on("Network.dataReceived", self.received)
        for method, given in (("Network.enable", {}), ("Network.setCacheDisabled", {"cacheDisabled": True}), ("Network.emulateNetworkConditions", SLOW_4G),
                              ("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})):
            self.tools.send(method, given)
        self.page.add_init_script(WATCH)

    def received(self, event: dict[str, Any]) -> None:
        self.bodies[event["requestId"]] = self.bodies.get(event["requestId"], 0) + event["encodedDataLength"]

    def asked(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event.get("type", "Other")
        self.strangers += not event["request"]["url"].startswith((self.home, "data:", "blob:"))

    def measured(self, address: str) -> dict[str, float]:
        """By the keys of ROWS, but for Lighthouse's."""
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        first = self.scripts()
        self.page.evaluate(READ)
        self.page.evaluate(REST)
        seen = self.page.evaluate("seen")
        kilobytes = {kind: sum(size for request, size in self.bytes.items() if self.kinds.get(request) == kind) / 1000 for kind in set(self.kinds.values())}
        return {
            "all": sum(kilobytes.values()), "plain": sum(kilobytes.values()) - kilobytes.get("Font", 0), "script": first, "scripts": self.scripts(),
            "paint": max(seen["paints"]) / 1000, "shift": sum(seen["shifts"]), "blocked": sum(max(0, end - max(start, seen["first"]) - 50) for start, end in seen["tasks"]),
            "feedback": self.feedback(), "strangers": self.strangers,
        }

    def scripts(self) -> float:
        """Kilobytes of all scripts so far, compressed, without headers."""
        return sum(size for request, size in self.bodies.items() if self.kinds.get(request) == "Script") / 1000

    def feedback(self) -> float:
        self.page.locator("ec-question:not([hidden]) .choice:not([data-right]) input").first.check()
        self.page.evaluate(FEEDBACK + ";0")
        self.page.get_by_role("button", name="Check answer").click()
        return self.page.evaluate("answered")


def measure(rounds: int) -> tuple[dict[str, list[float]], str]:
    """All values of each row, and what was measured with."""
    taken: dict[str, list[float]] = {}
    loads = []
    chromium = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = build(ROOT, Path(folder, "site"))
        assert not report.failed, report.problems
        with hosting(Path(folder, "site")) as url:
            for _ in range(rounds):
                browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
                for key, value in (Visit(browser, url).measured(url + CHAPTER) | scores(url + CHAPTER, chromium, CHROMIUM_FLAGS)).items():
                    taken.setdefault(key, []).append(value)
                version = browser.version
                browser.close()
                loads.append(os.getloadavg()[0])
    return taken, f"Chromium {version}, brotli of quality {QUALITY}; {os.cpu_count()} processors, of which {spread(loads)} wanted by others and by this"


def table(taken: dict[str, list[float]], machine: str) -> str:
    return "\n".join([
        "# Part 5 of the course on a slow telephone", "",
        f"{date.today()}, {len(taken['all'])} visits; median (range). Slow 4G: 150 ms there and back, 1.6 Mbit/s; a processor {SLOWDOWN} times slower "
        f"than this one. {machine}.", "",
        "| what | reached | at most (a score: at least) | unit | goal reached |", "|---|--:|--:|---|---|",
        *(row.shown(taken[row.key]) for row in ROWS), "",
    ])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", action="store_true", help="write the table to results/page.md, too")
    given = parser.parse_args()
    text = table(*measure(given.rounds))
    print(text)
    if given.keep:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
