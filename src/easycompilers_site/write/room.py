"""The folder in which a site is made, beside the one where it is to stand: a new one, or that of the site before the last, which the cache keeps."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from ..cache import Cache
from ..exchange import hold
from ..site_files import SiteFiles
from .fill import Old, fill
from .written import Unreadable, Written

YOUNG = 60  # seconds in which a build that has made its folder holds it


class Room:
    """It is held from `open` to `close`, so that no other build takes it for one that was left behind.

    folder: where it is, when it is open. before: what stands in it, None for nothing. standing: where that is nothing, what stands at `out`, None where it is
    not known. old: the site that stands at `out`. side: that of the site which is made here, see `Written`.
    """

    def __init__(self, out: Path, cache: Cache) -> None:
        self.out, self.cache = out, cache
        self.folder: Path | None = None
        self.before: Written | None = None
        self.standing: Written | None = None
        self.side = 0
        self._held: int | None = None
        self._stands, self._fresh, self._before = (cache.key(what, str(out)) for what in ("written", "fresh", "before"))

    def open(self) -> None:
        """Raises OSError."""
        if not self._claim():
            self._begin(self._written(self._stands))

    def _begin(self, standing: Written | None) -> None:
        """With an empty folder."""
        self.before, self.standing, self.folder = None, standing, self._new()
        self._held = hold(self.folder)
        self.side = 1 - standing.side if standing else 0

    def _written(self, key: str) -> Written | None:
        return Written.of(self.cache.told(key), lambda side, name: self.cache.told(self._rest(side, name)))

    def _rest(self, side: int, name: str) -> str:
        return self.cache.key("written", str(self.out), side, name)

    def _keep(self, key: str, written: Written) -> None:
        for name, line in written.rest.items():
            self.cache.tell(self._rest(written.side, name), line)
        self.cache.tell(key, written.told)

    @property
    def old(self) -> Old:
        """Of its files those that are not in the folder; all, where that is empty."""
        if self.before:
            return Old(self.out, self.cache.get(self._fresh))
        with contextlib.suppress(Unreadable):
            return Old(self.out, self.standing and self.standing.files)
        return Old(self.out, None)

    def fill(self, files: SiteFiles) -> Written:
        """Let `files` be all that stands in the folder. Raises OSError."""
        with contextlib.suppress(Unreadable, FileNotFoundError):  # a file went away and its folder has the time that it had, as on disks that know whole seconds
            return fill(self.folder, files, self.old, self.side, self.before)
        self.close()
        self._begin(self._written(self._stands))
        return fill(self.folder, files, self.old, self.side)

    def leave(self, written: Written, files: SiteFiles) -> None:
        """The two sites have changed places: keep the one that is in the folder now. written: what stands at `out`, made of `files`."""
        keep = self.cache.move(self._stands, self._before)
        self._keep(self._stands, written)
        self.cache.put(self._fresh, written.fresh)
        with contextlib.suppress(OSError):  # another build has kept one, or the cache is on another disk
            if keep:
                self._kept.parent.mkdir(exist_ok=True)
                os.rename(self.folder, self._kept)
        with contextlib.suppress(OSError, Unreadable):  # of what was left as it was, the cache may have lost the rows
            if not keep and self.cache.folder and not os.environ.get("CI") and not self._kept.exists():
                self._prepare(written, files)

    def _prepare(self, written: Written, files: SiteFiles) -> None:
        """Keep a site for the next build to change where none was swapped out: an author waits for an edit, and has just waited longer.

        It is nothing but second names for what stands at `out`. A service on which sites are built has no next build there.
        """
        self.close()
        self._begin(written)
        if self._held is None:  # as on Windows, where nothing is swept either
            return
        standing = written.files
        for path in list(standing)[:1]:  # raises OSError where the disk knows no second names
            os.link(f"{self.out}/{path}", self.folder / "probe")
            os.unlink(self.folder / "probe")
        self._keep(self._before, fill(self.folder, files, Old(self.out, standing), self.side))
        self.cache.put(self._fresh, {})
        self._kept.parent.mkdir(exist_ok=True)
        os.rename(self.folder, self._kept)

    def close(self) -> None:
        if self._held is not None:
            os.close(self._held)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
        self._held = self.folder = None

    @property
    def _kept(self) -> Path:
        return self.cache.folder / "before" / "site"

    def _new(self) -> Path:
        return Path(tempfile.mkdtemp(prefix=f".{self.out.name}.new-", dir=self.out.parent))

    def _claim(self) -> bool:
        """Take the site that is kept, where one is that nobody has changed. It is held before it comes beside `out`, where others sweep."""
        with contextlib.suppress(OSError):
            self._held = hold(self._kept) if self.cache.folder else None
            if self._held is not None:
                self.folder = self._new()
                os.rename(self._kept, self.folder)
                self.before = self._written(self._before)
                self.side = self.before.side if self.before else 0
                if self.before and self.before.number == os.fstat(self._held).st_ino and self.before.stands(self.folder):
                    return True
        self.before = None
        self.close()
        return False


def sweep(out: Path) -> None:
    """Delete what builds that were killed have left beside `out`: folders that nobody holds, and that have not been made just now."""
    for place in _beside(out):
        with contextlib.suppress(OSError):
            held = hold(place) if place.stat().st_mtime < time.time() - YOUNG else None
            if held is not None:
                shutil.rmtree(place, ignore_errors=True)
                os.close(held)


def _beside(out: Path) -> list[Path]:
    """None where the folder can be written and not be read."""
    with contextlib.suppress(PermissionError):
        return [place for place in out.parent.iterdir() if place.name.startswith(f".{out.name}.new-")]
    return []
