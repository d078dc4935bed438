"""A site is put into a folder whole, in place of the one before. What may go wrong meanwhile: test_faults_of_the_disk.py."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from files import tree

from easycompilers_site import json_lines
from easycompilers_site import write as door
from easycompilers_site.cache import NO_CACHE, Blob, Cache, Lost, rows_of
from easycompilers_site.problem import Problem
from easycompilers_site.site_files import SiteFiles, group_as_json, group_from
from easycompilers_site.write import MARK, WORDS, write, written

write_files = write

OLD = {MARK: WORDS, "index.html": b"old", "gone/index.html": b"old"}
NEW = {MARK: WORDS, "index.html": b"new", "a/b/c.html": b"new"}


def in_groups(files: dict[str, object], out: Path, cache: Cache = NO_CACHE) -> Problem | None:
    """Put them there with those of each folder as a group, as a build gives the files of chapters that are as they were."""
    if cache is NO_CACHE:
        return write_files(files, out, cache)
    folders: dict[str, dict[str, Blob]] = {}
    for path, file in files.items():
        if "/" in path and isinstance(file, bytes):
            folders.setdefault(path.partition("/")[0] + "/", {})[path] = cache.put_blob(file)
    groups = {name: group_from(group_as_json(rows_of(blobs)), cache) for name, blobs in folders.items()}
    return write_files(SiteFiles({path: file for path, file in files.items() if not any(path in blobs for blobs in folders.values())}, groups), out, cache)


@pytest.fixture(params=[(written.MANY, write), (0, write), (0, in_groups)], ids=["a few parts", "many parts", "groups"], autouse=True)
def parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are compared in a few parts, those of a large site in many, and those of runs of chapters as these are."""
    many, way = request.param
    monkeypatch.setattr(written, "MANY", many)
    monkeypatch.setattr(sys.modules[__name__], "write", way)


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


SITES = [OLD, NEW, {**OLD, "a": b"a file where a folder was"}, {**NEW, "gone/index.html/deep/x": b"a folder where a file was"}]


@pytest.mark.parametrize("order", [(0, 1, 0, 1, 0), (0, 1, 2, 3, 2, 1, 0), (1, 1, 1, 2, 2, 2), (3, 2, 1, 0, 3, 0, 3)])
def test_whatever_stood_there_before_the_site_is_all_that_stands_there(tmp_path: Path, order: tuple[int, ...]) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    for number in order:
        assert write(SITES[number], out, cache) is None
        assert tree(out) == SITES[number]


def test_the_site_that_was_swapped_out_becomes_the_next(tmp_path: Path) -> None:
    """Two folders change places, so that what is as it was in both is neither made nor deleted."""
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    pages = {f"{number}/index.html": b"the same" for number in range(20)}
    folders, files = [], set()
    for number in range(6):
        assert write({**pages, "index.html": str(number).encode()}, out, cache) is None
        folders.append(out.stat().st_ino)
        files.add((out / "7/index.html").stat().st_ino)
    assert len(set(folders)) == 2 and folders[0::2] == folders[:1] * 3
    assert len(files) == 1


def test_after_the_first_time_a_site_waits_to_be_changed_into_the_next(tmp_path: Path) -> None:
    """So that the first edit costs no more than the second. It takes no room: its files are those that stand there."""
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None
    kept = tmp_path / "cache/before/site"
    assert tree(kept) == OLD and all(os.path.samefile(kept / path, out / path) for path in OLD)
    folder = kept.stat().st_ino
    assert write({**OLD, "index.html": b"new"}, out, cache) is None
    assert out.stat().st_ino == folder and tree(out) == {**OLD, "index.html": b"new"} and tree(kept) == OLD


@pytest.mark.parametrize("service", [True, False])
def test_none_waits_on_a_service_or_where_it_would_take_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: bool) -> None:
    def refuse(*given, **named):
        raise OSError(95, "Operation not supported")

    monkeypatch.setenv("CI", "true" if service else "")
    monkeypatch.setattr(os, "link", os.link if service else refuse)
    assert write(OLD, tmp_path / "dist", Cache(tmp_path / "cache")) is None
    assert tree(tmp_path / "dist") == OLD and not (tmp_path / "cache/before/site").exists()
    assert sorted(place.name for place in tmp_path.iterdir()) == ["cache", "dist"]


