"""An author's own package into a course: its wheel beside course.yaml, and its name among the packages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from ..frozen import frozen
from ..source import Source
from ..sources import NoCourse
from .author import NotBuilt, build_wheel
from .entry import with_package

FOLDER = "wheels"


@frozen
class Added:
    """wheel: the file, from the site's folder. entry: what stands in course.yaml now. written: whether it could be put there."""

    wheel: str
    entry: str
    settings: str
    written: bool


def add_own(package: Path, site: Path, texts: Mapping[str, Source], course: str | None, tell: Callable[[str], None]) -> Added:
    """Build the wheel of `package` and add it to a course of `site`. Raises `NoCourse`, `NotBuilt`.

    course: the name of its folder; the only one there is where it is None. texts: as they were read.
    """
    name = course_folder({path.split("/")[1] for path in texts if path.startswith("course/") and path.count("/") >= 2}, course)
    wheel, data = build_wheel(package, tell)
    folder = site / "course" / name
    settings = f"course/{name}/course.yaml"
    entry = f"./{FOLDER}/{wheel.file}"
    text = with_package(texts.get(settings) or Source(settings, f"title: {name}\n"), entry, wheel.name)
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        (folder / FOLDER / wheel.file).write_bytes(data)
        if text is not None:
            (site / settings).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise NotBuilt(f"the wheel cannot be written: {error.strerror or error}", f"look at the permissions of course/{name}/") from None
    return Added(f"course/{name}/{FOLDER}/{wheel.file}", entry, settings, text is not None)


def course_folder(folders: Collection[str], wanted: str | None) -> str:
    """The folder of the course `wanted`, or of the only one there is where it is None. Raises `NoCourse`."""
    if wanted is None and len(folders) == 1:
        return next(iter(folders))
    if wanted in folders:
        return wanted
    known = ", ".join(sorted(folders)) or "none"
    raise NoCourse(f"There is no course `{wanted}`. The courses are: {known}." if wanted else f"Name a course with --course: {known}.")
