"""Formulas: TeX in, MathML out, or a sentence that says what is wrong with the TeX."""

from __future__ import annotations

import re
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
        mathml = convert(tex, display="block" if display else "inline")
    except Exception as error:  # its exceptions share no class, and bad TeX raises plain ones too
        name = type(error).__name__.removesuffix("Error")
        return Formula("", f"this formula cannot be read ({_words(name)})")
    return Formula(_mended(mathml).replace("<math ", f'<math alttext="{escape(tex.strip())}" ', 1))


_NAMED = re.compile(r"(<mi>(?:arg|cos|det|exp|gcd|inf|lim|ln|log|max|min|sin|sup|tan|tanh)</mi>)(?=<m[in]>)")


def _mended(mathml: str) -> str:
    """Infinity is a number and no operator, and a function's name stands off from what it is applied to, as in TeX."""
    return _NAMED.sub(r'\1<mspace width="0.1667em"/>', mathml.replace("<mo>&#x0221E;</mo>", "<mi>&#x0221E;</mi>"))


def _words(name: str) -> str:
    """``NoAvailableTokensError`` → "no available tokens"."""
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
