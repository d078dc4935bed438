"""The site's folder in, the places that changed out, each time something is saved."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

#: What is looked at, of all that may stand in a site's folder; what a build makes is never among it.
WATCHED = ("course", "glossary.yaml", "templates", "static", "languages")
QUIET = 10  # ms without another change, after which a save is taken for whole
PATIENCE = 0.15  # seconds in which an editor that empties or deletes a file on the way has written it anew


class Filter(DefaultFilter):
    """Leaves out what editors and version control put beside a text for themselves."""

    def __call__(self, change: object, path: str) -> bool:
        name = path.replace("\\", "/").rsplit("/", 1)[-1]
        return name[:1] not in (".", "#") and not name.endswith(("~", ".tmp", ".swp", ".swx", ".part", ".crswap")) and not name.isdigit() and super().__call__(change, path)


def changes(site: Path) -> Iterator[set[Path]]:
    """Sets of places below `site`, for ever. A folder that is made later is watched from then on.

    An empty set: anything may have changed, since nobody looked, as before the watching began.
    """
    while True:
        watched = _there(site)
        again = threading.Event()
        threading.Thread(target=_look_for_new, args=(site, watched, again), daemon=True).start()
        try:
            yield from _changes_of(site, watched, again)
        except FileNotFoundError:  # a place was gone between the look and the watching
            time.sleep(0.05)
        finally:
            again.set()


def _changes_of(site: Path, watched: dict[Path, tuple[int, int]], again: threading.Event) -> Iterator[set[Path]]:
    """The changes in these places, until one of them is another."""
    started = False
    for found in watch(*watched, watch_filter=Filter(), step=QUIET, stop_event=again, raise_interrupt=True, rust_timeout=200, yield_on_timeout=True):
        if any(Path(path) in watched and change == Change.deleted for change, path in found) or _there(site) != watched:
            again.set()  # before what is new is read: it may be gone again before anybody looks
        if found or not started:
            yield _whole({Path(path) for _, path in found})
        started = True

def _look_for_new(site: Path, watched: dict[Path, tuple[int, int]], again: threading.Event) -> None:
    """Ends the watching when one of the places comes into being, goes, or is another under the same name, which is not watched."""
    while not again.is_set():
        time.sleep(0.5)
        if _there(site) != watched:
            again.set()


def _there(site: Path) -> dict[Path, tuple[int, int]]:
    """The places that are there, and by what the system knows each, whatever it is called."""
    found = {}
    for name in WATCHED:
        try:
            known = (site / name).stat()
        except OSError:
            continue
        found[site / name] = (known.st_dev, known.st_ino)
    return found


def _whole(places: set[Path]) -> set[Path]:
    """The places once no file of them is empty or away for a moment only."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and any(_is_on_the_way(place) for place in places):
        time.sleep(0.02)
    return places


def _is_on_the_way(place: Path) -> bool:
    try:
        return place.is_file() and not place.stat().st_size or not place.exists()
    except OSError:
        return True
