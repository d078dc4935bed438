"""What a build costs, beside other tools on the same course: `python benchmarks/build.py 100 1000 --runs 5`. Linux only.
`--terms 2000 --alone 5000` is the large site that ours has to get through, without the others.

Cold: nothing is there. Edit: a new process after one sentence was added to chapter 5.
Edit again: the same once more, as most edits are, when a tool has an earlier site to go by. The tools take turns, so that a slow minute of the
machine hits all. What counts are seconds of the processor, and ratios; tools that are not on PATH are left out.

`--folder /dev/shm` works on a disk in memory. On one with ext4, whoever makes files pays for those that others have deleted in the minutes before, since Linux
passes over their places; some of the tools delete the whole of their site each time, and who comes after them is charged for it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import courses

#: Each tool: what makes its folder, its command, and what a cold build must not find.
TOOLS: dict[str, tuple[Callable[[Path, int], Path], list[str], tuple[str, ...]]] = {
    "ours": (courses.ours, [sys.executable, "-m", "easycompilers_site", "build", "--jobs", "1"], ("dist", ".easycompilers")),
    "zensical": (courses.zensical, ["zensical", "build"], ("site", ".cache")),
    "mkdocs": (courses.mkdocs, ["mkdocs", "build", "-q"], ("site",)),
    "mdbook": (courses.mdbook, ["mdbook", "build"], ("book",)),
    "hugo": (courses.hugo, ["hugo", "--quiet"], ("public", "resources")),
    "eleventy": (courses.eleventy, ["eleventy", "--quiet"], ("_site",)),
}

#: Seconds after which ours believes that a text which has its old time has not been written to again. An author's texts are older, those of the benchmark are just made.
SETTLED = 3

#: Python keeps its bytecode, as it does wherever somebody installs one of the tools: else each run compiles all of the program first.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def built(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds of the processor with all that the tool starts, and the most memory of one process in MiB."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{command} ended with {process.returncode}"
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def aside(made: Path, place: Path) -> None:
    """Move what an earlier run made out of the way. Were it deleted, the next run would pay for it: to make a file, Linux passes over all that went in the last minute."""
    if made.exists():
        place.mkdir(exist_ok=True)
        made.rename(place / made.name)


def measure(count: int, runs: int, terms: int, alone: bool, folder: Path | None) -> list[dict[str, object]]:
    names = [name for name, (_, command, _) in TOOLS.items() if shutil.which(command[0]) and (name == "ours" or not alone)]
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(dir=folder) as top:
        chapters = {name: TOOLS[name][0](Path(top, name), count, *([terms] if name == "ours" else [])) for name in names}
        time.sleep(SETTLED)
        courses.ours(Path(top, "first"), 1)
        built(TOOLS["ours"][1], Path(top, "first"))  # Python keeps the bytecode of a checkout when it is first run
        for run in range(runs):
            for name in names:
                _, command, made = TOOLS[name]
                for path in made:
                    aside(Path(top, name, path), Path(top, f"{name}-{run}"))
                found.setdefault((name, "cold"), []).append(built(command, Path(top, name)))
                print(f"{count} chapters, run {run + 1} of {runs}: {name}", file=sys.stderr, flush=True)
                for kind in ("edit", "edit again"):
                    with chapters[name].open("a", encoding="utf-8") as chapter:
                        chapter.write(f"\nOne more sentence, number {run}, {kind}.\n")
                    found.setdefault((name, kind), []).append(built(command, Path(top, name)))
    return [{"tool": name, "chapters": count, "build": kind, "cpu": round(statistics.median(cpu for cpu, _ in rows), 3),
             "mib": round(max(memory for _, memory in rows)), "runs": len(rows)} for (name, kind), rows in found.items()]


def table(rows: list[dict[str, object]]) -> str:
    lines = ["| chapters | build | tool | CPU s | ours is | peak MiB |", "|---|---|---|---|---|---|"]
    own = {(row["chapters"], row["build"]): row["cpu"] for row in rows if row["tool"] == "ours"}
    for row in rows:
        ratio = own[row["chapters"], row["build"]] / row["cpu"]
        lines.append(f"| {row['chapters']} | {row['build']} | {row['tool']} | {row['cpu']:.2f} | {ratio:.2f} of it | {row['mib']} |")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", type=int, default=[100])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--terms", type=int, default=0, help="how many terms the glossary of ours has besides those of the text")
    parser.add_argument("--alone", action="store_true", help="ours without the others")
    parser.add_argument("--folder", type=Path, help="on which disk to work (where there is room for what is passing)")
    parser.add_argument("--out", type=Path, help="where the rows go as JSON, with the machine")
    given = parser.parse_args()
    rows = [row for count in given.chapters for row in measure(count, given.runs, given.terms, given.alone, given.folder)]
    print(table(rows))
    if given.out:
        machine = {"processors": os.cpu_count(), "load": os.getloadavg()[0], "python": platform.python_version(), "system": platform.platform(terse=True),
                   "folder": str(given.folder or tempfile.gettempdir()), "day": time.strftime("%Y-%m-%d")}
        given.out.write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n", encoding="utf-8")
