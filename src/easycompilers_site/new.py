"""A new site or a new chapter, from the starter files that the package brings. In: a folder, a title. Out: files, or `Refused`."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path, PurePosixPath

from .ci import SERVICES, ci_text
from .entries import with_entry
from .frozen import frozen
from .located import Located, load
from .parse.chapter import chapter_slug
from .parse.headings import slug
from .provide.own import course_folder
from .read import read
from .sources import Sources

STARTER = Path(__file__).parent / "starter"

#: What stands in the starter files where the title goes.
SITE_TITLE, CHAPTER_TITLE = "My course", "The title"

_LONGEST = 60  # characters of a file's name, so that it stays readable, and fits where a letter takes four bytes


class Refused(Exception):
    """Nothing was made. The message says to the author why, and what to do."""


@frozen
class NewSite:
    """files: their paths from the folder."""

    folder: Path
    files: tuple[str, ...]


@frozen
class NewChapter:
    """path: from the site's folder. listed: whether course.yaml lists chapters, and now this one. entry: what to add there by hand, or ''."""

    path: str
    settings: str
    listed: bool = False
    entry: str = ""


def new_site(folder: Path) -> NewSite:
    """A small site in `folder`, which is made, or empty but for what git keeps. Whole, or nothing of it. Raises `Refused`."""
    folder = Path(os.path.abspath(folder))
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is a file, and a site is a folder. Name another folder.")
    if folder.is_dir() and any(place.name != ".git" for place in folder.iterdir()):
        raise Refused(f"{folder} is not empty, and nothing in it was touched. Name a folder that does not exist yet.")
    try:
        return NewSite(folder, _lay(folder))
    except OSError as error:
        raise Refused(f"No site can be made in {folder}: {error.strerror or error}. Look at the permissions and at the space on the disk.") from None


def _lay(folder: Path) -> tuple[str, ...]:
    """The starter's files into `folder`, filled beside it and then moved: into a folder that is there, else as the folder itself."""
    exists = folder.is_dir()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=folder if exists else folder.parent) as scratch:
        fresh = Path(scratch) / "site"
        files = _fill(fresh, _title_of(folder), alone=not any((above / ".git").exists() for above in folder.parents))
        if exists:
            _move_in(fresh, folder)
        else:
            os.rename(fresh, folder)
    return files


def _fill(fresh: Path, title: str, alone: bool) -> tuple[str, ...]:
    """alone: the site is no part of a larger repository, and so gets the file that publishes it at GitHub."""
    top = STARTER / "site"
    places = sorted(place for place in top.rglob("*") if place.is_file())
    for place in places:
        target = fresh / place.relative_to(top)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = place.read_text(encoding="utf-8")
        said = json.dumps(title, ensure_ascii=False)[1:-1] if place.suffix == ".yaml" else title
        target.write_text(text.replace(SITE_TITLE, said), encoding="utf-8", newline="\n")
    made = [place.relative_to(top).as_posix() for place in places]
    if alone:
        path = SERVICES["github"].path
        (fresh / path).parent.mkdir(parents=True)
        (fresh / path).write_text(ci_text("github", "", title), encoding="utf-8", newline="\n")
        made.append(path)
    return tuple(sorted(made))


def _move_in(fresh: Path, folder: Path) -> None:
    """All that stands in `fresh` into `folder`; where that fails, what was moved is taken away again."""
    moved: list[Path] = []
    try:
        for place in sorted(fresh.iterdir()):
            os.rename(place, folder / place.name)
            moved.append(folder / place.name)
    except OSError:
        for place in moved:
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        raise


def _title_of(folder: Path) -> str:
    """`my-course` as a title: My course."""
    words = in_one_line(folder.name.replace("-", " ").replace("_", " "))
    return words[:1].upper() + words[1:] or SITE_TITLE


def in_one_line(typed: str) -> str:
    """What was typed on a command line as a title: single spaces, and no bytes that are no text."""
    return " ".join(typed.encode("utf-8", "replace").decode("utf-8").split())


def new_chapter(site: Path, title: str, course: str | None) -> NewChapter:
    """The next chapter of a course of `site`, named after `title`. Raises `Refused` and `provide.NoCourse`.

    course: the name of its folder; the only one there is where it is None.
    """
    title = in_one_line(title)
    sources = read(site)
    folder = course_folder(sources.folders, course)
    top = f"course/{folder}"
    files = [path for path in sources.texts if PurePosixPath(path).parent.as_posix() == top and path.endswith(".md")]
    path = f"{top}/{_next_number(files)}-{_name(title)}.md"
    taken = next((one for one in files if chapter_slug(one) == chapter_slug(path)), None)
    if taken:
        raise Refused(f"{taken} has the address that this title would give, and nothing was written. Give the new chapter another title.")
    text = (STARTER / "chapter.md").read_text(encoding="utf-8").replace(json.dumps(CHAPTER_TITLE), json.dumps(title, ensure_ascii=False))
    try:
        with open(site / path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}. Look at the permissions of the folder.") from None
    return _listed(site, sources, path, f"{top}/course.yaml")


def _next_number(files: list[str]) -> str:
    """The number after the highest in front of a file's name, as wide as those are."""
    numbers = [digits for path in files if (digits := _digits(PurePosixPath(path).name))]
    return str(max(map(int, numbers), default=0) + 1).zfill(max(map(len, numbers), default=2))


def _digits(name: str) -> str:
    return name[: len(name) - len(name.lstrip("0123456789"))]


def _name(title: str) -> str:
    """The title as a part of a file's name, cut between two words where it is long."""
    words = slug(title)
    if len(words) > _LONGEST:
        words = words[:_LONGEST].rpartition("-")[0] or words[:_LONGEST]
    return words or "chapter"


def _listed(site: Path, sources: Sources, path: str, settings: str) -> NewChapter:
    """Put the chapter among the `chapters` of course.yaml, where it lists any."""
    source = sources.texts.get(settings)
    chapters = load(source)[0].get("chapters") if source and load(source)[0] else None
    if chapters is None:
        return NewChapter(path, settings)
    if any(_names(item) == chapter_slug(path) for item in chapters):
        return NewChapter(path, settings, listed=True)
    entry = PurePosixPath(path).stem
    text = with_entry(source, "chapters", entry)
    if text is None:
        return NewChapter(path, settings, entry=entry)
    try:
        (site / settings).write_text(text, encoding="utf-8", newline="\n")
    except OSError:
        return NewChapter(path, settings, entry=entry)
    return NewChapter(path, settings, listed=True)


def _names(item: Located) -> str:
    """The slug of the chapter that an item of `chapters` means."""
    planned = item.get("slug")
    return planned.text if planned else chapter_slug(item.text if item.text.endswith(".md") else item.text + ".md")
