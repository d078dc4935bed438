"""The two pages, and the host of both: what is clicked, and when its text is there."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

from easycompilers_site.build import build
from easycompilers_site.read import VENDOR

CELLS = "\n\n".join(f'```{{code-cell}} python\nvalue_{n} = {n}\nprint("cell", value_{n})\n```' for n in range(1, 13))
COURSE = {
    "course/site.yaml": "title: A site to measure\n",
    "course/first/course.yaml": "title: First steps\nsummary: One chapter.\nlevel: Beginner\n",
    "course/first/01-hello.md": f"---\ntitle: Hello\nsummary: Twelve cells.\n---\n\n{CELLS}\n",
}

BARE_HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<button>Run</button><pre></pre>
<script type="module">
const settings = { lockFileContents: { info: %(info)s, packages: {} }, packageBaseUrl: new URL("./python/", location).href };
const shown = document.querySelector("pre");
let python;
document.querySelector("button").onclick = async () => {
  shown.textContent = "";
  const { loadPyodide } = await import("./python/pyodide.mjs");
  python ??= await loadPyodide({ ...settings, stdout: (line) => (shown.textContent += line + "\\n") });
  python.runPython('print("cell", 1)');
};
window.restart = () => {
  const worker = new Worker("./worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => (shown.textContent += data);
  worker.postMessage(settings);
  return worker;
};
window.ready = true;
</script>"""
BARE_WORKER = """import { loadPyodide } from "./python/pyodide.mjs";
onmessage = async ({ data }) => {
  const python = await loadPyodide({ ...data, stdout: (line) => postMessage(line + "\\n") });
  python.runPython('print("cell", 1)');
};
"""

#: Milliseconds from `act` until `test` holds, looked at whenever the page changes; and the longest that the page did not answer.
TIMED = """
  const until = (act, test) => new Promise((resolve) => {
    const begin = performance.now();
    const look = () => test() && (watch.disconnect(), resolve(performance.now() - begin));
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    act();
    look();
  });
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const beat = () => {
    let longest = 0, last = performance.now(), going = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (going) setTimeout(() => port2.postMessage(0), 4);
    };
    port2.postMessage(0);
    return () => ((going = false), Math.max(longest, performance.now() - last));
  };
"""


@dataclass(frozen=True)
class Page:
    """idle: true once it has loaded. measure: a script that gives the milliseconds from the first click to the text.

    more: a script that gives the rest, in a page that has run. python: what the paths of Python's files have in them.
    """

    name: str
    path: str
    idle: str
    measure: str
    more: str
    python: tuple[str, ...]


OURS = Page(
    "ours", "ours/first/hello/", "document.querySelector('ec-code-cell button[name=run]:not([hidden])')",
    """async () => {%s
      const cell = document.querySelector("ec-code-cell");
      const idle = beat();
      await pause(1000);
      window.idle = idle();
      const stop = beat();
      const time = await until(() => cell.querySelector("button[name=run]").click(), () => cell.querySelector(".live").textContent.includes("cell 1"));
      window.blocked = stop();
      return time;
    }""" % TIMED,
    """async () => {%s
      const cell = [...document.querySelectorAll("ec-code-cell")][5];
      const part = (selector) => cell.querySelector(selector);
      const run = () => part("button[name=run]").click();
      const shown = () => part(".live").textContent.includes("cell 6") && cell.getAttribute("state") === "done";
      const lines = [];
      for (let round = 0; round < 7; round++) {
        await pause(200);
        lines.push(await until(() => { part(".live").textContent = ""; run(); }, () => part(".live").textContent.includes("cell 6")));
      }
      await pause(3000);
      const area = part("textarea");
      const text = area.value;
      area.value = "while True: pass";
      run();
      await pause(1500);
      const stop = beat();
      const restart = await until(() => {
        part("button[name=stop]").click();
        area.value = text;
        setTimeout(run);
      }, shown);
      return { line: lines.sort((a, b) => a - b)[3], restart, blocked: Math.max(window.blocked, stop()), idle: window.idle };
    }""" % TIMED,
    ("/ours/python/", "/python/worker.", "/python/fetcher.", "/python/page."),
)
BARE = Page(
    "bare", "bare/", "window.ready",
    """async () => {%s
      const shown = document.querySelector("pre");
      const idle = beat();
      await pause(1000);
      window.idle = idle();
      const stop = beat();
      const time = await until(() => document.querySelector("button").click(), () => shown.textContent.includes("cell 1"));
      window.blocked = stop();
      return time;
    }""" % TIMED,
    """async () => {%s
      const shown = document.querySelector("pre");
      const there = () => shown.textContent.includes("cell 1");
      const lines = [];
      for (let round = 0; round < 7; round++) {
        await pause(200);
        lines.push(await until(() => { shown.textContent = ""; document.querySelector("button").click(); }, there));
      }
      shown.textContent = "";
      const first = window.restart();
      await until(() => {}, there);
      await pause(3000);
      const restart = await until(() => { first.terminate(); shown.textContent = ""; window.restart(); }, there);
      return { line: lines.sort((a, b) => a - b)[3], restart, blocked: window.blocked, idle: window.idle };
    }""" % TIMED,
    ("/python/",),
)


def about_pyodide() -> dict[str, str]:
    """What Pyodide compares its lock file with."""
    return json.loads((VENDOR / "vendor.json").read_text(encoding="utf-8"))["pyodide"]


def make_site(folder: Path) -> Path:
    """A folder with both pages: `ours/` is built as any course is, `bare/` holds Pyodide as it comes."""
    for name, text in COURSE.items():
        place = folder / "site" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    top = folder / "host"
    top.mkdir()
    report = build(folder / "site", top / "ours")
    assert not report.failed, report.problems
    shutil.copytree(VENDOR / "pyodide", top / "bare/python")
    (top / "bare/index.html").write_text(BARE_HTML % {"info": json.dumps(about_pyodide())}, encoding="utf-8")
    (top / "bare/worker.mjs").write_text(BARE_WORKER, encoding="utf-8")
    return top


class Host:
    """A static host that lets a browser keep a file for ten minutes, as hosts of plain files do, and counts what it sent."""

    def __init__(self, folder: Path) -> None:
        self.sent: list[tuple[str, int]] = []
        host = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
                ".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript"}
            protocol_version = "HTTP/1.1"

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "max-age=600")
                super().end_headers()

            def copyfile(self, source, outputfile) -> None:
                content = source.read()
                host.sent.append((self.path, len(content)))
                try:
                    outputfile.write(content)
                except OSError:
                    self.close_connection = True  # the page has gone

            def log_message(self, *_) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def __enter__(self) -> Host:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()

    def begin(self) -> None:
        self.sent.clear()

    def bytes_of(self, parts: tuple[str, ...]) -> int:
        return sum(size for path, size in self.sent if any(part in path for part in parts))
