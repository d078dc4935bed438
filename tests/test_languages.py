"""Which language a page is in, whose words it has, and what becomes of it where there are none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from files import put

from easycompilers_site.build import build
from easycompilers_site.catalogue import Catalogue, Catalogues, read_catalogue
from easycompilers_site.language import direction, nearest
from easycompilers_site.problem import draw
from easycompilers_site.source import Source
from easycompilers_site.translated import translated

ITALIAN = '''\
msgid ""
msgstr ""
"Language: it\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Glossary"
msgstr "Glossario"

msgid "Part %(number)s of %(total)s"
msgstr "Parte %(number)s di %(total)s"

msgid "%(count)s part"
msgid_plural "%(count)s parts"
msgstr[0] "%(count)s parte"
msgstr[1] "%(count)s parti"

#, fuzzy
msgid "Search"
msgstr "Cercare"

msgid "Ask the teacher"
msgstr "Chiedi"
'''
RUSSIAN = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"

FILES = {
    "course/site.yaml": "title: Site\nlanguage: de-AT\nurl: https://example.org/\n",
    "course/eins/course.yaml": "title: Eins\n",
    "course/eins/01-a.md": "---\ntitle: A\nupdated: 2026-11-29\n---\n\nText mit [mot]{lang=fr}, dem mot juste und {term}`so <mot juste>`.\n",
    "course/eins/02-b.md": "---\ntitle: B\nlanguage: fr\nupdated: 2026-11-29\n---\n\nTexte, {term}`Wort <wort>`.\n",
    "course/eins/03-c.md": "---\ntitle: C\nlanguage: la\n---\n\nTextus.\n",
    "course/due/course.yaml": "title: Due\nsummary: Un corso.\nlanguage: it\n",
    "course/due/01-d.md": "---\ntitle: D\n---\n\nTesto.\n",
    "course/he/course.yaml": "title: He\nlanguage: he\n",
    "course/he/01-e.md": "---\ntitle: E\n---\n\nטקסט.\n\n{lang=en}\n> Words\n",
    "glossary.yaml": "wort:\n  definition: Ein Wort.\n  see: [mot juste]\nmot juste:\n  definition: Le mot qu'il faut.\n  aliases: [bon mot]\n  language: fr\n",
    "languages/it.po": ITALIAN,
    "templates/review.html": '{% extends "theme/review.html" %}{% block skip %}{{ _("Ask the teacher") }}{% endblock %}',
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    put(folder, FILES)
    report = build(folder, folder / "dist")
    assert [problem.code for problem in report.problems if problem.code != "unused-term"] == ["no-words"], "\n".join(map(draw, report.problems))
    assert next(problem for problem in report.problems if problem.code == "no-words").where[0] == "course/he/course.yaml"
    return folder / "dist"


def page(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("path", "tag", "way", "words"), [
    ("", "de-AT", "ltr", "Kurse"),
    ("eins", "de-AT", "ltr", "3 Teile"),
    ("eins/a", "de-AT", "ltr", "Teil 1 von 3"),
    ("eins/b", "fr", "ltr", "Partie 2 sur 3"),
    ("due", "it", "ltr", "1 parte"),
    ("due/d", "it", "ltr", "Parte 1 di 1"),
    ("he/e", "he", "rtl", "Teil 1 von 1"),
    ("eins/c", "la", "ltr", "Teil 3 von 3"),
])
def test_a_page_is_in_the_language_of_what_it_stands_in(site: Path, path: str, tag: str, way: str, words: str) -> None:
    html = page(site, path)
    assert f'<html lang="{tag}" dir="{way}"' in html
    assert words in html


def test_words_in_another_language_than_the_page_are_marked(site: Path) -> None:
    assert '<ul class="facts bare" lang="de" dir="ltr" data-said>' in page(site, "he/e")
    assert '<ul class="facts bare" lang="de" dir="ltr" data-said>' in page(site, "eins/c")
    assert "data-said" not in page(site, "eins/a")


def test_a_part_in_another_language_is_marked(site: Path) -> None:
    assert '<span lang="fr" dir="ltr">mot</span>' in page(site, "eins/a")
    assert '<blockquote lang="en" dir="ltr">' in page(site, "he/e")


def test_a_term_in_a_language_of_its_own_is_marked_where_it_is_shown(site: Path) -> None:
    chapter, glossary = page(site, "eins/a"), page(site, "glossary")
    assert '<button type="button" class="term" popovertarget="term--mot-juste" lang="fr" dir="ltr">mot juste</button>' in chapter
    assert '<button type="button" class="term" popovertarget="term--mot-juste">so</button>' in chapter
    assert 'id="term--mot-juste" popover role="group" aria-label="mot juste" lang="fr" dir="ltr">' in chapter
    assert '<p class="term-more" lang="de-AT" dir="ltr"><a' in chapter
    assert '<dt lang="fr" dir="ltr">mot juste <span class="aliases" lang="de-AT" dir="ltr">auch <span lang="fr" dir="ltr">bon mot</span></span></dt>' in glossary
    assert '<div class="flow" lang="fr" dir="ltr"><p>Le mot qu' in glossary
    assert '<a href="#mot-juste" lang="fr" dir="ltr">mot juste</a>' in glossary
    assert 'aria-label="wort" lang="de-AT" dir="ltr">' in page(site, "eins/b")  # the site's language, on a page in another


def test_what_leads_to_a_page_in_another_language_is_marked(site: Path) -> None:
    assert '<a href="due/" lang="it" dir="ltr">Due</a>' in page(site, "") and '<p class="summary" lang="it" dir="ltr">Un corso.</p>' in page(site, "")
    assert '<a href="../eins/b/" lang="fr" dir="ltr">B</a>' in page(site, "eins")
    assert '<span lang="fr" dir="ltr">B</span>' in page(site, "eins/a")
    assert '<a href="../../eins/" lang="de-AT" dir="ltr">Eins</a>' in page(site, "eins/b")
    feed = (site / "feed.xml").read_text(encoding="utf-8")
    assert '<entry xml:lang="fr">\n    <title>B</title>' in feed and "<entry>\n    <title>A</title>" in feed


def test_what_a_catalogue_of_the_authors_lacks_is_english_and_a_fuzzy_entry_is_none(site: Path) -> None:
    html = page(site, "due/d")
    assert ">Glossario<" in html
    assert ">Search<" in html
    assert ">Ask the teacher<" in page(site, "review")  # in German, which has no such message


def test_scripts_are_in_the_language_of_the_page(site: Path) -> None:
    def rail(path: str) -> str:
        main = re.search(r'src="([^"]*main[^"]*)"', page(site, path))[1]
        script = (site / path / main).resolve()
        elements = re.search(r'"(\./elements[^"]*)"', script.read_text(encoding="utf-8"))[1]
        found = re.search(r'"(\./components/rail[^"]*)"', (script.parent / elements).read_text(encoding="utf-8"))[1]
        return (script.parent / found).read_text(encoding="utf-8")

    assert "Auf dieser Seite" in rail("eins/a")
    assert "Sur cette page" in rail("eins/b")
    assert rail("he/e") == rail("eins/a")


def test_the_search_has_an_index_for_each_language(site: Path) -> None:
    entry = (site / "search/pagefind-entry.json").read_text(encoding="utf-8")
    assert all(f'"{tag}":' in entry for tag in ("de-at", "fr", "it", "he"))


@pytest.mark.parametrize(("tag", "way"), [("ar", "rtl"), ("he-IL", "rtl"), ("az-Arab", "rtl"), ("he-Latn", "ltr"), ("en", "ltr"), ("AR", "rtl"), ("de-1996", "ltr")])
def test_the_direction_of_a_language(tag: str, way: str) -> None:
    assert direction(tag) == way


@pytest.mark.parametrize(("tags", "spoken"), [(["he", "de-AT"], "de"), (["he"], "en"), (["la", "he"], "en"), (["en-GB", "de"], "en"), (["fr", "de"], "fr")])
def test_words_are_those_of_the_first_language_that_has_some(tags: list[str], spoken: str) -> None:
    assert Catalogues({"de": (), "fr": ()}).spoken(*tags) == spoken


@pytest.mark.parametrize(("tag", "found"), [("de-AT", "de"), ("DE", "de"), ("pt", ""), ("pt-br", "pt-BR"), ("zh-Hant-TW", "zh-Hant")])
def test_the_nearest_language(tag: str, found: str) -> None:
    assert nearest(tag, ["de", "pt-BR", "zh-Hant"]) == found


def test_an_entry_that_could_not_be_filled_is_left_out_and_told() -> None:
    text = ITALIAN.replace("Parte %(number)s di %(total)s", "Parte %(numero)s")
    messages, _, faults = read_catalogue(text)
    assert "Part %(number)s of %(total)s" not in messages
    assert [(fault.line, fault.said) for fault in faults] == [(10, "this translation lacks `%(number)s`")]


@pytest.mark.parametrize("rule", ["nplurals=2; plural=alert(1);", "nplurals=2; plural=n==;"])
def test_a_rule_for_plurals_that_is_none_is_told_and_reaches_no_script(rule: str) -> None:
    messages, plural, faults = read_catalogue(ITALIAN.replace("nplurals=2; plural=(n != 1);", rule))
    assert not messages
    assert plural == "(n != 1)"
    assert faults


@pytest.mark.parametrize(("count", "form"), [(1, "1 a"), (2, "2 b"), (5, "5 c"), (11, "11 c"), (21, "21 a")])
def test_plurals_of_a_language_with_three_forms(count: int, form: str) -> None:
    text = ITALIAN.replace("nplurals=2; plural=(n != 1);", RUSSIAN).replace('msgstr[0] "%(count)s parte"\nmsgstr[1] "%(count)s parti"', 'msgstr[0] "%(count)s a"\nmsgstr[1] "%(count)s b"\nmsgstr[2] "%(count)s c"')
    words = Catalogues({"ru": (Source("languages/ru.po", text),)}).of("ru")
    assert words.ngettext("%(count)s part", "%(count)s parts", count) == form


def test_a_script_gets_all_forms_and_the_rule() -> None:
    words = Catalogue("xx", {"one": ("a", "b", "c"), "Close": ('"zu"',), "verb\x04Check": ("prüfen",)}, "(n>1 ? 2 : 0)")
    script = 'const form = (n) => Number(n !== 1); x = ngettext("one", "many", n) + gettext("Close", {}) + pgettext("verb", "Check") + gettext("other");'
    assert translated(script, words) == (
        'const form = (n) => Number((n>1 ? 2 : 0)); x = ngettext(["a", "b", "c"], "", n) + gettext("\\"zu\\"", {}) + pgettext("", "prüfen") + gettext("other");')
