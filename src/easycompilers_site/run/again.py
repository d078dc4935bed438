"""Which cells give something else each time: a chapter is run a second time, at another hour, with other random numbers and other addresses.

That takes as long as the first time, so it is done where the code names something that changes by itself, or an output holds an
address; and, as running itself, only where a cell is another than before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .plan import Job
from .record import Result

#: By what a program of the standard library gets at the clock, at chance or at addresses.
_CHANGES = re.compile(r"\b(?:time|timeit|datetime|calendar|random|secrets|uuid|urandom|tempfile|threading|asyncio|perf_counter|monotonic|weakref|gc|tracemalloc)\b|\b(?:id|hash)\(")
_ADDRESS = re.compile(r"\b0x[0-9a-f]{4,}")
_SHOWN = ("cell", "starter", "predict")


def worth_a_second_look(jobs: Sequence[Job], results: Sequence[Result], has_packages: bool) -> bool:
    """has_packages: whether cells import what is not ours to know."""
    shown = [job for job in jobs if job.kind in _SHOWN]
    return any(_matters(job) for job in shown) and (has_packages or any(_CHANGES.search(job.source) for job in shown) or any(_ADDRESS.search(_told(result)) for result in results))


def shown_jobs(jobs: Sequence[Job]) -> list[Job]:
    """Those whose outputs stand in a page; the others leave no names behind."""
    return [job for job in jobs if job.kind in _SHOWN]


def differing(jobs: Sequence[Job], first: Sequence[Result], second: Sequence[Result]) -> frozenset[str]:
    """The places of the jobs whose outputs differ. second: of `shown_jobs`. What was stopped by its time limit says nothing."""
    before = {job.place: result for job, result in zip(jobs, first) if job.kind in _SHOWN}
    after = {job.place: result for job, result in zip(shown_jobs(jobs), second)}
    return frozenset(job.place for job in shown_jobs(jobs) for result in [after[job.place]] if _matters(job) and _told(result) != _told(before[job.place])
                     and not (_timed_out(result) or _timed_out(before[job.place])))


def _matters(job: Job) -> bool:
    """Whether a reader sees the output, and is not to see that it differs."""
    return not job.cell.tags & {"remove-output", "remove-cell", "differs"}


def _told(result: Result) -> str:
    """What a page shows of it."""
    return repr(result.outcome)


def _timed_out(result: Result) -> bool:
    return result.outcome.failure is not None and result.outcome.failure.kind == "TimeLimit"
