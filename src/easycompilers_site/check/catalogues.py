"""Rules about an author's own catalogues of words, `languages/it.po`: each is named by a language, and can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from ..catalogue import read_catalogue
from ..language import is_language, meant
from ..problem import Problem, warning
from ..source import Source
from ..sources import Sources


def own(sources: Sources) -> list[Source]:
    """The author's: those that ship are held whole by a test."""
    return [source for language in sorted(sources.languages) for source in sources.languages[language] if source.path.startswith("languages/")]


def read(sources: Sources) -> Iterator[Problem]:
    for source in own(sources):
        tag = PurePosixPath(source.path).stem
        if not is_language(tag):
            yield Problem("unknown-language", f"`{tag}` is not the tag of a language, so nothing is said in these words", path=source.path,
                          hint=f"rename it to `{meant(tag)}.po`" if meant(tag) else "name it by a tag, as in `it.po` or `pt-BR.po`")
        messages, _, faults = read_catalogue(source.text)
        for fault in faults:
            yield warning("bad-words", f"{fault.said}, and is left out" if messages else fault.said, source.whole_line(fault.line), "English stands there instead until it is mended")
