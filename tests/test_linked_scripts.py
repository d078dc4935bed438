"""Scripts of the page, put together as a browser does: each name that one takes from another is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from easycompilers_site.run.node import node_program

ESBUILD = Path(__file__).parents[1] / "node_modules/esbuild/bin/esbuild"
TOGETHER = re.compile(r'const\s*\{([^}]*)\}\s*=\s*await import\("([^"]+)"\)')
ONE = re.compile(r'\(await import\("([^"]+)"\)\)\.(\w+)')


def taken_late(script: str) -> Iterator[tuple[str, str]]:
    """Each name that `script` takes from another that it asks for later, and that other."""
    for names, other in TOGETHER.findall(script):
        yield from ((name.partition(":")[0].strip(), other) for name in names.split(","))
    yield from ((name, other) for other, name in ONE.findall(script))


def linked(folder: Path, out: Path) -> str:
    """What esbuild has to say of the scripts in `folder`. It does not look at names that are taken later: here they are taken at once."""
    scripts = sorted(folder.rglob("*.js"))
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        taken = [f"import {{ {name} as late{at} }} from '{other}'; late{at};" for at, (name, other) in enumerate(taken_late(text))]
        script.write_text("\n".join([text, *taken]), encoding="utf-8")
    command = [str(node_program()), str(ESBUILD), *map(str, scripts), "--bundle", "--format=esm", "--splitting", f"--outdir={out}", "--log-level=warning"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stderr


def test_scripts_take_from_others_what_these_give(built: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(built / "assets", tmp_path / "assets", ignore=shutil.ignore_patterns("*.woff2", "*.css", "*.svg", "*.zip"))
    assert sum(1 for script in folder.rglob("*.js") for _ in taken_late(script.read_text(encoding="utf-8"))) > 5
    assert linked(folder, tmp_path / "out") == ""


@pytest.mark.parametrize("taking", [
    "import { gone } from './other.js'; gone();", 'const { here, gone: other } = await import("./other.js"); other(here);',
    '(await import("./other.js")).gone();', "await import('./lost.js');",
])
def test_what_is_not_there_is_noticed(taking: str, tmp_path: Path) -> None:
    (tmp_path / "other.js").write_text("export const here = 1;")
    (tmp_path / "one.js").write_text(taking)
    assert "ERROR" in linked(tmp_path, tmp_path / "out")
