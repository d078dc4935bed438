"""Rows of facts and pages in, what is to stand on each shelf out: each run of chapters has its own, and all else stands together on one.

A shelf has the number of its run, so that a new chapter leaves none behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from .addresses import SEARCHED
from .cache import believing
from .digest import digest_of
from .frozen import frozen
from .json_lines import row_of
from .shelves import REST, Shelves, Tables
from .site_files import group_as_json


@frozen
class Run:
    """Chapters that follow each other. texts: the keys of their texts. pages: the paths of their pages."""

    texts: tuple[str, ...]
    pages: tuple[str, ...]

    @cached_property
    def _mark(self) -> str:
        return digest_of("\0".join((*self.texts, *self.pages)))

    def key(self, everything: str) -> str:
        """Changes with all that their pages are drawn from, where none of them asks for the texts of others. everything: see `keeping.Keys`."""
        return digest_of([everything, self._mark])


@frozen
class Shelving:
    """shelves: as they were left last. facts, pages: fresh rows; that of a page which was taken as it stood is its line, as `json_lines` has it.

    known, taken: the runs that were left last, and those of them that were taken, by their keys.
    """

    shelves: Shelves
    facts: Mapping[str, Any]
    pages: Mapping[str, Any]
    known: Mapping[str, Any]
    taken: Mapping[str, Any]

    def whole(self, runs: Sequence[Run], everything: str, wanted: Iterable[str]) -> tuple[dict[str, Tables], dict[str, Any]]:
        """The shelves that change, when all of the site is known, and all of its `runs`. wanted: the keys of all facts that were asked for."""
        before = {key: str(number) for number, key in enumerate(self.known)}
        pages = {path: page if isinstance(page, memoryview) else {**page, "sure": "" if page.get("texts", True) else everything} for path, page in self.pages.items()}
        kept, changed = {}, {}
        for number, run in enumerate(runs):
            key = run.key(everything)
            if key in self.taken and before[key] == str(number) and self.facts.keys().isdisjoint(run.texts):
                kept[key] = self.taken[key]
                continue
            tables = {"facts": self._all(run.texts, "facts", self.facts), "pages": self._all(run.pages, "pages", pages)}
            changed[str(number)] = tables
            kept[key] = self.taken.get(key) or _together(run, tables["pages"].values())
        texts, paths = ({one for run in runs for one in getattr(run, name)} for name in ("texts", "pages"))
        changed[REST] = {"facts": self._all([key for key in wanted if key not in texts], "facts", self.facts), "pages": {path: page for path, page in pages.items() if path not in paths}}
        return changed, kept

    def added(self) -> dict[str, Tables]:
        """The shelves on which something is put, when not all of the site is known."""
        changed: dict[str, dict[str, dict[str, Any]]] = {}
        added = {"facts": self.facts, "pages": {path: page for path, page in self.pages.items() if not isinstance(page, memoryview)}}
        for table, rows in added.items():
            for key, row in rows.items():
                name = self.shelves.where(key)
                tables = changed.setdefault(name, {one: dict(self.shelves.on(name).get(one, {})) for one in added})
                tables[table][key] = row
        return changed

    def _all(self, keys: Iterable[str], table: str, fresh: Mapping[str, Any]) -> dict[str, Any]:
        """The rows of a table by their keys: fresh ones, or those that stand on a shelf."""
        found = {}
        for key in keys:
            with believing():
                found[key] = fresh[key] if key in fresh else self.shelves.row(table, key)
        return found


def used(shelves: Shelves, changed: Mapping[str, Tables], number: int) -> set[str]:
    """The keys of all shelves, and the digests of all files of pages. number: of runs."""
    names = [REST, *map(str, range(number))]
    found = {shelves.place(name) for name in names}
    for name in names:
        for page in (changed.get(name) or shelves.on(name)).get("pages", {}).values():
            with believing():
                found.update(row_of(page)["files"][1])
    return found


def _together(run: Run, rows: Iterable[Any]) -> dict[str, Any]:
    """What is kept of a run: all of its pages as one, with no files where they may not be taken so."""
    kept: dict[str, Any] = {"texts": " ".join(run.texts), "pages": "//".join(run.pages), "files": None, "problems": [], "needed": []}
    with believing():
        pages = [row_of(row) for row in rows]
        if len(pages) == len(run.pages) and all(page["sure"] for page in pages):
            files, problems, needed = ([page[name] for page in pages] for name in ("files", "problems", "needed"))
            rows = [row for columns in files for row in zip(*columns)]
            searched, shown = ([row for row in rows if row[0].startswith(SEARCHED) is one] for one in (True, False))
            mark, paths, *_ = group_as_json([*zip(*shown)])  # the rest stands on the shelf
            pages, digests, sizes = zip(*searched)
            if pages != tuple(SEARCHED + page for page in run.pages):
                raise ValueError(pages)
            kept |= {"files": [mark, paths], "searched": [" ".join(digests), " ".join(map(str, sizes))], "problems": [*chain(*problems)], "needed": sorted({*chain(*needed)})}
    return kept
