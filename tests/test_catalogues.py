"""The words of the interface: all are messages, and each catalogue that ships has all of them, whole."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from bare_words import MARKS, in_python, in_script, in_template
from languages import CATALOGUES, ROOT, extracted, files, shipped, written_anew

from easycompilers_site.catalogue import Catalogue, places, read_catalogue
from easycompilers_site.translated import translated

HOW = "write the words into src/easycompilers_site/languages/{}.po after `pytest tests/test_catalogues.py --rewrite-golden`, which puts new messages in and takes old ones out"

class Noting(Catalogue):
    """A catalogue that notes what it is asked for."""

    asked: set[str] = set()

    def forms(self, message: str, context: str = "") -> tuple[str, ...]:
        self.asked.add(message)
        return (message,)


TAG = re.compile(r"</?\w+[^>]*>")
by_language = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)


def forms(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


@by_language
def test_a_catalogue_has_every_message_and_no_other(path: Path, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("rewrite_golden"):
        path.write_text(written_anew(path), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == written_anew(path), HOW.format(path.stem)
    missing = [message.id for message in shipped(path) if message.id and not all(forms(message.string))]
    assert not missing, f"{path.stem} lacks words for {missing}: {HOW.format(path.stem)}"
    assert not [message.id for message in shipped(path) if message.fuzzy and message.id]


@by_language
def test_a_translation_has_the_places_the_tags_and_the_code_of_its_message(path: Path) -> None:
    _, _, faults = read_catalogue(path.read_text(encoding="utf-8"))
    assert not faults
    for message in shipped(path):
        english = forms(message.id)[-1]
        for form in forms(message.string) if english else ():
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(english)), form
            assert form.count("`") == english.count("`"), form
            assert set(re.findall(r"\{\w*\d\}", form)) == set(re.findall(r"\{\w*\d\}", english)), form
            assert form.startswith(" ") == english.startswith(" ") and form.endswith(" ") == english.endswith(" "), form


@by_language
def test_it_is_set_as_its_language_sets_it(path: Path) -> None:
    """Quotes of the language; in French a space that does not break before high marks. What stands in `backticks` is code."""
    quotes = {"de": "„“", "fr": "«»", "es": "«»"}[path.stem]
    for message in shipped(path):
        for form in forms(message.string) if message.id else ():
            text = re.sub(r"`[^`]*`|%\(\w+\)s|\{\w*\d\}|<[^>]*>|= \"\w+\"", "x", form)
            strange = set("“”„«»\"'‘‚") - set(quotes)
            assert not strange & set(text), f"{form}: {strange & set(text)}"
            if path.stem == "fr":
                assert not re.search(r"(?<![\u00a0\u202f])[:;?!»]|«(?!\u00a0)", text), form


def test_a_message_has_no_sign_that_ends_an_attribute_and_no_percent_of_its_own() -> None:
    for message in extracted():
        for english in forms(message.id) if message.id else ():
            assert not re.search(r"%(?!\(\w+\)s)", english), english
            assert TAG.search(english) or not set("<>") & set(english) - set("<>" if "<%(address)s>" in english else ""), english


def test_what_the_build_and_the_page_take_for_a_message_babel_finds_too() -> None:
    """Babel sees no call within an f-string, and the build swaps what its own patterns find."""
    known = {english for message in extracted() if message.id for english in forms(message.id)}
    for kind, path in files():
        text = path.read_text(encoding="utf-8")
        if kind == "py":
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) in MARKS]
            found = {one.value for call in calls for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)} - {"decimal sign"}
        elif kind == "js":
            Noting.asked = found = set()
            translated(text, Noting(messages={"": ("",)}))
            inside = {message.id if isinstance(message.id, str) else message.id[0] for message in extracted() if message.id
                      and any(place == path.relative_to(ROOT).as_posix() for place, _ in message.locations)}
            assert inside <= found, f"{path}: the build does not swap {inside - found}"
        else:
            continue
        assert found <= known, f"{path}: {found - known}"


def test_a_plural_names_its_number_in_the_form_for_many() -> None:
    for message in extracted():
        if message.id and not isinstance(message.id, str):
            assert "count" in places(message.id[1]), message.id


def shown(paths: list[Path], bare) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {words}" for path in paths for words in bare(path.read_text(encoding="utf-8"))]


def test_a_template_says_nothing_in_bare_english() -> None:
    assert not shown([path for kind, path in files() if kind == "html"], in_template), "write it as {{ _(\"…\") }}"


def test_a_script_says_nothing_in_bare_english() -> None:
    assert not shown([path for kind, path in files() if kind == "js" and "static" in path.parts], in_script), "write it as gettext(\"…\"), of static/words.js"


def test_the_pages_python_says_nothing_in_bare_english() -> None:
    assert not shown([path for kind, path in files() if kind == "py" and "static" in path.parts], in_python), "write it as gettext(\"…\"), of phrases.py"


@pytest.mark.parametrize(("bare", "text", "found"), [
    (in_template, '<p>Some words {{ _("others") }}</p>', ["Some words \ufffd"]),
    (in_template, '<a aria-label="Open it">{% trans %}Open <b>it</b>{% endtrans %}</a>', ["Open it"]),
    (in_template, "{{ 'Part ' ~ number }}{% set word = 'Review' %}{{ _('Next') }}", ["Review"]),
    (in_script, 'place.textContent = `Line ${number} of it`; other(gettext("Go to line"));', ["Line x of it"]),
    (in_script, 'throw new Error("nothing of it is left"); button("Close", () => {});', ["Close"]),
    (in_python, 'def f():\n    """It is told."""\n    return "This is not there." if x else gettext("This is there.")\n', ["This is not there."]),
])
def test_bare_words_are_found(bare, text: str, found: list[str]) -> None:
    assert list(bare(text)) == found
