"""Python started from its snapshot and from nothing, under node: what the build records must not depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from everyday import EVERYDAY

from easycompilers_site.bundle import zip_of
from easycompilers_site.model import Stream
from easycompilers_site.read import VENDOR, read
from easycompilers_site.run.session import Session

pytestmark = pytest.mark.skipif(not (VENDOR / "pyodide/snapshot.bin").is_file(), reason="NOT TESTED: there is no snapshot; run `make build`")


@pytest.fixture(scope="module")
def sessions(course_folder: Path) -> Iterator[tuple[Session, Session]]:
    """From the snapshot, and from nothing."""
    sources = read(course_folder)
    how = VENDOR / "pyodide", zip_of(sources.page_python), sources.static["python/start.js"].decode()
    with Session(*how, snapshot=VENDOR / "pyodide/snapshot.bin") as one, Session(*how) as other:
        yield one, other


def test_one_starts_from_the_snapshot_and_the_other_does_not(sessions):
    loaded = [session.run("Cell 1", "import sys\nprint('coursekit' in sys.modules)").outputs for session in sessions]
    assert loaded == [(Stream("stdout", "True\n"),), (Stream("stdout", "False\n"),)]


@pytest.mark.parametrize("source", EVERYDAY, ids=lambda source: source.splitlines()[0][:40])
def test_a_cell_gives_the_same(sessions, source):
    one, other = (session.run("Cell 1", source, isolated=True) for session in sessions)
    assert one == other


def test_without_a_snapshot_none_is_read(course_folder: Path):
    assert read(course_folder).snapshot and not read(course_folder, snapshot=False).snapshot
