"""Never half a site: a build is killed at every step that changes the disk, the disk is full, may not be written, or is written twice.

What a step is Python itself says (its audit events), so that the tests know nothing of how the site is written. The many faults are raised
within a fork; in as many others the process kills itself there, with a signal that nothing can catch.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from files import put, tree

from easycompilers_site import write as door
from easycompilers_site.build import build
from easycompilers_site.cache import Cache
from easycompilers_site.problem import Problem
from easycompilers_site.write import MARK, WORDS, write
from easycompilers_site.exchange import hold

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this system cannot fork")

OLD = {MARK: WORDS, "index.html": b"old", "old/index.html": b"old", "assets/a.js": b"old" * 1000, "assets/both.js": b"the same"}
NEW = {MARK: WORDS, "index.html": b"new", "new/index.html": b"new", "assets/b.js": b"new" * 1000, "assets/both.js": b"the same"}
OLDER = {MARK: WORDS, "index.html": b"older", "older/index.html": b"older", "assets/both.js": b"the same"}
NEWER = {MARK: WORDS, "index.html": b"newer", "new": b"a file where there will be a folder"}

#: Python's audit events that change the disk. Of `open` those that write.
CHANGES = {"os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate", "os.utime"}


def count_to(last: int, then: Callable[[], object]) -> Callable[[], int]:
    """Calls `then` at step number `last` of this process. How many there were."""
    steps = 0

    def hook(event: str, arguments: tuple) -> None:
        nonlocal steps
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if event in CHANGES or writes:
            steps += 1
            if steps == last:
                then()

    sys.addaudithook(hook)
    return lambda: steps


def forked(work: Callable[[], int]) -> int:
    """What `work` gives (0 to 250), called in a process of its own; minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = 251
        try:
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def steps_of(work: Callable[[], object]) -> int:
    def counted() -> int:
        steps = count_to(-1, lambda: None)
        work()
        return steps()

    return forked(counted)


def raising(number: int) -> Callable[[], object]:
    def fail() -> None:
        raise OSError(number, os.strerror(number))

    return fail


def killing() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def put_site(files: Mapping[str, bytes], out: Path) -> Problem | None:
    """With a cache, so that a file which is the same as before is taken over."""
    return write(files, out, Cache(out.parent.parent / "cache"))


@pytest.fixture(params=[[OLD], [NEWER, OLDER, OLD]], ids=["a first site", "a site, and one before it that is kept"])
def past(request: pytest.FixtureRequest) -> list[dict[str, bytes]]:
    """The sites that were put there, the last of which is the old one."""
    return request.param


@pytest.fixture
def out(tmp_path: Path, past: list[dict[str, bytes]]) -> Path:
    """A folder with an old site."""
    again(tmp_path / "place" / "dist", past)
    return tmp_path / "place" / "dist"


def again(out: Path, past: list[dict[str, bytes]]) -> None:
    for folder in (out.parent, out.parent.parent / "cache"):
        shutil.rmtree(folder, ignore_errors=True)
    for site in past:
        assert put_site(site, out) is None


def test_killed_at_any_step_a_whole_site_stands(out: Path, past: list[dict[str, bytes]]) -> None:
    steps = steps_of(lambda: put_site(NEW, out))
    assert 8 < steps < 200
    seen = []
    for step in range(1, steps + 1):
        again(out, past)

        def work(step: int = step) -> int:
            count_to(step, killing)
            return put_site(NEW, out) is not None

        assert forked(work) == -signal.SIGKILL
        seen.append(tree(out))
        assert seen[-1] in (OLD, NEW), f"killed at step {step} of {steps}"
    assert OLD in seen and NEW in seen
    assert put_site(NEW, out) is None and tree(out) == NEW, "the next build goes through"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO], ids=errno.errorcode.get)
def test_where_any_step_fails_the_report_says_which_site_stands(out: Path, past: list[dict[str, bytes]], number: int) -> None:
    """The report names what is wrong, and the old site is there; or there is no report, and the new one is."""
    steps = steps_of(lambda: put_site(NEW, out))
    for step in range(1, steps + 1):
        again(out, past)

        def work(step: int = step) -> int:
            count_to(step, raising(number))
            problem = put_site(NEW, out)
            return 0 if problem is None else 1 if os.strerror(number) in problem.message and "the old site is as it was" in problem.hint else 2

        ended = forked(work)
        assert tree(out) == {0: NEW, 1: OLD}[ended], f"step {step} of {steps}"


