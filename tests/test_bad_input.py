"""Bad input, as an author meets it: one readable report, exit 1, no traceback, and the last good site untouched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from files import put, tree

from easycompilers_site.cli import main

GOOD = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": "---\ntitle: One\n---\n\nText about one.\n",
    "glossary.yaml": "one: A number.\n",
}
QUIZ = "::::{{quiz}}\n:::{{question}}\nWhich?\n\n- [{}] This.\n- [ ] That.\n{}:::\n::::\n"


def build(site: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["build", str(site), *options], catch_exceptions=True)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good site that has been built, to be copied."""
    folder = tmp_path_factory.mktemp("good") / "site"
    put(folder, GOOD)
    result = build(folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def site(tmp_path: Path, good: Path) -> Path:
    """A good site of the test's own, which has been built once."""
    return shutil.copytree(good, tmp_path / "site")


def assert_refused(site: Path, *words: str, options: tuple[str, ...] = ()) -> str:
    """Nothing but a report came of it, and the old site is as it was."""
    before = tree(site / "dist")
    result = build(site, *options)
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    for word in words:
        assert word in result.output, result.output
    assert tree(site / "dist") == before
    assert not [place for place in site.iterdir() if place.name.startswith(".dist")], "no scaffolding is left behind"
    return result.output


@pytest.mark.parametrize(("text", "words"), [
    ("```{code-cel} python\nx\n```\n", ["unknown-directive", "01-one.md:1:5", "did you mean `code-cell`?"]),
    ("A {trem}`one`.\n", ["unknown-role", "01-one.md:1:4", "did you mean `term`?"]),
    (":::{note}\n:labl: x\n\nText.\n:::\n", ["unknown-key", "01-one.md:2:2", "did you mean `label`?"]),
    ("---\ntitel: One\n---\n", ["unknown-key", "01-one.md:2:1", "did you mean `title`?"]),
    ("A {term}`two`.\n", ["unknown-term", "01-one.md:1:10"]),
    (QUIZ.format(" ", "  > No.\n"), ["no-right-choice", "01-one.md:2:5"]),
    (QUIZ.format("x", ""), ["unexplained-choice", "“That.”"]),
    ("---\njust words\n---\n", ["front-matter-not-mapping", "01-one.md:1:1"]),
    ("[there](two.md)\n", ["broken-link", "01-one.md:1:9", "`two.md`"]),
    ("[there](#nowhere)\n", ["broken-link", "`#nowhere`"]),
    (b"One \x96 two\n", ["not-utf-8", "0x96", "01-one.md:1:5", "save it as UTF-8"]),
    ("In a <div hidden> there is one.\n", ["open-tag", "01-one.md:1:"]),
    ("[top](/about/) of one.\n", ["broken-link", "begins at the host's root"]),
    (QUIZ.format("y", "  > No.\n"), ["bad-box"]),
    ("::::{quiz}\n:::{question}\nWhich?\n\n- [x] This.\n- [ ] That.\n  > No.\n\nAnd\n\n* [ ] Other.\n  > No.\n:::\n::::\n", ["two-lists"]),
], ids=lambda value: value[0] if isinstance(value, list) else "")
def test_a_mistake_in_a_chapter(site: Path, text: str | bytes, words: list[str]) -> None:
    put(site, {"course/first/01-one.md": text})
    assert_refused(site, *words)


def test_all_mistakes_of_all_files_in_one_go(site: Path) -> None:
    put(site, {
        "course/first/01-one.md": "[a](no.md) and {term}`two`.\n\n```{tpi}\nx\n```\n",
        "course/first/02-two.md": b"caf\xe9\n",
        "course/site.yaml": "titel: Example\n",
        "glossary.yaml": "one: A number.\none: Again.\n",
    })
    output = assert_refused(site, "broken-link", "unknown-term", "unknown-directive", "not-utf-8", "unknown-key", "key-twice")
    places = [line.split("--> ")[1] for line in output.splitlines() if "--> " in line]
    files = [place.split(":")[0] for place in places]
    assert files == sorted(files), "problems stand in the order of files"


def test_an_empty_course_folder(site: Path) -> None:
    (site / "course/first/01-one.md").unlink()
    assert_refused(site, "empty-course", "course/first/")


def test_no_course_at_all(tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    result = build(tmp_path)
    assert result.exit_code == 1 and "no-course" in result.output


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert build(tmp_path / "nothing").exit_code == 2


def test_a_template_that_is_missing(site: Path) -> None:
    put(site, {"templates/chapter.html": '{% extends "house.html" %}\n'})
    assert_refused(site, "missing-template", "house.html")


@pytest.mark.parametrize(("template", "words"), [
    ("<p>\n{{ page.titel }}\n", ["templates/chapter.html:2:9", "titel", "did you mean `title`?"]),
    ("<p>\n\n{% if %}\n", ["templates/chapter.html:3:1"]),
])
def test_a_template_with_a_mistake(site: Path, template: str, words: list[str]) -> None:
    put(site, {"templates/chapter.html": template})
    assert_refused(site, "error[template]", *words)


def test_an_output_that_cannot_be_written(site: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert_refused(site, "error[output", options=("--out", str(tmp_path / "file" / "dist")))


def test_an_output_that_is_not_ours_is_left_alone(site: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    put(precious, {"thesis.txt": "years of work"})
    assert_refused(site, "output-not-ours", options=("--out", str(precious)))
    assert (precious / "thesis.txt").read_text() == "years of work"


def test_a_checkout_is_never_replaced(site: Path, tmp_path: Path) -> None:
    """A branch that is published has a `.nojekyll`, and its history beside it."""
    put(tmp_path / "pages", {".nojekyll": "", "index.html": "ours", ".git/HEAD": "ref: refs/heads/pages"})
    assert_refused(site, "output-not-ours", options=("--out", str(tmp_path / "pages")))
    assert (tmp_path / "pages/.git/HEAD").exists()


def test_an_output_that_is_a_link_stays_one(site: Path, tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "www")
    assert build(site, "--out", str(tmp_path / "link")).exit_code == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "www/index.html").exists()


@pytest.mark.parametrize("alias", ["../../../victim", ".", "''", "..", "index.html", "two"])
def test_an_alias_stays_in_its_place(site: Path, alias: str) -> None:
    """Nothing is written outside the output, and no page replaces another."""
    put(site, {"course/first/01-one.md": f"---\ntitle: One\naliases: [{alias}]\n---\n\nText about one.\n", "course/first/02-two.md": "# Two\n\nText.\n"})
    assert_refused(site, "01-one.md:3:")
    assert not (site.parent / "victim").exists()


def test_only_what_a_text_refers_to_is_published(site: Path) -> None:
    put(site, {"course/first/01-one.md": "Text about one, with [data](data.csv) and <img src=\"raw.png\" alt=\"raw\">.\n", "course/first/data.csv": "1",
               "course/first/raw.png": "p", "course/first/notes.txt": "private", "course/index.html": "not this"})
    assert build(site).exit_code == 0
    files = tree(site / "dist")
    assert "first/data.csv" in files and "first/raw.png" in files
    assert not [path for path in files if "notes" in path] and b"not this" not in files["index.html"]


@pytest.mark.parametrize(("path", "content", "words"), [
    ("templates/chapter.html", b"caf\xe9", ["not-utf-8", "templates/chapter.html"]),
    ("static/css/base.css", b"/* caf\xe9 */", ["not-utf-8", "static/css/base.css"]),
    ("static/main.js", b"// caf\xe9", ["not-utf-8", "static/main.js"]),
    ("templates/chapter.html", b"<p>\n{{ 1 / 0 }}", ["error[template]", "templates/chapter.html:2:1"]),
    ("course/first/01-one.MD", b"Text.", ["not-a-chapter", "01-one.MD"]),
    ("course/first/deep/02-two.md", b"Text.", ["not-a-chapter", "02-two.md"]),
    ("glossary.yml", b"one: A number.", ["not-read", "glossary.yml"]),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_file_that_cannot_be_used_is_told(site: Path, path: str, content: bytes, words: list[str]) -> None:
    if path == "glossary.yml":
        (site / "glossary.yaml").unlink()
    (site / path).parent.mkdir(parents=True, exist_ok=True)
    (site / path).write_bytes(content)
    result = build(site)
    assert "Traceback" not in result.output and isinstance(result.exception, SystemExit | None)
    for word in words:
        assert word in result.output, result.output


def test_a_template_may_extend_the_themes(site: Path) -> None:
    put(site, {"templates/chapter.html": '{% extends "theme/chapter.html" %}\n{% block skip %}To the text{% endblock %}\n'})
    assert build(site).exit_code == 0
    page = (site / "dist/first/one/index.html").read_text(encoding="utf-8")
    assert "To the text" in page and "Text about" in page


@pytest.mark.parametrize("text", [
    "\n---\ntitle: One\n---\n\nText about one.\n",
    "---\ntitle: One\n\nText about one.\n",
])
def test_front_matter_that_is_not_seen_is_told(site: Path, text: str) -> None:
    put(site, {"course/first/01-one.md": text})
    assert_refused(site, "front-matter-not-seen")


def test_deep_nesting_loses_no_text(site: Path) -> None:
    def lists(depth: int) -> str:
        return "".join("  " * n + "- level\n" for n in range(depth)) + "\nThe end, one.\n"

    put(site, {"course/first/01-one.md": lists(30)})
    assert build(site).exit_code == 0
    assert "The end" in (site / "dist/first/one/index.html").read_text(encoding="utf-8")
    put(site, {"course/first/01-one.md": lists(60)})
    assert_refused(site, "nested-too-deeply")


def test_text_in_a_formula_is_text(site: Path) -> None:
    put(site, {"course/first/01-one.md": "As $\\text{if x<y & <b>then</b>}$, one.\n"})
    assert build(site).exit_code == 0
    page = (site / "dist/first/one/index.html").read_text(encoding="utf-8")
    assert "<mtext>if\u00a0x&lt;y\u00a0&amp;\u00a0&lt;b&gt;then&lt;/b&gt;</mtext>" in page.replace("&#x000A0;", "\u00a0")


def test_a_mistake_brings_no_false_companions(site: Path) -> None:
    (site / "course/first/01-one.md").write_bytes(b"caf\xe9")
    output = assert_refused(site, "not-utf-8")
    assert "no-course" not in output and "empty-course" not in output


def test_an_empty_course_beside_a_good_one(site: Path) -> None:
    (site / "course/second").mkdir()
    assert_refused(site, "empty-course", "course/second/")


def test_two_folders_that_would_be_one_course(site: Path) -> None:
    """Their chapters differ, so that nothing but the course's own page would be lost."""
    put(site, {"course/The End/01-last.md": "Text.\n", "course/the-end/01-least.md": "Text.\n"})
    assert_refused(site, "address-twice", "the course in course/The End/", "the course in course/the-end/")


def test_a_control_character_that_a_cell_prints_is_shown(site: Path) -> None:
    """HTML can hold none, and an escape sequence of a terminal is seen for what it is."""
    put(site, {"course/first/01-one.md": "About one.\n\n```{code-cell} python\nprint('\\x1b[31mred\\x07', '\\x00', '\\x85', '\\x7f')\n```\n"})
    assert build(site).exit_code == 0
    page = (site / "dist/first/one/index.html").read_text(encoding="utf-8")
    assert "␛[31mred␇ ␀ \ufffd ␡" in page


def test_a_definition_holds_text(site: Path) -> None:
    put(site, {"glossary.yaml": "one:\n  definition: |\n    A number.\n\n    ```{code-cell} python\n    1 / 0\n    ```\n"})
    assert_refused(site, "misplaced", "glossary.yaml:5:")


def test_a_dead_symbolic_link_is_a_warning(site: Path) -> None:
    (site / "course/first/dead.md").symlink_to("nowhere.md")
    result = build(site)
    assert result.exit_code == 0 and "dead-link" in result.output and "dead.md" in result.output


def test_a_symbolic_link_out_of_the_site_is_refused(site: Path, tmp_path: Path) -> None:
    put(tmp_path, {"secret.txt": "secret"})
    (site / "course/first/out.txt").symlink_to(tmp_path / "secret.txt")
    assert_refused(site, "error[outside]", "out.txt")


def test_the_vocabulary_is_no_way_out_either(site: Path, tmp_path: Path) -> None:
    put(tmp_path, {"secret.yaml": "one: a secret\n"})
    (site / "glossary.yaml").unlink()
    (site / "glossary.yaml").symlink_to(tmp_path / "secret.yaml")
    assert "secret" not in assert_refused(site, "error[outside]", "glossary.yaml")


def test_a_listing_is_cut_from_no_file_outside_the_course_by_no_way(site: Path) -> None:
    """A symbolic link is a way out like any other, also where it stays in the site's own folder."""
    put(site, {"notes/secret.txt": "a secret", "course/first/01-one.md": "Text about one.\n\n```{literalinclude} inside.txt\n```\n"})
    (site / "course/first/inside.txt").symlink_to(site / "notes/secret.txt")
    assert_refused(site, "error[outside]", "inside.txt")


@pytest.mark.parametrize("prefix", ["\ufeff", ""])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_fine(site: Path, prefix: str, ending: str) -> None:
    text = prefix + "---\ntitle: A new title\n---\n\nText.\n\n```{nte}\n```\n".replace("\n", ending)
    put(site, {"course/first/01-one.md": text})
    assert_refused(site, "01-one.md:7:5")
    put(site, {"course/first/01-one.md": text.replace("{nte}", "{note}")})
    assert build(site).exit_code == 0
    html = (site / "dist/first/one/index.html").read_text(encoding="utf-8")
    assert "<h1>A new title</h1>" in html.replace("\n", "") and "\ufeff" not in html and "title:" not in html


def test_a_cell_that_raises_or_imports_what_is_not_there(site: Path) -> None:
    put(site, {"course/first/01-one.md": "```{code-cell} python\nx = 1\nx / 0\n```\n\n```{code-cell} python\nimport numpy\n```\n"})
    assert_refused(site, "cell-failed", "ZeroDivisionError", "01-one.md:3:1", "unknown-import", "`numpy`", "01-one.md:7:8")


def test_a_module_that_is_missing_when_it_is_asked_for_is_told_with_what_there_is(site: Path) -> None:
    put(site, {"course/first/01-one.md": "```{code-cell} python\nname = 'numpy'\n__import__(name)\n```\n"})
    assert_refused(site, "cell-failed", "ModuleNotFoundError", "Cells can import Python’s standard library and `coursekit`", "`packages` of course.yaml")


def test_a_cell_that_asks_needs_something_to_be_typed(site: Path) -> None:
    cell = "```{code-cell} python\n%sprint('Hello', input('Name? '))\n```\n"
    put(site, {"course/first/01-one.md": cell % ""})
    assert_refused(site, "cell-failed", "01-one.md:2:1", "`:input: [Ada, 36]`")
    put(site, {"course/first/01-one.md": cell % ":input: Ada\n\n"})
    assert build(site).exit_code == 0
    assert "Name? Ada\nHello Ada" in (site / "dist/first/one/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", ["while True: pass", "sum(range(10**10))", "import time; time.sleep(1000)"])
def test_a_cell_that_never_ends(site: Path, code: str) -> None:
    put(site, {"course/first/01-one.md": f"```{{code-cell}} python\n:timeout: 1\n\n{code}\n```\n"})
    assert_refused(site, "cell-failed", "time limit of 1 seconds", "01-one.md:1:5")


EXERCISE = """\
````{{exercise}} Add one
:label: ex-add

```{{code-cell}} python
:tags: [starter]

y = {starter}
```
```{{code-cell}} python
:tags: [check, remove-cell]

assert y == 2, f"y is {{y}}: make it 2."
"Right."
```
```{{code-cell}} python
:tags: [mistake, remove-cell]

# expect: {expect}
y = {mistake}
```
````
````{{solution}} ex-add
```{{code-cell}} python
:tags: [answer]

y = {answer}
```
````
"""
PROVED = {"starter": "0", "answer": "2", "mistake": "1", "expect": "y is 1"}


@pytest.mark.parametrize(("change", "words"), [
    ({"starter": "2"}, ["starter-passes", "01-one.md:4:5"]),
    ({"answer": "3"}, ["answer-refused", "y is 3: make it 2."]),
    ({"answer": "1 / 0"}, ["answer-failed", "ZeroDivisionError"]),
    ({"mistake": "2"}, ["mistake-passes", "01-one.md:15:5"]),
    ({"expect": "something else"}, ["mistake-message", "01-one.md:18:1"]),
], ids=lambda value: "-".join(value) if isinstance(value, dict) else "")
def test_an_exercise_that_does_not_prove_itself(site: Path, change: dict[str, str], words: list[str]) -> None:
    put(site, {"course/first/01-one.md": EXERCISE.format(**PROVED | change)})
    assert_refused(site, *words)


def test_an_exercise_that_proves_itself(site: Path) -> None:
    put(site, {"course/first/01-one.md": EXERCISE.format(**PROVED)})
    assert build(site).exit_code == 0


def test_a_picture_that_cannot_be_read_is_told(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(site, {"course/first/p.svg": "<svg/>"})
    real = Path.open

    def refused(place: Path, *how, **named):
        if place.name == "p.svg":
            raise PermissionError(13, "Permission denied")
        return real(place, *how, **named)

    monkeypatch.setattr(Path, "open", refused)  # permissions do not hold for root, who may run the tests
    assert_refused(site, "error[unreadable]", "p.svg")
