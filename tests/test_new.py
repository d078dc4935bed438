"""`new`: a site that builds at once, the next chapter of a course, and nothing half done."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from files import put, tree
from hypothesis import given, settings
from hypothesis import strategies as st

from easycompilers_site import new
from easycompilers_site.build import build
from easycompilers_site.ci import ci_text
from easycompilers_site.check.leftovers import PLACEHOLDERS
from easycompilers_site.cli import main
from easycompilers_site.parse import parse
from easycompilers_site.problem import draw
from easycompilers_site.source import Source
from easycompilers_site.sources import Sources

COURSE = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n"}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["new", *words], catch_exceptions=True)


def assert_builds(site: Path) -> None:
    """Not so much as a warning comes of it, but for what the author has to write over."""
    problems = [problem for problem in build(site, site / "dist").problems if problem.code != "placeholder"]
    assert not problems, "\n\n".join(draw(problem) for problem in problems)


# ── a site ──


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "my-first_course"
    result = run(str(folder))
    assert result.exit_code == 0, result.output
    assert_builds(folder)
    return folder


def test_the_new_site_shows_what_a_chapter_can_hold(small: Path) -> None:
    page = (small / "dist/first-steps/what-a-mean-says/index.html").read_text(encoding="utf-8")
    for part in ("<ec-code-cell", "<ec-exercise", "<ec-quiz", 'class="term"', "<figure", 'src="../../first-steps/mean.svg"', '<summary>Hint: the idea</summary>', '<summary>Solution and why</summary>', '<h4>Then try</h4>', '<ec-recap'):
        assert part in page, part


def test_its_title_comes_from_the_folder(small: Path) -> None:
    assert "My first course" in (small / "dist/index.html").read_text(encoding="utf-8")
    assert (small / "README.md").read_text(encoding="utf-8").startswith("# My first course\n")


def test_what_is_made_is_kept_out_of_git(small: Path) -> None:
    ignored = (small / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/dist/", "/.easycompilers/"} <= set(ignored)
    assert {place.name for place in small.iterdir()} <= {"dist", ".easycompilers", ".github", ".gitignore", "README.md", "course", "glossary.yaml"}


def test_it_brings_the_file_that_publishes_it_unless_it_is_part_of_something(small: Path, tmp_path: Path) -> None:
    assert (small / ".github/workflows/course-site.yml").read_text(encoding="utf-8") == ci_text("github", "", "any")
    put(tmp_path, {".git/HEAD": "ref: refs/heads/main\n"})
    assert run(str(tmp_path / "docs")).exit_code == 0 and not (tmp_path / "docs/.github").exists()


@pytest.mark.skipif(os.name == "nt", reason="such a name cannot be given there")
def test_a_name_that_yaml_would_read_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / 'C: "one", \\two # three'
    assert run(str(folder)).exit_code == 0
    assert_builds(folder)
    assert "<title>C: &#34;one&#34;, \\two # three</title>" in (folder / "dist/index.html").read_text(encoding="utf-8")


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    put(tmp_path, {"notes.txt": "mine"})
    result = run(str(tmp_path))
    assert result.exit_code == 2 and "is not empty, and nothing in it was touched" in result.output and "Traceback" not in result.output
    assert tree(tmp_path) == {"notes.txt": b"mine"}


def test_a_file_is_left_alone(tmp_path: Path) -> None:
    put(tmp_path, {"notes": "mine"})
    result = run(str(tmp_path / "notes"))
    assert result.exit_code == 2 and "is a file" in result.output
    assert tree(tmp_path) == {"notes": b"mine"}


def test_an_empty_folder_will_do_also_a_fresh_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {".git/HEAD": "ref: refs/heads/main\n"})
    monkeypatch.chdir(tmp_path)
    assert run(".").exit_code == 0
    assert (tmp_path / ".git/HEAD").exists() and (tmp_path / "course/site.yaml").exists()
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".new")]


@pytest.mark.parametrize("there", [False, True], ids=["a new folder", "an empty folder"])
@pytest.mark.parametrize("fails", ["write_text", "rename"])
def test_where_the_disk_fails_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, there: bool) -> None:
    folder = tmp_path / "site"
    if there:
        folder.mkdir()
    calls = []
    real = {"write_text": Path.write_text, "rename": os.rename}[fails]

    def failing(*arguments, **named):
        calls.append(arguments)
        if len(calls) == (3 if there or fails == "write_text" else 1):
            raise OSError(28, "No space left on device")
        return real(*arguments, **named)

    monkeypatch.setattr(Path if fails == "write_text" else new.os, fails, failing)
    result = run(str(folder))
    monkeypatch.undo()
    assert result.exit_code == 2 and "No site can be made" in result.output and "No space left" in result.output, result.output
    assert [place.name for place in tmp_path.rglob("*")] == (["site"] if there else [])


# ── a chapter ──


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path, COURSE)
    return tmp_path


def chapter(site: Path, *words: str) -> Result:
    return run("chapter", *words, "--site", str(site))


@pytest.mark.parametrize(("there", "title", "path"), [
    ((), "First things", "01-first-things.md"),
    (("01-a.md", "02-b.md"), "Third", "03-third.md"),
    (("01-a.md", "07-b.md"), "After a gap", "08-after-a-gap.md"),
    (("001-a.md",), "Three digits", "002-three-digits.md"),
    (("99-a.md",), "A hundred", "100-a-hundred.md"),
    (("a.md",), "After one without a number", "01-after-one-without-a-number.md"),
    ((), "Größe & Ähnlichkeit", "01-größe-ähnlichkeit.md"),
    ((), "注意力", "01-注意力.md"),
    ((), "3 ways: \"add\" / \\subtract\\ #1", "01-3-ways-add-subtract-1.md"),
    ((), "?!", "01-chapter.md"),
    ((), "word " * 30, "01-word-word-word-word-word-word-word-word-word-word-word-word.md"),
])
def test_a_chapter_is_numbered_and_named(site: Path, there: tuple[str, ...], title: str, path: str) -> None:
    put(site, {f"course/first/{name}": f"# {name}\n\nText.\n" for name in there})
    result = chapter(site, title)
    assert result.exit_code == 0, result.output
    assert f"Wrote course/first/{path}." in result.output
    assert (site / "course/first" / path).is_file()


@settings(deadline=None, max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cc"]), min_size=1).filter(str.strip))
def test_any_title_stands_in_the_chapter_as_it_was_typed(title: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        put(Path(folder), COURSE)
        path = new.new_chapter(Path(folder), title, None).path
        source = Source(path, (Path(folder) / path).read_text(encoding="utf-8"))
    assert len(Path(path).name.encode()) <= 255
    (course,) = parse(Sources(texts={path: source})).courses
    assert course.chapters[0].title == new.in_one_line(title)


def test_bytes_that_are_no_text(site: Path) -> None:
    """As a terminal with another encoding hands them over."""
    assert chapter(site, "caf\udce9").exit_code == 0
    assert_builds(site)


def test_a_new_chapter_builds_under_its_title(site: Path) -> None:
    assert chapter(site, "3", "ways:", '"add"', "#1").exit_code == 0
    assert [problem.code for problem in build(site, site / "dist").problems] == ["placeholder"] * len(PLACEHOLDERS)  # what the author has to write over
    (path,) = site.glob("course/*/*-3-ways-add-1.md")
    for sentence in PLACEHOLDERS:
        path.write_text(path.read_text(encoding="utf-8").replace(sentence, "Words of her own"), encoding="utf-8")
    assert_builds(site)
    assert "3 ways: &#34;add&#34; #1</h1>" in (site / "dist/first/3-ways-add-1/index.html").read_text(encoding="utf-8")


def test_the_same_title_twice_writes_nothing(site: Path) -> None:
    chapter(site, "Attention")
    before = tree(site)
    result = chapter(site, "attention!")
    assert result.exit_code == 2 and "course/first/01-attention.md has the address" in result.output
    assert tree(site) == before


@pytest.mark.parametrize(("settings", "after"), [
    ("title: First\nchapters:\n  - 01-one   # the first\n", "title: First\nchapters:\n  - 01-one   # the first\n  - 02-two\n"),
    ("title: First\nchapters: [01-one]\n", "title: First\nchapters: [01-one, 02-two]\n"),
    ("title: First\nchapters:\n  - 01-one\n  - slug: later\n    title: Later\n", "title: First\nchapters:\n  - 01-one\n  - slug: later\n    title: Later\n  - 02-two\n"),
    ("title: First\nchapters:\n  - 01-one\n  - slug: two\n    title: Planned\n", "title: First\nchapters:\n  - 01-one\n  - slug: two\n    title: Planned\n"),
])
def test_a_course_that_lists_its_chapters_lists_the_new_one(site: Path, settings: str, after: str) -> None:
    put(site, {"course/first/course.yaml": settings, "course/first/01-one.md": "# One\n\nText.\n"})
    result = chapter(site, "Two")
    assert "It is among the chapters of course/first/course.yaml." in result.output
    assert (site / "course/first/course.yaml").read_text(encoding="utf-8") == after
    assert_builds(site)
    assert (site / "dist/first/two/index.html").exists()


def test_a_list_that_cannot_be_mended_is_left_and_the_author_told(site: Path) -> None:
    settings = "title: First\nchapters:\n  - 01-one\n  - slug: later\n    title: Later\n    summary:\n      in two\n      lines\n"
    put(site, {"course/first/course.yaml": settings, "course/first/01-one.md": "# One\n\nText.\n"})
    result = chapter(site, "Two")
    assert result.exit_code == 0 and "yourself: - 02-two" in result.output
    assert (site / "course/first/course.yaml").read_text(encoding="utf-8") == settings


def test_of_several_courses_one_is_named(site: Path) -> None:
    put(site, {"course/second/course.yaml": "title: Second\n"})
    result = chapter(site, "One")
    assert result.exit_code == 2 and "--course: first, second" in result.output
    assert chapter(site, "One", "--course", "second").exit_code == 0
    assert (site / "course/second/01-one.md").exists()
    assert "There is no course `third`" in chapter(site, "One", "--course", "third").output


def test_a_folder_without_a_course_gets_no_chapter(tmp_path: Path) -> None:
    result = chapter(tmp_path, "One")
    assert result.exit_code == 2 and "Traceback" not in result.output and list(tmp_path.iterdir()) == []


def test_a_site_may_be_called_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("chapter").exit_code == 2
    assert run("./chapter").exit_code == 0 and (tmp_path / "chapter/course/site.yaml").exists()
