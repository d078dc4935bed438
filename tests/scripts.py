"""Scripts of the page that need no page, asked in Node: an expression in, its value out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from easycompilers_site.run.node import node_program


def asked(scripts: tuple[Path, ...], expression: str, *values: Any) -> Any:
    """What `expression` gives, with the names of the scripts as `r` and the values as `a`, `b` …"""
    names, addresses = ",".join("abcdef"[: len(values)]), [script.as_uri() for script in scripts]
    lines = (f"const r = Object.assign({{}}, ...await Promise.all({json.dumps(addresses)}.map((address) => import(address))));\n"
             f"const [{names}] = {json.dumps(values)};\nconsole.log(JSON.stringify({expression}) ?? 'null');")
    done = subprocess.run([str(node_program()), "--input-type=module", "-e", lines], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