def test_a_file_that_ends_in_the_middle(out: Path) -> None:
    """The kernel itself stops the writing of one file half way."""
    resource = pytest.importorskip("resource")

    def work() -> int:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        return write(NEW, out) is not None

    assert forked(work) == 1 and tree(out) == OLD
    assert [place.name for place in out.parent.iterdir()] == ["dist"], "what was begun is cleared away"


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False)
    if not mounted or mounted.returncode:
        pytest.skip("NOT TESTED: nobody but root can make a small disk")
    try:
        out = disk / "dist"
        assert write(OLD, out) is None
        problem = write(NEW | {"large.bin": b"x" * 100_000}, out)
        assert problem is not None and os.strerror(errno.ENOSPC) in problem.message and tree(out) == OLD
        assert write(NEW, out) is None and tree(out) == NEW, "there is room again"
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("closed", ["beside", "inside", "above"])
def test_a_folder_that_may_not_be_written(closed: str) -> None:
    """As somebody who is not root, to whom nothing is forbidden."""
    with tempfile.TemporaryDirectory() as top:
        out = Path(top) / "place" / "dist"
        assert write(OLD, out) is None
        os.chmod(top, 0o755)
        shut = {"beside": out.parent, "inside": out, "above": out.parent}[closed]
        shut.chmod(0o555 if closed == "beside" else 0)

        def work() -> int:
            if os.geteuid() == 0:
                os.setuid(65534)
            problem = write(NEW, out)
            return problem is not None and problem.code == "output"

        try:
            assert forked(work) == 1
        finally:
            shut.chmod(0o755)
        assert tree(out) == OLD


def test_what_a_killed_build_left_is_swept_away_and_one_that_runs_is_not(out: Path) -> None:
    left, running = out.parent / ".dist.new-left", out.parent / ".dist.new-running"
    for folder in (left, running):
        put(folder, {"index.html": "half"})
        os.utime(folder, (time.time() - 3600,) * 2)
    held = hold(running)
    assert write(NEW, out) is None and tree(out) == NEW
    assert not left.exists() and running.exists()
    os.close(held)


def test_while_sites_change_places_there_is_always_one(out: Path) -> None:
    """As a server sees it that reads from the folder while builds go on."""
    seen, ends = set(), threading.Event()

    def read() -> None:
        while not ends.is_set():
            try:
                seen.add((out / "index.html").read_bytes())
            except OSError as error:
                seen.add(repr(error))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for round in range(30):
            assert write(NEW if round % 2 else OLD, out) is None
    finally:
        ends.set()
        reader.join()
    assert seen <= {b"old", b"new"}


def test_a_system_without_that_step_puts_the_old_site_back(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "exchange", lambda one, other: False)
    assert write(NEW, out) is None and tree(out) == NEW
    real, calls = os.rename, []

    def failing(*places: object) -> None:
        calls.append(places)
        if len(calls) in (1, 3):  # the first is the attempt to need no exchange
            raise OSError(errno.EIO, "broken")
        real(*places)

    monkeypatch.setattr(door.os, "rename", failing)
    assert write(OLD, out) is not None and tree(out) == NEW


# ── the whole build ──

SITE = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": "# One\n\nText.\n"}


def test_a_whole_build_that_is_killed_leaves_the_old_site_and_a_cache_that_can_be_used(tmp_path: Path) -> None:
    """At some of its many steps: in its cache, in the index of the search, in the folder of the site."""
    site, out = tmp_path / "site", tmp_path / "dist"
    put(site, SITE)
    assert not build(site, out).failed
    old = tree(out)
    change = {"course/first/01-one.md": "# One\n\nText that is new.\n", "course/first/02-two.md": "# Two\n\nText.\n"}
    put(site, change)
    assert not build(site, tmp_path / "expected").failed
    new = tree(tmp_path / "expected")
    shutil.rmtree(site / ".easycompilers")
    steps = steps_of(lambda: build(site, tmp_path / "counted"))
    for step in sorted({round(1 + part * (steps - 1) / 5) for part in range(6)}):

        def work(step: int = step) -> int:
            count_to(step, killing)
            return build(site, out).failed

        forked(work)
        assert tree(out) in (old, new), f"killed at step {step} of {steps}"
    assert not build(site, out).failed and tree(out) == new
