"""A formula in TeX in, MathML out, or what is wrong with the TeX and where in it. Imported by `maths.py` where there is a formula."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from .frozen import frozen
from .linear import linear
from .problem import did_you_mean
from .tex import Mistake, plain, scan

if TYPE_CHECKING:  # imported where there is a formula
    from xml.etree import ElementTree


@frozen
class Formula:
    """mathml: '' where the TeX could not be read. mistake: why. text: the formula on one line of plain text; then the TeX."""

    mathml: str
    text: str
    mistake: Mistake | None = None


def converted(tex: str, display: bool) -> Formula:
    """See `maths.formula`."""
    from xml.etree import ElementTree

    from latex2mathml.converter import convert

    mistake, lines = scan(tex)
    if mistake is None and lines and not display:
        mistake = Mistake("a formula in a line of text has one line and no columns", "write it between `$$` and `$$`", *_first(tex, "\\\\", "&"))
    if mistake:
        return Formula("", tex, mistake)
    try:
        mathml = convert(_TEXT.sub(_hidden, plain(rf"\begin{{split}}{tex}\end{{split}}" if lines else tex)), display="block" if display else "inline")
        for stand_in, entity in _MARKUP.values():
            mathml = mathml.replace(stand_in, entity)
        tree = ElementTree.fromstring(mathml)
    except Exception as error:  # its exceptions share no class, and bad TeX raises plain ones too
        return Formula("", tex, _refused(error, tex))
    mistake = _unknown(mathml, tex) or _incomplete(tree, tex)
    if mistake:
        return Formula("", tex, mistake)
    text = linear(tree)
    return Formula(_annotated(_mended(mathml), tex, text), text)


def _annotated(mathml: str, tex: str, text: str) -> str:
    """The element without the namespace, which HTML gives it, and with the TeX and the text in it."""
    opening, _, rest = mathml.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "", 1).partition(">")
    inner = rest.removesuffix("</math>")
    return f'{opening} data-text="{escape(text)}"><semantics>{inner}<annotation encoding="application/x-tex">{escape(tex.strip(), quote=False)}</annotation></semantics></math>'


#: Text within a formula, and the characters in it that the converter would hand on as markup.
_TEXT = re.compile(r"\\(?:text(?:bf|it|rm|sf|tt)?|[mh]box|operatorname)\s*\{[^{}]*\}")
_MARKUP = {"<": ("\ue000", "&lt;"), ">": ("\ue001", "&gt;"), "&": ("\ue002", "&amp;")}


def _hidden(match: re.Match[str]) -> str:
    return "".join(_MARKUP[character][0] if character in _MARKUP else character for character in match[0])


_NAMED = re.compile(r"(<mi>(?:arg|cos|det|exp|gcd|inf|lim|ln|log|max|min|sin|sup|tan|tanh)</mi>)(?=<m[in]>)")


def _mended(mathml: str) -> str:
    """Infinity is a number and no operator, and a function's name stands off from what it is applied to, as in TeX."""
    return _NAMED.sub(r'\1<mspace width="0.1667em"/>', mathml.replace("<mo>&#x0221E;</mo>", "<mi>&#x0221E;</mi>"))


#: What the converter's exceptions mean, and what to do.
_REFUSED = {
    "DoubleSuperscripts": ("two superscripts stand on one thing", "put braces round the first with what it stands on, as in `{a^b}^c`"),
    "DoubleSubscripts": ("two subscripts stand on one thing", "put braces round the first with what it stands on, as in `{a_b}_c`"),
    "MissingSuperScriptOrSubscript": ("nothing stands after a `^` or `_`", "write what is raised or lowered, in braces where it is more than one sign"),
    "ExtraLeftOrMissingRight": (r"a `\left`, `\middle` or `\right` has no partner or no bracket after it", r"write them as in `\left( … \right)`"),
    "MissingEnd": (r"a `\begin` has no `\end`", r"close it with `\end{…}`"),
    "LimitsMustFollowMathOperator": (r"`\limits` stands after no operator", r"write it right after the operator, as in `\sum\limits_i`"),
    "NoAvailableTokens": ("something is missing at the end of a command", "look whether each command has all that it takes, as `\\frac{a}{b}`"),
}


def _refused(error: Exception, tex: str) -> Mistake:
    name = type(error).__name__.removesuffix("Error")
    message, hint = _REFUSED.get(name, ("this formula cannot be read", "write it in another way: one of its commands is not known in this form"))
    return Mistake(message, hint, *_whole(tex))


_LEFT_OVER = re.compile(r"<m[ion][^>]*>\\([A-Za-z]+)")


def _unknown(mathml: str, tex: str) -> Mistake | None:
    """A command that the converter hands on as it stands."""
    match = _LEFT_OVER.search(mathml)
    if match is None:
        return None
    name = "\\" + match[1]
    hint = "write the label as an option, `:label: eq-name`, or behind the formula, `$$ … $$ (eq-name)`" if name == r"\label" else ""
    return Mistake(f"there is no command `{name}` in a formula", hint or did_you_mean(name, _commands()) or r"for text write `\text{…}`, for a name `\operatorname{…}`", *_first(tex, name))


@lru_cache(maxsize=1)
def _commands() -> frozenset[str]:
    """What can be meant, for "did you mean"."""
    from latex2mathml import commands
    from latex2mathml.symbols_parser import convert_symbol

    greek = ("alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi omega "
             "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega times cdot pm leq geq neq approx in notin subset cup cap to mapsto infty partial nabla "
             "forall exists ldots cdots vdots odot oplus otimes ell sim equiv propto rightarrow leftarrow Rightarrow langle rangle Vert").split()
    named = {value for value in vars(commands).values() if isinstance(value, str) and value.startswith("\\")}
    return frozenset(named | {f"\\{name}" for name in greek if convert_symbol(f"\\{name}")})


_PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
_COMMANDS = {"mfrac": (r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\binom"), "mroot": (r"\sqrt",)}


def _incomplete(tree: ElementTree.Element, tex: str) -> Mistake | None:
    """An element without all its parts, and a formula in which nothing is left to see."""
    for element in tree.iter():
        tag = element.tag.rpartition("}")[2]
        if tag in _PARTS and len(element) != _PARTS[tag]:
            places = _first(tex, *_COMMANDS.get(tag, ()))
            return Mistake("a command here lacks something that it takes", r"give it all its parts, as in `\frac{a}{b}`", *places)
    shown = any((element.text or "").strip() for element in tree.iter())
    return None if shown or tree.find(".//*[@width]") is not None else Mistake("nothing of this formula would show", "write what is to be seen", *_whole(tex))


def _first(tex: str, *needles: str) -> tuple[int, int]:
    """Offset and length of the first of `needles` in `tex`, or of all of it."""
    found = [(at, len(needle)) for needle in needles if (at := tex.find(needle)) >= 0]
    return min(found) if found else _whole(tex)


def _whole(tex: str) -> tuple[int, int]:
    return len(tex) - len(tex.lstrip()), len(tex.strip().split("\n")[0])
