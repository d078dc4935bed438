"""Formulas: TeX in, MathML out, or what is wrong with the TeX and where in it. What converts them is imported where there is one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .mathml import Formula


@lru_cache(maxsize=4096)
def formula(tex: str, display: bool) -> Formula:
    """`tex` as a ``<math>`` element in which the TeX is kept as an annotation and plain text as ``data-text``. The conversion is latex2mathml's.

    The text is no ``alttext``: VoiceOver would read that, sign by sign, in place of the formula.

    A displayed formula of several lines (`\\\\`) need not name an environment: it is a `split`, as in Sphinx.
    """
    from .mathml import converted

    return converted(tex, display)
