"""Whatever a stranger sends ends in a report, or in a site, within bounded time and memory (hostile.py). None of it is a fault of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import hostile
import pytest

from easycompilers_site.limits import MOST_REPEATED_VALUES
from easycompilers_site.located import load
from easycompilers_site.source import Source

TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def ends() -> dict[str, dict]:
    """What came of each case, by its name."""
    said = subprocess.run([sys.executable, TESTS / "hostile.py"], capture_output=True, text=True, check=True, cwd=TESTS)
    return {end.pop("name"): end for end in map(json.loads, said.stdout.splitlines())}


@pytest.mark.parametrize("name", hostile.CASES)
def test_it_comes_to_an_end(ends: dict[str, dict], name: str) -> None:
    code, end = hostile.CASES[name][0], ends[name]
    assert end, f"it took more than {hostile.SECONDS} s of a processor, or more memory than there is"
    assert "fault" not in end, end["fault"]
    assert code in end["codes"] if code else end["pages"], end


def test_a_report_is_short_whatever_it_is_of(ends: dict[str, dict]) -> None:
    """The line of ten megabytes is not printed, nor what a link in the author's folder leads to."""
    assert max(end["lines"] for end in ends.values()) < 10
    assert max(end["letters"] for end in ends.values()) < 1_500


def test_aliases_that_repeat_little_are_read() -> None:
    """A word may be repeated as often as there are places for it, a mapping a good many times."""
    words = Source("course/site.yaml", "a: &a word\nb: [" + "*a, " * (2 * MOST_REPEATED_VALUES) + "]\n")
    assert load(words)[1] == [] and len(load(words)[0].get("b").items) == 2 * MOST_REPEATED_VALUES
    mapping = Source("course/site.yaml", "a: &a {b: c}\nb: [" + "*a, " * 1_000 + "]\n")
    assert load(mapping)[1] == []
