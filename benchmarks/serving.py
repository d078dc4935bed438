"""What two small servers make of a built site: `python benchmarks/serving.py dist --keep`. Needs nginx, caddy and wrk (Debian's packages).

The site has to be built with `--compress`. Each server gets the headers that the build wrote for it (`.hosting/`), listens on this machine alone, and
is asked for three things for some seconds each: a page, a script with a hash in its name, the program of Python. A server
that sends a packed copy from the disk, and a browser that never asks again for a hashed name, leave nothing else to be done.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "serving.md"
NGINX = """\
worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on;
  client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3; uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:{port}; root {site}; gzip_static on; include {site}/.hosting/nginx.conf; }}
}}
"""
CADDY = """\
{{
  admin off
  auto_https off
}}
http://127.0.0.1:{port} {{
  root * {site}
  file_server {{
    precompressed br gzip
  }}
  import {site}/.hosting/Caddyfile
}}
"""
SERVERS = {"nginx": (NGINX, ["nginx", "-c"]), "caddy": (CADDY, ["caddy", "run", "--adapter", "caddyfile", "--config"])}


@contextlib.contextmanager
def serving(name: str, site: Path) -> Iterator[str]:
    """A server of the site; its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    template, command = SERVERS[name]
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings"
        settings.write_text(template.format(folder=folder, port=port, site=site), encoding="utf-8")
        server = subprocess.Popen([*command, settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait()


def things(site: Path) -> dict[str, str]:
    """What is asked for, by what it is."""
    pages = sorted(place.relative_to(site).parent.as_posix() for place in site.glob("*/*/index.html"))
    script = max(site.glob("assets/**/*.js"), key=lambda place: place.stat().st_size)
    program = next(site.glob("python/*/*.wasm"), None)
    found = {"a page": f"{pages[0]}/" if pages else "", "a hashed script": script.relative_to(site).as_posix()}
    return found | ({"Python's program": program.relative_to(site).as_posix()} if program else {})


def row(server: str, address: str, what: str, path: str, seconds: int) -> str:
    request = urllib.request.Request(address + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        size, headers = len(answer.read()), answer.headers
    command = ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", "-H", "Accept-Encoding: gzip", address + path]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds + 60).stdout
    rate, bytes_, half = (re.search(rf"{word}:?\s+(\S+)", said)[1] for word in ("Requests/sec", "Transfer/sec", r"50%"))
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return (f"| {server} | {what} | {size / 1000:,.1f} kB | {headers['Content-Encoding']} | `{headers['Cache-Control']}` | {float(rate):,.0f} | {bytes_} | {half} "
            f"| {failed[1] if failed else 0} |")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("site", type=Path)
    arguments.add_argument("--seconds", type=int, default=5, help="for each row")
    arguments.add_argument("--keep", action="store_true", help=f"write the table into {RESULTS.name}")
    asked = arguments.parse_args()
    missing = [name for name in (*SERVERS, "wrk") if not shutil.which(name)]
    if missing:
        sys.exit(f"Missing: {', '.join(missing)}. On Debian: apt-get install nginx-light caddy wrk")
    site = asked.site.resolve()
    if not list(site.glob("assets/*.gz")):
        sys.exit(f"{site} has no compressed copies: easycompilers build --compress")
    rows = []
    for name in SERVERS:
        with serving(name, site) as address:
            rows += [row(name, address, what, path, min(asked.seconds, 20)) for what, path in things(site).items()]
    table = "\n".join(["| server | what | sent | packed | kept by a browser | requests/s | bytes/s | median | failed |", "|" + " --- |" * 9, *rows])
    print(table)
    if asked.keep:
        RESULTS.write_text(ABOUT + table + "\n", encoding="utf-8")


ABOUT = """\
# What two small servers make of a built site

`python benchmarks/serving.py dist --keep`, on two cores that wrk, 16 connections, the server and other work share: the numbers of one run are to be
compared with each other, not with those of another machine. The flagship course, built with `--compress`.

"""

if __name__ == "__main__":
    main()
