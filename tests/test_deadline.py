"""A run's limit, as Python meets it (clock.js) and as the page sees to it (deadline.js), on machines that have no time for either."""

from __future__ import annotations

from pathlib import Path

from scripts import asked

PYTHON = Path(__file__).parents[1] / "static/python"
SCRIPTS = (PYTHON / "clock.js", PYTHON / "deadline.js", PYTHON / "protocol.js")

# The milliseconds that the page waits until it ends a run of one second, where the worker says after the steps in `a` that it rang.
WAITED = """await (async () => {
  const timers = [];
  Object.assign(globalThis, { setTimeout: (what, after) => timers.push([what, after]), clearTimeout() {} });
  const deadline = new r.Deadline(() => {});
  deadline.start(1);
  let waited = 0;
  for (let steps = 0; timers.length; steps += 1) {
    if (a.includes(steps)) deadline.rang();
    const [what, after] = timers.shift();
    waited += after;
    what();
  }
  return { waited, grace: r.GRACE };
})()"""


def test_a_worker_that_is_silent_has_the_grace_and_one_that_met_its_limit_has_it_from_there() -> None:
    silent, rang, goes_on = (asked(SCRIPTS, WAITED, words) for words in ([], [9], [2, 4, 6, 8, 10, 12]))
    grace = silent["grace"]
    assert silent["waited"] == 1000 + grace
    assert 1000 + grace < rang["waited"] < 1000 + 2 * grace
    assert goes_on["waited"] < rang["waited"], "code that swallows each interrupt has it once"


# How often Python is interrupted at its limit, and in the looks at the clock that follow, `a` in number and `b` milliseconds apart.
RINGS = """await (async () => {
  let now = 0;
  performance.now = () => now;
  let rings = 0;
  const clock = new r.Clock(() => {}, () => (rings += 1));
  clock.start(1);
  const before = clock[0];
  now = 1000;
  const at = clock[0];
  for (let look = 0; look < a; look += 1) now += b, clock[0];
  return { before, at, rings };
})()"""


def test_an_interrupt_is_told_undisturbed_however_slow_the_machine_and_code_that_swallows_it_meets_another() -> None:
    assert asked(SCRIPTS, RINGS, 60, 100) == {"before": 0, "at": 2, "rings": 1}
    assert asked(SCRIPTS, RINGS, 90_000, 0.01) == {"before": 0, "at": 2, "rings": 2}
