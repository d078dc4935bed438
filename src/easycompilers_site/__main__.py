"""A command with its arguments in, its exit status out: `easycompilers`, and `python -m easycompilers_site`."""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
import threading

#: How many objects are made before Python looks for rings among them that nobody holds. At its own number, 700, a tenth of the work on a large
#: site is to look. A page holds no rings where it has no cells and no questions, so that at this one some tens of megabytes wait to be found at most,
#: and after an edit most builds have ended before the first time.
ENOUGH_TO_LOOK = 200_000


def start() -> None:
    gc.set_threshold(ENOUGH_TO_LOOK)
    gc.callbacks.append(_pass_over)
    from .patterns import Patterns  # before all that compiles any

    patterns = Patterns()
    re._compiler.compile = patterns.compile
    from .cli import main

    try:
        main(prog_name="easycompilers")
    except SystemExit as end:
        patterns.keep()
        if isinstance(end.code, (int, type(None))) and threading.active_count() == 1:
            _end(end.code or 0)
        raise


def _pass_over(phase: str, info: object) -> None:
    """Is called by Python when it begins to look for the first time: it never looks at what there is by then, which nearly all stays to the end."""
    gc.callbacks.remove(_pass_over)
    gc.freeze()


def _end(status: int) -> None:
    """End without giving back what was made piece by piece, which takes a tenth of a build: the system takes it all at once.

    What is to be done at the end is done before that. Where something cannot be written any more, Python ends as it always does, and says so.
    """
    atexit._run_exitfuncs()
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


if __name__ == "__main__":
    start()
