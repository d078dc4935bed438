"""Formulas: TeX in, MathML out, or a sentence that says what is wrong with the TeX."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Formula:
    """mathml: '' where the TeX could not be read. problem: why."""

    mathml: str
    problem: str = ""


@lru_cache(maxsize=4096)
def formula(tex: str, display: bool) -> Formula:
    """`tex` as a ``<math>`` element with the TeX kept in `alttext`. The conversion is latex2mathml's."""
    from html import escape

    from latex2mathml.converter import convert

    try:
        mathml = convert(_TEXT.sub(_hidden, tex), display="block" if display else "inline")
        for character, (stand_in, entity) in _MARKUP.items():
            mathml = mathml.replace(stand_in, entity)
        ElementTree.fromstring(mathml)
    except Exception as error:  # its exceptions share no class, and bad TeX raises plain ones too
        name = type(error).__name__.removesuffix("Error")
        return Formula("", f"this formula cannot be read ({_words(name)})")
    return Formula(_mended(mathml).replace("<math ", f'<math alttext="{escape(tex.strip())}" ', 1))


#: Text within a formula, and the characters in it that the converter would hand on as markup.
_TEXT = re.compile(r"\\(?:text(?:bf|it|rm|sf|tt)?|[mh]box|operatorname)\s*\{[^{}]*\}")
_MARKUP = {"<": ("\ue000", "&lt;"), ">": ("\ue001", "&gt;"), "&": ("\ue002", "&amp;")}


def _hidden(match: re.Match[str]) -> str:
    return "".join(_MARKUP[character][0] if character in _MARKUP else character for character in match[0])


_NAMED = re.compile(r"(<mi>(?:arg|cos|det|exp|gcd|inf|lim|ln|log|max|min|sin|sup|tan|tanh)</mi>)(?=<m[in]>)")


def _mended(mathml: str) -> str:
    """Infinity is a number and no operator, and a function's name stands off from what it is applied to, as in TeX."""
    return _NAMED.sub(r'\1<mspace width="0.1667em"/>', mathml.replace("<mo>&#x0221E;</mo>", "<mi>&#x0221E;</mi>"))


def _words(name: str) -> str:
    """``NoAvailableTokensError`` → "no available tokens"."""
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
