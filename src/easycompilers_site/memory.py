"""What was made of texts before, by all that it was made of: it is made once, and held where there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from .digest import digest_of
from .frozen import changing
from .located import Located, load
from .model import Chapter, Facts, Text
from .problem import Problem
from .source import Source


@changing
class Memory:
    """room: how many texts are held, those that were asked for last; of every text the facts are.

    recall, recall_vocabulary, recall_settings, recall_front: what an earlier run kept of facts (as much of them as is still there, `know` gives the rest), of
    the vocabulary, of a settings file, and of the front matter of a chapter by its digest, None for none.
    vocabulary: the last that was read, by the digest of its source. settings: what a settings file holds, by its path and digest.
    fronts: what the front matter of a chapter holds, with its digest, by the chapter's path.
    chapters: by the path of their source, with what they were made from.
    shares: the key of the vocabulary with which texts were looked through last, by an earlier run or this, and by the digest of each what that had for it.
    recall_share: gives that of a digest, of an earlier run, '' for none. keys: what all chapters were made from beside their own texts, and by path and digest of a
    source the key of its chapter. made_with: the same of an earlier run, which gave sources their `key`.
    marks: of facts that an earlier run kept `mark` and `places`, by the same keys: for these they need not be known.
    """

    room: int = 64
    recall: Callable[[str, Source, Callable[[], Facts]], Facts | None] = lambda key, source, know: None
    recall_vocabulary: Callable[[Source], Any] = lambda source: None
    recall_settings: Callable[[Source], Located | None] = lambda source: None
    recall_front: Callable[[Source, str], Located | None] = lambda source, digest: None
    recall_share: Callable[[str, str], str] = lambda digest, vocabulary: ""
    texts: OrderedDict[str, Text] = field(default_factory=OrderedDict)
    facts: dict[str, Facts] = field(default_factory=dict)
    shares: tuple[str, dict[str, str]] = ("", {})
    keys: tuple[str, dict[tuple[str, str], str]] = ("", {})
    made_with: str = ""
    marks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    vocabulary: tuple[str, Any] = ("", None)
    settings: dict[tuple[str, str], Located] = field(default_factory=dict)
    fronts: dict[str, tuple[str, Located]] = field(default_factory=dict)
    chapters: dict[str, tuple[Source, str, Chapter]] = field(default_factory=dict)

    def chapters_of(self, sources: Iterable[Source], others: str, make: Callable[[Source], Chapter]) -> list[Chapter]:
        """The chapter of each source as it was made last, where neither the source has changed nor `others`, a key of all else that it is made from."""
        known, found = self.chapters, []
        for source in sources:
            before = known.get(source.path)
            if before is None or before[0] is not source or before[1] != others:
                before = known[source.path] = (source, others, make(source))
            found.append(before[2])
        return found

    def text(self, key: str, read: Callable[[], Text]) -> Text:
        if key not in self.texts:
            self.texts[key] = read()
            while len(self.texts) > self.room:
                self.texts.popitem(last=False)
        self.texts.move_to_end(key)
        return self.texts[key]

    def fact(self, key: str, source: Source, know: Callable[[], Facts]) -> Facts:
        if key not in self.facts:
            self.facts[key] = self.recall(key, source, know) or know()
        return self.facts[key]

    def key(self, source: Source, others: str, make: Callable[[Source], str]) -> str:
        """The key of the chapter of `source`. others: changes with all else that it is made from."""
        if self.keys[0] != others:
            self.keys = others, {}
        if source.key and others == self.made_with:
            return source.key
        of = source.path, source.digest
        known = self.keys[1].get(of)
        if known is None:
            known = self.keys[1][of] = make(source)
        return known

    def share(self, digest: str, vocabulary: str, look: Callable[[], str]) -> str:
        """The key of that part of a vocabulary which can matter to a text."""
        if self.shares[0] != vocabulary:
            self.shares = vocabulary, {}
        known = self.shares[1]
        if digest not in known:
            known[digest] = self.recall_share(digest, vocabulary) or look()
        return known[digest]

    def glossary(self, source: Source, read: Callable[[], Any]) -> Any:
        if self.vocabulary[0] != source.digest:
            self.vocabulary = (source.digest, self.recall_vocabulary(source) or read())
        return self.vocabulary[1]

    def located(self, source: Source) -> tuple[Located | None, list[Problem]]:
        """As `load` gives it. What is wrong in it is told each time, so that it is not held."""
        key = (source.path, source.digest)
        value = self.settings.get(key) or self.recall_settings(source)
        problems: list[Problem] = []
        if value is None:
            value, problems = load(source)
        if value is not None and not problems:
            self.settings[key] = value
        return value, problems

    def front(self, source: Source, text: str, first_line: int) -> tuple[Located | None, list[Problem]]:
        """The front matter of a chapter, as `load` gives it."""
        digest = digest_of([text, first_line])
        value, problems = self.recall_front(source, digest), []
        if value is None:
            value, problems = load(source, text, first_line)
        if value is not None and not problems:
            self.fronts[source.path] = digest, value
        return value, problems
