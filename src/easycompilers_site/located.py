"""YAML whose every value knows its place: text in, `Located` values and problems out.

Nothing is constructed from tags, a key given twice is a problem, and what YAML 1.1 reads as something else than it
looks like (`no`, `on`, `8:30`, `007`) keeps the text that the author typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from .frozen import frozen
from .limits import MOST_REPEATED_VALUES
from .problem import Problem, warning
from .source import Source, Span

if TYPE_CHECKING:  # imported where something is read
    import yaml

Kind = str  # "text" "bool" "int" "float" "null" "date" "list" "mapping"

_KINDS = {
    "tag:yaml.org,2002:bool": "bool",
    "tag:yaml.org,2002:int": "int",
    "tag:yaml.org,2002:float": "float",
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:timestamp": "date",
}


@frozen
class Located:
    """One value. text: a scalar as it was typed, without its quotes. kind: what YAML takes it for."""

    kind: Kind
    span: Span
    text: str = ""
    items: tuple[Located, ...] = ()
    entries: tuple[tuple[Located, Located], ...] = field(default=())

    def get(self, key: str) -> Located | None:
        return next((value for name, value in self.entries if name.text == key), None)

    def __iter__(self) -> Iterator[Located]:
        return iter(self.items)


def load(source: Source, text: str | None = None, first_line: int = 1) -> tuple[Located | None, list[Problem]]:
    """The value that `text` (or the whole source) holds, None where it is empty or cannot be read.

    first_line: the line of the source on which `text` begins, 1-based.
    """
    import yaml

    from .yaml_faults import in_words, odd_space

    problems: list[Problem] = []
    typed = source.text if text is None else text
    odd = odd_space(typed)
    if odd:
        at, name = odd
        line, column = typed.count("\n", 0, at), at - typed.rfind("\n", 0, at)
        return None, [Problem("yaml-syntax", f"an invisible character, {name}, is not the space or the end of a line that it looks like",
                              source.span(first_line + line, column, 1), "delete it, and type a space or a new line")]
    reader = _Reader(source, typed, first_line, problems)
    try:
        node = yaml.compose(typed, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # PyYAML may be built without libyaml
        return (reader.read(node) if node is not None else None), problems
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = reader.place(mark) if mark else None
        message, hint = in_words(error.context or "", error.problem or "", source.line(span.line) if span else "")
        return None, [*problems, Problem("yaml-syntax", message, span, hint, path=source.path)]
    except yaml.YAMLError as error:
        at = getattr(error, "position", None)
        line = first_line + (typed.count("\n", 0, at) if isinstance(at, int) else 0)
        return None, [*problems, Problem("yaml-syntax", "a character here is not allowed in YAML", source.whole_line(line),
                                         "delete the invisible character on this line")]
    except _TooMuch as error:
        return None, [Problem("yaml-aliases", f"the aliases in this file repeat more than {MOST_REPEATED_VALUES:,} values", error.args[0],
                              "write the values out where they are needed")]
    except RecursionError:
        return None, [Problem("yaml-syntax", "the values are nested too deeply", source.whole_line(first_line),
                              "a settings file needs three levels at most")]


def _below(node: yaml.Node) -> Iterator[yaml.Node]:
    """The nodes right below one."""
    if node.id != "scalar":
        for one in node.value:
            yield from one if node.id == "mapping" else (one,)


class _TooMuch(Exception):
    """The aliases of a text repeat too much. Its argument is the place of what one of them repeats."""


class _Reader:
    def __init__(self, source: Source, text: str, first_line: int, problems: list[Problem]) -> None:
        self.source, self.text, self.shift, self.problems = source, text, first_line, problems
        self.lines = [*text.split("\n"), ""]
        self.done: dict[int, Located] = {}
        self.open: set[int] = set()
        self.sizes: dict[int, int] = {}  # of each node, in values: what an alias repeats counts each time
        self.repeated = 0

    def place(self, start: yaml.Mark, end: yaml.Mark | None = None) -> Span:
        same = end is not None and end.line == start.line
        length = max(1, end.column - start.column) if same else None
        return self.source.span(start.line + self.shift, start.column + 1, length)

    def read(self, node: yaml.Node) -> Located:
        """One node and all below it; a node that an alias repeats is read once."""
        known = self.done.get(id(node))
        if known is not None:
            return self.again(node, known)
        span = self.place(node.start_mark, node.end_mark)
        if id(node) in self.open:
            self.problems.append(Problem("yaml-loop", "an alias here stands for the value that it stands in", span,
                                         "write the value out"))
            return Located("null", span)
        self.open.add(id(node))
        if node.id == "mapping":
            value = Located("mapping", span, entries=tuple(self.entries(node)))
        elif node.id == "sequence":
            value = Located("list", span, items=tuple(self.read(item) for item in node.value))
        else:
            kind = "text" if node.style else _KINDS.get(node.tag, "text")
            value = Located(kind, span, text=node.value)
            self.problems += self.bites(node, span)
        self.open.discard(id(node))
        self.done[id(node)] = value
        self.sizes[id(node)] = 1 + sum(self.sizes.get(id(below), 1) for below in _below(node))
        return value

    def again(self, node: yaml.Node, known: Located) -> Located:
        """What an alias stands for. Each alias of aliases doubles what stands in a file, so that a few lines can stand for more than there is room for."""
        self.repeated += self.sizes[id(node)] - 1
        if self.repeated > MOST_REPEATED_VALUES:
            raise _TooMuch(known.span)
        return known

    def bites(self, node: yaml.ScalarNode, span: Span) -> Iterator[Problem]:
        """What YAML makes of a text, and its author hardly means."""
        from .yaml_faults import escape, lost_comment

        typed = self.text[node.start_mark.index : node.end_mark.index]
        mark = re.match(r"([!&])\S*", typed)
        if mark and (mark[1] == "!" or not node.value):
            yield Problem("yaml-mark", f"`{mark[0]}` is a mark of YAML, and no text", span, "put a text that begins with `!` or `&` in quotes")
        if node.style == '"' and (found := escape(typed)):
            at, escaped = found
            line, column = typed.count("\n", 0, at), at - typed.rfind("\n", 0, at)
            start = node.start_mark
            yield Problem("yaml-escape", f"`{escaped}` in double quotes is a character of its own, and no backslash and no letter",
                          self.source.span(start.line + self.shift + line, column + (0 if line else start.column), 2),
                          "use single quotes: '…', in which a backslash is a backslash")
        if not node.style and (lost := lost_comment(self.lines[node.end_mark.line][node.end_mark.column :])):
            yield warning("yaml-comment", f"`{lost}` is a comment to YAML, and no part of the text", self.source.find(lost, node.end_mark.line + self.shift),
                          "put the text in quotes; or, if it is a comment, write a space after the `#`")

    def entries(self, node: yaml.MappingNode) -> Iterator[tuple[Located, Located]]:
        seen: dict[str, Located] = {}
        for key_node, value_node in node.value:
            key = self.read(key_node)
            if key.kind in ("list", "mapping"):
                self.problems.append(Problem("yaml-key", "a key has to be a word or a phrase", key.span, "put it in quotes"))
                continue
            if key.text == "<<" and not key_node.style:
                self.problems.append(Problem("yaml-key", "`<<` would take over the keys of another mapping, which is not done here", key.span,
                                             "write the keys out"))
                continue
            if key.text in seen:
                first = seen[key.text].span
                self.problems.append(Problem("key-twice", f"`{key.text}` stands here a second time", key.span,
                                             f"the first is on line {first.line}: keep one of the two"))
                continue
            seen[key.text] = key
            yield key, self.read(value_node)
