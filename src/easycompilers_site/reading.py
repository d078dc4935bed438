"""How long a chapter takes: words, exercises and questions in, minutes out.

minutes = ⌈words / rate + per_exercise · exercises + 0.6 · questions⌉, with rate (words a minute) and minutes for an
exercise by level: slower than the 238 words a minute that adults read plain English at (Brysbaert 2019, a review of 190
studies), since formulas and numbers are worked through and not skimmed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from .components.dropdown import Dropdown
from .components.exercise import Exercise
from .components.prediction import Prediction
from .components.quiz import Quiz, split_back_matter
from .components.recap import Recap
from .inlines import inline_tokens, plain
from .late import late
from .model import Block, Component, Prose, Text

_PACE = {"Beginner": (220, 2.0), "Intermediate": (180, 3.0), "Advanced": (150, 3.5)}
_QUESTION = 0.6
_WORD = late(r"\w[\w'’.,-]*")
_SIGNS = bytes(ord("a") if chr(number).isalnum() or chr(number) == "_" else ord(" ") for number in range(128)).ljust(256)  # of a word, or between words


def minutes(text: Text) -> int:
    """Whole minutes, at least 1; what the front matter says where it says something."""
    if text.minutes is not None:
        return text.minutes
    rate, per_exercise = _PACE.get(text.level, _PACE["Intermediate"])
    exercises = sum(isinstance(block, Exercise) for block in text.blocks)
    questions = sum(len(block.questions) if isinstance(block, Quiz) else isinstance(block, Prediction) for block in text.blocks)
    return max(1, math.ceil(words(text.blocks) / rate + per_exercise * exercises + _QUESTION * questions))


def words(blocks: Iterable[Block]) -> int:
    """The words of running text: not of listings, exercises, recaps, predictions, quizzes, captions and what is looked up in a closed dropdown, and none of the back matter."""
    lines = [line for block in split_back_matter(tuple(blocks))[0] for line in _lines(block)]
    in_ascii = "\n".join(["", *(line for line in lines if line.isascii())]).encode("ascii").translate(_SIGNS, b"'.,-")  # which takes a tenth of the time
    return in_ascii.count(b" a") + sum(len(_WORD.findall(line)) for line in lines if not line.isascii())


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Prose):
        yield from (plain(token.children or ()) for token in inline_tokens(block.tokens))
    elif isinstance(block, Component) and not isinstance(block, (Exercise, Quiz, Recap, Prediction)) and not (isinstance(block, Dropdown) and not block.opened):
        for one in block.inner():
            yield from _lines(one)
