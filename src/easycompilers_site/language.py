"""Language tags, as BCP 47 has them: a tag in, what is wrong with it out; and a day as a language writes it. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

_TAG = (
    r"(?P<language>[a-z]{2,3})(-[a-z]{3}){0,3}(-[a-z]{4})?(-(?P<region>[a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*"
    r"(-[a-wyz\d](-[a-z\d]{2,8})+)*(-x(-[a-z\d]{1,8})+)?|x(-[a-z\d]{1,8})+")

#: The two-letter codes of ISO 639-1. Of three letters there are thousands, and any is taken.
_TWO_LETTERS = frozenset("""
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu
    fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn
    ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os
    pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt
    tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
""".split())

_NAMES = {"arabic": "ar", "chinese": "zh", "czech": "cs", "danish": "da", "deutsch": "de", "dutch": "nl", "english": "en", "español": "es",
          "finnish": "fi", "français": "fr", "french": "fr", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "italian": "it",
          "japanese": "ja", "korean": "ko", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "russian": "ru",
          "spanish": "es", "swedish": "sv", "turkish": "tr", "ukrainian": "uk", "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja",
          "se": "sv", "ua": "uk"}


def is_language(tag: str) -> bool:
    """Whether a browser, a dictionary and a voice know by `tag` which language is meant."""
    match = re.fullmatch(_TAG, tag, re.IGNORECASE)
    if not match:
        return False
    language, region = (match["language"] or "").lower(), (match["region"] or "").lower()
    return region != "uk" and (len(language) != 2 or language in _TWO_LETTERS)


def meant(tag: str) -> str:
    """The tag that was probably meant, '' where none is near: `en_GB` and `en-UK` mean `en-GB`, `German` means `de`."""
    joined = re.sub(r"[_. ]+", "-", tag.strip())
    first, dash, rest = joined.partition("-")
    better = _NAMES.get(first.lower(), first) + dash + ("GB" if rest.lower() == "uk" else rest)
    return better if is_language(better) else ""


#: Languages and scripts that are written from right to left.
_LEFTWARD = frozenset("ar arc ckb dv fa he khw ks lrc mzn nqo pnb ps rhg sd syr ug ur yi".split())
_LEFTWARD_SCRIPTS = frozenset("adlm arab hebr mand nkoo rohg samr syrc thaa".split())


def direction(tag: str) -> str:
    """``rtl`` for a language that is written from right to left, else ``ltr``. A script in the tag decides: `az-Arab`, `he-Latn`."""
    language, *rest = tag.lower().split("-")
    scripts = [part for part in rest if len(part) == 4 and part.isalpha()]
    leftward = scripts[0] in _LEFTWARD_SCRIPTS if scripts else language in _LEFTWARD
    return "rtl" if leftward else "ltr"


def written_day(day: str, tag: str) -> str:
    """A day such as 2026-11-29 as the language writes it in full; as it is, where nobody knows how."""
    from babel import Locale, UnknownLocaleError  # takes longer to import than all that is said of a day
    from babel.dates import format_date

    try:
        return format_date(date.fromisoformat(day), "long", Locale.parse(tag, sep="-"))
    except (ValueError, UnknownLocaleError):
        return day


def nearest(tag: str, among: Collection[str]) -> str:
    """The one of `among` that is `tag`, or of which it is a kind (`de-AT` of `de`); '' for none."""
    known = {other.lower(): other for other in among}
    parts = tag.lower().split("-")
    return next((known[name] for end in range(len(parts), 0, -1) if (name := "-".join(parts[:end])) in known), "")
