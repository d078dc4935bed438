"""The house: who may import whom, who may touch the world, and that a component is one name in four trees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from easycompilers_site.components import LITERAL, MARKDOWN

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "easycompilers_site"

#: From the ground up. A module imports from the storeys below its own, and from its own package.
STOREYS = (
    {"frozen", "late"},
    {"source", "words", "digest", "json_lines", "elements", "language", "media_types", "limits", "states"},
    {"problem", "wheel", "library", "pictures", "tex", "linear", "explanation", "yaml_faults", "styles", "asked", "cover", "other_languages", "bounded", "beginnings"},
    {"located", "model", "markdown", "pages", "cache", "compiled", "patterns", "sources", "bundle", "pyodide_lock", "mathml", "roles", "repository", "exchange"},
    {"maths"},
    {"shape", "inlines", "addresses", "entries", "memory", "kept", "shelves", "site_files", "catalogue"},
    {"directive", "translated", "shelving", "stretches", "places"},
    {"choices"},
    {"components"},
    {"reading", "imports", "dialect"},
    {"facts"},
    {"read", "parse", "provide", "check", "run", "render", "index", "visit", "verify", "write", "ci", "compress"},
    {"keeping", "sharing"},
    {"work"},
    {"build", "new", "schema"},
    {"serve"},
    {"cli"},
    {"__main__"},
)

#: May touch files, processes, clocks or the terminal. `cache`, `compiled` and `patterns` only their own folders. `provide` because it runs pip, keeps the
#: wheels that pip brings and writes packages.lock.
DOORS = {"sharing", "read", "provide", "run", "index", "compress", "visit", "verify", "write", "exchange", "ci", "serve", "cli", "__main__", "cache", "compiled", "patterns", "new"}
WORLD_MODULES = {"os", "sys", "subprocess", "shutil", "tempfile", "time", "datetime", "socket", "http", "threading", "random", "io",
                 "signal", "select", "platform", "getpass", "locale"}
WORLD_CALLS = {"open", "print", "input", "exit", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink", "iterdir", "glob"}
ALLOWED = {("bundle", "io"), ("cover", "io"), ("wheel", "io"), ("language", "datetime"), ("frozen", "threading")}  # bytes in memory, a day that an author wrote, a lock


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "vendor" not in path.parts)


def top(path: Path) -> str:
    """The name of the storey's room that a file belongs to."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The rooms of the package that a file imports from."""
    found = set()
    depth = len(path.relative_to(PACKAGE).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level < depth:
                found.add(top(path))
            elif node.module:
                found.add(node.module.split(".")[0])
            else:
                found |= {alias.name for alias in node.names}
    return found - {"__version__"}


def storey(name: str) -> int:
    return next((number for number, rooms in enumerate(STOREYS) if name in rooms), -1)


@pytest.mark.parametrize("path", [p for p in modules() if p.name != "__init__.py" or p.parent != PACKAGE],
                         ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_from_the_storeys_below(path: Path) -> None:
    own = top(path)
    assert storey(own) >= 0, f"{own} stands in no storey"
    for other in imports(path) - {own}:
        assert storey(other) < storey(own), f"{own} imports {other}"


@pytest.mark.parametrize("path", [path for path in modules() if top(path) not in DOORS], ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_only_the_doors_touch_the_world(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and not getattr(node, "level", 0):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for name in names:
                room = name.split(".")[0]
                assert room not in WORLD_MODULES or (top(path), room) in ALLOWED, f"{path.name} imports {name}"
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            assert called not in WORLD_CALLS, f"{path.name}:{node.lineno} calls {called}"


def test_the_entry_of_components_is_a_table_of_contents() -> None:
    tree = ast.parse((PACKAGE / "components" / "__init__.py").read_text(encoding="utf-8"))
    assert all(isinstance(node, (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)) for node in tree.body)


COMPONENTS = sorted(path.stem for path in (PACKAGE / "components").glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_is_one_name_in_four_trees(name: str) -> None:
    word = name.replace("_", "-")
    assert (ROOT / "templates" / "components" / f"{word}.html").exists()
    assert (ROOT / "static" / "components" / f"{word}.css").exists() or (ROOT / "static" / "components" / f"{word}.js").exists()
    assert (ROOT / "tests" / "components" / f"{word}.md").exists()
    assert (PACKAGE / "components" / f"{name}.py").read_text(encoding="utf-8").startswith('"""'), "it opens with the syntax an author types"


def test_every_directive_has_one_reader() -> None:
    assert not LITERAL.keys() & MARKDOWN.keys()
