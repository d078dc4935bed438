"""What a build worked out, kept for the next one: facts of texts, the vocabulary, and pages with what they were drawn from.

One index for a site, in its cache, holds what every build asks for; what few do has files of its own. A run of pages of which none has changed is taken as one; what is
kept of each of its pages stands on a shelf, which is read where one has. It is a hint: an entry counts only where its key is that of what is there now, and a page only
where its file is as long as it was. An index that is cut off, or of another release, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .addresses import SEARCHED
from .asked import TEXT, Asked
from .cache import Blob, Cache, Content, believing, rows_of
from .frozen import changing, frozen
from .json_lines import read, row_of, told
from .kept import LATER, KeptFacts, asked_as_json, asked_from, facts_as_json, located_as_json, located_from, problem_as_json, problem_from
from .located import Located
from .memory import Memory
from .model import Facts
from .parse import vocabulary
from .problem import Problem
from .shelves import REST, Shelves
from .shelving import Run, Shelving, used
from .site_files import Group, group_of, mark_of
from .source import Source
from .sources import Sources
from .stretches import Marks, Stretches

if TYPE_CHECKING:
    from .parse.glossary import Glossary


@frozen
class Page:
    """A page of an earlier build, or some. files: by their path. problems: warnings. needed: as `render.policy.needs` gives it.

    group, searched: of some pages all files, so that there are none in `files`, and what a search finds in them, by their paths.
    """

    files: Mapping[str, Blob]
    problems: tuple[Problem, ...] = ()
    needed: frozenset[str] = frozenset()
    group: Group | None = None
    searched: Mapping[str, Blob] = MappingProxyType({})


@frozen
class Keys:
    """By what a page is known. source, text: path and key of its own text, '' for none. own: gives what changes with all that it is drawn from but for
    what it asks of others. all: gives the same with that, by what it asked.

    everything: gives what changes with all that any page is drawn from or may ask, but for texts; '' where that is not known, or takes
    longer to find out than to compare what was asked.
    """

    source: str
    text: str
    own: Callable[[], str]
    all: Callable[[Asked], str]
    everything: Callable[[], str] = lambda: ""

    def same(self, kept: Mapping[str, Any]) -> bool:
        """Whether a page that was `kept` is the same without a look at what it asked."""
        if not kept["sure"] or kept["sure"] != self.everything():
            return False
        return bool(self.text) and kept["text"] == self.text or kept["own"] == self.own()


@changing
class Keeping:
    """release: changes with the generator and all that it is made with. index, before: what the last build kept, and how it was told. known: the runs of it, by
    their keys; see `json_lines`. texts: the chapters as that build read them. sound: the key of a theme in which nothing is wrong, '' for none. glossary: the
    digest of the source of the vocabulary that is kept.

    rows: of facts that the index does not hold, by the keys of chapters: the row, the rest where the cache does not hold it, and their marks. pages, runs: rows of
    what was taken or drawn.
    """

    cache: Cache
    release: str
    index: dict[str, Any] = field(default_factory=dict)
    known: dict[str, memoryview] = field(default_factory=dict)
    before: bytes = b""
    texts: Stretches = field(default_factory=Stretches)
    pages: dict[str, Any] = field(default_factory=dict)
    runs: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, tuple[Any, Any, Marks]] = field(default_factory=dict)
    sound: str = ""
    glossary: str = ""
    _parsed: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = self.cache.told(self._place)
        self.index, tables = read(self.before)
        self.known = tables.get("runs", {})
        with believing():
            others, vocabulary = self.index["made with"]
            self.texts = Stretches(others, vocabulary, tables["texts"])
        self.sound = str(self.index.get("sound", ""))

    @property
    def _place(self) -> str:
        return self.cache.key("index", self.release)

    def memory(self) -> Memory:
        """A memory that knows what the index holds."""
        return Memory(recall=self._facts, recall_vocabulary=self._vocabulary, recall_settings=self._settings, recall_front=self._front,
                      recall_share=self.texts.share, shares=(self.texts.vocabulary, {}), keys=(self.texts.others, {}), made_with=self.texts.others, marks=self.texts.marks)

    @cached_property
    def _shelves(self) -> Shelves:
        """Of each run the rows of its facts and pages, as `Shelving` has put them."""
        return Shelves(self.cache, partial(self._place_of, "shelf"), self._shelf_of)

    def _shelf_of(self, key: str) -> str:
        """The shelf on which the rows of a chapter, or of a page, stand. Most that are asked for are of a run that is another now, or of none."""
        if key in self._of_changed:
            return self._of_changed[key]
        return REST if key in self._shelves.on(REST).get("pages", ()) else self._of_all.get(key, REST)

    @cached_property
    def _of_changed(self) -> dict[str, str]:
        return self._shelves_of(key for key in self.known if key not in self.runs)

    @cached_property
    def _of_all(self) -> dict[str, str]:
        return self._shelves_of(self.known)

    def _shelves_of(self, runs: Iterable[str]) -> dict[str, str]:
        """The shelves of some runs, by the keys of their texts and the paths of their pages."""
        found: dict[str, str] = {}
        numbers = {key: str(number) for number, key in enumerate(self.known)}
        for key in runs:
            with believing():
                kept = self._run_of(key)
                found |= dict.fromkeys([*kept["texts"].split(" "), *kept["pages"].split("//")], numbers[key])
        return found

    def _facts(self, key: str, source: Source, know: Callable[[], Facts]) -> Facts | None:
        if key not in self.rows and key not in self.texts.marks:
            return None
        row, later, marks = self.rows.get(key) or (None, None, self.texts.marks[key])
        return KeptFacts(*marks, source, partial(self._first, key, row, know), partial(self._later, key, later, know))

    def _first(self, key: str, row: Any, know: Callable[[], Facts]) -> Any:
        """What is asked of facts first; worked out again, and kept again, where it is gone or not what was written."""
        with believing():
            match row or row_of(self._shelves.row("facts", key)):
                case {"shown": [_, _]} as kept:
                    return kept
        row, _ = facts_as_json(know())
        self.rows[key] = row, None, self.texts.marks[key]
        return row

    def _later(self, key: str, later: Any, know: Callable[[], Facts]) -> Any:
        """What few builds ask of facts; worked out again where it is gone."""
        kept = later or self.cache.get(self._place_of("facts", key))
        if not isinstance(kept, dict) or kept.keys() != LATER:
            _, kept = facts_as_json(know())
            self.cache.put(self._place_of("facts", key), kept)
        return kept

    def row(self, key: str, facts: Facts) -> tuple[Any, Any, Marks] | None:
        """As `rows` has it, None for facts that are kept already, or never."""
        if key not in self.rows and not self.knows(key) and (told := facts_as_json(facts)):
            row, later = told
            self.rows[key] = row, None if self.cache.put(self._place_of("facts", key), later) else later, (facts.mark, facts.places)
        return self.rows.get(key)

    def _vocabulary(self, source: Source) -> Glossary | None:
        with believing():
            digest, kept = self.cache.get(self._place_of("vocabulary", "")) if self.index else None
            found = vocabulary.from_json(kept, source) if digest == source.digest else None
            self.glossary = digest if found else ""
            return found
        return None

    def _settings(self, source: Source) -> Located | None:
        with believing():
            digest, value = self.index["settings"][source.path]
            return located_from(value, source) if digest == source.digest else None
        return None

    def _front(self, source: Source, digest: str) -> Located | None:
        with believing():
            before, value = self._drawing(source.path)["front"]
            return located_from(value, source) if before == digest else None
        return None

    def knows(self, key: str) -> bool:
        """Whether the facts of a text are kept, so that it need not be read for them."""
        return key in self.texts.marks

    def page(self, path: str, keys: Keys, sources: Mapping[str, Source]) -> Page | None:
        """The page at `path` as it was drawn, None where it would be another now."""
        if not self.index:
            return None
        with believing():
            row = self._shelves.row("pages", path)
            kept = row_of(row)
            same = keys.same(kept)
            if not same and keys.all(asked_from(self._drawing(keys.source or path)["asked"])) != kept["key"]:
                return None
            files = self.cache.blobs(kept["files"])
            if files is not None:
                page = Page(files, *_told(kept, sources))
                self.pages[path] = row if same else kept
                return page
        return None

    def run(self, run: Run, everything: str, sources: Mapping[str, Source]) -> Page | None:
        """All pages of a run as one, None where any of them may be another now, or asks for the texts of others. everything: see `Keys`."""
        with believing():
            key = run.key(everything)
            kept = self._run_of(key)
            digests, sizes = kept["searched"]
            searched = self.cache.blobs([run.pages, digests.split(" "), [*map(int, sizes.split(" "))]])
            if searched is not None:
                page = Page({}, *_told(kept, sources), self._group(run, kept), searched)
                self.runs[key] = self.known[key]
                return page
        return None

    def _group(self, run: Run, kept: Mapping[str, Any]) -> Group:
        """The files of a run. Raises what `believing` takes for nothing."""
        mark, paths = kept["files"]
        return group_of(mark, paths, partial(self._files, run, mark), self.cache)

    def _files(self, run: Run, mark: str) -> list[tuple]:
        """The rows of the files of a run. Raises what `believing` takes for nothing, as well where they are others than those that are meant."""
        kept = [row_of(self.pages[path] if path in self.pages else self._shelves.row("pages", path))["files"] for path in run.pages]
        rows = [*zip(*(row for columns in kept for row in zip(*columns) if not row[0].startswith(SEARCHED)))]
        if mark_of(*rows[:2]) != mark:
            raise ValueError(mark)
        return rows

    def _run_of(self, key: str) -> Any:
        """What the last build kept of a run. Raises LookupError or ValueError."""
        if key not in self._parsed:
            self._parsed[key] = row_of(self.known[key])
        return self._parsed[key]

    def keep(self, path: str, keys: Keys, asked: Asked, files: Mapping[str, bytes], problems: Iterable[Problem],
             needed: Iterable[str], listings: Mapping[str, str] = MappingProxyType({}), front: tuple[str, Located] | None = None) -> dict[str, Content]:
        """Keep a page. Gives its files, as the cache holds them, or as they are where there is none. listings: see `listings`. front: see `Memory.fronts`."""
        kept = self.cache.put_blobs(files)
        if kept is None:
            return dict(files)
        drawing = {"asked": asked_as_json(asked), "listings": dict(listings), "front": [front[0], located_as_json(front[1])] if front else None}
        self.cache.put(self._place_of("drawing", keys.source or path), drawing)
        self.pages[path] = {"key": keys.all(asked), "own": keys.own(), "text": keys.text, "sure": "", "texts": any(TEXT in names for source, names in asked.facts.items() if source != keys.source),
                            "problems": [problem_as_json(problem) for problem in problems], "needed": sorted(needed),
                            "files": rows_of(kept)}
        return kept

    def listings(self, of: str) -> dict[str, str]:
        """The listings of a page as they were coloured when it was drawn last, as `render.remembering` has them. of: see `_drawing`."""
        with believing():
            return dict(self._drawing(of)["listings"])
        return {}

    def _drawing(self, of: str) -> Any:
        """How a page was drawn last: what it asked of others, its listings, and the front matter of its chapter. of: the chapter's path, or the page's where it shows none."""
        return self.cache.get(self._place_of("drawing", of)) if self.index else None

    def _place_of(self, what: str, of: str) -> str:
        return self.cache.key(what, self.release, of)

    def problems(self, key: str, find: Callable[[], Iterable[Problem]], sources: Mapping[str, Source]) -> list[Problem]:
        """What is wrong between texts: as it was found before where `key` is the same, or as `find` gives it."""
        place = self._place_of("between", "")
        with believing():
            before, kept = self.cache.get(place) if self.index else None
            if before == key:
                return [problem_from(one, sources) for one in kept]
        found = list(find())
        self.cache.put(place, [key, [problem_as_json(problem) for problem in found]])
        return found

    def groups(self, runs: Sequence[Run], taken: Mapping[str, Group]) -> dict[str, Group]:
        """The files of the runs that were kept, by the names of their groups. runs: all that there are. taken: the files of those that were as they had been."""
        found = dict(taken)
        for number, (run, kept) in enumerate(zip(runs, self.runs.values())):
            if group_of_run(number) not in found:
                with believing():
                    found[group_of_run(number)] = self._group(run, row_of(kept))
        return found

    def save(self, memory: Memory, sources: Sources, whole: bool, everything: str = "", runs: Sequence[Run] = ()) -> None:
        """Write anew what is another now, and forget what no build has used for long.

        sources: the texts that there are. whole: the site was looked through to its end, and these are all of its `runs`; else what was held before stays.
        everything: as `Keys` has it, now that all pages are as they should be.
        """
        for key, facts in memory.facts.items():
            self.row(key, facts)
        shelving = Shelving(self._shelves, {key: row for key, (row, *_) in self.rows.items()}, self.pages, self.known, self.runs)
        shelves, self.runs = shelving.whole(runs, everything, memory.facts) if whole else (shelving.added(), self.runs)
        held = self.index.get("settings") if not whole else None
        settings = {**(held if isinstance(held, dict) else {}), **_settings(memory, sources)}
        index = {"made with": [memory.keys[0], memory.shares[0]], "settings": settings, "sound": self.sound}
        texts = self.texts.told(sources, memory, {key: marks for key, (_, _, marks) in self.rows.items()})
        self._keep_vocabulary(*memory.vocabulary)
        data = told(index, {"texts": texts, "runs": self.runs if whole else self.known})
        for name, tables in shelves.items():
            self._shelves.put(name, tables)
        if data != self.before:
            self.cache.tell(self._place, data)
            self.cache.prune(lambda: used(self._shelves, shelves, max(len(self.runs), len(self.known))) | {self._place_of(name, "") for name in ("vocabulary", "between")})

    def _keep_vocabulary(self, digest: str, read: Glossary | None) -> None:
        """In a file of its own, as what is wrong between texts: it is large, and another only where somebody has written to it."""
        kept = vocabulary.as_json(read) if read and digest != self.glossary else None
        if kept and self.cache.put(self._place_of("vocabulary", ""), [digest, kept]):
            self.glossary = digest


def _told(kept: Mapping[str, Any], sources: Mapping[str, Source]) -> tuple[tuple[Problem, ...], frozenset[str]]:
    """`problems` and `needed` of a page, or of some."""
    return tuple(problem_from(one, sources) for one in kept["problems"]), frozenset(kept["needed"])


def group_of_run(number: int) -> str:
    """The name of the group of its files. It has a number, so that a new chapter leaves nothing behind that is kept by its name."""
    return f"run {number}"


def _settings(memory: Memory, sources: Sources) -> dict[str, Any]:
    """What the settings files hold that there are, with their digests, by their paths."""
    known = ((path, digest, value) for (path, digest), value in memory.settings.items())
    return {path: [digest, located_as_json(value)] for path, digest, value in known if path in sources.texts and sources.texts[path].digest == digest}
