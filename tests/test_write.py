"""A site is put into a folder whole, in place of the one before. What may go wrong meanwhile: test_faults_of_the_disk.py."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from files import tree

from easycompilers_site import write as door
from easycompilers_site.cache import Cache
from easycompilers_site.write import MARK, WORDS, write

OLD = {MARK: WORDS, "index.html": b"old", "gone/index.html": b"old"}
NEW = {MARK: WORDS, "index.html": b"new", "a/b/c.html": b"new"}


def test_a_file_that_is_no_longer_made_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    assert write(OLD, out) is None and tree(out) == OLD
    assert write(NEW, out) is None and tree(out) == NEW
    assert [place.name for place in tmp_path.iterdir()] == ["dist"]


def test_a_file_on_the_disk_is_copied_without_its_mode(tmp_path: Path) -> None:
    original = tmp_path / "original.png"
    original.write_bytes(b"picture")
    original.chmod(0o400)
    for _ in range(2):
        assert write({MARK: WORDS, "picture.png": original}, tmp_path / "dist") is None
    assert os.stat(tmp_path / "dist/picture.png").st_mode & 0o200


def test_a_file_that_is_as_it_was_is_taken_over_and_not_written_again(tmp_path: Path) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None
    same = (out / "index.html").stat()
    assert write({**OLD, "gone/index.html": b"another"}, out, cache) is None
    assert (out / "index.html").stat().st_ino == same.st_ino and (out / "index.html").stat().st_mtime_ns == same.st_mtime_ns
    assert tree(out) == {**OLD, "gone/index.html": b"another"}


def put_back(place: Path, text: bytes) -> None:
    """Another text, with the time of the old one."""
    was = place.stat()
    place.write_bytes(text)
    os.utime(place, ns=(was.st_atime_ns, was.st_mtime_ns))


@pytest.mark.parametrize("by_hand", [
    pytest.param(lambda place: place.write_bytes(b"mine, and longer"), id="another text"),
    pytest.param(lambda place: (place.write_bytes(b"0ld"), os.utime(place, (1, 1))), id="another text of the same length"),
    pytest.param(lambda place: put_back(place, b"longer, with the old time"), id="another text with the old time"),
    pytest.param(lambda place: place.unlink(), id="deleted"),
    pytest.param(lambda place: (place.rename(place.with_name("away.html")), place.symlink_to("away.html")), id="a link in its place"),
    pytest.param(lambda place: (place.rename(place.with_name("away.html")), shutil.copy2(place.with_name("away.html"), place), put_back(place, b"0ld")),
                 id="another file of the same length and time"),
])
def test_a_file_that_was_changed_by_hand_is_not_believed(tmp_path: Path, by_hand: Callable[[Path], object]) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None
    by_hand(out / "index.html")
    assert write(OLD, out, cache) is None
    assert tree(out) == OLD
    assert not (out / "index.html").is_symlink()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"index.html": []}', b'{"index.html": 1}', b'{"index.html": [["x"], 1, 2, 3, 4]}'])
def test_a_record_of_the_last_site_that_is_none_is_ignored(tmp_path: Path, damage: bytes) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None
    next((tmp_path / "cache").rglob("*.json")).write_bytes(damage)
    (out / "index.html").write_bytes(b"by hand")
    assert write(OLD, out, cache) is None
    assert tree(out) == OLD


def test_a_disk_without_second_names_gets_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None

    def refuse(*given, **named):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(door.os, "link", refuse)
    assert write(NEW, out, cache) is None and write(NEW, out, cache) is None
    assert tree(out) == NEW


def test_two_builds_at_once_leave_one_whole_site(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    sites = [{MARK: WORDS, **{f"page-{n}.html": str(number).encode() for n in range(40)}} for number in range(4)]
    problems: list[object] = []
    threads = [threading.Thread(target=lambda site=site: problems.append(write(site, out))) for site in sites for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tree(out) in sites
    assert None in problems
    assert [place.name for place in tmp_path.iterdir()] == ["dist"]
