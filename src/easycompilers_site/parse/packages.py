"""The `packages` of a course.yaml: located texts in, `Package`s out; what cannot be one is reported.

    packages:
    - xxhash==4.1.0                         # a name, with the versions that will do
    - ./wheels/mine-1.0-py3-none-any.whl    # a wheel that stands in the course's folder
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from ..located import Located
from ..model import Package
from ..problem import Problem, did_you_mean
from ..shape import Report
from ..wheel import Unfit, named

_FORMS = "write `name`, `name==version`, or the path of a wheel as in `./wheels/mine-1.0-py3-none-any.whl`"


def read_packages(items: Iterable[Located], folder: str, files: Iterable[str], report: Report) -> Iterator[Package]:
    """folder: the course's, as in `course/first`. files: what stands in the site, by path."""
    seen: dict[str, Package] = {}
    for item in items:
        package = _wheel(item, folder, files, report) if _is_path(item.text) else _requirement(item, report)
        if package is None:
            continue
        if package.name in seen:
            report(Problem("package-twice", f"`{package.name}` stands here a second time", item.span,
                           f"the first is on line {seen[package.name].span.line}: keep one of the two"))
            continue
        seen[package.name] = package
        yield package


def _is_path(text: str) -> bool:
    if "://" in text:
        return False
    return text.startswith((".", "/", "~")) or text.endswith((".whl", ".gz", ".zip")) or "\\" in text or bool(re.match(r"[A-Za-z]:|file:", text))


def _requirement(item: Located, report: Report) -> Package | None:
    try:
        wanted = Requirement(item.text)
    except InvalidRequirement:
        if "://" in item.text:
            return _refuse(item, "an address", report)
        near = re.fullmatch(r"([\w.-]+)\s*=\s*([\w.]+)", item.text)
        report(Problem("package", f"`{item.text}` names no package", item.span, f"write `{near[1]}=={near[2]}`" if near else _FORMS))
        return None
    if wanted.url or wanted.marker:
        return _refuse(item, "an address" if wanted.url else "a condition", report)
    return Package(item.text, item.span, canonicalize_name(wanted.name), str(wanted.specifier), tuple(sorted(wanted.extras)))


def _refuse(item: Located, what: str, report: Report) -> None:
    report(Problem("package", f"`{item.text}` holds {what}, and a package is asked for by its name and version alone", item.span, _FORMS))


def _wheel(item: Located, folder: str, files: Iterable[str], report: Report) -> Package | None:
    path = posixpath.normpath(posixpath.join(folder, item.text))
    if not path.startswith(f"{folder}/") or "\\" in item.text or item.text.startswith("~") or ":" in item.text:
        report(Problem("package-outside", f"`{item.text}` leads out of the course's folder", item.span,
                       f"copy the wheel into {folder}/ and write its path from there, with `/`, as in `./wheels/mine-1.0-py3-none-any.whl`"))
        return None
    if not path.endswith(".whl"):
        report(Problem("package", f"`{item.text}` is not a wheel", item.span,
                       "build one with `easycompilers packages build PATH`, and name the `.whl` file"))
        return None
    if path not in files:
        near = ["./" + PurePosixPath(other).relative_to(folder).as_posix() for other in files if other.startswith(f"{folder}/") and other.endswith(".whl")]
        report(Problem("no-wheel", f"there is no file `{item.text}` in {folder}/", item.span,
                       did_you_mean(item.text, near) or "put the wheel there, or take the entry away"))
        return None
    try:
        name, version = named(PurePosixPath(path).name)
    except Unfit as unfit:
        report(Problem("wheel-unfit", str(unfit), item.span, unfit.hint))
        return None
    return Package(item.text, item.span, name, f"=={version}", wheel=path)
