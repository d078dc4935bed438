"""The cache is believed only where it is whole."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import zipfile
from pathlib import Path

import pytest
from files import put

from easycompilers_site import cache
from easycompilers_site.cache import NO_CACHE, Cache, Lost
from easycompilers_site.model import Failure, Outcome, Stream, Value
from easycompilers_site.read import program
from easycompilers_site.run.record import Result, from_json, to_json
from easycompilers_site.sources import RuntimeFile


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    key = cache.key("a", [1, "b"], b"c")
    assert cache.get(key) is None
    cache.put(key, {"x": [1]})
    assert cache.get(key) == {"x": [1]}


def test_keys_tell_their_parts_apart(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert len({cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc"), cache.key(b"abc")}) == 4


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[1, 2"])
def test_an_entry_that_was_cut_off_is_not_there(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path)
    key = cache.key("a")
    cache.put(key, [1])
    next(tmp_path.rglob("*.json")).write_bytes(damage)
    assert cache.get(key) is None


def test_bytes_that_were_cut_off_are_not_there_and_are_written_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    blob = cache.put_blob(b"all of it")
    Path(blob).write_bytes(b"all")  # as it stands while another build writes it, or after that was killed
    assert cache.blob(blob.digest, 9) is None
    assert cache.put_blob(b"all of it") == blob == cache.blob(blob.digest, 9) and blob.read_bytes() == b"all of it"
    assert [one.name for one in tmp_path.glob("*/*")] == [blob.digest]


def test_no_folder_is_no_cache_and_a_bad_one_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file"):
        cache = Cache(folder)
        cache.put(cache.key("a"), 1)
        assert cache.get(cache.key("a")) is None


def test_what_nobody_has_used_for_long_is_forgotten_once_a_day(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    used, old, young = (cache.put_blob(data) for data in (b"used", b"old", b"young"))
    outcome = cache.key("outcome")
    cache.put(outcome, [1])
    for place in (used, old, *tmp_path.glob("*/*.json")):
        os.utime(place, (0, time.time() - 60 * 86_400))
    cache.prune(lambda: pytest.fail("in a new cache nothing is old"))
    os.utime(tmp_path / "pruned", (0, 0))
    cache.prune(lambda: {used.digest})
    assert os.path.exists(used) and os.path.exists(young) and not os.path.exists(old) and cache.get(outcome) == [1]
    os.utime(young, (0, 0))
    cache.prune(lambda: pytest.fail("it has been pruned today"))
    os.utime(tmp_path / "pruned", (0, 0))
    cache.prune(lambda: ())
    assert not os.path.exists(young)


def test_nothing_is_forgotten_in_folders_that_are_not_the_caches(tmp_path: Path) -> None:
    """Not where a link leads to, even of a name as the cache makes it."""
    cache = Cache(tmp_path / "cache")
    kept, letters = cache.put_blob(b"kept"), [tmp_path / "mine/letter", tmp_path / "cache/mine/letter"]
    for letter in letters:
        put(letter.parent, {"letter": b"mine"})
    for name in {*"0123456789abcdef"} - {kept.digest[0]}:
        (tmp_path / "cache" / name).symlink_to(tmp_path / "mine")
    cache.prune(tuple)
    for place in (kept, *letters, tmp_path / "cache/pruned"):
        os.utime(place, (0, 0))
    cache.prune(tuple)
    assert not os.path.exists(kept) and all(letter.exists() for letter in letters)


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system opens what a link leads to")
def test_a_link_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    """A cache that jobs share may come from somebody else: nothing of this machine is to stand on the site for it."""
    (tmp_path / "mine").write_bytes(b"secret")
    cache = Cache(tmp_path / "cache")
    blob = cache.put_blob(b"public")
    Path(blob.place).unlink()
    Path(blob.place).symlink_to(tmp_path / "mine")
    assert not blob.there and cache.blob(blob.digest, blob.size) is None
    for use in (blob.read_bytes, lambda: os.fspath(blob)):
        with pytest.raises(Lost):
            use()
    assert cache.put_blob(b"public").read_bytes() == b"public" and (tmp_path / "mine").read_bytes() == b"secret"


@pytest.mark.parametrize("careful", [True, False])
def test_a_row_leads_to_no_file_outside_of_the_cache_or_of_the_site(tmp_path: Path, careful: bool) -> None:
    put(tmp_path, {"secret": b"secret", "cache/a/b": b"secret"})
    cache = Cache(tmp_path / "cache", careful)
    blob = cache.put_blob(b"public")
    for digest in ("../../secret", "b", blob.digest[:-1], blob.digest.upper(), f"../{blob.digest[:29]}", "é" * 32, 5, None):
        assert cache.blob(digest, 6) is None
        assert cache.blobs([["a", "b"], [blob.digest, digest], [6, 6]]) is None
    for path in ("/etc/secret", "../secret", "a/../../secret", 5, [1]):
        assert cache.blobs([["a", path], [blob.digest] * 2, [6, 6]]) is None
    for size in ("6", None, 6.5):
        assert cache.blob(blob.digest, size) is None
    assert cache.blobs([["a/..b..", ".c"], [blob.digest] * 2, [6, 6]]) == {"a/..b..": blob, ".c": blob}


def test_a_value_is_believed_only_in_its_form(tmp_path: Path) -> None:
    cache, made = Cache(tmp_path), []

    def once() -> list[str]:
        return cache.once("names", 1, lambda: made.append(1) or ["a"], lambda kept: {*kept} <= {"a", "b"})

    assert once() == once() == ["a"] and len(made) == 1
    mark, _ = cache.get(cache.key("names"))
    for number, wrong in enumerate(([mark, ["c"]], [mark, 5], [mark, [[]]], [mark], mark, None), 2):
        cache.put(cache.key("names"), wrong)
        assert once() == once() == ["a"] and len(made) == number
    cache.put(cache.key("names"), [mark, ["b"]])
    assert once() == ["b"]


def test_results_survive_the_cache() -> None:
    results = [
        Result(Outcome((Stream("stdout", "a\n"), Value({"text/plain": "1", "image/svg+xml": "<svg/>"})))),
        Result(Outcome((), Failure("NameError", "name 'x' is not defined", 2, "…")), False, "Not yet."),
    ]
    assert from_json(to_json(results), 2) == results


@pytest.mark.parametrize("kept", [None, 1, [], [{}], [{"outputs": [{"wrong": 1}], "failure": None, "passed": None, "message": ""}], "text"])
def test_results_that_are_none_are_refused(kept: object) -> None:
    assert from_json(kept, 1) is None


def test_who_is_not_careful_is_told_that_bytes_are_lost_when_they_are_used(tmp_path: Path) -> None:
    kept = Cache(tmp_path).put_blob(b"some bytes")
    Path(kept.place).write_bytes(b"some")
    assert Cache(tmp_path).blob(kept.digest, kept.size) is None
    believed = Cache(tmp_path, careful=False).blob(kept.digest, kept.size)
    for use in (believed.read_bytes, lambda: shutil.copyfile(believed, tmp_path / "copy"), lambda: os.link(believed, tmp_path / "link")):
        with pytest.raises(Lost):
            use()
    assert Cache(tmp_path, careful=False).put_blob(b"some bytes").read_bytes() == b"some bytes"


def test_what_was_read_in_the_programs_files_is_kept_beside_it_for_every_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside, library, read = tmp_path / "beside", tmp_path / "library.zip", []
    monkeypatch.setattr(cache, "cache_from_source", lambda module: str(beside / "cache.pyc"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)

    def modules(own: Cache = NO_CACHE) -> list[str]:
        return program.once(own, "modules", [library], lambda: read.append(1) or [library.read_text(encoding="utf-8")], lambda kept: isinstance(kept, list))

    library.write_text("one", encoding="utf-8")
    assert modules() == modules() == ["one"] and len(read) == 1
    library.write_text("another", encoding="utf-8")
    assert modules() == modules() == ["another"] and len(read) == 2
    [kept] = beside.glob("*/*")
    kept.write_text(kept.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    assert modules() == ["another"] and len(read) == 3
    shutil.rmtree(beside)
    beside.write_text("nothing can be kept here", encoding="utf-8")
    assert modules(Cache(tmp_path / "site")) == modules(Cache(tmp_path / "site")) == ["another"] and len(read) == 4


def test_modules_of_another_form_than_was_kept_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_from_source", lambda module: str(tmp_path / "beside/cache.pyc"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    library = tmp_path / "library.zip"
    with zipfile.ZipFile(library, "w") as archive:
        archive.writestr("one.py", "")
    runtime = {"python_stdlib.zip": RuntimeFile(library, 1)}
    before = program.modules(runtime, {}, NO_CACHE)
    [kept] = (tmp_path / "beside").glob("*/*")
    state, value = json.loads(kept.read_text(encoding="utf-8"))
    assert "one" in value
    for wrong in (5, "x", [1], None):
        kept.write_text(json.dumps([state, wrong]), encoding="utf-8")
        assert program.modules(runtime, {}, NO_CACHE) == before
