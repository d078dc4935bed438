"""Old addresses of chapters as the file that three hosts read; the pages at these addresses are for all others."""

from __future__ import annotations

import pytest
from golden import sources_of

from easycompilers_site.parse import parse
from easycompilers_site.render.redirects import redirects

CHAPTER = {"course/example/02-scores.md": "---\ntitle: Scores\naliases: [shares, old/größe]\n---\n\nText.\n"}


@pytest.mark.parametrize(("url", "base"), [("", "/"), ("url: https://example.org\n", "/"), ("url: https://example.org/our/courses/\n", "/our/courses/")])
def test_each_old_address_leads_on_with_and_without_its_slash(url: str, base: str) -> None:
    site = parse(sources_of({"course/site.yaml": f"title: Example\n{url}", **CHAPTER}))
    assert redirects(site)["_redirects"].decode("ascii").splitlines() == [
        f"{base}example/shares {base}example/scores/ 301",
        f"{base}example/shares/ {base}example/scores/ 301",
        f"{base}example/old/gr%C3%B6%C3%9Fe {base}example/scores/ 301",
        f"{base}example/old/gr%C3%B6%C3%9Fe/ {base}example/scores/ 301",
    ]


def test_without_old_addresses_there_is_no_such_file() -> None:
    assert redirects(parse(sources_of({"course/example/01-page.md": "Text.\n"}))) == {}
