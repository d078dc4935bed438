"""One dataclass for each page template: its fields are all that the template may use.

HTML that is ready to stand in a page comes as `Markup`; a plain `str` is escaped by the template. Every address is
relative to the page, so that the same files work at a domain's root, below a path and from any local server.
"""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from .frozen import frozen
from .language import direction


@frozen
class Frame:
    """What every page has. root: the way to the site's root ('' there, '../../' in a chapter).

    spoken: the tag of the language of the page's own words, '' where it is that of the page. language: the tag of the page's language. direction: ``ltr``, or ``rtl`` for one that is written from right to left.
    script, style: addresses of the entry module and the style sheet.
    glossary: address of the glossary page, '' for a site without terms.
    canonical: whole address of the page, '' where the site does not say where it stands. data: JSON-LD, '' for none.
    feed, manifest, icon: addresses, '' for none. site_id: under which the reader's work and settings are kept.
    before: the script that applies the reader's settings. review: address of the review page, '' for none.
    cover: whole address of the picture that others show beside a link, '' for none.
    policy: where it stands, the page is told what it may load and run. python: what a first run of code fetches at most, in bytes.
    """

    root: str
    language: str
    site_title: str
    title: str
    description: str
    script: str
    style: str
    glossary: str
    license: str = ""
    canonical: str = ""
    data: Markup = Markup("")
    feed: str = ""
    manifest: str = ""
    icon: str = ""
    site_id: str = ""
    before: Markup = Markup("")
    review: str = ""
    cover: str = ""
    direction: str = "ltr"
    policy: Markup = Markup("")
    spoken: str = ""
    python: int = 0

    @property
    def said(self) -> Markup:
        """The attributes of an element that holds words of the page's own, where these are in another language than the page; else ''."""
        return Markup(' lang="{}" dir="{}" data-said').format(self.spoken, direction(self.spoken)) if self.spoken else Markup("")

    def ours(self, text: str) -> Markup:
        """Words of the page's own, to stand in a text that is in the page's language."""
        return Markup("<span{}>{}</span>").format(self.said, text) if self.spoken else escape(text)

    def own(self, text: str) -> Markup:
        """A text in the page's language, to stand in an element that is `said`."""
        return Markup("<span{}>{}</span>").format(lang(self.language, ""), text) if self.spoken else escape(text)

    @property
    def said_within(self) -> Markup:
        """The same of an element that stands in something in another language: there the page's own words have to say theirs in any case."""
        return lang(self.spoken or self.language, "")


def lang(own: str, around: str) -> Markup:
    """The attributes of an element whose text is in the language `own`, in something in the language `around`; '' where these are one."""
    return Markup(' lang="{}" dir="{}"').format(own, direction(own)) if own and own != around else Markup("")


@frozen
class Link:
    """label: the small word before the title ("Previous", "Part 6"), or ''. href: '' for what cannot be opened yet.

    lang: here and below the attributes of what is in another language than the page, '' where it is in the same.
    """

    title: str
    href: str
    label: str = ""
    lang: Markup = Markup("")


@frozen
class CourseCard:
    title: str
    summary: str
    level: str
    href: str
    parts: int
    ready: int
    id: str = ""
    lang: Markup = Markup("")


@frozen
class CoursesPage:
    frame: Frame
    tagline: str
    courses: tuple[CourseCard, ...]


@frozen
class PartCard:
    """href: '' for a part in preparation. minutes: 0 where it is not known."""

    number: int
    title: str
    summary: Markup
    level: str
    minutes: int
    href: str
    slug: str = ""
    lang: Markup = Markup("")


@frozen
class CoursePage:
    frame: Frame
    title: str
    summary: str
    level: str
    courses_href: str
    parts: tuple[PartCard, ...]
    id: str = ""


@frozen
class Station:
    """One line of "On this page". kind: ``section`` ``exercise`` or ``quiz``. level: 2 or 3."""

    title: Markup
    href: str
    kind: str
    level: int


@frozen
class GoalLine:
    """An outcome, and the address on the page of what practises it ('' for none)."""

    text: Markup
    href: str


@frozen
class Reference:
    """What the template of a `ref` or `eq` role is given. text: the author's own, or ''. noun: ``figure`` ``listing`` ``table``
    ``equation`` ``exercise`` ``cell`` ``question`` ``quiz`` ``heading`` or ''. part: of the course, 0 for this one. short: `eq`."""

    href: str
    text: str
    noun: str
    number: int
    title: Markup
    part: int
    short: bool


@frozen
class Download:
    """What the template of a `download` role is given. name: of the file. size: in words, as in "12 kB"."""

    href: str
    name: str
    text: str
    size: str


@frozen
class TermNote:
    """A term that the chapter mentions. id: of the popover that holds the definition. href: of its place in the glossary."""

    id: str
    name: str
    definition: Markup
    href: str
    lang: Markup = Markup("")


