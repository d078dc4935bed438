"""A listing that is cut from a file in the course's folder.

    ```{literalinclude} model.py
    :start-after: "# --- the block"
    :end-before: "# ---"
    :lines: 1-8
    :emphasize-lines: 2
    :caption: The block as the file has it
    :lineno-match: true
    ```
"""

from __future__ import annotations

import posixpath
import textwrap
from typing import ClassVar

from ..directive import CLASS, LABEL, Directive
from ..frozen import frozen
from ..limits import MOST_BYTES
from ..model import Block
from ..problem import Problem, did_you_mean
from ..shape import Key
from ..source import Source, beside
from .code_block import CodeBlock, emphasised, identity, lines


@frozen(kw_only=True)
class LiteralInclude(CodeBlock):
    """file: its name. first, last: the lines of it that are shown, 0 where they do not follow one another."""

    word: ClassVar[str] = "literalinclude"
    file: str
    first: int = 0
    last: int = 0


OPTIONS = (
    LABEL, CLASS,
    Key("language", "text", "what it is written in; told from the file's name when left out"),
    Key("start-after", "text", "the listing begins below the first line that holds this"),
    Key("start-at", "text", "the listing begins with the first line that holds this"),
    Key("end-before", "text", "the listing ends above the next line that holds this"),
    Key("end-at", "text", "the listing ends with the next line that holds this"),
    Key("lines", "text", "the lines to show of what these leave, as in `1,3-5,8-`"),
    Key("dedent", "flag", "true takes away the indentation that all lines share"),
    Key("caption", "text", "a line above the listing"),
    Key("emphasize-lines", "text", "the lines of the listing to set off, as in `2,4-5`"),
    Key("lineno-start", "whole", "the number of the first line"),
    Key("lineno-match", "flag", "true gives the lines the numbers that they have in the file"),
    Key("linenos", "flag", "true numbers the lines from 1"),
)


def read(directive: Directive) -> Block:
    """The listing; a file or lines that are not there are reported."""
    options = directive.options(*OPTIONS)
    if directive.body.strip():
        directive.report(Problem("unexpected-body", "a `literalinclude` holds options and no text", directive.source.whole_line(directive.code()[1]),
                                 "move the text before or after it"))
    path = beside(directive.head.argument, directive.source.path)
    problem = _missing(directive, path)
    if problem:
        return directive.broken(problem)
    kept = _kept(directive.listings[path], options, directive)
    text = "".join(line + "\n" for _, line in kept)
    numbers = [number for number, _ in kept]
    together = bool(numbers) and numbers == list(range(numbers[0], numbers[-1] + 1))
    caption, number = directive.captioned(options.get("caption", ""), "listing")
    start = options.get("lineno-start", numbers[0] if options.get("lineno-match") and together else 1 if options.get("linenos") else 0)
    return LiteralInclude(
        span=directive.span, source=textwrap.dedent(text) if options.get("dedent") else text, file=posixpath.basename(path),
        language=options.get("language") or _language(path), label=options.get("label", ""), caption=caption, number=number,
        start=start, id=identity(directive, options, start), emphasised=emphasised(options.get("emphasize-lines", ""), len(kept), directive),
        first=numbers[0] if together else 0, last=numbers[-1] if together else 0,
    )


def _missing(directive: Directive, path: str) -> Problem | None:
    """Why there is nothing to cut from."""
    written, span = directive.head.argument, directive.argument_span
    folder = posixpath.dirname(directive.source.path)
    if "/" not in directive.source.path:
        return Problem("misplaced", "a `literalinclude` stands in a definition", directive.span, "move it into a chapter")
    if not written:
        return Problem("missing-file", "this `literalinclude` names no file", directive.span, "write the file after the name: `{literalinclude} model.py`")
    if not path.startswith(f"{folder}/") or written.startswith("/") or "\\" in written:
        return Problem("file-outside", f"`{written}` leads out of the course's folder", span, f"copy the file into {folder}/ and write its path from there, with `/`")
    if path not in directive.files and path not in directive.listings:
        known = [posixpath.relpath(file, folder) for file in directive.files if file.startswith(f"{folder}/")]
        return Problem("missing-file", f"there is no file `{written}` here", span, did_you_mean(written, known) or "put the file beside this chapter")
    if path not in directive.listings:
        return Problem("not-text", f"`{written}` cannot be read as text", span, f"name a text file, saved as UTF-8, of at most {MOST_BYTES:,} bytes")
    return None


def _kept(file: Source, options: dict, directive: Directive) -> list[tuple[int, str]]:
    """The lines that are shown, each with its number in the file."""
    numbered = list(enumerate(file.text.removesuffix("\n").split("\n"), 1))
    for name, after in (("start-at", 0), ("start-after", 1)):
        if name in options:
            numbered = numbered[_find(numbered, options[name], 0, file, directive) + after :]
    for name, after in (("end-before", 0), ("end-at", 1)):
        if name in options:
            first = 1 if after == 0 and "start-at" in options else 0
            numbered = numbered[: _find(numbered, options[name], first, file, directive, len(numbered)) + after]
    if numbered and "lines" in options:
        return [numbered[number - 1] for number in lines(options["lines"], len(numbered), directive, "listing-lines", f"`{directive.head.argument}`")]
    if not numbered:
        directive.report(Problem("empty-listing", "nothing is left of the file to show", directive.span, "look at the options that cut it"))
    return numbered


def _find(numbered: list[tuple[int, str]], mark: str, first: int, file: Source, directive: Directive, otherwise: int = 0) -> int:
    """The index of the next line that holds `mark`, `otherwise` where none does (reported)."""
    for at, (_, line) in enumerate(numbered):
        if at >= first and mark in line:
            return at
    known = [line.strip() for _, line in numbered if line.strip()]
    directive.report(Problem("listing-mark", f"no line with `{mark}` is left in `{directive.head.argument}`", directive.option_span(mark),
                             did_you_mean(mark, known) or "write a piece of the line as it stands in the file"))
    return otherwise


def _language(path: str) -> str:
    """What Pygments calls the language of a file with this name, '' where it knows none."""
    from pygments.lexers import find_lexer_class_for_filename

    lexer = find_lexer_class_for_filename(posixpath.basename(path))
    return lexer.aliases[0] if lexer and lexer.aliases else ""
