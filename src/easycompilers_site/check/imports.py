"""An import that nothing provides, found before anything is run."""

from __future__ import annotations

from collections.abc import Iterator

from ..addresses import Addresses
from ..components.code_cell import CodeCell
from ..imports import Import, cells_of, imports_of, texts_in
from ..library import ABSENT
from ..model import Chapter, Course, Site
from ..problem import Problem
from .scope import Scope

#: Code that is meant to fail, or that no reader runs.
_MEANT = frozenset({"raises-exception", "skip-execution", "mistake"})

#: Modules whose package has another name.
_PACKAGES = {"attr": "attrs", "bs4": "beautifulsoup4", "cv2": "opencv-python", "dateutil": "python-dateutil", "docx": "python-docx",
             "Crypto": "pycryptodome", "PIL": "pillow", "pptx": "python-pptx", "serial": "pyserial", "skimage": "scikit-image",
             "sklearn": "scikit-learn", "yaml": "pyyaml", "zmq": "pyzmq"}


def unprovided(scope: Scope, addresses: Addresses) -> Iterator[Problem]:
    """A cell imports what is neither in the shipped Python, nor in coursekit, nor in one of the course's packages."""
    if not scope.site.modules:
        return
    for course, chapter in scope.chapters:
        provided = scope.site.modules | {name for wheel in course.wheels for name in wheel.imports}
        if course.packages and not course.wheels:
            continue  # they could not be had, which is told already
        for cell, each in _unprovided(chapter, provided):
            yield Problem("unknown-import", f"nothing provides the module `{each.module}`", each.place(cell), _hint(each.module, course, scope.site))


def _unprovided(chapter: Chapter, provided: frozenset[str]) -> Iterator[tuple[CodeCell, Import]]:
    texts = list(texts_in(chapter))
    for cell in cells_of(chapter):
        if cell.tags & _MEANT:
            continue
        for each in imports_of(cell.source):
            made = any(text == each.module or f"{each.module}.py" in text for text in texts)
            if not each.forgiven and not made and each.module not in provided and each.module.strip("_"):
                yield cell, each


def _hint(module: str, course: Course, site: Site) -> str:
    import difflib

    if module in ABSENT:
        return "it is a part of the standard library for which a browser has no place"
    packages = sorted({name for wheel in course.wheels for name in wheel.imports})
    known = [*packages, *(name for name in site.modules if not name.startswith("_"))]
    asked = f"{course.folder}/course.yaml: `packages: [{_PACKAGES.get(module, module)}]`"
    near = difflib.get_close_matches(module, sorted(known), n=1, cutoff=0.75)  # `numpy` is not a slip for `enum`
    if near and module not in _PACKAGES:
        return f"did you mean `{near[0]}`? A package is asked for in {asked}"
    *first, last = ["the standard library", "coursekit", *(f"`{name}`" for name in packages)]
    return f"cells have {', '.join(first)} and {last}; a package is asked for in {asked}"
