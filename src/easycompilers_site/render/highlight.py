"""Code in, spans with Pygments' short class names out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from html import escape

from markupsafe import Markup

from ..digest import digest_of

#: Classes of what looks as the text around it does: names, punctuation, spaces. A third of all the spans of a page would be theirs,
#: and a phone pays for each.
_PLAIN = frozenset({"", "n", "p", "w"})


#: What was coloured before, and what is now, each by a digest of its language and its source; None while nobody remembers.
_memory: ContextVar[tuple[Mapping[str, str], dict[str, str]] | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(known: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Take from `known` what is coloured within, so that where no listing is new Pygments is not even imported. Gives all that was coloured."""
    coloured: dict[str, str] = {}
    before = _memory.set((known, coloured))
    try:
        yield coloured
    finally:
        _memory.reset(before)


def highlight(source: str, language: str) -> Markup:
    """`source` as HTML for the inside of a ``<pre>``; plain text for a language that Pygments does not know."""
    memory = _memory.get()
    if memory is None:
        return _coloured(source, language)
    known, coloured = memory
    key = digest_of([language, source])
    coloured[key] = known[key] if key in known else str(_coloured(source, language))
    return Markup(coloured[key])


@lru_cache(maxsize=2048)
def _coloured(source: str, language: str) -> Markup:
    lexer = None if not language or language in ("text", "plain", "none") else _lexer(language)
    return Markup(escape(source, quote=False) if lexer is None else "".join(_spans(lexer.get_tokens(source))))


def _spans(tokens: Iterable[tuple[tuple, str]]) -> Iterator[str]:
    """HTML of Pygments' tokens, one span for what follows each other in one class."""
    name = text = ""
    for kind, value in tokens:
        if (own := _classes[kind]) == name:
            text += value
        else:
            yield _span(name, text)
            name, text = own, value
    yield _span(name, text)


@lru_cache(maxsize=4096)
def _span(name: str, text: str) -> str:
    """No span goes beyond its line, so that lines can be taken apart. Kept, since a language says the same few words again and again."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if not name or not text:
        return text
    if "\n" not in text:
        return f'<span class="{name}">{text}</span>'
    return "\n".join(f'<span class="{name}">{line}</span>' if line else "" for line in text.split("\n"))


class _Classes(dict[tuple, str]):
    """The short name of each kind of token, of the nearest that has one; '' for what looks as the text around it does."""

    def __missing__(self, kind: tuple) -> str:
        from pygments.token import STANDARD_TYPES

        known = kind
        while known not in STANDARD_TYPES:
            known = known.parent
        name = STANDARD_TYPES[known]
        self[kind] = "" if name in _PLAIN else name
        return self[kind]


_classes = _Classes()


@lru_cache(maxsize=64)
def _lexer(language: str):
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    try:
        kind = find_lexer_class_by_name(language)
    except ClassNotFound:
        return None
    return (_python() if kind.name == "Python" else kind)(stripnl=False, ensurenl=False)


def _python() -> type:
    """Pygments' lexer of Python, which tries fifty rules on each space, sign and name: here what looks as the text around it does is taken in runs,
    and what is frequent is asked for first. No other rule can take what these take."""
    from pygments.lexer import include, inherit, words
    from pygments.lexers.python import PythonLexer
    from pygments.token import Name, Number, Operator

    rules = (rule[0] for state in PythonLexer.tokens.values() for rule in state if type(rule) is tuple)
    named = {word for rule in rules for word in (rule.words if isinstance(rule, words) else re.findall(r"[A-Za-z_]{2,}", rule))}
    space = r"(?<=\S)[^\S\n]+|\n[^\S\n]*(?![rRuUbB]{0,2}['\"]|(?:match|case|lazy)\b|\s)"  # at the beginning of a line a docstring or `match` may follow
    name = r"[A-Za-z_][A-Za-z0-9_]*(?=[\s!#-&(-/:-@\[-^`{-~]|\Z)"  # before a quote it is a string's prefix

    class Python(PythonLexer):
        tokens = {"root": [
            (words(named, rf"(?:{space}|[]{{}}(),;[]|:(?!=)|(?!", rf"\b){name})+"), Name),
            (r"!=|==|<<|>>|:=|[-~+/*%=<>&^|]|\.(?!\d)", Operator),
            (r"(?:in|is|and|or|not)\b", Operator.Word),
            (r"\d+(?![\w.])", Number.Integer),
            include("keywords"),
            include("builtins"),
            inherit,
        ]}

    return Python
