"""Every code that the source can give a problem, found in its syntax trees: wherever one is made, or handed to what makes one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MAKERS = {"Problem": 0, "warning": 0}  # by name, the position of the code among the arguments


class NotLiteral(Exception):
    """A code that is worked out: it cannot be listed, so it has to be written as a text, or handed on by a parameter."""


#: Makes again what an earlier build made and kept.
KEPT = ("kept.py", "problem_from")


def codes_in(package: Path) -> dict[str, str]:
    """Each code, and a place where it stands (`file:line`)."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py")) if "vendor" not in path.parts}
    makers = {path: _makers(tree) for path, tree in trees.items()}
    lent = {(path.stem, name): at for path, own in makers.items() for name, at in own.items() if name not in MAKERS}
    found = {}
    for path, tree in trees.items():
        for code, line in _codes(path, tree, makers[path] | _borrowed(tree, lent), makers[path]):
            found[code] = f"{path.relative_to(package).as_posix()}:{line}"
    return found


def _makers(tree: ast.Module) -> dict[str, int]:
    """What makes a problem in this module: a function that hands a parameter on as the code is a maker too."""
    makers = dict(MAKERS)
    known = 0
    while len(makers) > known:
        known = len(makers)
        for function in _functions(tree):
            handed = {code.id for call in _calls(function, makers) for code in _values(_code_of(call, makers)) if isinstance(code, ast.Name)}
            for name in handed & set(_parameters(function)):
                makers[function.name] = _parameters(function).index(name)
    return makers


def _borrowed(tree: ast.Module, lent: dict[tuple[str, str], int]) -> dict[str, int]:
    """The makers of other modules that this one imports."""
    return {alias.asname or alias.name: lent[module, alias.name] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
            for alias in node.names for module in [(node.module or "").split(".")[-1]] if (module, alias.name) in lent}


def _codes(path: Path, tree: ast.Module, makers: dict[str, int], own: dict[str, int]) -> Iterator[tuple[str, int]]:
    kept = [function for function in _functions(tree) if (path.name, function.name) == KEPT]
    handed_on = {name for function in _functions(tree) if function.name in own for name in _parameters(function)}
    for call in _calls(tree, makers):
        for code in _values(_code_of(call, makers)):
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, call.lineno
            elif not (isinstance(code, ast.Name) and code.id in handed_on) and not any(call in ast.walk(function) for function in kept):
                raise NotLiteral(f"{path}:{call.lineno}: {ast.unparse(code)}")


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args if argument.arg != "self"]


def _calls(tree: ast.AST, makers: dict[str, int]) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) in makers)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def _code_of(call: ast.Call, makers: dict[str, int]) -> ast.expr:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
    return named or call.args[makers[_name(call.func)]]


def _values(code: ast.expr) -> list[ast.expr]:
    """Both sides of a choice."""
    return [*_values(code.body), *_values(code.orelse)] if isinstance(code, ast.IfExp) else [code]
