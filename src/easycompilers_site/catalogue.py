"""The words of the interface in one language: the text of a gettext catalogue (`languages/de.po`) in, `Catalogue` out.

English stands in the templates, scripts and modules themselves, as the messages that a catalogue translates; it has no catalogue.
Places in a message are written `%(name)s`. Format: GNU gettext, "The Format of PO Files".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from .cache import Cache
from .digest import digest_of
from .frozen import frozen
from .language import nearest
from .source import Source

ENGLISH = "en"
TWO_FORMS = "(n != 1)"  # the rule of English, and of most languages around it

_PLACE = re.compile(r"%\((\w+)\)s")
_BETWEEN = "\x04"  # a context and its message, as a compiled catalogue joins them


@frozen
class Fault:
    """What is wrong with an entry, which is then left out. line: of its text."""

    line: int
    said: str


@frozen
class Catalogue:
    """language: its tag. messages: of each message (behind its context, where it has one) its forms in the language. plural: the
    number of the form that goes with `n`, as an expression that Python's gettext and JavaScript read alike."""

    language: str = ENGLISH
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: str = TWO_FORMS

    def gettext(self, message: str, **values: object) -> str:
        return filled(self.said(message), values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """A message of which English has one word for two things; context says which."""
        return filled(self.said(message, context), values)

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """The form that goes with `count`, which stands in it as `%(count)s`."""
        return filled(self.counted(one, many, count), {"count": count, **values})

    def number(self, value: float, digits: int) -> str:
        """A number as it is written in the language of the words. digits: behind the point."""
        return f"{value:.{digits}f}".replace(".", self.pgettext("decimal sign", "."))

    def said(self, message: str, context: str = "") -> str:
        """What stands for a message, with its places as they are; English where nothing does."""
        return self.forms(message, context)[0]

    def counted(self, one: str, many: str, count: int) -> str:
        found = self.messages.get(one)
        return found[min(self._form(count), len(found) - 1)] if found else one if count == 1 else many

    def forms(self, message: str, context: str = "") -> tuple[str, ...]:
        """All forms of a message in their order, the message alone where there are none."""
        return self.messages.get(context + _BETWEEN + message if context else message) or (message,)

    @cached_property
    def _form(self) -> Callable[[int], int]:
        from gettext import c2py

        return c2py(self.plural)


def filled(message: str, values: Mapping[str, object]) -> str:
    return _PLACE.sub(lambda place: str(values[place[1]]), message)


def places(message: str) -> set[str]:
    """The names of the places in a message."""
    return set(_PLACE.findall(message))


class Catalogues:
    """The catalogues of a site, read when they are first asked for. texts: of each language, the shipped one and over it the site's own."""

    def __init__(self, texts: Mapping[str, tuple[Source, ...]], cache: Cache = Cache(None)) -> None:
        self._texts, self.cache = texts, cache
        self._read: dict[str, Catalogue] = {}

    @property
    def languages(self) -> list[str]:
        return sorted({ENGLISH, *self._texts})

    def spoken(self, *languages: str) -> str:
        """The first of the languages for which there are words, by the name of its catalogue; English where there is none."""
        return next((name for language in languages if (name := nearest(language, self.languages))), ENGLISH)

    def key(self, language: str) -> str:
        """Changes with the words that a page in `language` may have. It needs no reading."""
        name = nearest(language, self._texts)
        return digest_of([name, [source.digest for source in self._texts.get(name, ())]])

    def of(self, language: str) -> Catalogue:
        """The catalogue of `language`, of the language that it is a kind of, or English."""
        name = nearest(language, self._texts)
        if name not in self._read:
            self._read[name] = self._made(name)
        return self._read[name]

    def _made(self, name: str) -> Catalogue:
        messages: dict[str, tuple[str, ...]] = {}
        plural = TWO_FORMS
        for source in self._texts.get(name, ()):
            kept = self._kept(source)
            plural = kept["plural"] if kept["messages"] else plural
            messages |= {key: tuple(forms) for key, forms in kept["messages"].items()}
        return Catalogue(name or ENGLISH, messages, plural)

    def _kept(self, source: Source) -> dict[str, Any]:
        """To read a catalogue takes longer than to draw a page, so what was read is kept."""
        key = self.cache.key("words", source.digest)
        kept = self.cache.get(key)
        if kept is None:
            messages, plural, _ = read_catalogue(source.text)
            kept = {"messages": messages, "plural": plural}
            self.cache.put(key, kept)
        return kept


def read_catalogue(text: str) -> tuple[dict[str, tuple[str, ...]], str, list[Fault]]:
    """The translated messages of a catalogue, its rule for plurals, and what is wrong with it. A translation that is marked fuzzy is none."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        found = read_po(text.splitlines(keepends=True), abort_invalid=True)
        plural, count = found.plural_expr, found.num_plurals
        _check_rule(plural)
    except PoFileError as error:
        return {}, TWO_FORMS, [Fault(error.lineno + 1, "this line of the catalogue cannot be read")]
    except ValueError:
        return {}, TWO_FORMS, [Fault(1, "the rule for plurals of this catalogue cannot be read")]
    messages: dict[str, tuple[str, ...]] = {}
    faults: list[Fault] = []
    for message in found:
        english = (message.id,) if isinstance(message.id, str) else message.id
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string)
        if not english[0] or message.fuzzy or not all(forms):
            continue
        fault = _fault(english, forms, count)
        if fault:
            faults.append(Fault(message.lineno or 1, fault))
        else:
            messages[(message.context + _BETWEEN if message.context else "") + english[0]] = forms
    return messages, plural, faults


def _check_rule(plural: str) -> None:
    from gettext import c2py

    c2py(plural)(1)


def _fault(english: tuple[str, ...], forms: tuple[str, ...], count: int) -> str:
    if len(english) > 1 and len(forms) != count:
        return f"this message has {len(forms)} forms where the language has {count}"
    wanted = places(english[-1])
    for form in forms:
        lost, strange = wanted - places(form) - ({"count"} if len(english) > 1 else set()), places(form) - wanted
        if lost or strange:
            return f"this translation {'lacks' if lost else 'has a strange'} `%({min(lost or strange)})s`"
    return ""
