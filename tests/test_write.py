"""A site is put into a folder whole, in place of the one before. What may go wrong meanwhile: test_faults_of_the_disk.py."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from files import tree

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
