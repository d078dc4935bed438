"""Never half a site: whatever happens while writing, what stands is the old site or the new one."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from files import tree

from easycompilers_site import write as door
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


@pytest.mark.parametrize("step", range(1, 8))
def test_a_failure_at_any_step_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Every call that changes the disk is made to fail in its turn, as on a full disk."""
    out = tmp_path / "dist"
    assert write(OLD, out) is None
    calls = 0

    def failing(function):
        def wrapped(*arguments, **named):
            nonlocal calls
            calls += 1
            if calls == step:
                raise OSError(28, "No space left on device")
            return function(*arguments, **named)

        return wrapped

    monkeypatch.setattr(door.tempfile, "mkdtemp", failing(door.tempfile.mkdtemp))
    monkeypatch.setattr(door.os, "rename", failing(os.rename))
    monkeypatch.setattr(Path, "write_bytes", failing(Path.write_bytes))
    problem = write(NEW, out)
    monkeypatch.undo()
    if problem is None:
        assert tree(out) == NEW and calls < step
    else:
        assert "No space left" in problem.message and tree(out) == OLD
    assert [place.name for place in tmp_path.iterdir()] == ["dist"]


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
