"""The theme: templates, scripts, styles and catalogues, with those of the author over them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..cache import NO_CACHE, Cache, bytes_at
from ..digest import digest_of
from ..limits import MOST_OF_THE_THEME
from ..problem import Problem
from ..source import Source
from ..sources import ROOT
from .program import VENDOR, once
from .texts import decoded, read_text, too_large
from .walk import PACKAGE, walk

LANGUAGES = "languages"  # the folder of catalogues, in the package and beside an author's site
BUNDLES = ("editor", "rich")  # folders of static/ whose scripts are bundled at package build


class Tree(Mapping[str, bytes]):
    """Files by their paths: what was read of them, and the places of the others, which are read when they are asked for."""

    def __init__(self, contents: dict[str, bytes], places: dict[str, str]) -> None:
        self.contents, self.places = contents, places

    def __getitem__(self, path: str) -> bytes:
        if path not in self.contents:
            self.contents[path] = bytes_at(self.places[path])
        return self.contents[path]

    def __contains__(self, path: object) -> bool:
        return path in self.contents or path in self.places

    def __iter__(self) -> Iterator[str]:
        return iter({**self.places, **self.contents})

    def __len__(self) -> int:
        return len({**self.places, **self.contents})


def templates(theme: Path, site: Path, problems: list[Problem]) -> dict[str, str]:
    """By name; the theme's own stand at `theme/…` as well, so that an author's template can extend the one that it replaces."""
    ships, own = _places(theme, site, "templates", problems)
    found = {name: decoded(data, f"templates/{name}", problems) for name, data in _contents(ships, "templates", problems).items()}
    over = {name: decoded(data, f"templates/{name}", problems) for name, data in _contents(own, "templates", problems).items()}
    return found | over | {f"theme/{name}": text for name, text in found.items()}


def static(theme: Path, site: Path, problems: list[Problem], cache: Cache = NO_CACHE) -> tuple[Mapping[str, bytes], dict[str, str]]:
    """Scripts and styles, and the marks of those that ship, which are read when they are asked for. Of what is bundled (hatch_build.py) the bundle,
    not the source from which it was made. cache: see `read`.
    """
    ships, own = _places(theme, site, "static", problems)
    if theme.resolve() == site.resolve():  # somebody works at the theme, and is to be told of what is wrong in it
        ships, own = {}, ships
    contents = {path: data for path, data in _contents(own, "static", problems).items() if path.split("/")[0] not in BUNDLES}
    for path, data in contents.items():
        if path.endswith((".js", ".css", ".py")) and not path.startswith(ROOT):
            contents[path] = decoded(data, f"static/{path}", problems).encode("utf-8")
    places = {f"fonts/{place.name}": str(place) for place in sorted((VENDOR / "fonts").glob("*"))}
    places |= {path: place for path, place in ships.items() if path.split("/")[0] not in BUNDLES}
    places |= {f"{name}/{file}": str(VENDOR / name / file) for name in BUNDLES for file in (f"{name}.js", "LICENSES.txt") if (VENDOR / name / file).exists()}
    marks = once(cache, "static", places.values(), lambda: {path: digest_of(bytes_at(place)) for path, place in places.items()}, lambda kept: isinstance(kept, dict))
    return Tree(contents, places), {path: mark for path, mark in marks.items() if path not in contents}


def languages(site: Path, problems: list[Problem]) -> dict[str, tuple[Source, ...]]:
    """The catalogues that ship and those of the author, by the languages that name their files."""
    texts: dict[str, Source] = {}
    found: dict[str, tuple[Source, ...]] = {}
    for top, start in ((PACKAGE, "easycompilers_site/"), (site, "")):
        for place, path in ((Path(place), path) for place, path in walk(top, LANGUAGES, problems)):
            if place.parent == top / LANGUAGES and place.suffix == ".po":
                read_text(place, start + path, texts, problems)
                if start + path in texts:
                    found[place.stem] = (*found.get(place.stem, ()), texts[start + path])
    return found


def _places(theme: Path, site: Path, name: str, problems: list[Problem]) -> tuple[dict[str, str], dict[str, str]]:
    """Where the files below the folder `name` of the theme stand, and those of the author, which are none where the site is the theme."""
    written: dict[str, str] = {}
    found: list[dict[str, str]] = []
    for top in dict.fromkeys((theme.resolve(), site.resolve())):
        places = {}
        for place, path in walk(top, name, [] if top == theme.resolve() else problems):
            other = written.setdefault(path.casefold(), path)
            if other != path:
                problems.append(Problem("same-but-for-case", f"this file's name differs from {other} by capitals alone", path=path,
                                        hint="write it as that one to replace it, or give it another name"))
            places[path.removeprefix(f"{name}/")] = place
        found.append(places)
    return found[0], found[1] if len(found) > 1 else {}


def _contents(places: Mapping[str, str], name: str, problems: list[Problem]) -> dict[str, bytes]:
    """What stands in the files at `places`, but for those that are too large to be held."""
    found: dict[str, bytes] = {}
    for path, place in places.items():
        if (size := os.stat(place).st_size) > MOST_OF_THE_THEME:
            problems.append(too_large(f"{name}/{path}", size, MOST_OF_THE_THEME))
        else:
            found[path] = bytes_at(place)
    return found