@frozen
class ChapterPage:
    """number, total: "Part 5 of 10". teaser: what the next part is about, '' where nobody says. anchor: the id of the title, '' for none. body: the whole text with its components drawn.

    updated: the day of its last change that readers should hear of, '' for none. wheels: address of the lock of the packages that its
    cells can import, '' where there are none.
    terms: notes on the terms that it mentions, as `term-note.html` draws each.
    slug: under which the learner's work on it is kept. notebook, markdown: addresses of the chapter in these forms.
    source_href, report_href: where its source can be changed and a mistake reported, '' where the site has no repository.
    history_href: where its changes are listed, '' where that is not known.
    authors: names. bibtex: an entry for a bibliography, '' where the site does not say where it stands.
    """

    frame: Frame
    courses_href: str
    course: Link
    title: str
    summary: Markup
    number: int
    total: int
    level: str
    minutes: int
    requires: tuple[Link, ...]
    outcomes: tuple[GoalLine, ...]
    contents: tuple[Station, ...]
    body: Markup
    terms: tuple[Markup, ...]
    previous: Link | None
    next: Link | None
    teaser: str = ""
    anchor: str = ""
    updated: Markup = Markup("")
    wheels: str = ""
    slug: str = ""
    course_id: str = ""
    notebook: str = ""
    markdown: str = ""
    source_href: str = ""
    report_href: str = ""
    history_href: str = ""
    authors: tuple[str, ...] = ()
    bibtex: str = ""


@frozen
class GlossaryEntry:
    """see: other entries. introduced: of each course the chapter that introduces it, if any, and there the very place. used: the other chapters that mention it.
    aliases: its other names."""

    id: str
    name: str
    definition: Markup
    see: tuple[Link, ...]
    used: tuple[Link, ...]
    aliases: tuple[str, ...] = ()
    lang: Markup = Markup("")
    introduced: tuple[Link, ...] = ()


@frozen
class GlossaryPage:
    """The heading is "Vocabulary for this course"; the dialog on other pages fetches this page and shows its list."""

    frame: Frame
    courses_href: str
    entries: tuple[GlossaryEntry, ...]


@frozen
class ReviewPage:
    """Empty until its script fills it from what the reader's browser keeps. courses: where each of them stands, by its id."""

    frame: Frame
    courses_href: str
    courses: Mapping[str, Link]


@frozen
class NotFoundPage:
    """Served at any depth, so it carries its style sheet (`css`) itself. home: the whole address of the site's root, '' where the site does
    not say where it stands; a small script finds it then. links: what else there is, from the root."""

    frame: Frame
    css: Markup
    home: str = ""
    links: tuple[Link, ...] = ()


@frozen
class OfflinePage:
    """Shown by the service worker at the address of a page that is not kept, while there is no connection. It fills the list of those that are."""

    frame: Frame


@frozen
class RedirectPage:
    """Stands at an old address and leads to the new one."""

    frame: Frame
    target: Link


#: What a component's template can use besides `it`, the component. (A page's template is given `page` and no function of ours but `asset`.)
OF_COMPONENTS = {
    "draw": "`draw(blocks)`: the blocks that stand in it, as HTML",
    "inline": "`inline(title)`: a title or a caption, as HTML",
    "highlight": "`highlight(source, language)`: code with its words coloured",
    "outcome": "`outcome(cell)`: what a cell gave when the site was built, none for one that was not run",
    "data": "`data(value)`: a value as JSON that can stand in a `script` element",
    "formatted": "`formatted(value)`: the HTML or the Markdown that a recorded value offers, '' where it offers neither",
    "drawing": "`drawing(value)`: the SVG that a recorded value offers",
    "formula": "`formula(tex)`: a displayed formula as MathML",
    "reread": "`reread(question)`: the link to where a question is explained, '' where that is not known",
    "frame": "what every page has (`Frame`)",
    "href": "in figure.html: the way to the picture from this page",
    "size": "in figure.html: the attributes of the picture's size",
}

#: What every template can use.
OF_ALL = {
    "asset": "`asset(\"logo.svg\")`: the way from the site's root to a file of `static/`, under the name that it has on the site",
    "_": "`_(\"Part %(number)s\", number=3)`: words in the language of the page, as its catalogue has them; `{% trans %}` does the same for a passage with tags in it",
    "ngettext": "`ngettext(\"%(count)s part\", \"%(count)s parts\", count, count=count)`: the form of words that goes with a number",
    "pgettext": "`pgettext(\"noun\", \"Check\")`: words of which English has one for two things, with what tells them apart",
}

#: Of Jinja, what templates are written with besides: `{% trans %}`.
EXTENSIONS = ("jinja2.ext.i18n",)