def test_a_page_has_one_time_as_long_as_it_is_the_same(tmp_path: Path) -> None:
    """Else a host that tells pages by their times would send each of them twice."""
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    for text in (b"one", b"two", b"three"):
        assert write({**OLD, "index.html": text}, out, cache) is None
    then = (out / "index.html").stat().st_mtime_ns
    for number in range(3):
        assert write({**OLD, "index.html": b"three", "another.html": str(number).encode()}, out, cache) is None
        assert (out / "index.html").stat().st_mtime_ns == then


@pytest.mark.parametrize("by_hand", [
    pytest.param(lambda out: (out / "mine.html").write_bytes(b"mine"), id="a file that was put there"),
    pytest.param(lambda out: (out / "gone/mine").mkdir(), id="a folder that was put there"),
    pytest.param(lambda out: (out / "gone/index.html").unlink(), id="a file that was deleted"),
    pytest.param(lambda out: (out / "gone/index.html").write_bytes(b"mine"), id="a file that was changed"),
    pytest.param(lambda out: shutil.rmtree(out / "gone"), id="a folder that was deleted"),
    pytest.param(lambda out: ((out / "gone").rename(out / "away"), (out / "gone").symlink_to("away")), id="a link in place of a folder"),
    pytest.param(shutil.rmtree, id="all deleted"),
])
@pytest.mark.parametrize("later", [0, 1])
def test_what_was_done_to_a_site_by_hand_does_not_come_back(tmp_path: Path, by_hand: Callable[[Path], object], later: int) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    for site in [OLD, NEW, OLD, NEW, OLD][: 4 + later]:
        assert write({**site, "gone/index.html": b"old"}, out, cache) is None
    time.sleep(0.02)  # seconds: the disk's clock ticks every few milliseconds
    by_hand(out)
    for site in (NEW, OLD, NEW):
        assert write(site, out, cache) is None
        assert tree(out) == site


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


@pytest.mark.parametrize("line", ["", "{", "1", "[]", "[[]]", '[["index.html"],[],[],[],[],[]]', '[["index.html"],["x"],[1]]'])
def test_what_stands_in_a_folder_is_not_believed_where_a_row_of_it_is_damaged(tmp_path: Path, line: str) -> None:
    """Which is noticed when the row is read: then the site is made anew, and what nobody knows of is gone."""
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    for site in (OLD, NEW, OLD):
        assert write(site, out, cache) is None
    for place in (tmp_path / "cache").rglob("*.json"):
        head, *rows = place.read_text().splitlines()
        if rows or head.startswith('[["'):
            place.write_text("\n".join([head, *(line for _ in rows), ""]) if rows else line)
    for site in ({**NEW, "index.html": b"newer"}, NEW, OLD):
        assert write(site, out, cache) is None
        assert tree(out) == site


@pytest.mark.parametrize("alone", [True, False])
def test_the_process_works_in_its_own_folder_again_when_files_were_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    """Though one of them is gone; and where a thread may look meanwhile, it never leaves it."""
    (tmp_path / "own").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    monkeypatch.chdir(tmp_path / "own")
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    if not alone:
        thread.start()
    try:
        with pytest.raises(FileNotFoundError), written.asking(str(tmp_path)) as ask:
            assert (Path.cwd() == tmp_path) is (alone and threading.active_count() == 1)
            assert ask("file").st_size == 1
            ask("gone")
        assert Path.cwd() == tmp_path / "own"
    finally:
        done.set()
        if not alone:
            thread.join()


@pytest.mark.parametrize("more", [{"run 0": []}, {"zz": [[], []]}])
def test_a_record_with_rows_of_no_group_is_none(more: dict) -> None:
    told = json_lines.told({"number": 1, "folders": ["", "1"], "groups": {"run 0": ["a", "b"]}, "side": 0}, {"rows": more})
    assert written.Written.of(told, written.nothing) is None
    assert written.Written.of(json_lines.told({"number": 1, "folders": ["", "1"], "groups": {"run 0": ["a", "b"]}, "side": 0}, {"rows": {}}), written.nothing)


