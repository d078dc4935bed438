"""Code in, spans with Pygments' short class names out."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape


@lru_cache(maxsize=2048)
def highlight(source: str, language: str) -> Markup:
    """`source` as HTML for the inside of a ``<pre>``; plain text for a language that Pygments does not know."""
    if not language or language in ("text", "plain", "none"):
        return escape(source)
    from pygments import highlight as colour

    lexer = _lexer(language)
    return escape(source) if lexer is None else Markup(colour(source, lexer, _formatter()))


@lru_cache(maxsize=1)
def _formatter():
    from pygments.formatters import HtmlFormatter

    return HtmlFormatter(nowrap=True)


@lru_cache(maxsize=64)
def _lexer(language: str):
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
