"""Language tags as BCP 47 has them."""

import pytest

from easycompilers_site.language import is_language, meant, written_day


@pytest.mark.parametrize("tag", ["en", "EN", "pt-BR", "zh-Hant-TW", "sr-Latn", "es-419", "de-1996", "sl-rozaj-biske", "gsw", "ar-u-nu-latn", "en-x-plain", "x-own"])
def test_a_tag_of_a_language(tag: str) -> None:
    assert is_language(tag)


@pytest.mark.parametrize(("tag", "better"), [
    ("en_GB", "en-GB"), ("en-UK", "en-GB"), ("English", "en"), ("deutsch", "de"), ("jp", "ja"), ("pt br", "pt-br"),
    ("klingon", ""), ("xx", ""), ("en-", ""), ("", ""), ("e", ""), ("en\n", "en"),
])
def test_what_is_no_tag_and_what_was_meant(tag: str, better: str) -> None:
    assert not is_language(tag) and meant(tag) == better


@pytest.mark.parametrize(("tag", "day"), [("en", "November 9, 2026"), ("en-GB", "9 November 2026"), ("de-AT", "9. November 2026"), ("pt-BR", "9 de novembro de 2026"),
                                          ("x-own", "2026-11-09"), ("tlh", "2026-11-09")])
def test_a_day_as_a_language_writes_it(tag: str, day: str) -> None:
    assert written_day("2026-11-09", tag) == day
