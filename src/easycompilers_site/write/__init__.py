"""The out-door: the files of a site into a folder. Built beside the old one, then swapped; never half a site.

The site that was swapped out is kept in the cache, and the next build changes it into the new one: that costs as much as there is to change, where
a site made from nothing costs as much as all of it. So two folders change places, and what stands at `out` is never touched.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..cache import NO_CACHE, Cache, Content, Lost
from ..exchange import exchange
from ..problem import Problem
from ..site_files import SiteFiles
from .room import Room, sweep

#: A file with these words says that a folder is a site of ours, which the next build may replace. Its name keeps GitHub
#: Pages from running Jekyll; an empty one may be anybody's.
MARK = ".nojekyll"
WORDS = b"This folder was made by easycompilers. The next build replaces all of it.\n"


def write(files: Mapping[str, Content], out: Path, cache: Cache = NO_CACHE) -> Problem | None:
    """Put `files` at `out` in place of what is there. The problem that prevented it, with the old site untouched, or None.

    cache: where it is kept what was written, so that the next time only what is another is written. Raises `Lost` where it is not careful.
    """
    out = Path(os.path.realpath(out))  # a link to a folder stays a link
    room = Room(out, cache)
    try:
        refusal = _refusal(out)
        if refusal is not None:
            return refusal
        out.parent.mkdir(parents=True, exist_ok=True)
        room.open()
        sweep(out)
        whole = SiteFiles({}) | files | {MARK: WORDS}
        written = room.fill(whole)
        os.chmod(room.folder, 0o755)
        _swap(room.folder, out)
        room.leave(written, whole)
    except OSError as error:
        if isinstance(error, Lost) and not cache.careful:
            raise
        return _cannot(out, error)
    finally:
        room.close()
    return None


def among_sources(out: Path, site: Path) -> Problem | None:
    """Why the site of the folder `site` must not be written to `out`: the next build would read it, and a preview never come to rest."""
    place = Path(os.path.realpath(out))
    for name in ("course", "templates", "static"):
        if place.is_relative_to(os.path.realpath(site / name)):
            return Problem("output-among-sources", f"the output would stand in {name}/, whose files the next build reads", path=str(out),
                           hint="name a folder beside it with `--out`, such as `dist`")
    return None


def _refusal(out: Path) -> Problem | None:
    """Why `out` must not be replaced: it holds something that is not a site of ours."""
    if out.exists() and not out.is_dir():
        return Problem("output-not-a-folder", "the output is a file, not a folder", path=str(out), hint="name another folder with `--out`")
    if out.is_dir() and any(out.iterdir()) and not _is_ours(out):
        return Problem("output-not-ours", "the output folder holds something that is not a built site", path=str(out),
                       hint="empty it, or name another folder with `--out`")
    return None


def _is_ours(out: Path) -> bool:
    try:
        return (out / MARK).read_bytes() == WORDS and not (out / ".git").exists()
    except OSError:
        return False


def _cannot(out: Path, error: OSError) -> Problem:
    return Problem("output", f"the site cannot be written here: {error.strerror or error}", path=str(out),
                   hint="look at the folder's permissions and at the space on the disk; the old site is as it was")


def _swap(fresh: Path, out: Path) -> None:
    """Put `fresh` where `out` is: in one step where the system has one, so that whatever stops this leaves a whole site there.

    Elsewhere (Windows, some network drives) the old folder goes out of the way first, and is put back where the second step fails.
    """
    try:
        os.rename(fresh, out)  # nothing is there, or an empty folder
        return
    except OSError:
        if not out.is_dir():
            raise
    if exchange(fresh, out):
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.old-", dir=out.parent))
    try:
        os.rename(out, old / "site")
        try:
            os.rename(fresh, out)
        except OSError:
            os.rename(old / "site", out)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
