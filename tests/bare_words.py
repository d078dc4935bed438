"""Text in, the words in it that nobody could translate out: those for a reader that are no message. One function for each kind of file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from jinja2 import Environment

from easycompilers_site.pages import EXTENSIONS

SPOKEN = ("aria-label", "alt", "title", "placeholder", "summary", "label", "aria-description", "aria-roledescription", "aria-placeholder", "data-title")
#: Elements that hold no words for a reader.
SILENT = ("script", "style")
MARKS = {"gettext", "ngettext", "pgettext", "N_"}

_WORD = re.compile(r"[^\W\d_]{2,}")
#: In a template's own texts: two words, or one as a heading has it.
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:]? [^\W\d_]+|^[A-Z][a-z]{2,}[.:]?$")
_NAME = re.compile(r'[\w-]+="')  # of an attribute that a template writes by itself
_TYPES = ("article", "website")  # of a page, for other programs


def in_template(text: str) -> Iterator[str]:
    """Words of a template outside of `_(…)` and `{% trans %}`."""
    environment = Environment(extensions=EXTENSIONS, trim_blocks=True, lstrip_blocks=True)
    html, inside, tag = [], False, []
    for _, kind, value in environment.lex(text):
        if kind == "block_begin":
            tag = []
        elif kind == "block_end":
            inside = {"trans": True, "endtrans": False}.get(tag[0] if tag else "", inside)
        elif kind == "data" and not inside and value not in _TYPES:
            html.append(value)
        elif kind == "variable_begin":
            html.append("\N{REPLACEMENT CHARACTER}")
        if kind == "name":
            tag.append(value)
    reader = _Reader()
    reader.feed(re.sub("<(/?)\N{REPLACEMENT CHARACTER}", r"<\1x", "".join(html)))
    reader.close()
    yield from reader.found
    said = set(_said(environment, text))
    yield from (value for value in _constants(environment, text) if _PROSE.search(value) and value not in said)


def _said(environment: Environment, text: str) -> Iterator[str]:
    for _, _, messages in environment.extract_translations(text):
        yield from (messages,) if isinstance(messages, str) else filter(None, messages)


def _constants(environment: Environment, text: str) -> Iterator[str]:
    from jinja2 import nodes

    return (node.value for node in environment.parse(text).find_all(nodes.Const) if isinstance(node.value, str) and "<" not in node.value)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.found += [value for name, value in attrs if name in SPOKEN and value and _WORD.search(value)]

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not set(SILENT) & set(self.open[-1:]) and _WORD.search(_NAME.sub("", data)):
            self.found.append(data.strip())


def in_script(text: str) -> Iterator[str]:
    """Sentences in a script's literals outside of `gettext(…)`: what is thrown or logged is for whoever looks into the console."""
    calls: list[str] = []
    before = ["", ""]  # the last two words or signs
    for kind, value in _tokens(text):
        if kind == "sign" and value == "(":
            calls.append(before[-1])
        elif kind == "sign" and value == ")" and calls:
            calls.pop()
        elif kind == "literal" and _SENTENCE.search(value) and not _CODE.search(value) and not (calls and calls[-1] in _UNSEEN):
            yield value
        before = [before[-1], value]


#: In a script: begins with a capital, or ends as a sentence does. What is handed to these is a message, or nobody's to read.
_SENTENCE = re.compile(r"^\W*[A-Z][a-z]{2,}([.:…]?$|[,;:]? \w)|\w+ \w+.*[.?!…:]$")
_UNSEEN = {*MARKS, "Error", "Unfit", "warn", "info"}
#: Selectors, keys of the keyboard, names of the browser's own.
_CODE = re.compile(r"(^|[\s,(>:])[.#:\[][\w-]|[<>={}]|^(Escape|Enter|Tab|Arrow\w+|Interrupted|Content-Security-Policy|QuotaExceededError)$")

_TOKEN = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<literal>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<word>[\w$]+)|(?P<space>\s+)|(?P<sign>.)""", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Words, signs and literals of a script; of a template literal what stands in its places goes first, and is `x` in it."""
    at, last = 0, ""
    while at < len(text):
        pattern = _PATTERN.match(text, at) if last in ("", *"(,=:[!&|?{};", "return") else None
        if text[at] == "`":
            end, parts, inner = _template(text, at)
            for part in inner:
                yield from _tokens(part)
            yield "literal", parts
            at, last = end, "`"
            continue
        match = _TOKEN.match(text, at)
        if match.lastgroup not in ("comment", "space"):
            if pattern:
                match = pattern
            else:
                yield match.lastgroup, match[0][1:-1] if match.lastgroup == "literal" else match[0]
            last = match[0]
        at = match.end()


def _template(text: str, start: int) -> tuple[int, str, list[str]]:
    """Where the template literal at `start` ends, its text, and the code in its places."""
    at, written, inner = start + 1, "", []
    while text[at] != "`":
        if text.startswith("${", at):
            begin, depth, at = at + 2, 1, at + 2
            while depth:
                if text[at] == "`":
                    at = _template(text, at)[0]
                    continue
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            inner.append(text[begin : at - 1])
            written += "x"
        else:
            written += text[at]
            at += 2 if text[at] == "\\" else 1
    return at + 1, written, inner


def in_python(text: str) -> Iterator[str]:
    """Sentences in the page's Python outside of its marks and of what it raises for whoever calls a library."""
    tree = ast.parse(text)
    said = {id(one) for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS for one in ast.walk(node)}
    said |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said and re.search(r"^[A-Z`].*[a-z]{2,} [a-z]+.*[.?]$", node.value.strip(), re.DOTALL):
            yield node.value
