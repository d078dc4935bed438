"""`build --compress`: compressed copies beside what is text, the same bytes everywhere, and only where they pay."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import brotli
import pytest
from files import put, tree
from test_bad_input import GOOD

from easycompilers_site import compress as packing
from easycompilers_site.build import build
from easycompilers_site.cache import Cache
from easycompilers_site.ci import ci_text
from easycompilers_site.compress import LEAST, compress

NOISE = random.Random(0).randbytes(5000)
FILES = {"a.html": b"<p>A line of text.\n" * 200, "small.css": b"a{}", "noise.js": NOISE, "a.png": b"png" * 1000, "b.svg": b"<svg>" + b"<g></g>" * 400}


def quietly(line: str) -> None:
    pass


def test_text_has_two_copies_that_unpack_to_it() -> None:
    made = compress(FILES, Cache(None), quietly)
    assert made.keys() == {"a.html.br", "a.html.gz", "b.svg.br", "b.svg.gz"}
    assert brotli.decompress(made["a.html.br"]) == gzip.decompress(made["a.html.gz"]) == FILES["a.html"]
    assert len(made["a.html.br"]) < len(made["a.html.gz"]) < LEAST


def test_a_file_of_the_site_keeps_its_place() -> None:
    assert "a.html.gz" not in compress({**FILES, "a.html.gz": b"an author's own"}, Cache(None), quietly)


def test_no_time_and_no_machine_is_in_them(tmp_path: Path) -> None:
    """Another process, another hash seed, another time zone; from the disk and from memory."""
    put(tmp_path, {"a.html": FILES["a.html"]})
    script = ("from pathlib import Path; from easycompilers_site.cache import Cache; from easycompilers_site.compress import compress; import hashlib\n"
              "made = compress({'a.html': Path('a.html')}, Cache(None), print); print([hashlib.sha256(made[name]).hexdigest() for name in sorted(made)])")
    said = {subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}, capture_output=True, text=True, check=True).stdout
            for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))}
    assert len(said) == 1
    assert compress({"a.html": FILES["a.html"]}, Cache(None), quietly) == compress({"a.html": tmp_path / "a.html"}, Cache(None), quietly)


def test_nothing_is_packed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path / "cache")
    first = {path: copy.read_bytes() for path, copy in compress(FILES, cache, quietly).items()}
    ways = packing._ways()
    monkeypatch.setattr(packing, "_ways", lambda: [(ending, name, lambda content: pytest.fail("packed again")) for ending, name, _ in ways])
    assert {path: copy.read_bytes() for path, copy in compress(FILES, cache, quietly).items()} == first


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("packed")
    put(top / "site", GOOD)
    assert not build(top / "site", top / "dist", compressed=True).problems
    return top / "dist"


def test_a_build_puts_them_there_when_it_is_asked(packed: Path, tmp_path: Path) -> None:
    assert not build(packed.parent / "site", tmp_path / "plain").problems
    plain, both = tree(tmp_path / "plain"), tree(packed)
    assert {path: both[path] for path in both if not path.endswith((".br", ".gz"))} == plain
    assert brotli.decompress(both["first/one/index.html.br"]) == gzip.decompress(both["first/one/index.html.gz"]) == plain["first/one/index.html"]


def test_the_server_of_the_image_sends_them(packed: Path, tmp_path: Path) -> None:
    """The settings that the Dockerfile writes, in the server that it takes; the container itself is not made here."""
    if shutil.which("caddy") is None:
        pytest.skip("NOT TESTED: caddy is not installed on this machine")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = re.search(r"<<END /etc/caddy/Caddyfile\n(.*?)END\n", ci_text("docker", "", "site"), re.DOTALL)[1]
    settings = settings.replace(":80", f"http://127.0.0.1:{port}").replace("/srv/site", str(packed))
    put(tmp_path, {"Caddyfile": f"{{\nadmin off\nauto_https off\n}}\n{settings}"})
    server = subprocess.Popen(["caddy", "run", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"], stderr=subprocess.DEVNULL)
    try:
        for packing_ in ("br", "gzip"):
            answer = asked(f"http://127.0.0.1:{port}/first/one/", packing_)
            assert (answer.status, answer.headers["Content-Encoding"], answer.headers["Cache-Control"]) == (200, packing_, "no-cache")
        script = max((packed / "assets").glob("main.*.js")).name
        assert "immutable" in asked(f"http://127.0.0.1:{port}/assets/{script}", "br").headers["Cache-Control"]
    finally:
        server.terminate()
        server.wait()


NGINX = """\
pid {folder}/nginx.pid; error_log stderr;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3; uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:8080; root {site}; gzip_static on; include {site}/.hosting/nginx.conf; }}
}}
"""


def test_nginx_takes_what_the_build_wrote_for_it(packed: Path, tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if nginx is None:
        pytest.skip("NOT TESTED: nginx is not installed on this machine")
    put(tmp_path, {"nginx.conf": NGINX.format(folder=tmp_path, site=packed)})
    judged = subprocess.run([nginx, "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
    assert judged.returncode == 0 and "[warn]" not in judged.stderr, judged.stderr


def asked(address: str, packing_: str) -> http.client.HTTPResponse:
    """The answer, as soon as the server is there."""
    for _ in range(200):
        with contextlib.suppress(ConnectionError, urllib.error.URLError):
            return urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": packing_}))
        time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")
