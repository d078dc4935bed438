"""A script in, the same script with its words in a page's language out; and the words of the page's Python, as JSON.

A script says `gettext("…")`, `pgettext("context", "…")` or `ngettext("one …", "%(count)s …", count)` (static/words.js). In English
it stays as it is. In another language its literals are swapped here, so that a page asks for no catalogue, and gets those words alone
that its scripts have; literals that are swapped make another file, with another hash in its name.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping

from .catalogue import Catalogue, Catalogues
from .digest import digest_of

_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(rf"\b(?P<call>[np]?gettext)\((?P<before>\s*)(?P<first>{_LITERAL})(?:(?P<between>\s*,\s*)(?P<second>{_LITERAL}))?")
_RULE, _LANGUAGE = "Number(n !== 1)", 'const language = "en";'  # of English, in words.js
_MARKS = frozenset({"gettext", "ngettext", "N_"})  # by which the page's Python says that a text is a message


def translated(script: str, words: Catalogue) -> str:
    if not words.messages or "gettext" not in script:
        return script
    script = script.replace(_RULE, f"Number({words.plural})").replace(_LANGUAGE, f'const language = "{words.language}";')
    return _CALL.sub(lambda call: _call(call, words), script)


def _call(call: re.Match[str], words: Catalogue) -> str:
    first, second = json.loads(call["first"]), json.loads(call["second"] or '""')
    opening, between = f"{call['call']}({call['before']}", call["between"] or ""
    if call["call"] == "ngettext":
        forms = words.forms(first)
        return f"{opening}{json.dumps(forms, ensure_ascii=False)}{between}\"\"" if len(forms) > 1 else call[0]
    if call["call"] == "pgettext":
        return f"{opening}\"\"{between}{json.dumps(words.said(second, first), ensure_ascii=False)}"
    return f"{opening}{json.dumps(words.said(first), ensure_ascii=False)}{between}{call['second'] or ''}"


def messages_of(scripts: Mapping[str, bytes]) -> set[str]:
    """The messages of the page's Python: the first argument of each mark, by the path of its module."""
    return {text for source in scripts.values() if b"gettext" in source or b"N_(" in source for text in _marked(ast.parse(source))}


def _marked(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKS and node.args:
            if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield node.args[0].value


def sentences(scripts: Mapping[str, bytes], language: str, catalogues: Catalogues) -> bytes:
    """What the page's Python says in a language, as phrases.py reads it; nothing for English. It is kept: to find it takes longer than to draw a page."""
    words = catalogues.of(language)
    if not words.messages:
        return b""
    key = catalogues.cache.key("sentences", catalogues.key(language), [[path, digest_of(source)] for path, source in sorted(scripts.items())])
    kept = catalogues.cache.get(key)
    if kept is None:
        found = {message: list(words.forms(message)) for message in sorted(messages_of(scripts)) if message in words.messages}
        kept = {"plural": words.plural, "messages": found}
        catalogues.cache.put(key, kept)
    return json.dumps(kept, ensure_ascii=False, sort_keys=True).encode("utf-8")
