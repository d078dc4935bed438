"""What the cells of a chapter import: code in, module names with their places out. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .components.code_cell import CodeCell
from .frozen import frozen
from .late import late
from .model import Chapter, Text
from .places import walked
from .source import Span

_FORGIVING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
_BY_WORDS = late(r"^[ \t]*(?:import|from)[ \t]+([^\W\d]\w*)", re.MULTILINE)


@frozen
class Import:
    """path: the dotted name. forgiven: it stands where the code goes on without it."""

    path: str
    line: int
    forgiven: bool

    @property
    def module(self) -> str:
        """The name at the top."""
        return self.path.partition(".")[0]

    def place(self, cell: CodeCell) -> Span:
        return cell.span.source.find(self.module, cell.line + self.line - 1)


def cells_of(chapter: Chapter | Text) -> list[CodeCell]:
    """Every cell, those of exercises among them."""
    return [block for block, _ in walked(chapter.blocks) if isinstance(block, CodeCell)]


def imports_of(source: str) -> list[Import]:
    """The imports of a cell, each once, in the order of lines; by its words where this Python cannot parse it."""
    try:
        return list(dict.fromkeys(_imports(ast.parse(source).body, False)))
    except (SyntaxError, ValueError, RecursionError):
        return [Import(match[1], source.count("\n", 0, match.start(1)) + 1, True) for match in _BY_WORDS.finditer(source)]


def _imports(nodes: list, forgiven: bool) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, alias.lineno, forgiven)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield Import(node.module, node.lineno, forgiven)
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], (ast.stmt, ast.excepthandler, ast.match_case)):
                yield from _imports(value, forgiven or field == "body" and _forgives(node))


def _forgives(node: ast.AST) -> bool:
    """Whether what stands in the body of `node` may fail to import: under `try`, `suppress` and `if TYPE_CHECKING`."""
    if isinstance(node, ast.Try):
        caught = [handler.type for handler in node.handlers]
        return any(kind is None or not _FORGIVING.isdisjoint(_words(kind)) for kind in caught)
    if isinstance(node, ast.With):
        return any("suppress" in _words(item.context_expr) and not _FORGIVING.isdisjoint(_words(item.context_expr)) for item in node.items)
    return isinstance(node, ast.If) and "TYPE_CHECKING" in _words(node.test)


def _words(node: ast.AST) -> set[str]:
    """The names and attributes in an expression."""
    return {child.id if isinstance(child, ast.Name) else child.attr for child in ast.walk(node) if isinstance(child, (ast.Name, ast.Attribute))}


def texts_in(chapter: Chapter) -> Iterator[str]:
    """The string constants of its cells: a cell may write a module that another imports."""
    for cell in cells_of(chapter):
        try:
            tree = ast.parse(cell.source)
        except (SyntaxError, ValueError, RecursionError):
            continue
        yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
