"""What an author waits for. `python benchmarks/author.py` prints a row for each, to be read as ratios: a machine under load is slow."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from many_mistakes import files_with_mistakes
from saving import installed, saves


def report_for_1000_problems() -> str:
    """`easycompilers check` on sites with 500, 1,000 and 2,000 mistakes: the whole command, the start of Python included."""
    seconds = {count: min(_seconds_of_check(count) for _ in range(3)) for count in (500, 1000, 2000)}
    return (f"a report for 1,000 problems: {seconds[1000]:.2f} s "
            f"(for 500 {seconds[500]:.2f} s, for 2,000 {seconds[2000]:.2f} s: {seconds[2000] / seconds[500]:.1f} times as long)")


def _seconds_of_check(count: int) -> float:
    with tempfile.TemporaryDirectory() as site:
        for path, text in files_with_mistakes(count).items():
            place = Path(site, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        started = time.perf_counter()
        result = subprocess.run([sys.executable, "-m", "easycompilers_site", "check", site], capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - started
    assert result.returncode == 1 and result.stdout.count("error[") >= count * 6 // 10, result.stderr
    return seconds


def save_to_page() -> str:
    """A save in the preview of a course of 100 chapters, ours and what else is installed, in turn: `PATH=…/bin:$PATH` finds others."""
    found = saves({name: (name, 100) for name in installed()})
    own = found["ours"][0]
    rows = [f"{name} {seconds * 1000:.0f} ms, {cpu * 1000:.0f} ms of the processor" + ("" if name == "ours" else f" (ours is {own / seconds:.2f} of it)")
            for name, (seconds, cpu) in found.items()]
    return "from a save to the page, 100 chapters: " + "; ".join(rows)


def save_in_a_large_course() -> str:
    """A save in our preview of 1,000 chapters, beside one of 100."""
    found = saves({f"{count:,}": ("ours", count) for count in (100, 1000)}, runs=15)
    (small, _), (large, cpu) = found.values()
    return (f"from a save to the page: {small * 1000:.0f} ms with 100 chapters, {large * 1000:.0f} ms with 1,000 ({large / small:.2f} times as long; "
            f"{cpu * 1000:.0f} ms of the processor, with what is looked through afterwards)")


if __name__ == "__main__":
    for row in (save_to_page, save_in_a_large_course, report_for_1000_problems):
        print(row(), flush=True)
