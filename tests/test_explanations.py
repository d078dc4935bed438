"""Each kind of problem has a page, and its examples do what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from codes import codes_in
from explained import CIRCUMSTANCES, codes, example_site, rewrite, told

from easycompilers_site.cli import main
from easycompilers_site.explanation import NoExplanation, read_explanation
from easycompilers_site.read import PACKAGE, read_explanations

PAGES = read_explanations()


@pytest.fixture
def site(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder for a site. All share what has been worked out, so that a cell is run once."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / ".easycompilers").symlink_to(tmp_path_factory.getbasetemp(), target_is_directory=True)
    return tmp_path / "site"


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_is_told_this_problem_and_no_other(code: str, site: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    page = PAGES[code]
    example_site(site, page.wrong.files)
    said = told(site, code, monkeypatch)
    assert codes(said) == {code}, said
    if request.config.getoption("--rewrite-golden"):
        rewrite(page, said)
        return
    assert said == page.report


@pytest.mark.parametrize("code", [code for code, page in PAGES.items() if page.right.files])
def test_the_right_example_is_clean(code: str, site: Path) -> None:
    example_site(site, PAGES[code].right.files)
    assert told(site) == ""


def test_every_example_is_shown_or_done() -> None:
    """A page without files would be a site without a fault, and what is done to a site belongs to a page."""
    assert {code for code, page in PAGES.items() if not page.wrong.files} <= CIRCUMSTANCES.keys() <= PAGES.keys()


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    found = codes_in(PACKAGE)
    assert {code: place for code, place in found.items() if code not in PAGES} == {}, "write explanations/CODE.md, as those beside it"
    assert PAGES.keys() - found.keys() == set(), "these pages explain what nothing says any more"


def test_a_code_is_explained_on_the_terminal() -> None:
    for asked in ("unknown-term", "error[unknown-term]"):
        result = CliRunner().invoke(main, ["explain", asked])
        assert result.exit_code == 0
        assert result.output.startswith("unknown-term: A term that is not in the glossary\n")
        assert "\n    error[unknown-term]: `layr norm` is not in the glossary\n" in result.output


def test_all_codes_are_listed_with_a_line_each() -> None:
    result = CliRunner().invoke(main, ["explain"])
    assert [line.split()[0] for line in result.output.splitlines()] == sorted(PAGES)


def test_a_mistyped_code_is_wrong_usage() -> None:
    result = CliRunner().invoke(main, ["explain", "unknown-trem"])
    assert result.exit_code == 2 and "Did you mean `unknown-term`?" in result.output


def test_a_page_in_another_form_is_refused() -> None:
    with pytest.raises(NoExplanation, match="odd.md"):
        read_explanation("odd", "# A title\n\nA text.\n\n## Wrong\n\nNo report.\n\n## Right\n\nText.\n")
