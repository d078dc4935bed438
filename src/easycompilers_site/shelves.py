"""Tables that stand in several texts of the cache, of which a build reads those from which it wants a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from .cache import Cache
from .frozen import changing
from .json_lines import read, told

#: The shelf of all that has none of its own.
REST = "rest"

Tables = Mapping[str, Mapping[str, object]]


@changing
class Shelves:
    """place: gives under which key of the cache a shelf is kept. where: gives the shelf on which the rows of a key stand."""

    cache: Cache
    place: Callable[[str], str]
    where: Callable[[str], str]
    before: dict[str, bytes] = field(default_factory=dict)
    tables: dict[str, dict[str, dict[str, memoryview]]] = field(default_factory=dict)

    def row(self, table: str, key: str) -> memoryview:
        """As `json_lines` has it. Raises KeyError."""
        return self.on(self.where(key))[table][key]

    def on(self, shelf: str) -> dict[str, dict[str, memoryview]]:
        """The tables on a shelf, none where it is not there or not as it was written."""
        if shelf not in self.tables:
            self.before[shelf] = self.cache.told(self.place(shelf))
            self.tables[shelf] = read(self.before[shelf])[1]
        return self.tables[shelf]

    def put(self, shelf: str, tables: Tables) -> None:
        """Let these be all that stands on the shelf."""
        data = told({}, tables)
        if data != self.before.get(shelf):
            self.cache.tell(self.place(shelf), data)
