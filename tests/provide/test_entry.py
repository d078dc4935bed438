"""An entry put into course.yaml: the rest of the file stays as its author wrote it."""

from __future__ import annotations

import pytest

from easycompilers_site.provide.entry import with_package
from easycompilers_site.source import Source

ENTRY = "./wheels/mine-2.0-py3-none-any.whl"


@pytest.mark.parametrize(("before", "after"), [
    ("title: A\n", f"title: A\npackages:\n- {ENTRY}\n"),
    ("title: A", f"title: A\npackages:\n- {ENTRY}\n"),
    ("packages:\ntitle: A\n", f"packages:\n- {ENTRY}\ntitle: A\n"),
    ("packages: xxhash # one\n", f"packages: [xxhash, {ENTRY}] # one\n"),
    ("packages: []\n", f"packages: [{ENTRY}]\n"),
    ("packages: [xxhash, msgpack] # two\n", f"packages: [xxhash, msgpack, {ENTRY}] # two\n"),
    ("packages: ['xxhash']\n", f"packages: ['xxhash', {ENTRY}]\n"),
    ("packages:\n  - xxhash # why\n  - msgpack\n\n# more\nlevel: Beginner\n", f"packages:\n  - xxhash # why\n  - msgpack\n  - {ENTRY}\n\n# more\nlevel: Beginner\n"),
    ("packages:\n- ./wheels/mine-1.0-py3-none-any.whl # ours\n- xxhash\n", f"packages:\n- {ENTRY} # ours\n- xxhash\n"),
    ("packages: [Mine==1.0]\n", f"packages: [{ENTRY}]\n"),
    (f"packages: [{ENTRY}]\n", f"packages: [{ENTRY}]\n"),
    ("packages: [\n  xxhash,\n  msgpack,\n]\n", f"packages: [\n  xxhash,\n  msgpack, {ENTRY},\n]\n"),
])
def test_an_entry_finds_its_place(before, after):
    assert with_package(Source("course.yaml", before), ENTRY, "mine") == after


@pytest.mark.parametrize("text", ["title: [A\n", "- title\n", "packages: {a: b}\n"])
def test_a_file_that_cannot_be_mended_is_left(text):
    assert with_package(Source("course.yaml", text), ENTRY, "mine") is None
