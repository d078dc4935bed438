"""What is kept of the texts of chapters in, what of them is as it was out, and what is to be kept of them now.

They stand in stretches of chapters that follow each other. Where nobody has touched a file of a stretch, one comparison says so, and what is kept of it is kept
again as it stands.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from itertools import chain
from operator import attrgetter, is_
from typing import Any

from .cache import believing
from .digest import digest_of_numbers
from .frozen import changing, frozen
from .json_lines import row_of
from .memory import Memory
from .sources import Ask, Seen, Sources, State

#: How many chapters a stretch has, in the order of their paths; runs, which have as many, are in the order of a course (`work.TOGETHER`).
LENGTH = 64

#: Of how many numbers the state of a file is made.
_NUMBERS = 4

#: `mark` and `places` of facts, '' and '' where these are not kept.
Marks = tuple[str, str]
NONE: Marks = ("", "")


@frozen
class Stretch:
    """In columns, a value for each chapter. mark: changes with the states of all files. states: the numbers of these, as one text. keys: of chapters. shares: see
    `Memory.shares`, as one text."""

    paths: list[str]
    mark: str
    states: str
    digests: list[str]
    notes: list[Mapping[str, Any]]
    keys: list[str]
    shares: str
    marks: list[str]
    places: list[str]

    @property
    def then(self) -> dict[str, State]:
        """The state of each file by its path, as it was."""
        with believing():
            return dict(zip(self.paths, zip(*[map(int, self.states.split(" "))] * _NUMBERS, strict=True)))
        return {}


@changing
class Stretches:
    """others, vocabulary: with which the keys of chapters and the shares were worked out. lines: what is kept, by the first path of each stretch; see `json_lines`.

    whole: the first paths of those of which no file was touched.
    """

    others: str = ""
    vocabulary: str = ""
    lines: Mapping[str, Any] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)

    @cached_property
    def known(self) -> dict[str, Stretch]:
        """By the first path of each. One that is not what was written is not there."""
        found = {}
        for first, line in self.lines.items():
            with believing():
                found[first] = _from_json(row_of(line))
        return found

    def seen(self, places: Mapping[str, str], ask: Ask) -> tuple[dict[str, Seen], dict[str, State]]:
        """The texts of those chapters whose files are as they were, by their paths, and the states of files, but for stretches of which none was touched.

        places: where the files of all chapters are, by their paths. ask: gives states, which are asked for by the stretch: all at once would be a megabyte or more.
        """
        found: dict[str, Seen] = {}
        states: dict[str, State] = {}
        for first, one in self.known.items():
            there = [path for path in one.paths if path in places]
            now = ask([places[path] for path in there])
            texts = zip(one.paths, zip(one.digests, one.notes, one.keys))
            if there == one.paths and digest_of_numbers(now) == one.mark:
                self.whole.add(first)
                found |= texts
            else:
                states |= zip(there, now)
                then = one.then
                found |= ((path, text) for path, text in texts if path in states and states[path] == then.get(path))
        others = [path for path in places if path not in found and path not in states]
        states |= zip(others, ask([places[path] for path in others]))
        return found, states

    def share(self, digest: str, vocabulary: str) -> str:
        """See `Memory.recall_share`."""
        one = self._by_digest.get(digest) if vocabulary == self.vocabulary else None
        return one.shares.split(" ")[one.digests.index(digest)] if one else ""

    @cached_property
    def _by_digest(self) -> dict[str, Stretch]:
        return {digest: one for one in self.known.values() for digest in one.digests}

    @cached_property
    def marks(self) -> dict[str, Marks]:
        """Of the facts that are kept, by the keys of their chapters."""
        found: dict[str, Marks] = {}
        for one in self.known.values():
            found |= zip(one.keys, zip(one.marks, one.places))
        return {key: marks for key, marks in found.items() if marks != NONE} if NONE in found.values() else found

    def told(self, sources: Sources, memory: Memory, fresh: Mapping[str, Marks]) -> dict[str, Any]:
        """What is to be kept, as `lines` has it. fresh: of facts that were not kept before."""
        marks, rows = ChainMap(fresh, self.marks), {}
        same = memory.keys[0] == self.others
        alike = same and memory.shares[0] == self.vocabulary
        paths = [path for path in sources.texts if path.endswith(".md")]
        for at in range(0, len(paths), LENGTH):
            some = paths[at : at + LENGTH]
            first, texts = some[0], [*map(sources.texts.__getitem__, some)]
            before = self.known.get(first) if alike and first in self.whole else None
            if before and before.paths == some and fresh.keys().isdisjoint(before.keys) and all(map(is_, before.notes, map(attrgetter("notes"), texts))):
                rows[first] = self.lines[first]
                continue
            digests = [text.digest for text in texts]
            keys = [text.key if same and text.key else memory.keys[1].get((text.path, text.digest), "") for text in texts]
            shares = [memory.shares[1].get(digest) or self.share(digest, memory.shares[0]) for digest in digests]
            states = [sources.states[path] if path in sources.states else self._then.get(path, ()) for path in some]
            rows[first] = _as_json(some, states, digests, [text.notes for text in texts], keys, shares, [marks.get(key, NONE) for key in keys])
        return rows

    @cached_property
    def _then(self) -> dict[str, State]:
        """The states of files of which `seen` gives none, since they are as they were: they are asked for where a new chapter moves all that follow."""
        return {path: state for first in self.whole for path, state in self.known[first].then.items()}


def _as_json(paths: list[str], states: list[State], digests: list[str], notes: list[Mapping[str, Any]], keys: list[str], shares: list[str], marks: list[Marks]) -> list[Any]:
    """A column is one text, which JSON is quicker to read than many. What was found in most texts is the same, and told once: as it is in the last."""
    others = {path: one for path, one in zip(paths, notes) if one != notes[-1]}
    numbers = [state or (0,) * _NUMBERS for state in states]  # of what was touched just now none is known: that of no file is so
    columns = (" ".join(column) for column in (map(str, chain.from_iterable(numbers)), digests, keys, shares, *zip(*marks)))
    return ["//".join(paths), digest_of_numbers(numbers), notes[-1], others, *columns]


def _from_json(kept: list[Any]) -> Stretch:
    """Raises TypeError, ValueError or AttributeError where it was not told so."""
    told, mark, usual, others, states, digests, keys, shares, marks, places = kept
    paths = told.split("//")
    notes = [others.get(path, usual) for path in paths] if others else [usual] * len(paths)
    digests, keys, marks, places = (column.split(" ") for column in (digests, keys, marks, places))
    if {*map(len, (digests, keys, marks, places)), shares.count(" ") + 1} != {len(paths)} or not {*map(type, notes)} <= {dict}:
        raise ValueError(mark)
    return Stretch(paths, mark, states, digests, notes, keys, shares, marks, places)
