"""YAML whose every value knows its place: text in, `Located` values and problems out.

Nothing is constructed from tags, a key given twice is a problem, and what YAML 1.1 reads as something else than it
looks like (`no`, `on`, `8:30`, `007`) keeps the text that the author typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from .problem import Problem
from .source import Source, Span

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # PyYAML built without libyaml
    from yaml import SafeLoader as Loader

Kind = str  # "text" "bool" "int" "float" "null" "date" "list" "mapping"

_KINDS = {
    "tag:yaml.org,2002:bool": "bool",
    "tag:yaml.org,2002:int": "int",
    "tag:yaml.org,2002:float": "float",
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:timestamp": "date",
}


@dataclass(frozen=True)
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
    problems: list[Problem] = []
    reader = _Reader(source, first_line, problems)
    try:
        node = yaml.compose(source.text if text is None else text, Loader=Loader)
        return (reader.read(node) if node is not None else None), problems
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = reader.place(mark) if mark else None
        message = " ".join(part for part in (error.context, error.problem) if part)
        return None, [*problems, Problem("yaml-syntax", f"this is not YAML: {message}", span, _remedy(error), path=source.path)]
    except yaml.YAMLError as error:
        at = getattr(error, "position", None)
        line = source.text.count("\n", 0, at) + 1 if isinstance(at, int) and text is None else first_line
        return None, [*problems, Problem("yaml-syntax", "a character here is not allowed in YAML", source.whole_line(line),
                                         "delete the invisible character on this line")]
    except RecursionError:
        return None, [Problem("yaml-syntax", "the values are nested too deeply", source.whole_line(first_line),
                              "a settings file needs three levels at most")]


class _Reader:
    def __init__(self, source: Source, first_line: int, problems: list[Problem]) -> None:
        self.source, self.shift, self.problems = source, first_line, problems
        self.done: dict[int, Located] = {}
        self.open: set[int] = set()

    def place(self, start: yaml.Mark, end: yaml.Mark | None = None) -> Span:
        same = end is not None and end.line == start.line
        length = max(1, end.column - start.column) if same else None
        return self.source.span(start.line + self.shift, start.column + 1, length)

    def read(self, node: yaml.Node) -> Located:
        """One node and all below it; a node that an alias repeats is read once."""
        known = self.done.get(id(node))
        if known is not None:
            return known
        span = self.place(node.start_mark, node.end_mark)
        if id(node) in self.open:
            self.problems.append(Problem("yaml-loop", "an alias here stands for the value that it stands in", span,
                                         "write the value out"))
            return Located("null", span)
        self.open.add(id(node))
        if isinstance(node, yaml.MappingNode):
            value = Located("mapping", span, entries=tuple(self.entries(node)))
        elif isinstance(node, yaml.SequenceNode):
            value = Located("list", span, items=tuple(self.read(item) for item in node.value))
        else:
            kind = "text" if node.style else _KINDS.get(node.tag, "text")
            value = Located(kind, span, text=node.value)
        self.open.discard(id(node))
        self.done[id(node)] = value
        return value

    def entries(self, node: yaml.MappingNode) -> Iterator[tuple[Located, Located]]:
        seen: dict[str, Located] = {}
        for key_node, value_node in node.value:
            key = self.read(key_node)
            if key.kind in ("list", "mapping"):
                self.problems.append(Problem("yaml-key", "a key has to be a word or a phrase", key.span, "put it in quotes"))
                continue
            if key.text in seen:
                first = seen[key.text].span
                self.problems.append(Problem("key-twice", f"`{key.text}` stands here a second time", key.span,
                                             f"the first is on line {first.line}: keep one of the two"))
                continue
            seen[key.text] = key
            yield key, self.read(value_node)


def _remedy(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or ""
    if "mapping values are not allowed" in problem:
        return "a text with a colon and a space in it needs quotes round it"
    if "could not find expected ':'" in problem:
        return "each line needs `key: value`; a longer text may go on, indented, on the next line"
    if "found character '\\t'" in problem or "cannot start any token" in problem:
        return "indent with spaces, not tabs, and put a text that begins with a special character in quotes"
    if "escape" in problem:
        return "in double quotes a backslash is special: use single quotes"
    return "check quotes, brackets and indentation on this line and the one before"
