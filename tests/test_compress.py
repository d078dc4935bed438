"""`build --compress`: compressed copies beside what is text, the same bytes everywhere, and only where they pay."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from pathlib import Path

import brotli
import pytest
from files import put, tree
from test_bad_input import GOOD

from easycompilers_site import compress as packing
from easycompilers_site.build import build
from easycompilers_site.cache import Cache
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
