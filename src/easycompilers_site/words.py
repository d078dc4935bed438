"""Many known words and a mistyped one in, the nearest of the known out, in time that the number of known words hardly sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

_ENOUGH_ALIKE = 0.6  # share of the letters that two words have in common, in order
_FEW = 50  # words that are compared one by one
_READ, _COMPARED = 400, 12  # of more words: how many that share a pair of letters are counted, and how many of those compared


class Words:
    """Words that could have been meant. Made once where many words are looked up among the same."""

    def __init__(self, known: Iterable[str]) -> None:
        self.by_folded = {word.casefold(): word for word in sorted(set(known), reverse=True)}
        self._found: dict[str, str] = {}

    def nearest(self, word: str) -> str:
        """The known word nearest to `word`, capitals aside; '' where none is near."""
        folded = word.casefold()
        if folded not in self._found:
            import difflib

            near = difflib.get_close_matches(folded, self._candidates(folded), n=1, cutoff=_ENOUGH_ALIKE)
            self._found[folded] = self.by_folded[near[0]] if near else ""
        return self._found[folded]

    def _candidates(self, word: str) -> list[str]:
        """All words where there are few; else those that share the most pairs of letters with `word`, the rarest pairs first."""
        if len(self.by_folded) <= _FEW:
            return list(self.by_folded)
        shared: Counter[str] = Counter()
        for pair in sorted(_pairs(word) & self._words_with.keys(), key=lambda pair: (len(self._words_with[pair]), pair)):
            holders = self._words_with[pair]
            if shared and len(holders) > _READ:
                break
            shared.update(holders[:_READ])
        alike = ((2 * count / (len(word) + len(other) + 2), other) for other, count in shared.items())
        return [other for _, other in sorted(alike, key=lambda pair: (-pair[0], pair[1]))[:_COMPARED]]

    @cached_property
    def _words_with(self) -> dict[str, list[str]]:
        """Each pair of letters, and the words that hold it."""
        found: dict[str, list[str]] = {}
        for word in self.by_folded:
            for pair in _pairs(word):
                found.setdefault(pair, []).append(word)
        return found


def _pairs(word: str) -> set[str]:
    """The letters of a word in twos, with its ends as letters of their own."""
    ended = f"\n{word}\n"
    return {ended[at : at + 2] for at in range(len(ended) - 1)}
