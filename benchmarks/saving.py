"""From a save to the changed page, in a tool's own preview: how long an author waits, and what it costs the machine."""

from __future__ import annotations

import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import courses

Command = Callable[[int], list[str]]
#: Each tool: what makes its folder, its preview at a port, and the address of the chapter that is edited.
TOOLS: dict[str, tuple[Callable[[Path, int], Path], Command, str]] = {
    "ours": (courses.ours, lambda port: [sys.executable, "-m", "easycompilers_site", "serve", ".", "--port", str(port)], "made-up/ch0005/"),
    "zensical": (courses.zensical, lambda port: ["zensical", "serve", "-a", f"127.0.0.1:{port}"], "ch0005/"),
    "mdbook": (courses.mdbook, lambda port: ["mdbook", "serve", "-p", str(port), "-n", "127.0.0.1"], "ch0005.html"),
    "hugo": (courses.hugo, lambda port: ["hugo", "server", "-p", str(port), "--bind", "127.0.0.1", "--disableFastRender=false"], "ch0005/"),
}
PATIENCE = 120


def installed() -> list[str]:
    return [name for name in TOOLS if name == "ours" or shutil.which(name)]


def cpu(process: int) -> float:
    """Seconds of the processor that a process and its children have used."""
    fields = {int(place.name): place.joinpath("stat").read_text().rsplit(")", 1)[1].split() for place in Path("/proc").iterdir()
              if place.name.isdigit() and (place / "stat").exists()}
    found, left = 0.0, [process]
    while left:
        at = left.pop()
        found += sum(int(fields[at][n]) for n in (11, 12)) / 100
        left += [one for one, row in fields.items() if int(row[1]) == at]
    return found


@contextmanager
def preview(name: str, count: int, port: int) -> Iterator[tuple[Path, str, int]]:
    """The chapter to edit, its address and the process, once the page has been served."""
    make, command, page = TOOLS[name]
    with tempfile.TemporaryDirectory() as folder:
        chapter = make(Path(folder), count)
        process = subprocess.Popen(command(port), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}/{page}"
            wait_for(address, "Section")
            time.sleep(3 if count <= 100 else 30)  # what a tool does after its first page is no part of a save
            yield chapter, address, process.pid
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(address: str, words: str) -> float:
    """Seconds until the page has the words."""
    started = time.perf_counter()
    while time.perf_counter() - started < PATIENCE:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                if words in answer.read().decode("utf-8"):
                    return time.perf_counter() - started
        except OSError:
            pass
        time.sleep(0.01)
    raise TimeoutError(f"{address} never had {words!r}")


def save(chapter: Path, address: str, process: int, number: int) -> tuple[float, float]:
    """Seconds from a save to the page, and seconds of the processor that it took, with all that follows in the next second."""
    before = cpu(process)
    words = f"Sentence number {number} is new"
    chapter.write_text(re.sub(r"\n\nSentence number .*$", "", chapter.read_text(), flags=re.DOTALL).rstrip() + f"\n\n{words}.\n")
    seconds = wait_for(address, words)
    time.sleep(1)
    return seconds, cpu(process) - before


def saves(asked: dict[str, tuple[str, int]], runs: int = 7) -> dict[str, tuple[float, float]]:
    """The median seconds, and seconds of the processor, of a save in each preview. They take turns; each one's first save warms it up.

    asked: by what to call it, a tool, and the chapters of its course.
    """
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    with ExitStack() as previews:
        opened = {name: previews.enter_context(preview(tool, count, 8800 + number)) for number, (name, (tool, count)) in enumerate(asked.items())}
        for number in range(runs + 1):
            for name, (chapter, address, process) in opened.items():
                found[name].append(save(chapter, address, process, number))
    return {name: (statistics.median(one[0] for one in rows[1:]), statistics.median(one[1] for one in rows[1:])) for name, rows in found.items()}
