"""Every golden page holds."""

from pathlib import Path

import pytest
from golden import Case, cases, rewrite

PAGES = sorted(page for folder in ("components", "check", "parse", "roles", "cases") for page in (Path(__file__).parent / folder).glob("*.md"))


@pytest.mark.parametrize("case", [case for page in PAGES for case in cases(page)], ids=lambda case: case.name)
def test_page(case: Case, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite-golden"):
        rewrite(case.page)
        return
    assert case.result() == case.expected


def test_there_are_pages() -> None:
    assert len(PAGES) > 5
