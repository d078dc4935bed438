"""What libyaml says of a text, and what the text looks like, in; what is wrong in an author's words out. Pure."""

from __future__ import annotations

import re

#: A word of libyaml's own, what it means, and what to do about it. The first that fits is taken.
_PLAIN = (
    ("found a tab character", "a tab stands where the line has to be indented with spaces", "replace the tab with spaces"),
    ("mapping values are not allowed", "a colon stands where no value can begin", "a text with a colon and a space in it needs quotes round it"),
    ("found undefined alias", "a `*` begins an alias, and there is no anchor of that name", "put a text that begins with `*` in quotes"),
    ("scanning an alias", "a `*` begins an alias, which this is not", "put a text that begins with `*` in quotes"),
    ("scanning an anchor", "a `&` begins an anchor, which this is not", "put a text that begins with `&` in quotes"),
    ("cannot start any token", "a text cannot begin with this character", "put the text in quotes"),
    ("another document", "a line `---` or `...` ends a settings file", "take the line out"),
    ("<document start>", "a line `---` or `...` ends a settings file", "take the line out"),
    ("unknown escape", "a backslash in double quotes is special, and this letter after it means nothing", "use single quotes: '…'"),
    ("hexdecimal number", "a backslash in double quotes is special, and hexadecimal digits have to follow this one", "use single quotes: '…'"),
    ("unexpected end of stream", "the quotes that open here are never closed", "close them"),
    ("maximum nesting depth", "the values are nested too deeply", "a settings file needs three levels at most"),
    ("while parsing a flow", "a bracket that opens here is not closed, or a comma is missing", "close it, or put the text in quotes"),
)

#: Of a line that cannot be read: what it looks like, and what to do.
_SHAPES = (
    (re.compile(r"\s*-[^\s-]"), "a space is missing between `-` and the text", "write `- ` before each item of a list"),
    (re.compile(r"""[^:#]*:\s+'[^']*'[^\s,\]}#]"""), "the text in quotes ends before the line does", "within single quotes an apostrophe is written twice: 'don''t'"),
    (re.compile(r"""[^:#]*:\s+(".*?(?<!\\)"|'.*?'|\[.*?\]|\{.*?\})\s*[^\s,#]"""), "something follows what is in quotes or brackets", "put the whole text in quotes"),
    (re.compile(r"[^:]*$"), "this line is no `key: value`", "each line needs `key: value`; a longer text may go on, indented, on the next line"),
)

#: What looks like a space or the end of a line, and is not one for YAML; or is one for YAML alone.
_ODD_SPACE = re.compile(r"^\s*(?:- )?[\w-]+:(?P<odd>[\u00a0\u1680\u2000-\u200d\u202f\u205f\u3000])|(?P<end>[\x85\u2028\u2029])", re.MULTILINE)

#: Escapes in double quotes that are no letters, and that TeX's commands begin with.
_ESCAPE = re.compile(r"\\(?:(?P<always>[0abvfeNLP_])|(?P<tex>n(?:u|eq?|eg|abla|ot|otin|mid|leq|geq)|r(?:ho|ight\w*|angle|ceil|floor|m)|t(?:au|heta|imes|o|ext\w*|anh?|ilde|op|frac))(?![a-z])|.)",
                     re.DOTALL)


def in_words(context: str, problem: str, line: str) -> tuple[str, str]:
    """What is wrong, and what to do, for what libyaml says (`context`, `problem`) of `line`."""
    said = f"{context} {problem}"
    if "did not find expected key" in said or "expected ':'" in said:
        for shape, message, hint in _SHAPES:
            if shape.match(line):
                return message, hint
    for words, message, hint in _PLAIN:
        if words in said:
            return message, hint
    return f"this is not YAML: {said.strip()}", "check quotes, brackets and indentation on this line and the one before"


def odd_space(text: str) -> tuple[int, str] | None:
    """Where a character stands that is not what it looks like, from 0, and its name; None where there is none."""
    match = _ODD_SPACE.search(text)
    if match is None:
        return None
    group = "odd" if match["odd"] else "end"
    return match.start(group), f"U+{ord(match[group]):04X}"


def escape(typed: str) -> tuple[int, str] | None:
    """The first escape in a text in double quotes that an author hardly means, as `\\f` in `\\frac`: where, and the escape."""
    return next(((match.start(), match[0][:2]) for match in _ESCAPE.finditer(typed) if match["always"] or match["tex"]), None)


def lost_comment(rest: str) -> str:
    """What follows a text on its line where that is a comment which hardly is meant as one: `#1`, '' for none."""
    match = re.match(r"\s+(#[^\s#][^\n]*)", rest)
    return match[1].rstrip() if match else ""
