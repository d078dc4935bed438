"""Whole small sites, as authors' disks, editors and habits make them: what must not be lost, mixed up or left over."""

from __future__ import annotations

import re
import subprocess
import sys
from html import escape
from pathlib import Path

import html5lib
import pytest
from files import put, tree
from test_bad_input import assert_refused, build

SITE = {"course/site.yaml": "title: Trees\n", "course/oaks/course.yaml": "title: Oaks\n"}


def chapter(title: str, text: str = "Words.\n") -> str:
    return f"---\ntitle: {title}\n---\n\n{text}"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path, SITE)
    return tmp_path


def built(site: Path, files: dict[str, str | bytes]) -> Path:
    put(site, files)
    result = build(site)
    assert result.exit_code == 0, result.output
    return site / "dist"


def page(out: Path, address: str) -> str:
    return " ".join((out / address / "index.html").read_text(encoding="utf-8").split())


# ── names and titles ──


def test_a_title_with_symbols_is_the_same_text_everywhere(site: Path) -> None:
    title = "Leaf & bark: set[int] or <br>?"
    text = "## `a && b` or \"c\"\n\n## 1 < 2 &amp; 3\n"
    out = built(site, {"course/oaks/01-leaf.md": chapter(f"'{title}'", f"# Leaf & bark: `set[int]` or `<br>`?\n\n{text}"),
                       "course/oaks/02-root.md": chapter("Root")})
    shown = escape(title, quote=False)
    leaf, root, course = page(out, "oaks/leaf"), page(out, "oaks/root"), page(out, "oaks")
    assert f"<title>{shown} ·" in leaf and re.search(rf"<h1[^>]*>{re.escape(shown)}</h1>", leaf)
    assert f"</small> {shown}</a>" in root, "the way back"
    assert shown in course, "the list of chapters"
    assert "<span><code>a &amp;&amp; b</code> or &quot;c&quot;</span>" in leaf and "<span>1 &lt; 2 &amp; 3</span>" in leaf, "the contents"
    for text in (leaf, root, course):
        assert "&amp;amp;" not in text and "&amp;lt;" not in text and "<br>" not in text and "`" not in text.replace("```", "")


def test_no_text_and_no_title_still_give_a_page_with_a_name(site: Path) -> None:
    put(site, {"course/oaks/01-acorn.md": "", "course/oaks/02-seedling.md": "Words without a title.\n", "course/oaks/03-tree.md": "---\n---\n"})
    result = build(site)
    assert result.exit_code == 0
    assert re.findall(r"warning\[empty-chapter\].*?\n --> (\S+)", result.output) == ["course/oaks/01-acorn.md:1:1", "course/oaks/03-tree.md:1:1"]
    for name in ("acorn", "seedling", "tree"):
        assert re.search(rf"<h1[^>]*>{name}</h1>", page(site / "dist", f"oaks/{name}")), name
    assert re.findall(r'href="../oaks/[a-z]+/"[^>]*>([^<]*)<', page(site / "dist", "oaks")).count("") == 0, "no entry without words"


def test_names_that_differ_by_capitals_are_told_on_any_disk(site: Path) -> None:
    put(site, {"course/oaks/Bark.md": chapter("One"), "course/oaks/bark.md": chapter("Two")})
    if len(list((site / "course/oaks").glob("?ark.md"))) < 2:
        pytest.skip("this disk takes the two names for one")
    assert_refused(site, "course/oaks/Bark.md", "course/oaks/bark.md")


