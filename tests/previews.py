"""A preview as an author has it: a process of its own, on a free port, of a site in a folder."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from files import put

SECONDS = 30  # after which what does not come will not come


class Preview:
    def __init__(self, site: Path, *options: str) -> None:
        self.site = site
        self.process = subprocess.Popen([sys.executable, "-u", "-m", "easycompilers_site", "serve", str(site), "--port", "0", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # a shell's `&` ignores it
        self.address = re.search(r"http://[^ ]+:\d+/", self.process.stdout.readline())[0]
        self.lines: list[str] = []
        threading.Thread(target=lambda: self.lines.extend(iter(self.process.stderr.readline, "")), daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1].strip("/"))

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=SECONDS) as answer:
            return answer.read().decode("utf-8")

    def put(self, path: str, content: str | bytes) -> None:
        put(self.site, {path: content})

    def shows(self, path: str, words: str) -> str:
        """The page, once it has the words."""
        def shown() -> str:
            try:
                return page if words in (page := self.get(path)) else ""
            except urllib.error.HTTPError:
                return ""

        return self.until(shown, f"{path} with {words!r}")

    def state(self) -> dict[str, Any]:
        """What the preview tells an open page now."""
        with urllib.request.urlopen(self.address + ":changes", timeout=SECONDS) as stream:
            lines = iter(lambda: stream.readline().decode("utf-8"), "")
            return next(json.loads(next(lines).removeprefix("data: ")) for line in lines if line.strip() == "event: told")

    def tells(self, *codes: str) -> list[dict[str, str]]:
        """The problems, once their codes are these."""
        def told() -> list[dict[str, str]] | None:
            problems = self.state()["problems"]
            return [{"none": ""}, *problems] if sorted(one["code"] for one in problems) == sorted(codes) else None

        return self.until(told, f"problems {codes}, not {self.state()['problems']}")[1:]

    def says(self, words: str) -> None:
        """Wait until the terminal says it."""
        self.until(lambda: words in "".join(self.lines), f"{words!r} in the terminal, which says {''.join(self.lines)}")

    def until(self, found: Callable[[], Any], what: str) -> Any:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if result := found():
                return result
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {what}")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=SECONDS) == 0
        assert "Traceback" not in "".join(self.lines), "".join(self.lines)
