"""The theme in, its scripts, styles and Python for the page out, each under a name that holds a hash of what is in it. Imported where they are made.

A script names another by a relative literal ("./quiz.js"); here each such literal becomes the other's hashed name, so
the others are named first. The theme's scripts go without their comments. Two scripts that name each other cannot be hashed: `Circle` says which.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import field

from ..addresses import SERVICE_WORKER
from ..bundle import stamp_of, zip_of
from ..catalogue import Catalogue
from ..digest import mark_of
from ..frozen import changing
from ..source import beside
from ..sources import ROOT, Sources
from ..styles import readdressed, without_comments
from ..translated import translated
from .assets import BEFORE, BUNDLE, ELEMENTS, FILES, FOLDER, SENTENCES, STYLE, Assets, Circle
from .offline import LEAVE, SOURCE

#: What esbuild has made of its sources.
BUNDLED = ("editor/", "rich/")

_LITERAL = re.compile(r"""(["'])(\.{1,2}/[^"'\s]+)\1""")


@changing
class Names:
    """originals: what each asset is made from. outside: where what is no asset stands, by the name that scripts call it. words: what scripts say.

    whole: scripts and sheets that keep their comments and their spaces, since they are the author's, or have none. names, contents: as `Assets` has them.
    """

    originals: Mapping[str, bytes]
    outside: Mapping[str, str]
    words: Catalogue
    whole: frozenset[str] = frozenset()
    names: dict[str, str] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)

    def name(self, path: str, asking: tuple[str, ...] = ()) -> str:
        """The path on the site of the asset `path`, which is made now if it has not been."""
        if path in asking:
            raise Circle(" → ".join((*asking, path)))
        if path not in self.names:
            content = self.originals[path]
            if path.endswith(".js"):
                script = translated(content.decode("utf-8"), self.words)
                script = self.rewritten(path, script, (*asking, path))
                content = (script if path in self.whole else _small(script)).encode("utf-8")
            stem, extension = posixpath.splitext(path)
            self.names[path] = f"{FOLDER}{stem}.{mark_of(content)}{extension}"
            self.contents[self.names[path]] = content
        return self.names[path]

    def from_sheet(self, path: str, address: str) -> str:
        """What the sheet `path` calls `address`, as the one sheet of the site has to call it. `check` reports what is not there."""
        file, sign, rest = address.partition("#")
        named = beside(file.partition("?")[0], path)
        return posixpath.relpath(self.name(named), FOLDER) + sign + rest if named in self.originals else address

    def rewritten(self, path: str, script: str, asking: tuple[str, ...]) -> str:
        """`script` with every literal that names an asset leading to the asset's hashed name."""
        folder = posixpath.dirname(path)

        def other(match: re.Match[str]) -> str:
            named = posixpath.normpath(posixpath.join(folder, match[2]))
            if named in self.originals:
                place = self.name(named, asking)
            elif named in self.outside:
                place = self.outside[named]
            else:
                return match[0]
            href = posixpath.relpath(place, posixpath.dirname(FOLDER + path))
            return match[1] + (href if href.startswith(".") else "./" + href) + match[1]

        return _LITERAL.sub(other, script)


def make_assets(sources: Sources, offline: bool = True, words: Catalogue = Catalogue(), sentences: bytes = b"") -> Assets:
    """Every script and style of the theme and the author, hashed, with the two scripts, the zip and the sheet that are made here.

    offline: whether a page may be kept for a time without a connection. words: of the pages that ask for these. sentences: of their Python.
    """
    static = {path: content for path, content in sources.static.items() if not path.startswith(ROOT) and path not in (SOURCE, LEAVE)}
    originals = {path: content for path, content in static.items() if not path.endswith((".css", ".py")) and path != BEFORE}
    runtime = {f"runtime/{name}": f"python/{sources.runtime_version}/{name}" for name in sources.runtime}
    originals[ELEMENTS] = _elements(originals)
    originals[BUNDLE] = zip_of(sources.page_python)
    if sentences:
        originals[SENTENCES] = sentences
    originals[FILES] = _files(sources, originals, offline)
    whole = frozenset(path for path in static if f"static/{path}" in sources.own or path.startswith(BUNDLED))
    python = sum(_sizes(sources, originals[BUNDLE]).values())
    made = Names(originals, runtime, words, whole)
    originals[STYLE] = style_sheet(static, made)
    for path in sorted(originals):
        made.name(path)
    return Assets(made.names, made.contents, _small(static.get(BEFORE, b"").decode("utf-8")), python)


def _small(script: str) -> str:
    from rjsmin import jsmin

    return jsmin(script)


def style_sheet(static: Mapping[str, bytes], made: Names) -> bytes:
    """One sheet: `css/site.css`, which orders the layers, the others of `css/`, those of components, and last what an author adds.

    What a sheet fetches, a font or a picture, it has by the hashed name. Those of the theme go without their comments.
    """
    def rank(path: str) -> tuple[int, str]:
        return (0 if path == "css/site.css" else 1 if path.startswith("css/") else 2 if path.startswith("components/") else 3, path)

    def sheet(path: str) -> str:
        written = static[path].decode("utf-8").strip()
        return readdressed(written if path in made.whole else without_comments(written), lambda address: made.from_sheet(path, address))

    return "".join(sheet(path) + "\n" for path in sorted((p for p in static if p.endswith(".css")), key=rank)).encode("utf-8")


def _elements(originals: Mapping[str, bytes]) -> bytes:
    """The script by which `main.js` finds the script of each element, which is called as the element is. Every page fetches it, so it says no more."""
    paths = [path for path in sorted(originals) if posixpath.dirname(path) == "components" and path.endswith(".js")]
    return "\n".join(["export default [", *(f'  "./{path}",' for path in paths), "];", ""]).encode()


def _shipped(sources: Sources) -> dict[str, str]:
    """The files of Python itself that a first run fetches."""
    snapshot = {"snapshot": sources.snapshot} if sources.snapshot else {}
    return {"loader": "pyodide.js", "glue": "pyodide.asm.js", "wasm": "pyodide.asm.wasm", "library": "python_stdlib.zip", **snapshot}


def _sizes(sources: Sources, bundle: bytes) -> dict[str, int]:
    """Of all that a first run fetches, in bytes, as the server has them."""
    return {key: sources.runtime[name].size for key, name in _shipped(sources).items() if name in sources.runtime} | {"bundle": len(bundle)}


def _files(sources: Sources, originals: Mapping[str, bytes], offline: bool) -> bytes:
    """The script that knows where the Python of the page stands."""
    own = {"worker": "./worker.js", "fetcher": "./fetcher.js", "bundle": "./page.zip", "editor": "../editor/editor.js", "rich": "../rich/rich.js"}
    if SENTENCES in originals:
        own["sentences"] = "./sentences.json"
    shipped = _shipped(sources)
    rows = [f"  version: {json.dumps(sources.runtime_version)},"]
    rows += [f'  {key}: new URL("../runtime/{name}", import.meta.url).href,' for key, name in shipped.items()]
    rows += [f'  {key}: new URL("{path}", import.meta.url).href,' for key, path in own.items()]
    rows += [] if sources.snapshot else ["  snapshot: null,"]
    rows += [] if SENTENCES in originals else ["  sentences: null,"]
    rows += [f'  serviceWorker: new URL("../../{SERVICE_WORKER}", import.meta.url).href,' if offline else "  serviceWorker: null,"]
    rows += [f"  stamp: {json.dumps(stamp_of(originals[BUNDLE]))},", f"  sizes: {json.dumps(_sizes(sources, originals[BUNDLE]))},"]
    return "\n".join(["export const files = {", *rows, "};", ""]).encode()