def test_of_what_was_noted_all_but_one_file_may_be_lost(tmp_path: Path) -> None:
    cache, out, number, noted = Cache(tmp_path / "cache"), tmp_path / "dist", 0, [Path()]
    while number < len(noted):
        for folder in (cache.folder, out):
            shutil.rmtree(folder, ignore_errors=True)
        for site in (OLD, {**OLD, "index.html": b"newer"}, OLD):
            assert write(site, out, cache) is None
        noted = sorted(cache.folder.glob("?/*.json"))
        for place in {*noted} - {noted[number]}:
            place.unlink()
        for site in ({**OLD, "index.html": b"newest"}, OLD):
            assert write(site, out, cache) is None
            assert tree(out) == site
        number += 1
    assert number > 2


@pytest.mark.parametrize("gone", ["index.html", "gone/index.html"])
def test_a_file_that_went_away_unseen_is_written_anew(tmp_path: Path, gone: str) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    for site in (OLD, {**OLD, "index.html": b"newer"}):
        assert write(site, out, cache) is None
    place = cache.folder / "before/site" / gone
    was = place.parent.stat()
    place.unlink()
    os.utime(place.parent, ns=(was.st_atime_ns, was.st_mtime_ns))
    site = {**OLD, gone: b"newest"}
    assert write(site, out, cache) is None and tree(out) == site


def test_a_disk_without_second_names_gets_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, out = Cache(tmp_path / "cache"), tmp_path / "dist"
    assert write(OLD, out, cache) is None

    def refuse(*given, **named):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(door.os, "link", refuse)
    assert write(NEW, out, cache) is None and write(NEW, out, cache) is None
    assert tree(out) == NEW


def test_a_system_that_opens_no_folder_asks_for_each_file_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows."""
    cache, out, real = Cache(tmp_path / "cache"), tmp_path / "dist", os.open

    def refuse(place: object, *given: int, **named: int) -> int:
        if os.path.isdir(place):
            raise PermissionError(13, "Permission denied")
        return real(place, *given, **named)

    monkeypatch.setattr("easycompilers_site.exchange.fcntl", None)
    monkeypatch.setattr("os.supports_dir_fd", set())
    monkeypatch.setattr("os.open", refuse)
    for site in (OLD, NEW, OLD):
        assert write(site, out, cache) is None
        assert tree(out) == site


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


def test_files_in_groups_are_found_as_others_are(tmp_path: Path) -> None:
    cache = Cache(tmp_path, careful=False)
    blobs = cache.put_blobs({"a/1": b"one", "a/2": b"two"})
    group = group_from(group_as_json(rows_of(blobs)), cache)
    files = SiteFiles({"b": b"three"}, {"a/1": group}) | {"c": b"four"}
    assert dict(files) == {"b": b"three", "c": b"four", **blobs} and len(files) == 4 and "a/2" in files and "a/3" not in files
    assert SiteFiles({}).get("a") is None and not SiteFiles({})
    assert group_as_json([["a//b"], ["digest"], [1]]) is None, "such a path could not be told apart"


@pytest.mark.parametrize("careful", [True, False])
def test_a_group_that_is_not_as_it_was_told_is_none(tmp_path: Path, careful: bool) -> None:
    cache = Cache(tmp_path, careful)
    mark, paths, digests, sizes = told = group_as_json(rows_of(cache.put_blobs({"a/1": b"one", "a/2": b"two"})))
    for wrong in (None, [], "abc", [mark, paths], [1, paths, digests, sizes], [mark, 1, digests, sizes]):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            group_from(wrong, cache).make()
    for wrong in ([mark, paths, None, sizes], [mark, paths, digests[:-1], sizes], [mark, paths, digests, "3 x"], [mark, paths, digests, "3"], [mark, "../a//a/2", digests, sizes], [mark, paths, digests, "3 4"]):
        with pytest.raises((AttributeError, ValueError) if careful else Lost):
            group_from(wrong, cache).make()["a/2"].read_bytes()
    assert group_from(told, cache).make()["a/2"].read_bytes() == b"two"
