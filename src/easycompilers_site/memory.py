"""What was made of texts before, by all that it was made of: it is made once, and held where there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .model import Facts, Text
from .source import Source


@dataclass
class Memory:
    """room: how many texts are held, those that were asked for last; of every text the facts are.

    recall: the facts that an earlier run kept, None for none. vocabulary: the last that was read, by the digest of its source.
    shares: of a text by its digest, the key of the vocabulary with which it was looked through, and what that had for it.
    """

    room: int = 64
    recall: Callable[[str, Source], Facts | None] = lambda key, source: None
    texts: OrderedDict[str, Text] = field(default_factory=OrderedDict)
    facts: dict[str, Facts] = field(default_factory=dict)
    shares: dict[str, tuple[str, str]] = field(default_factory=dict)
    vocabulary: tuple[str, Any] = ("", None)

    def text(self, key: str, read: Callable[[], Text]) -> Text:
        if key not in self.texts:
            self.texts[key] = read()
            while len(self.texts) > self.room:
                self.texts.popitem(last=False)
        self.texts.move_to_end(key)
        return self.texts[key]

    def fact(self, key: str, source: Source, know: Callable[[], Facts]) -> Facts:
        if key not in self.facts:
            self.facts[key] = self.recall(key, source) or know()
        return self.facts[key]

    def share(self, digest: str, vocabulary: str, look: Callable[[], str]) -> str:
        """The key of that part of a vocabulary which can matter to a text."""
        known = self.shares.get(digest)
        if known is None or known[0] != vocabulary:
            known = self.shares[digest] = (vocabulary, look())
        return known[1]

    def glossary(self, digest: str, read: Callable[[], Any]) -> Any:
        if self.vocabulary[0] != digest:
            self.vocabulary = (digest, read())
        return self.vocabulary[1]
