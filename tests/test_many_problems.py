"""All problems of a run are told in one report, in order, and in time that grows with their number and no faster."""

from __future__ import annotations

import gc
import time

import pytest
from many_mistakes import files_with_mistakes

from easycompilers_site.check import check
from easycompilers_site.parse import parse
from easycompilers_site.problem import Problem, draw
from easycompilers_site.source import Source
from easycompilers_site.sources import Sources


def report(count: int, per_chapter: int) -> tuple[list[Problem], float]:
    """The problems, and the seconds of our own that reading, checking and drawing them took.

    Without what the collector of garbage takes, which goes through all that other tests have left.
    """
    sources = Sources(texts={path: Source(path, text) for path, text in files_with_mistakes(count, per_chapter).items()})
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        problems = check(parse(sources), sources)
        assert all(draw(problem) for problem in problems)
        return problems, time.process_time() - started
    finally:
        gc.enable()


def test_every_mistake_is_told_once_and_in_order() -> None:
    problems, _ = report(1000, 20)
    told = [problem for problem in problems if problem.code != "unused-term"]
    assert len({problem.where[:2] for problem in told}) >= 1000, "each mistake stands on a line of its own"
    assert [problem.where for problem in problems] == sorted(problem.where for problem in problems)
    assert len(set(problems)) == len(problems)


@pytest.mark.parametrize("per_chapter", [20, 10_000], ids=["many chapters", "one chapter"])
def test_the_time_grows_with_the_number(per_chapter: int) -> None:
    """Four times the mistakes take about four times as long; where each were compared with each it would be sixteen.

    Of either the least of some rounds in turn, since other programs only ever make one longer: as many as it takes.
    """
    few, many = [], []
    for _ in range(6):
        few.append(report(500, per_chapter)[1])
        many.append(report(2000, per_chapter)[1])
        if len(few) > 1 and min(many) < 8 * min(few):
            break
    assert min(many) < 8 * min(few)
