"""Servers as people run them: nginx, Caddy and Apache, each with what the build wrote for it, on this machine alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

NGINX = """\
worker_processes 1; daemon off;{user} pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log {folder}/access.log; sendfile on;
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
  log {{
    output file {folder}/access.log
  }}
  root * {site}
  file_server {{
    precompressed br gzip
  }}
  import {site}/.hosting/Caddyfile
}}
"""
APACHE = """\
ServerRoot {folder}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
""" + "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in ("mpm_event", "authz_core", "dir", "mime", "headers", "setenvif", "alias")) + """\
CustomLog {folder}/access.log "%h %l %u %t \\"%r\\" %>s %b"
TypesConfig /dev/null
DirectoryIndex index.html
DocumentRoot {site}
<Directory {site}>
  AllowOverride FileInfo
  Require all granted
</Directory>
"""

#: nginx reads as somebody else where root starts it, who may not read a folder for tests.
_USER = " user root;" if os.geteuid() == 0 else ""

#: By name: the program, Debian's package that brings it, its settings, and how it is started with them.
SERVERS = {
    "nginx": ("nginx", "nginx-light", NGINX, ["-c"]),
    "caddy": ("caddy", "caddy", CADDY, ["run", "--adapter", "caddyfile", "--config"]),
    "apache": ("apache2", "apache2-bin", APACHE, ["-D", "FOREGROUND", "-f"]),
}


@dataclass(frozen=True)
class Server:
    """address: with a slash at the end. log: of its requests."""

    address: str
    log: Path

    def asked(self) -> list[tuple[str, int]]:
        """Path and status of each request so far."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        return [_of_caddy(line) if line.startswith("{") else _of_others(line) for line in lines]


def _of_caddy(line: str) -> tuple[str, int]:
    said = json.loads(line)
    return said["request"]["uri"], said["status"]


def _of_others(line: str) -> tuple[str, int]:
    found = re.search(r'"[A-Z]+ (\S+) HTTP/[\d.]+" (\d+)', line)
    return found[1], int(found[2])


def program_of(name: str) -> str:
    """Where the program stands. Skips the test where it is missing, or fails it where all that continuous integration installs is required."""
    program, package, *_ = SERVERS[name]
    found = shutil.which(program, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if found is None:
        words = f"NOT TESTED: {program} is not installed on this machine (Debian's {package})"
        pytest.fail(words, pytrace=False) if os.environ.get("EASYCOMPILERS_REQUIRE_BROWSERS") else pytest.skip(words)
    return found


@contextlib.contextmanager
def running(name: str, site: Path, settings: str = "") -> Iterator[Server]:
    """A server of the folder `site`. settings: in place of ours, with the same places to fill in."""
    program = program_of(name)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "settings").write_text((settings or SERVERS[name][2]).format(folder=folder, port=port, site=site, user=_USER), encoding="utf-8")
        server = subprocess.Popen([program, *SERVERS[name][3], folder / "settings"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            _wait_for(port, server)
            yield Server(f"http://127.0.0.1:{port}/", folder / "access.log")
        finally:
            server.terminate()
            server.communicate()


def _wait_for(port: int, server: subprocess.Popen[str]) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert server.poll() is None, server.communicate()[1]
        time.sleep(0.1)
    raise AssertionError("the server does not answer")
