"""Which cells a cell builds on: the page's cells in order in, the ids of those that must have run before one of them out.

Too many rather than too few, but not all: a figure that takes seconds should not run because it, too, imports math.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

REFLECTIVE = {"exec", "eval", "globals", "vars", "locals", "__import__", "__main__"}
BUILTINS = set(vars(builtins))
COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}


@dataclass
class Names:
    """The page-wide names of a cell.

    bound: given a value; of these, imported: only by imports, fixed: only by imports, def and class.
    free: read at once, before the cell binds them. late: read or set in functions, whenever they are called.
    changed: what a name stands for is set in part, or called by a method as a statement: `random.seed(0)`.
    opaque: it may use any name. starred: it may bind any.
    """

    bound: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    opaque: bool = False
    starred: bool = False


def needed(cells: Sequence[Sequence[str]], index: int) -> list[str]:
    """The ids of the cells above `index` that it needs, in page order. cells: (id, source).

    A cell needs what binds a name that it reads, and what mentions such a name without binding it, since a mention may
    change the value (`words.append`); then what these need in turn. Of names that are only imported one import is enough.
    """
    said = [names_of(source) for _, source in cells[: index + 1]]
    bound = set().union(*(each.bound for each in said))
    others = BUILTINS - bound
    said = [replace(each, free=each.free - others, late=each.late - others) for each in said]
    loose = set().union(*(each.bound - each.fixed for each in said))  # names that hold data somewhere
    imported = bound - set().union(*(each.bound - each.imported for each in said))
    first = {name: min(n for n, each in enumerate(said) if name in each.bound) for name in imported}
    together, waiting = {index}, [index]
    while waiting:
        here = waiting.pop()
        for other in set(range(index)) - together:
            if _linked(said, here, other, loose, first):
                together.add(other)
                waiting.append(other)
    return [cells[n][0] for n in sorted(together - {index})]


def _linked(said: list[Names], here: int, other: int, loose: set[str], first: dict[str, int]) -> bool:
    """Whether `here`, which will run, makes `other` necessary."""
    mine, its = said[here], said[other]
    if mine.opaque or its.opaque or its.starred:
        return True
    above = other < here
    wanted = mine.free | (mine.late - mine.bound) if above else mine.late
    binds = {name for name in its.bound & wanted if first.get(name, other) == other}
    mentions = its.changed | ((its.free | its.late) & loose)
    return bool(binds or mentions & (wanted if above else mine.bound | mine.free | mine.late))


@lru_cache(maxsize=500)  # each run asks for all cells above
def names_of(source: str) -> Names:
    """What a cell says, to be read only. One that cannot be parsed goes by its words: run with the others, it shows its own error."""
    try:
        tree, table = ast.parse(source), symtable.symtable(source, "cell", "exec")
    except (SyntaxError, ValueError):
        return Names(bound=set(re.findall(r"[^\W\d]\w*", source)) - BUILTINS)
    reader = Reader()
    reader.visit(tree)
    names = reader.names
    for scope in _functions(table):
        for symbol in scope.get_symbols():
            if symbol.is_global():
                names.late.add(symbol.get_name())
                if symbol.is_assigned() or symbol.is_imported():
                    reader.bind(symbol.get_name())
    names.opaque = not REFLECTIVE.isdisjoint(names.free | names.late)
    return names


def _functions(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        if child.get_type() == "function" and child.get_name().strip("<>") not in COMPREHENSIONS:
            yield child
        yield from _functions(child)


class Reader(ast.NodeVisitor):
    """Follows a cell in the order in which it runs, without the bodies of its functions."""

    def __init__(self) -> None:
        self.names = Names()
        self.sure: set[str] = set()  # bound by now, on every way through the cell
        self.inner: set[str] | None = None  # names of the class or comprehension that is being read

    def bind(self, name: str, kind: str = "") -> None:
        if self.inner is not None:
            self.inner.add(name)
            return
        for kept, kinds in ((self.names.imported, ("import",)), (self.names.fixed, ("import", "def"))):
            if kind not in kinds:
                kept.discard(name)
            elif name not in self.names.bound:
                kept.add(name)
        self.names.bound.add(name)
        self.sure.add(name)

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Store) and node.id not in self.sure | (self.inner or set()):
            self.names.free.add(node.id)
        if not isinstance(node.ctx, ast.Load):
            self.bind(node.id)

    def visit_Assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for part in (node.value, *targets):
            if part:
                self.visit(part)

    visit_AnnAssign = visit_Assign

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.visit(ast.Name(node.target.id, ast.Load()))
        self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        inner, self.inner = self.inner, None
        self.visit(node.target)
        self.inner = inner

    def visit_Attribute(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.change(node)
        self.generic_visit(node)

    visit_Subscript = visit_Attribute

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            self.change(node.value.func)
        self.generic_visit(node)

    def change(self, node: ast.expr) -> None:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            self.names.changed.add(node.id)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.branches([node.target, *node.body], node.orelse)

    def visit_If(self, node: ast.If | ast.While) -> None:
        self.visit(node.test)
        self.branches(node.body, node.orelse)

    visit_While = visit_If

    def visit_Try(self, node: ast.Try) -> None:
        self.branches(node.body, *([handler] for handler in node.handlers), node.orelse, node.finalbody)

    def visit_TryStar(self, node: ast.TryStar) -> None:
        self.branches(node.body, *([handler] for handler in node.handlers), node.orelse, node.finalbody)

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        self.branches(*([case] for case in node.cases))

    def branches(self, *ways: Sequence[ast.AST]) -> None:
        """Parts that may not run: what they bind is not sure afterwards."""
        sure = set(self.sure)
        for way in ways:
            for part in way:
                self.visit(part)
            self.sure = set(sure)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        outer = self.inner
        self.visit(node.generators[0].iter)
        self.inner = set(outer or ())
        for generator in node.generators:
            self.visit(generator)
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.visit(part)
        self.inner = outer

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for part in (node.target, node.iter, *node.ifs):
            self.visit(part)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        outer, self.inner = self.inner, set(self.inner or ())
        for part in node.body:
            self.visit(part)
        self.inner = outer
        self.bind(node.name, "def")

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            if part:
                self.visit(part)
        self.bind(node.name, "def")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for part in (*node.args.defaults, *node.args.kw_defaults):
            if part:
                self.visit(part)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.names.starred = True
            else:
                self.bind(alias.asname or alias.name.partition(".")[0], "import")

    visit_ImportFrom = visit_Import
