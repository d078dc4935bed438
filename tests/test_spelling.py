"""The spelling of what people read, by a checker with a list of the words that we mean."""

import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
READ = ("course", "glossary.yaml", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs", "src/easycompilers_site/starter")


def test_spelling() -> None:
    typos = Path(sysconfig.get_path("scripts")) / "typos"
    result = subprocess.run([typos, "--config", "typos.toml", "--format", "brief", *READ], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
