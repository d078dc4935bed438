"""The whole site: its settings, its courses, their parts in order, and the glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from ..catalogue import ENGLISH
from ..dialect import dialect
from ..language import nearest
from ..located import Located
from ..memory import Memory
from ..model import Chapter, Course, Package, Part, Planned, Site
from ..problem import Problem, did_you_mean, warning
from ..shape import Key, Report, Shape, text_of
from ..source import Source, Span
from ..sources import Sources
from .chapter import LEVELS, ChapterReader, chapter_slug
from .glossary import PATH as GLOSSARY
from .glossary import Glossary, parse_glossary
from .headings import slug

SITE = Shape("site.yaml", (
    Key("title", "text", "what the site is called", required=True),
    Key("id", "text", "the name under which browsers keep learners' work; made from the title when left out, so give one before you change the title"),
    Key("tagline", "text", "one sentence under the title"),
    Key("language", "language", "the language of its texts, and of the words that pages have of themselves: a tag, as in `en` or `pt-BR`"),
    Key("url", "address", "where the site will stand: for canonical links, the sitemap and the feed"),
    Key("repository", "address", "where its sources stand: each chapter then links to its file, to what has changed in it and to a form for mistakes"),
    Key("license", "text", "the terms under which others may use it"),
    Key("offline", "flag", "whether a reader's browser keeps Python and the pages read, for a time without a connection (`true` if left out)"),
    Key("policy", "flag", "whether pages tell browsers to load and run nothing but what stands in them now (`true` if left out)"),
))

PLANNED = Shape("this planned chapter", (
    Key("slug", "text", "its address", required=True),
    Key("title", "text", "what it will be called", required=True),
    Key("summary", "text", "one or two sentences"),
    Key("level", "text", "how much it asks of the reader", choices=LEVELS),
    Key("minutes", "whole", "reading time"),
))

COURSE = Shape("course.yaml", (
    Key("title", "text", "what the course is called", required=True),
    Key("id", "text", "the name under which browsers keep learners' work on this course; the folder's name when left out"),
    Key("summary", "text", "one or two sentences"),
    Key("language", "language", "its language, where it is not the site's: a tag, as in `de`"),
    Key("level", "text", "how much it asks of the reader", choices=LEVELS),
    Key("authors", "texts", "a list of who wrote it, each as in `Ada Lovelace`: for whoever cites a page"),
    Key("packages", "texts", "a list of the packages that cells import, as in `[msgpack==1.2.4, ./wheels/mine-1.0-py3-none-any.whl]`"),
    Key("chapters", "parts", "the parts in order, where file names will not do", part=PLANNED),
))


def parse(sources: Sources, memory: Memory | None = None) -> Site:
    """The site that `sources` hold, with every problem of its settings and its glossary; a chapter has its own with its text.

    memory: of what was read before. A chapter's text is read when it is first asked for.
    """
    memory = memory or Memory(room=len(sources.texts))
    problems: list[Problem] = []
    settings = _settings(sources, memory, problems.append)
    source = sources.texts.get(GLOSSARY)
    glossary = memory.glossary(source, lambda: parse_glossary(source, dialect())) if source else Glossary()
    problems += glossary.problems
    aside: list[Chapter] = []
    language = settings.get("language") or ENGLISH
    courses = tuple(_courses(sources, ChapterReader(sources, glossary.lexicon, memory), language, aside, problems))
    met = [*sources.problems, *problems, *(problem for chapter in aside for problem in chapter.facts.problems)] if not courses else []
    if not courses and not any(problem.where[0].startswith("course/") and problem.is_error for problem in met):
        problems.append(Problem("no-course", "there is no course to build", path="course/",
                       hint="make a folder `course/NAME/` with a `course.yaml` and a chapter `01-first.md` in it"))
    problems += _unsaid(courses, language, sources)
    return Site(
        title=settings.get("title", "Courses"), tagline=settings.get("tagline", ""), language=language,
        url=settings.get("url", ""), repository=settings.get("repository", ""), license=settings.get("license", ""),
        courses=courses, terms=glossary.lexicon.terms, aside=tuple(aside), problems=tuple(problems), modules=sources.modules,
        offline=settings.get("offline", True), policy=settings.get("policy", True), id=slug(settings.get("id") or settings.get("title", "")) or "site",
    )


def _unsaid(courses: tuple[Course, ...], language: str, sources: Sources) -> Iterator[Problem]:
    """Each language of the settings for which there are no words."""
    asked = [("course/site.yaml", language), *((f"{course.folder}/course.yaml", course.language) for course in courses if course.language != language)]
    known = sorted({ENGLISH, *sources.languages})
    for path, tag in asked:
        source = sources.texts.get(path)
        if source and not nearest(tag, known):
            line = next((number for number, text in enumerate(source.lines, 1) if text.startswith("language")), 1)
            yield warning("no-words", f"there are no words of the pages in `{tag}`, so they are in `{nearest(language, known) or ENGLISH}`", source.find(tag, line),
                          f"there are words in {', '.join(f'`{one}`' for one in known)}; yours go into languages/{tag}.po")


def _settings(sources: Sources, memory: Memory, report: Report) -> dict:
    source = sources.texts.get("course/site.yaml")
    if source is None:
        if not any(problem.path == "course/site.yaml" for problem in sources.problems):
            report(warning("no-site-yaml", "there is no course/site.yaml, so the site has no name", path="course/site.yaml",
                           hint="write one with the line `title: …`"))
        return {}
    value, problems = memory.located(source)
    for problem in problems:
        report(problem)
    return SITE.read(value, source.span(1), report) if value is not None or not problems else {}


def _courses(sources: Sources, reader: ChapterReader, language: str, aside: list[Chapter], problems: list[Problem]) -> Iterator[Course]:
    report = problems.append
    told = [problem.where[0] for problem in sources.problems]
    for folder, own in sorted(_by_folder(sources).items()):
        known = len(problems)
        if not own:
            if not any(path.startswith(f"course/{folder}/") for path in told):
                report(Problem("empty-course", "this course has no chapter", path=f"course/{folder}/", hint="write a file `01-first.md` in it, or delete the folder"))
            continue
        settings = own.get(f"course/{folder}/course.yaml")
        span = settings.span(1) if settings else next(iter(own.values())).span(1)
        values = _course_settings(folder, settings, span, reader.memory, report)
        found = reader.chapters(own[path] for path in sorted(path for path in own if path.endswith(".md")))
        chapters = _by_slug(found, report)
        parts = tuple(_parts(values.get("chapters"), chapters, report))
        published = set(parts)
        aside += [chapter for chapter in found if chapter not in published]
        if not parts:
            met = [*problems[known:], *(problem for chapter in found for problem in chapter.facts.problems)]
            errors = any(problem.is_error for problem in met) or any(path.startswith(f"course/{folder}/") for path in told)
            if not errors and not chapters:
                report(Problem("empty-course", "this course has no chapter", path=f"course/{folder}/", hint="write a file `01-first.md` in it"))
            elif not errors:
                report(Problem("empty-course", "all chapters of this course are drafts", path=f"course/{folder}/", hint="take `draft: true` from one"))
            continue
        packages = tuple(_packages(values.get("packages", ()), folder, sources, report))
        yield Course(slug=slug(folder) or folder, title=values.get("title", folder), summary=values.get("summary", ""),
                     level=values.get("level", ""), parts=parts, span=span, folder=f"course/{folder}", packages=packages,
                     id=slug(values.get("id", "")) or slug(folder) or folder, language=values.get("language") or language,
                     authors=tuple(item.text for item in values.get("authors", ())))


def _by_folder(sources: Sources) -> dict[str, dict[str, Source]]:
    """The texts of each course by their paths, by the name of its folder; none for a folder without any."""
    found: dict[str, dict[str, Source]] = {folder: {} for folder in sources.folders}
    for path, source in sources.texts.items():
        top, _, below = path.partition("/")
        folder, inside, _ = below.partition("/")
        if top == "course" and inside:
            found.setdefault(folder, {})[path] = source
    return found


def _by_slug(found: list[Chapter], report: Report) -> dict[str, Chapter]:
    chapters: dict[str, Chapter] = {}
    for chapter in found:
        other = chapters.setdefault(chapter.slug, chapter)
        if other is not chapter:
            report(Problem("slug-twice", f"this chapter would have the same address, `{chapter.slug}`, as {other.source.path}",
                           chapter.span, "rename one of the two files: the number in front does not count"))
    return chapters


def _course_settings(folder: str, source: Source | None, span: Span, memory: Memory, report: Report) -> dict:
    if source is None:
        report(warning("no-course-yaml", "this course has no course.yaml, so its folder's name is its title",
                       path=f"course/{folder}/", hint="write one with the line `title: …`"))
        return {}
    value, problems = memory.located(source)
    for problem in problems:
        report(problem)
    return COURSE.read(value, span, report) if value is not None or not problems else {}


def _packages(listed: Sequence[Located], folder: str, sources: Sources, report: Report) -> Iterable[Package]:
    """Most courses have none, and need nothing of what reads them."""
    if not listed:
        return ()
    from .packages import read_packages

    return read_packages(listed, f"course/{folder}", sources.files, report)


def _parts(listed: Located | None, chapters: dict[str, Chapter], report: Report) -> Iterator[Part]:
    """The parts in course.yaml's order, or in the order of file names where it lists none."""
    if listed is None:
        yield from (chapter for chapter in chapters.values() if not chapter.draft)
        return
    if listed.kind != "list":
        report(Problem("wrong-type", "`chapters` has to be a list", listed.span, "write one chapter a line, each after a `- `"))
        return
    left = dict(chapters)
    for item in listed:
        part = _part(item, chapters, report)
        if part is None:
            continue
        if part.slug in left or isinstance(part, Planned):
            left.pop(part.slug, None)
            if not getattr(part, "draft", False):
                yield part
        else:
            report(Problem("listed-twice", f"`{part.slug}` is listed twice", item.span, "list each chapter once"))
    for chapter in left.values():
        if not chapter.draft:
            report(warning("not-listed", "this chapter is not among the `chapters` of course.yaml, so it is not published",
                           chapter.source.span(1), "list it there, or set `draft: true`"))


def _part(item: Located, chapters: dict[str, Chapter], report: Report) -> Part | None:
    if item.kind == "mapping":
        values = PLANNED.read(item, item.span, report)
        if not {"slug", "title"} <= values.keys():
            return None
        return chapters.get(values["slug"]) or Planned(values["slug"], values["title"], values.get("summary", ""),
                                                       values.get("level", ""), values.get("minutes", 0))
    name = text_of(item, "a chapter", report)
    if name is None:
        return None
    found = chapters.get(name) or chapters.get(chapter_slug(name if name.endswith(".md") else name + ".md"))
    if found is None:
        report(Problem("unknown-chapter", f"there is no chapter `{name}`", item.span,
                       did_you_mean(name, [*chapters, *(PurePosixPath(c.source.path).name for c in chapters.values())])
                       or "write its file's name, or its slug with a title for a part in preparation"))
    return found
