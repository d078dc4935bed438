"""Every code that the source can give a problem, found in its syntax trees: wherever one is made, or handed to what makes one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MAKERS = {"Problem": 0, "warning": 0}  # by name, the position of the code among the arguments


class NotLiteral(Exception):
    """A code that is worked out: it cannot be listed, so it has to be written as a text, or handed on by a parameter."""


def codes_in(package: Path) -> dict[str, str]:
    """Each code, and a place where it stands (`file:line`)."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py")) if "vendor" not in path.parts}
    return {code: f"{path.relative_to(package).as_posix()}:{line}" for path, tree in trees.items() for code, line in _codes(path, tree)}


def _codes(path: Path, tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The codes of one module. A function of the module that hands a parameter on as the code is a maker too."""
    makers = dict(MAKERS)
    known = 0
    while len(makers) > known:
        known = len(makers)
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            parameters = [argument.arg for argument in function.args.args if argument.arg != "self"]
            handed = {code.id for call in _calls(function, makers) for code in _values(_code_of(call, makers)) if isinstance(code, ast.Name)}
            for name in handed & set(parameters):
                makers[function.name] = parameters.index(name)
    parameters_of_makers = {argument.arg for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) and function.name in makers
                            for argument in function.args.args}
    for call in _calls(tree, makers):
        for code in _values(_code_of(call, makers)):
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, call.lineno
            elif not isinstance(code, ast.Name) or code.id not in parameters_of_makers:
                raise NotLiteral(f"{path}:{call.lineno}: {ast.unparse(code)}")


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
