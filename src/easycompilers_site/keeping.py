"""What a build worked out, kept for the next one: facts of texts, the vocabulary, and pages with what they were drawn from.

One index for a site, in its cache, holds what every build asks for; what few do has files of its own. It is a hint: an entry counts only where its key is that of what is there now, and a page only
where its file is as long as it was. An index that is cut off, or of another release, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .asked import TEXT, Asked
from .cache import Blob, Cache, Content, rows_of
from .frozen import changing, frozen
from .json_lines import told
from .kept import LATER, KeptFacts, asked_as_json, asked_from, facts_as_json, located_as_json, located_from, problem_as_json, problem_from
from .located import Located
from .memory import Memory
from .model import Facts
from .parse import vocabulary
from .problem import Problem
from .source import Source
from .sources import Seen, Sources

if TYPE_CHECKING:
    from .parse.glossary import Glossary


@frozen
class Page:
    """A page of an earlier build. key: of what it was drawn from. files: by their path. problems: warnings.

    needed: as `render.policy.needs` gives it.
    """

    key: str
    files: Mapping[str, Blob]
    problems: tuple[Problem, ...] = ()
    needed: frozenset[str] = frozenset()


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

    def same(self, kept: Mapping[str, Any], everything: str) -> bool:
        """Whether a page that was `kept` is the same without a look at what it asked. everything: what it was when that was true of the page last."""
        if not kept["sure"] or not everything or everything != self.everything():
            return False
        return bool(self.text) and kept["text"] == self.text or kept["own"] == self.own()


@changing
class Keeping:
    """release: changes with the generator and all that it is made with. index, text: what the last build kept, and how it was told. sound: the key of a
    theme in which nothing is wrong, '' for none.

    rows: what every build asks of facts, by the keys of chapters, with the rest where the cache does not hold it. between: what is wrong
    between texts, as JSON can hold it, and the key of what that was found in.
    """

    cache: Cache
    release: str
    index: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    pages: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    sound: str = ""
    between: tuple[str, list] = ("", [])

    def __post_init__(self) -> None:
        kept, self.text = self.cache.told(self._place)
        self.index = kept if isinstance(kept, dict) else {}
        self.sound = str(self.index.get("sound", ""))

    @property
    def _place(self) -> str:
        return self.cache.key("index", self.release)

    def memory(self) -> Memory:
        """A memory that knows what the index holds."""
        memory = Memory(recall=self._facts, recall_vocabulary=self._vocabulary, recall_settings=self._settings, recall_front=self._front)
        with believing():
            memory.shares = {digest: tuple(share) for digest, share in self.index["shares"].items()}
        return memory

    def _facts(self, key: str, source: Source, know: Callable[[], Facts]) -> Facts | None:
        with believing():
            row, later = self.rows.get(key) or (self.index["facts"][key], None)
            return KeptFacts(row, source, partial(self._later, key, later, know))
        return None

    def _later(self, key: str, later: Any, know: Callable[[], Facts]) -> Any:
        """What few builds ask of facts; worked out again where it is gone."""
        kept = later or self.cache.get(self._place_of("facts", key))
        if not isinstance(kept, dict) or kept.keys() != LATER:
            _, kept = facts_as_json(know())
            self.cache.put(self._place_of("facts", key), kept)
        return kept

    def row(self, key: str, facts: Facts) -> tuple[Any, Any] | None:
        """As `rows` has it, None for facts that are not kept."""
        known = self._held("facts").get(key)
        if known:
            return known, None
        if key not in self.rows and (told := facts_as_json(facts)):
            row, later = told
            self.rows[key] = row, None if self.cache.put(self._place_of("facts", key), later) else later
        return self.rows.get(key)

    def _vocabulary(self, source: Source) -> Glossary | None:
        with believing():
            digest, terms = self.index["vocabulary"]
            return vocabulary.from_json(terms, source) if digest == source.digest else None
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
        return key in self._held("facts")

    def page(self, path: str, keys: Keys, sources: Mapping[str, Source]) -> Page | None:
        """The page at `path` as it was drawn, None where it would be another now."""
        with believing():
            kept = self.index["pages"][path]
            files = self.cache.blobs(kept["files"])
            if files is None:
                return None
            if not keys.same(kept, self.index["everything"]) and keys.all(asked_from(self._drawing(keys.source or path)["asked"])) != kept["key"]:
                return None
            page = Page(kept["key"], files, tuple(problem_from(one, sources) for one in kept["problems"]), frozenset(kept["needed"]))
            self.pages[path] = kept
            return page
        return None

    def keep(self, path: str, keys: Keys, asked: Asked, files: Mapping[str, bytes], problems: Iterable[Problem],
             needed: Iterable[str], listings: Mapping[str, str] = MappingProxyType({}), front: tuple[str, Located] | None = None) -> dict[str, Content]:
        """Keep a page. Gives its files, as the cache holds them, or as they are where there is none. listings: see `listings`. front: see `Memory.fronts`."""
        kept = self.cache.put_blobs(files)
        if kept is None:
            return dict(files)
        drawing = {"asked": asked_as_json(asked), "listings": dict(listings), "front": [front[0], located_as_json(front[1])] if front else None}
        self.cache.put(self._place_of("drawing", keys.source or path), drawing)
        self.pages[path] = {"key": keys.all(asked), "own": keys.own(), "text": keys.text, "sure": False, "texts": any(TEXT in names for source, names in asked.facts.items() if source != keys.source),
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
        with believing():
            before, kept = self.index["between"]
            if before == key:
                found = [problem_from(one, sources) for one in kept]
                self.between = before, kept
                return found
        found = list(find())
        self.between = key, [problem_as_json(problem) for problem in found]
        return found

    def seen(self) -> dict[str, Seen]:
        """The chapters as they were read last, by their paths."""
        found = {}
        for path, kept in self._held("texts").items():
            match kept:
                case [[*state], str(digest), dict(notes)]:
                    found[path] = Seen(state, digest, notes)
        return found

    def save(self, memory: Memory, sources: Sources, whole: bool, everything: str = "") -> None:
        """Write the index anew where something changed, and forget what no build has used for long.

        sources: the texts that there are. whole: the site was looked through to its end; else what it held before stays in it.
        everything: as `Keys` has it, now that all pages are as they should be. It was the same for each of them that is sure, which no page is that asks
        for the texts of others. Where it is '', what it was for those stays, and no other becomes sure.
        """
        if everything:
            self.pages = {path: page if page["sure"] is not page["texts"] else {**page, "sure": not page["texts"]} for path, page in self.pages.items()}
        digests = {source.digest for source in sources.texts.values()}
        texts = {path: [state, sources.texts[path].digest, sources.texts[path].notes] for path, state in sources.states.items() if path in sources.texts}
        shares = {digest: list(memory.shares[digest]) for digest in digests if digest in memory.shares}
        facts = {key: row[0] for key, one in memory.facts.items() if (row := self.row(key, one))}
        settings = {path: [digest, located_as_json(value)] for (path, digest), value in memory.settings.items() if digest in digests}
        index = {"texts": texts, "shares": shares, "facts": facts, "pages": self.pages, "settings": settings}
        if not whole:
            index = {name: {**self._held(name), **new} for name, new in index.items()}
        index |= {"everything": everything or self.index.get("everything", ""), "sound": self.sound, "between": list(self.between), "vocabulary": self._vocabulary_as_json(memory)}
        text = told(index, self.index, self.text)
        if text != self.text:
            self.cache.tell(self._place, text)
            self.cache.prune(lambda: {digest for page in index["pages"].values() for digest, _ in page["files"].values()})

    def _vocabulary_as_json(self, memory: Memory) -> Any:
        digest, read = memory.vocabulary
        held = self.index.get("vocabulary")
        if isinstance(held, list) and held[:1] == [digest]:
            return held
        terms = vocabulary.as_json(read) if read else None
        return [digest, terms] if terms is not None else None

    def _held(self, name: str) -> dict[str, Any]:
        held = self.index.get(name)
        return held if isinstance(held, dict) else {}


def believing() -> AbstractContextManager[None]:
    """What is not there, or is not what was written, ends the block: it is as if nothing had been kept."""
    return suppress(KeyError, ValueError, TypeError, AttributeError)