@pytest.mark.parametrize("mark, ending", [("\ufeff", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")], ids=["mark", "windows", "both"])
def test_every_kind_of_file_may_come_from_windows(site: Path, mark: str, ending: str) -> None:
    files = {"course/site.yaml": "title: Trees\n", "course/oaks/course.yaml": "title: Oaks\nsummary: All of them.\n",
             "glossary.yaml": "acorn:\n  definition: |\n    A nut.\n\n    In a cup.\n", "course/oaks/01-seed.md": "---\ntitle: Seed\n---\n\nAn acorn.\n\n- a\n- b\n"}
    plain = tree(built(site, files))
    assert tree(built(site, {path: mark + text.replace("\n", ending) for path, text in files.items()})) == plain


# ── the glossary ──


def test_each_chapter_links_its_own_first_mention_and_the_glossary_lists_a_term_once(site: Path) -> None:
    out = built(site, {"glossary.yaml": "ring: A year's growth.\n", "course/oaks/01-ring.md": chapter("A ring", "`ring` in code. One ring, two rings.\n"),
                       "course/oaks/02-age.md": chapter("Age", "After each ring, another ring.\n")})
    for address, words in [("oaks/ring", "One"), ("oaks/age", "After each")]:
        assert re.findall(r'class="term"[^>]*>([^<]*)<', page(out, address)) == ["ring"]
        assert re.search(rf'{words} (<span[^>]*>)?<button[^>]*class="term"', page(out, address))
    assert page(out, "glossary").count('id="ring"') == 1
    assert "<title>A ring ·" in page(out, "oaks/ring")


def test_symbols_tell_terms_apart(site: Path) -> None:
    names = ["C", "C++", "C#", ".NET", "f(x)", "naïve fit", "Ångström"]
    out = built(site, {"glossary.yaml": "".join(f"'{name}': Meaning {at}.\n" for at, name in enumerate(names)),
                       "course/oaks/01-all.md": chapter("All", "C, C++, C#, .NET, f(x), a Naïve fit, one Ångström; not classic, C++y or f(x)y.\n")})
    assert re.findall(r'class="term"[^>]*>([^<]*)<', page(out, "oaks/all")) == ["C", "C++", "C#", ".NET", "f(x)", "Naïve fit", "Ångström"]
    ids = re.findall(r'class="entry" id="([^"]*)"', page(out, "glossary"))
    assert len(set(ids)) == len(names) and all(ids)


def test_a_definition_with_quotes_and_symbols_breaks_nothing(site: Path) -> None:
    out = built(site, {"glossary.yaml": "gap: 'The \"gap\" is < 1 & > 0, never `<b>` or $x<y$.'\n", "course/oaks/01-gap.md": chapter("Gaps", "Mind the gap.\n")})
    for address in ("oaks/gap", "glossary"):
        text = page(out, address)
        assert re.search(r"The (&quot;|“)gap(&quot;|”) is &lt; 1 &amp; &gt; 0, never (<span[^>]*>)?<code>&lt;b&gt;</code> or (<span[^>]*>)?<math", text), text
        parser = html5lib.HTMLParser(strict=False)
        parser.parse((out / address / "index.html").read_text(encoding="utf-8"))
        assert not parser.errors, parser.errors
    assert page(out, "oaks/gap").count("&lt;b&gt;") == 1, "it stands in its note and nowhere else"


# ── what is written ──


def test_a_chapter_that_was_deleted_and_one_that_was_renamed_leave_nothing(site: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    out = built(site, {"course/oaks/01-leaf.md": chapter("Leaf", "See ![it](leaf.svg).\n"), "course/oaks/02-root.md": chapter("Root"),
                       "course/oaks/03-bark.md": chapter("Bark"), "course/oaks/leaf.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"})
    assert (out / "oaks/leaf").exists() and (out / "oaks/root").exists()
    (site / "course/oaks/01-leaf.md").unlink()
    (site / "course/oaks/02-root.md").rename(site / "course/oaks/02-roots.md")
    again = tree(built(site, {}))
    fresh = tmp_path_factory.mktemp("fresh") / "out"
    assert build(site, "--out", str(fresh)).exit_code == 0
    assert again == tree(fresh)
    assert not [path for path in again if path.startswith(("oaks/leaf", "oaks/root/"))]
    assert not [path for path, data in again.items() if path.endswith((".html", ".xml", ".txt", ".json")) and b"oaks/leaf" in data]


def test_sources_that_may_not_be_written_are_built_twice_and_the_site_can_be_deleted(site: Path) -> None:
    put(site, {"course/oaks/01-leaf.md": chapter("Leaf", "![it](leaf.svg)\n"), "course/oaks/leaf.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"})
    sources = [site / "course", *(site / "course").rglob("*")]
    for place in sources:
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        for _ in range(2):
            assert build(site).exit_code == 0
        assert [place for place in (site / "dist").rglob("*") if not place.stat().st_mode & 0o200] == []
    finally:
        for place in sources:
            place.chmod(0o755 if place.is_dir() else 0o644)


def test_builds_at_once_each_leave_a_whole_site_or_say_why_not(site: Path) -> None:
    out = built(site, {f"course/oaks/{n:02}-part{n}.md": chapter(f"Part {n}", "Words. " * 50 + "\n") for n in range(40)})
    alone = tree(out)
    for _ in range(2):
        both = [subprocess.Popen([sys.executable, "-m", "easycompilers_site", "build", str(site)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                for _ in range(2)]
        for one in both:
            said, _ = one.communicate(timeout=120)
            assert one.returncode == 0 or ("error[output" in said and "Traceback" not in said), said
        assert tree(out) == alone
    assert not [place.name for place in site.iterdir() if place.name.startswith(".dist")]


def test_a_page_does_not_grow_with_the_number_of_chapters(site: Path) -> None:
    """Each page with a menu of all of them would make a site that grows with the square."""

    def sizes(count: int) -> dict[str, int]:
        files = {f"course/oaks/{n:03}-part-{n:03}.md": chapter(f"Part {n:03}", "## A heading\n\nWords and words.\n\n" * 5) for n in range(count)}
        return {path: len(data) for path, data in tree(built(site, files)).items()}

    few, many = sizes(10), sizes(120)
    page_of_few, page_of_many = few["oaks/part-005/index.html"], many["oaks/part-005/index.html"]
    assert page_of_many - page_of_few < 20, "only the count itself is longer"
    assert sum(many.values()) - sum(few.values()) < 110 * (2 * page_of_few)


def test_a_host_that_runs_jekyll_keeps_every_file(site: Path) -> None:
    files = tree(built(site, {"course/oaks/01-_hidden.md": chapter("Hidden"), "course/oaks/02-b.md": chapter("B", "![x](_pics/x.svg)\n"),
                              "course/oaks/_pics/x.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}))
    assert ".nojekyll" in files
    for_hosts = {"_headers", "_redirects", ".htaccess"}  # a host that does not read them may leave them out
    ours = [path for path in files if not path.startswith(("oaks/", ".hosting/")) and path not in {".nojekyll", *for_hosts}]
    assert [path for path in ours if any(part.startswith(("_", ".")) for part in path.split("/"))] == []


@pytest.mark.parametrize("where", ["course/out", "templates/out", "static/out", "course"])
def test_an_output_among_the_sources_is_refused(site: Path, where: str) -> None:
    """The next build would read what this one wrote, and a preview would never come to rest."""
    put(site, {"course/oaks/01-leaf.md": chapter("Leaf")})
    before = tree(site)
    result = build(site, "--out", str(site / where))
    assert result.exit_code == 1 and "error[output-" in result.output, result.output
    assert tree(site) == before
