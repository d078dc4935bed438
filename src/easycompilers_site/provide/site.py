"""Every course's packages: by its packages.lock where it has one that fits, else resolved now, and locked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ..model import Course, Package, Site
from ..problem import Problem
from ..sources import Sources
from ..wheel import Unfit, Wheel, read_wheel
from .fetch import Fetcher
from .lock import NAME, RENEW, Lock, differences, lock_of, read_lock, text_of
from .pip import PipFailed
from .reasons import conflict, pip_failed, unfit_wheel
from .resolve import Conflict, demands_of, resolve
from .shelf import Shelf

Tell = Callable[[str], None]


class Refused(Exception):
    """A course's wheels cannot be had, for the reasons that are its problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


def provide(site: Site, sources: Sources, folder: Path, tell: Tell, renew: bool = False, upgrade: bool = False) -> Site:
    """The site with the wheels of each course in it, and with the problems met on the way.

    folder: the site's. renew: make the locks anew, though with the versions that they hold, as far as these still fit, unless
    `upgrade`. A course without a lock gets one.
    """
    shelf = Shelf(folder / ".easycompilers" / "wheels")
    courses, problems = [], list(site.problems)
    for course in site.courses:
        try:
            wheels = _wheels(course, sources, folder, shelf, tell, renew, upgrade) if course.packages else ()
        except Refused as refused:
            problems += refused.problems
            wheels = ()
        courses.append(replace(course, wheels=tuple(wheels)))
    return replace(site, courses=tuple(courses), problems=tuple(problems))


def _wheels(course: Course, sources: Sources, folder: Path, shelf: Shelf, tell: Tell, renew: bool, upgrade: bool) -> Sequence[Wheel]:
    problems: list[Problem] = []
    source = sources.texts.get(f"{course.folder}/{NAME}")
    lock = read_lock(source, problems.append) if source else None
    if problems and not renew:
        raise Refused(*problems)
    own = _own_wheels(course.packages, sources)
    fetcher = Fetcher(shelf, lambda: tell(f"Fetching packages for {course.folder}"))
    try:
        if lock and not renew:
            return _held(course, lock, own, fetcher)
        fetcher.kept = lock if lock and not upgrade else None
        wheels = list(resolve(course.packages, own, fetcher.any))
        _write(folder / course.folder / NAME, text_of(lock_of(course.packages, wheels)))
        return wheels
    except PipFailed as failed:
        raise Refused(pip_failed(failed, demands_of(course.packages, own | fetcher.found), course.packages[0])) from None
    except Conflict as met:
        raise Refused(conflict(met)) from None
    except Unfit as unfit:
        raise Refused(unfit_wheel(unfit, course.packages[0].span)) from None
    except OSError as error:
        raise Refused(Problem("package-folder", f"the wheels cannot be kept: {error.strerror or error}", path=course.folder,
                              hint="look at the permissions of this folder and of .easycompilers/")) from None


def _own_wheels(packages: Iterable[Package], sources: Sources) -> dict[str, Wheel]:
    """The author's own wheels, by name."""
    own, problems = {}, []
    for package in packages:
        if package.wheel:
            place = sources.files[package.wheel].place
            try:
                own[package.name] = read_wheel(place.name, place.read_bytes(), place)
            except OSError as error:
                problems.append(Problem("unreadable", f"this wheel cannot be read: {error.strerror}", package.span, "look at its permissions"))
            except Unfit as unfit:
                problems.append(unfit_wheel(unfit, package.span))
    if problems:
        raise Refused(*problems)
    return own


def _held(course: Course, lock: Lock, own: dict[str, Wheel], fetcher: Fetcher) -> list[Wheel]:
    """The wheels that the lock names, each with its hash. What is on the shelf is fetched from nowhere."""
    changed = differences(lock, course.packages)
    if changed:
        raise Refused(Problem("lock-old", f"{course.folder}/{NAME} does not fit these packages: {changed}", course.packages[0].span, RENEW))
    for package in course.packages:
        wheel = own.get(package.name)
        if wheel and lock.wheels.get(wheel.file) != wheel.sha256:
            raise Refused(Problem("wheel-changed", f"`{package.text}` is not the wheel that {NAME} knows: its hash is another", package.span,
                                  "put the old file back; or, if it was meant to change, " + RENEW))
    files = {wheel.file for wheel in own.values()}
    wheels = own | {wheel.name: wheel for wheel in fetcher.locked({file: hash_ for file, hash_ in lock.wheels.items() if file not in files})}
    missing = sorted(set(demands_of(course.packages, wheels)) - set(wheels))
    if missing:
        raise Refused(Problem("lock-old", f"{course.folder}/{NAME} does not fit these packages: it has no `{missing[0]}`",
                              course.packages[0].span, RENEW))
    return [wheels[name] for name in sorted(wheels)]


def _write(place: Path, text: str) -> None:
    if not place.exists() or place.read_text(encoding="utf-8") != text:
        place.write_text(text, encoding="utf-8", newline="\n")
