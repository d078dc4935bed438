"""Small sites, built whole: what a page shows of its neighbours, its old addresses, and its files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from files import put

from easycompilers_site.cli import main


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path, {
        "course/site.yaml": "title: Example\n",
        "course/first/course.yaml": "title: First\nchapters:\n  - slug: zero\n    title: Zero, soon\n    level: Beginner\n    minutes: 7\n"
                                    "  - 01-one\n  - 02-two\n",
        "course/first/01-one.md": "---\ntitle: One\naliases: [old-one]\n---\n\n## Sub\n\nSee [two](02-two.md), ![p](pics/p.png).\n",
        "course/first/02-two.md": "---\ntitle: Two\nrequires: [zero, one]\n---\n\nBack to [a place](01-one.md#sub).\n",
        "course/first/03-draft.md": "---\ntitle: Draft\ndraft: true\n---\n\nNot yet.\n",
        "course/first/pics/p.png": b"picture",
    })
    result = CliRunner().invoke(main, ["build", str(tmp_path)])
    assert result.exit_code == 0, result.output
    return tmp_path / "dist"


def html(site: Path, path: str) -> str:
    return " ".join((site / path / "index.html").read_text(encoding="utf-8").split())


def test_a_part_in_preparation_is_listed_and_not_linked(site: Path) -> None:
    page = html(site, "first")
    assert "Zero, soon" in page and "in preparation" in page and "7 min read" in page
    assert not re.search(r'href="[^"]*zero', page)
    assert "Part 2 of 3" in html(site, "first/one")
    assert "Zero, soon" in html(site, "first/one") and not re.search(r'href="[^"]*zero', html(site, "first/one"))


def test_an_old_address_leads_to_the_new_one(site: Path) -> None:
    page = html(site, "first/old-one")
    assert re.search(r'http-equiv="refresh" content="0; ?url=../../first/one/"', page), page
    assert 'href="../../first/one/"' in page


def test_a_draft_is_not_published(site: Path) -> None:
    assert not (site / "first/draft").exists() and "Draft" not in html(site, "first")


def test_a_picture_is_copied_and_found(site: Path) -> None:
    assert 'src="../../first/pics/p.png"' in html(site, "first/one")
    assert (site / "first/pics/p.png").read_bytes() == b"picture"


def test_whatever_a_page_links_to_is_copied(tmp_path: Path) -> None:
    """Where the link stands in a caption, a title, the summary or an outcome too: else the page leads to what is not there."""
    put(tmp_path, {
        "course/first/course.yaml": "title: First\n",
        "course/first/01-one.md": "---\nsummary: Of [the sum](sum.csv)\noutcomes: ['read [what comes out](out.csv)']\n---\n\n```{code-block} python\n:caption: From [the data](data.csv)\n\nx = 1\n```\n\n:::{note} Of [the rest](rest.csv)\nText.\n:::\n",
        **{f"course/first/{name}.csv": "1\n" for name in ("data", "rest", "sum", "out")},
    })
    result = CliRunner().invoke(main, ["build", str(tmp_path)])
    assert result.exit_code == 0 and "unreferenced-file" not in result.output, result.output
    page = html(tmp_path / "dist", "first/one")
    for name in ("data.csv", "rest.csv", "sum.csv", "out.csv"):
        assert f'href="../../first/{name}"' in page and (tmp_path / "dist/first" / name).exists()


def test_a_site_without_cells_ships_no_python(site: Path) -> None:
    assert not (site / "python").exists()


def test_a_site_without_a_glossary_has_no_page_for_it(site: Path) -> None:
    assert not (site / "glossary").exists() and "Glossary" not in html(site, "first/one")


def test_every_page_says_its_language_and_title(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert '<html lang="en"' in text and re.search(r"<title>[^<]+</title>", text), path


def test_a_course_whose_folder_is_renamed_keeps_its_learners_work(tmp_path: Path) -> None:
    """What a browser keeps is found by the course's `id`, which is the folder's name where course.yaml gives none."""
    for folder, settings in (("first", ""), ("renamed", "id: first\n")):
        put(tmp_path / folder, {f"course/{folder}/course.yaml": f"title: First\n{settings}", f"course/{folder}/01-one.md": "Text.\n"})
        result = CliRunner().invoke(main, ["build", str(tmp_path / folder)])
        assert result.exit_code == 0, result.output
        for path in ("", folder, f"{folder}/one", "review"):
            assert 'data-course-id="first"' in html(tmp_path / folder / "dist", path), path


def test_the_glossary_leads_to_where_a_term_is_introduced(tmp_path: Path) -> None:
    """In each course the first chapter that sets the term in bold; the others are those that use it."""
    put(tmp_path, {
        "course/site.yaml": "title: Example\n", "glossary.yaml": "layer: One stage of a model.\nnorm: A rescale.\n",
        "course/first/course.yaml": "title: First\n", "course/second/course.yaml": "title: Second\n",
        "course/first/01-one.md": "---\ntitle: One\n---\n\nA layer comes later.\n",
        "course/first/02-two.md": "---\ntitle: Two\n---\n\nA **layer** is a stage, and there is a norm.\n",
        "course/first/03-three.md": "---\ntitle: Three\n---\n\nOnce more, a **layer**.\n",
        "course/second/01-far.md": "---\ntitle: Far\n---\n\nHere, too, a **layer** is a stage.\n",
    })
    result = CliRunner().invoke(main, ["build", str(tmp_path)])
    assert result.exit_code == 0, result.output
    layer, norm = re.findall(r'<div class="entry".*?</div>', html(tmp_path / "dist", "glossary"))
    assert re.findall(r'class="entry-links">(.*?)</p>', layer) == [
        'Introduced in Part 2, <a href="../first/two/#dfn--layer">Two</a>, Part 1, <a href="../second/far/#dfn--layer">Far</a>',
        'Used in <a href="../first/one/">One</a>, <a href="../first/three/">Three</a>']
    assert "Introduced" not in norm and 'Used in <a href="../first/two/">Two</a>' in norm
    assert '<strong><dfn id="dfn--layer"><button' in html(tmp_path / "dist", "first/two") and "dfn" not in html(tmp_path / "dist", "first/one")
