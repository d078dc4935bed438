"""The theme: templates, scripts, styles and catalogues, with those of the author over them."""

from __future__ import annotations

import os
from pathlib import Path

from ..limits import MOST_OF_THE_THEME
from ..problem import Problem
from ..source import Source
from ..sources import ROOT
from .program import VENDOR
from .texts import decoded, read_text, too_large
from .walk import PACKAGE, bytes_at, walk

LANGUAGES = "languages"  # the folder of catalogues, in the package and beside an author's site
BUNDLES = ("editor", "rich")  # folders of static/ whose scripts are bundled at package build


def templates(theme: Path, site: Path, problems: list[Problem]) -> dict[str, str]:
    """By name; the theme's own stand at `theme/…` as well, so that an author's template can extend the one that it replaces."""
    found = {name: decoded(data, f"templates/{name}", problems) for name, data in _trees(theme, site, "templates", problems).items()}
    return found | {f"theme/{name}": data.decode("utf-8") for name, data in _trees(theme, theme, "templates", []).items()}


def static(theme: Path, site: Path, problems: list[Problem]) -> dict[str, bytes]:
    """Scripts and styles. Of what is bundled (hatch_build.py) the bundle, not the source from which it was made."""
    found = {path: data for path, data in _trees(theme, site, "static", problems).items() if path.split("/")[0] not in BUNDLES}
    for path, data in found.items():
        if path.endswith((".js", ".css", ".py")) and not path.startswith(ROOT):
            found[path] = decoded(data, f"static/{path}", problems).encode("utf-8")
    bundled = [f"{name}/{file}" for name in BUNDLES for file in (f"{name}.js", "LICENSES.txt")]
    fonts = {f"fonts/{place.name}": bytes_at(place) for place in sorted((VENDOR / "fonts").glob("*"))}
    return fonts | found | {path: bytes_at(VENDOR / path) for path in bundled if (VENDOR / path).exists()}


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


def _trees(theme: Path, site: Path, name: str, problems: list[Problem]) -> dict[str, bytes]:
    """The files below the folder `name` of the theme, and over them those of the author."""
    found: dict[str, bytes] = {}
    written: dict[str, str] = {}
    for top in dict.fromkeys((theme.resolve(), site.resolve())):
        for place, path in walk(top, name, [] if top == theme.resolve() else problems):
            other = written.setdefault(path.casefold(), path)
            if other != path:
                problems.append(Problem("same-but-for-case", f"this file's name differs from {other} by capitals alone", path=path,
                                        hint="write it as that one to replace it, or give it another name"))
            if (size := os.stat(place).st_size) > MOST_OF_THE_THEME:
                problems.append(too_large(path, size, MOST_OF_THE_THEME))
            else:
                found[path.removeprefix(f"{name}/")] = bytes_at(place)
    return found
