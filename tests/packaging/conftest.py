"""Where the repository is, and the wheel that is built from it once for all tests of this folder."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def repository():
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def build(repository):
    """build(target, source) → the one file that hatchling makes: target is "wheel" or "sdist"."""

    def build(target, folder, source=repository):
        command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder]
        result = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=300)
        assert result.returncode == 0, result.stdout + result.stderr
        return next(Path(folder).iterdir())

    return build


@pytest.fixture(scope="session")
def wheel(build, tmp_path_factory):
    return build("wheel", tmp_path_factory.mktemp("wheel"))
