"""Readers of what an author, or a stranger, hands over: any bytes at all, and no fault of our own. `make fuzz` runs each for a while.

    python tests/fuzz.py --list            the targets
    python tests/fuzz.py TARGET FOLDER …   tries one until it is stopped; the arguments are libFuzzer's

What broke one is kept in fuzz/TARGET/ and tried again by every `make test` (test_fuzz.py).
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable


def targets() -> dict[str, Callable[[bytes], object]]:
    """By name, what reads. Imported here, so that atheris can watch the modules."""
    from golden import CHAPTER, drawer, sources_of

    from easycompilers_site.check import check
    from easycompilers_site.located import load
    from easycompilers_site.maths import formula
    from easycompilers_site.model import Outcomes
    from easycompilers_site.parse import parse
    from easycompilers_site.pictures import size_of
    from easycompilers_site.problem import draw
    from easycompilers_site.provide.lock import read_lock
    from easycompilers_site.run.record import from_json
    from easycompilers_site.run.session import understood
    from easycompilers_site.source import Source
    from easycompilers_site.styles import readdressed
    from easycompilers_site.wheel import Unfit, read_wheel

    def site(files: dict[str, str]) -> None:
        sources = sources_of(files)
        found = parse(sources)
        for problem in check(found, sources):
            draw(problem)
        for chapter in found.courses[0].chapters if found.courses else ():
            drawer(sources, found, chapter, Outcomes()).draw(chapter.blocks)

    def settings(text: str) -> None:
        for problem in load(Source("course/site.yaml", text))[1]:
            draw(problem)
        site({"course/site.yaml": text, "course/example/course.yaml": text, CHAPTER: "Text.\n"})

    def wheel(data: bytes) -> None:
        with contextlib.suppress(Unfit):
            read_wheel("mine-1.0-py3-none-any.whl", data)

    def message(text: str) -> None:
        import json

        with contextlib.suppress(ValueError, RecursionError):
            said = json.loads(text)
            understood(said)
            from_json(said, 1)

    def of_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
        return lambda data: read(data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))

    return {
        "chapter": of_text(lambda text: site({CHAPTER: text})),
        "settings": of_text(settings),
        "glossary": of_text(lambda text: site({"glossary.yaml": text, CHAPTER: "A layer and a layer norm.\n"})),
        "formula": of_text(lambda text: (formula.__wrapped__(text, True), formula.__wrapped__(text, False))),
        "picture": lambda data: size_of(io.BytesIO(data)),
        "wheel": wheel,
        "lock": of_text(lambda text: read_lock(Source("course/example/packages.lock", text), draw)),
        "style": of_text(lambda text: readdressed(text, lambda address: address)),
        "message": of_text(message),
    }


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["easycompilers_site", "imagesize", "latex2mathml", "mdit_py_plugins"]):
        read = targets()[sys.argv[1]]
    atheris.Setup([sys.argv[0], *sys.argv[2:]], lambda data: read(data) and None)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(targets()))
    else:
        main()
