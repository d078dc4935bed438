"""What programs read of a site: JSON-LD, canonical addresses, sitemap, feed, manifest, the list for language models, the repository's forms, how a page is cited."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner
from files import put

from easycompilers_site.cli import main
from easycompilers_site.pictures import size_of
from easycompilers_site.repository import history_address, report_address, source_address

ATOM = "{http://www.w3.org/2005/Atom}"
FILES = {
    "course/first/course.yaml": "title: First\nsummary: The first course.\nlevel: Beginner\nauthors: [Ada Lovelace, Wind and Sons]\n",
    "course/first/01-one.md": "---\ntitle: One & <all>\nsummary: On *sums*.\nlevel: Advanced\nupdated: 2026-03-01\naliases: [uno]\noutcomes: [Add]\n---\n\nA sum.\n\n"
                              "::::{quiz}\n:::{question}\n:label: q-one\nWhy?\n\n- [ ] This\n  > No.\n- [x] That\n  > Yes.\n:::\n::::\n",
    "course/first/02-two words.md": "---\ntitle: Two?\nsummary: What a sum, e.g. of two, is for. And more.\nupdated: 2026-04-01\n---\n\nText.\n",
    "course/first/03-three.md": "---\ntitle: Three\n---\n\nText.\n",
    "glossary.yaml": "sum: What *adding* gives.\n",
}


def build(folder: Path, settings: str) -> Path:
    put(folder, {"course/site.yaml": "title: Example\ntagline: Short courses.\n" + settings, **FILES})
    result = CliRunner().invoke(main, ["build", str(folder)])
    assert result.exit_code == 0, result.output
    return folder / "dist"


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("whole"), "url: https://example.org/a/\n"
                 + "repository: https://github.com/some/course/tree/main/site\n")


@pytest.fixture(scope="module")
def anywhere(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("anywhere"), "")


def page(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def links(page: str) -> list[str]:
    return re.findall(r'<a\b[^>]* href="([^"]*)"', page)


def data(site: Path, path: str) -> list[dict]:
    found = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page(site, path))[1])
    assert found["@context"] == "https://schema.org"
    return found["@graph"]


def test_a_chapter_says_what_it_is_and_where_it_belongs(site: Path) -> None:
    lesson, trail = data(site, "first/one")
    assert (lesson["@type"], lesson["name"], lesson["description"], lesson["position"]) == ("LearningResource", "One & <all>", "On sums.", 1)
    assert lesson["teaches"] == ["Add"] and lesson["url"] == "../../first/one/"
    assert lesson["isPartOf"]["name"] == "First" and re.fullmatch(r"PT\d+M", lesson["timeRequired"])
    assert [step["name"] for step in trail["itemListElement"]] == ["Example", "First", "One & <all>"]


def test_a_chapter_says_when_it_was_changed_where_its_author_says_so(site: Path) -> None:
    assert data(site, "first/one")[0]["dateModified"] == "2026-03-01"
    assert '<li>Updated <time datetime="2026-03-01">March 1, 2026</time></li>' in page(site, "first/one")
    assert "dateModified" not in data(site, "first/three")[0] and "<time" not in page(site, "first/three")


def test_the_way_on_says_in_a_sentence_what_the_next_part_is_about(site: Path) -> None:
    assert '<p class="teaser">What a sum, e.g. of two, is for.</p>' in page(site, "first/one")
    assert 'class="teaser"' not in page(site, "first/two-words")


def test_a_quiz_is_told_without_its_answers(site: Path) -> None:
    lesson = data(site, "first/one")[0]
    [quiz] = lesson["hasPart"]
    assert quiz["educationalLevel"] == lesson["educationalLevel"] == "Advanced"
    [question] = quiz["hasPart"]
    assert question == {"@type": "Question", "text": "Why?", "eduQuestionType": "Multiple choice", "url": "#q-one"}


def test_a_course_and_the_first_page_list_what_they_hold(site: Path) -> None:
    course, _ = data(site, "first")
    assert course["@type"] == "Course" and [part["name"] for part in course["hasPart"]] == ["One & <all>", "Two?", "Three"]
    assert course["author"] == [{"@type": "Person", "name": "Ada Lovelace"}, {"@type": "Person", "name": "Wind and Sons"}]
    assert course["hasCourseInstance"] == {"@type": "CourseInstance", "courseMode": "Online", "courseWorkload": course["timeRequired"]}
    assert int(course["timeRequired"][2:-1]) == sum(int(part["timeRequired"][2:-1]) for part in course["hasPart"])
    assert [one["name"] for one in data(site, "")[0]["hasPart"]] == ["First"]


def test_the_glossary_is_a_set_of_defined_terms(site: Path) -> None:
    terms, _ = data(site, "glossary")
    assert terms["hasDefinedTerm"] == [{"@type": "DefinedTerm", "name": "sum", "description": "What adding gives.", "url": "#sum"}]


def test_addresses_in_the_data_lead_to_pages(site: Path) -> None:
    for path in ("", "first", "first/one", "glossary"):
        for address in re.findall(r'"(?:url|item)": "([^"#]*)["#]', json.dumps(data(site, path))):
            assert (site / path / address / "index.html").exists(), (path, address)


def test_a_site_that_knows_its_place_has_whole_addresses(site: Path) -> None:
    assert '<link rel="canonical" href="https://example.org/a/first/two-words/">' in page(site, "first/two-words")
    addresses = [one.text for one in xml.parse(site / "sitemap.xml").iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    tails = ["", "first/", "first/one/", "first/two-words/", "first/three/", "glossary/"]
    assert addresses == [f"https://example.org/a/{tail}" for tail in tails], "every page, no old address"


def test_a_page_has_a_picture_to_be_shown_beside_links_to_it(site: Path, anywhere: Path) -> None:
    for path in ("", "first/", "first/two-words/"):
        address = f"https://example.org/a/covers/{path}cover.png"
        assert f'<meta property="og:image" content="{address}">' in page(site, path)
        with open(site / f"covers/{path}cover.png", "rb") as picture:
            assert size_of(picture) == (1200, 630)
    pictures = [place.read_bytes() for place in (site / "covers").rglob("*.png")]
    assert len(pictures) == len(set(pictures)) == 5 and all(len(one) < 30_000 for one in pictures)
    assert "og:image" not in page(site, "glossary") + page(anywhere, "first/one") and not (anywhere / "covers").exists()


def test_the_feed_tells_of_dated_chapters_newest_first(site: Path) -> None:
    feed = xml.parse(site / "feed.xml").getroot()
    assert [entry.find(f"{ATOM}title").text for entry in feed.iter(f"{ATOM}entry")] == ["Two?", "One & <all>"]
    assert feed.find(f"{ATOM}updated").text == "2026-04-01T00:00:00Z"
    assert 'type="application/atom+xml"' in page(site, "first")


def test_a_site_that_does_not_know_its_place_claims_none(anywhere: Path) -> None:
    assert not (anywhere / "sitemap.xml").exists() and not (anywhere / "feed.xml").exists()
    for place in anywhere.rglob("*.html"):
        assert not re.search(r'rel="canonical" href="(http|/)', place.read_text(encoding="utf-8"))


def test_an_old_address_names_the_new_one_as_the_right_one(site: Path) -> None:
    assert '<link rel="canonical" href="https://example.org/a/first/one/">' in page(site, "first/uno")


def test_the_icon_and_the_manifest_are_there(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"] == "Example" and (site / manifest["icons"][0]["src"]).exists()
    assert re.search(r'<link rel="icon" href="../../assets/icon\.[0-9a-f]+\.svg">', page(site, "first/one"))


def test_the_list_for_language_models_leads_to_plain_markdown(anywhere: Path, site: Path) -> None:
    links = re.findall(r"^- \[(.+?)\]\((.+?)\)", (anywhere / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert [title for title, _ in links] == ["One & <all>", "Two?", "Three"]
    assert all((anywhere / address).exists() for _, address in links)
    assert "(https://example.org/a/first/one/one.md)" in (site / "llms.txt").read_text(encoding="utf-8")


def test_a_chapter_leads_to_its_source_and_to_a_form(site: Path, anywhere: Path) -> None:
    assert 'href="https://github.com/some/course/edit/main/site/course/first/02-two%20words.md"' in page(site, "first/two-words")
    assert "Report a mistake" in page(site, "first/one") and "Report a mistake" not in page(anywhere, "first/one")


@pytest.mark.parametrize(("repository", "history"), [
    ("https://github.com/a/b", "https://github.com/a/b/commits/HEAD/course/x%20y.md"),
    ("https://github.com/a/b/tree/main/site", "https://github.com/a/b/commits/main/site/course/x%20y.md"),
    ("https://gitlab.com/a/b/c", "https://gitlab.com/a/b/c/-/commits/HEAD/course/x%20y.md"),
    ("https://codeberg.org/a/b/src/branch/main/sub", "https://codeberg.org/a/b/commits/branch/main/sub/course/x%20y.md"),
    ("https://codeberg.org/a/b", "https://codeberg.org/a/b/commits/course/x%20y.md"),
    ("https://example.org/git/b", ""), ("", ""),
])
def test_a_file_has_a_history_on_the_hosts_that_are_known(repository: str, history: str) -> None:
    assert history_address(repository, "course/x y.md") == history


def test_a_chapter_leads_to_its_history(site: Path, anywhere: Path) -> None:
    assert 'href="https://github.com/some/course/commits/main/site/course/first/02-two%20words.md">what has changed on this page</a>' in page(site, "first/two-words")
    assert "what has changed" not in page(anywhere, "first/one")


@pytest.mark.parametrize(("path", "plain", "entry"), [
    ("first/one", "Ada Lovelace, Wind and Sons. One & <all>. Part 1 of First, Example. Updated March 1, 2026. https://example.org/a/first/one/",
     "@misc{one,\n  author = {Ada Lovelace and {Wind and Sons}},\n  title = {{One \\& <all>}},\n  howpublished = {Part 1 of First, Example},\n  year = {2026},\n"
     "  url = {https://example.org/a/first/one/},\n}"),
    ("first/three", "Ada Lovelace, Wind and Sons. Three. Part 3 of First, Example. https://example.org/a/first/three/", None),
    ("first/two-words", "Ada Lovelace, Wind and Sons. Two? Part 2 of First, Example. Updated April 1, 2026. https://example.org/a/first/two-words/", None),
])
def test_a_chapter_says_how_it_is_cited(site: Path, path: str, plain: str, entry: str | None) -> None:
    [folded] = re.findall(r'<details class="cite">(.*?)</details>', page(site, path), re.DOTALL)
    assert "<summary>Cite this page</summary>" in folded
    assert unescape(re.sub(r"<[^>]+>", "", re.search(r"<p>(.*?)</p>", folded)[1])) == plain
    assert entry in (None, unescape(re.search(r"<code>(.*?)</code>", folded, re.DOTALL)[1]))


def test_nothing_is_cited_that_has_no_address(anywhere: Path) -> None:
    assert "Cite this page" not in page(anywhere, "first/one")


def test_how_a_page_is_cited_is_no_part_of_its_text(site: Path, anywhere: Path) -> None:
    """It is not taken along, and takes no time to read."""
    assert "Ada Lovelace" not in (site / "first/one/one.md").read_text(encoding="utf-8")
    times = [re.findall(r"\d+ min read", page(folder, "first/one")) for folder in (site, anywhere)]
    assert times[0] == times[1] != []


@pytest.mark.parametrize(("repository", "source", "form"), [
    ("https://github.com/a/b", "https://github.com/a/b/blob/HEAD/course/x.md", "https://github.com/a/b/issues/new"),
    ("https://github.com/a/b.git", "https://github.com/a/b/blob/HEAD/course/x.md", "https://github.com/a/b/issues/new"),
    ("https://gitlab.com/a/b/c", "https://gitlab.com/a/b/c/-/blob/HEAD/course/x.md", "https://gitlab.com/a/b/c/-/issues/new"),
    ("https://gitlab.school.example/a/b/-/tree/main", "https://gitlab.school.example/a/b/-/edit/main/course/x.md", "https://gitlab.school.example/a/b/-/issues/new"),
    ("https://codeberg.org/a/b/src/branch/main/sub", "https://codeberg.org/a/b/_edit/main/sub/course/x.md", "https://codeberg.org/a/b/issues/new"),
    ("https://example.org/git/b", "https://example.org/git/b", "https://example.org/git/b"),
    ("", "", ""),
])
def test_hosts_have_forms_of_their_own(repository: str, source: str, form: str) -> None:
    assert source_address(repository, "course/x.md") == source
    address = report_address(repository, "A & B", "course/x.md")
    assert address.partition("?")[0] == form
    if "?" in address:
        told = parse_qs(urlsplit(address).query)
        assert "A & B: a mistake" in (told.get("title") or told["issue[title]"])


def test_a_wrong_address_leads_home_without_a_script_where_the_site_says_where_it_stands(site: Path, anywhere: Path) -> None:
    known, unknown = ((folder / "404.html").read_text(encoding="utf-8") for folder in (site, anywhere))
    for href in ("", "first/", "glossary/"):
        assert f'href="https://example.org/a/{href}" data-from-root="{href}"' in known
    assert links(unknown) == ["#main", "./", "../"], "no link is there that would be wrong at another depth"


@pytest.mark.parametrize("site", ["https://example.org/", "https://example.org/a/b/"])
@pytest.mark.parametrize("wrong", ["nothing", "nothing/", "first/nothing", "first/nothing/", "x/y/z.html", "x/y/z/"])
def test_and_by_steps_where_it_does_not(anywhere: Path, site: str, wrong: str) -> None:
    """The first link, and then the second as often as the page comes again: never past the site, and to one of its pages in the end."""
    [_, first, again] = links((anywhere / "404.html").read_text(encoding="utf-8"))
    address = urljoin(site + wrong, first)
    for _ in range(wrong.count("/") + 1):
        assert address.startswith(site)
        if (anywhere / address.removeprefix(site) / "index.html").is_file():
            return
        address = urljoin(address, again)
    raise AssertionError(f"{address} is no page")
