"""Requirements in, wheels out: the only place that runs pip, which alone knows where packages come from."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from ..wheel import PLATFORM, PYTHON


@dataclass
class PipFailed(Exception):
    """kind: ``missing`` (there is no pip), ``network``, ``none`` (nothing fits), ``hash`` or ``other``.

    name: the package, where pip says which. versions: those that there are of it. said: pip's own words.
    """

    kind: str
    name: str = ""
    versions: tuple[str, ...] = ()
    said: str = ""


def download(requirements: Iterable[str], hashes: Sequence[str] = ()) -> dict[str, bytes]:
    """The wheel of each requirement for the shipped Python, by its file's name; nothing of what they need. Raises `PipFailed`.

    hashes: of each requirement, as pip writes them, where only a certain wheel will do.
    """
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "requirements.txt")
        lines = [f"{text} --hash={hashes[n]}" if hashes else text for n, text in enumerate(requirements)]
        wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
        out = Path(folder, "wheels")
        out.mkdir()
        run_pip("download", "--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp",
                *["--require-hashes"] * bool(hashes), "--retries", "2", "--dest", str(out), "--requirement", str(wanted))
        return {place.name: place.read_bytes() for place in sorted(out.glob("*.whl"))}


def run_pip(*arguments: str) -> str:
    """What pip says when it ends well. Raises `PipFailed`."""
    # -P: a folder `pip` where the author happens to stand is not the pip that is meant.
    result = subprocess.run([sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if result.returncode == 0:
        return result.stdout
    raise _failure(result.stdout)


def _failure(said: str) -> PipFailed:
    if re.search(r"No module named '?pip\b", said):
        return PipFailed("missing")
    if "DO NOT MATCH THE HASHES" in said:
        named = re.search(r"^ {4}(\S+)", said.partition("DO NOT MATCH THE HASHES")[2], re.MULTILINE)
        return PipFailed("hash", _name(named[1]) if named else "", said=_last(said))
    if re.search(r"Retrying \(|Could not fetch URL|Connection(Error|Refused)|Network is unreachable|Temporary failure in name resolution", said):
        return PipFailed("network", said=_last(said))
    none = re.search(r"No matching distribution found for (.+?)(?: \(from .*)?$", said, re.MULTILINE)
    if none:
        versions = re.search(r"\(from versions: ([^)]*)\)", said)
        listed = versions[1].split(", ") if versions and versions[1] != "none" else []
        return PipFailed("none", _name(none[1]), tuple(listed), _last(said))
    return PipFailed("other", said=_last(said))


def _name(requirement: str) -> str:
    try:
        return canonicalize_name(Requirement(requirement.partition(" ")[0]).name)
    except InvalidRequirement:
        return ""


def _last(said: str) -> str:
    """The last line that is an error, else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if line.startswith("ERROR")), lines[-1] if lines else "").removeprefix("ERROR: ")
