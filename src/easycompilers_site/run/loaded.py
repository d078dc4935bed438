"""Runs in the shipped Python, and only there: imports modules, and gives the bytecode of all that this loads from wheels.

Bytecode of another Python would be refused by this one. It is marked as unchecked, so that no source is read to compare it.
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import io
import json
import marshal
import sys
import zipfile
from pathlib import Path
from site import getsitepackages


def bytecode(modules: list[str], wheels: dict[str, str], least: int) -> str:
    """As JSON, for each wheel whose loaded modules hold `least` bytes of source or more: a zip of their bytecode, base64.

    wheels: the wheel of each module at the top.
    """
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception:
            continue  # a class that is imported by `from`, or what the cell itself forgives
    place = Path(getsitepackages()[0])
    loaded: dict[str, dict[str, bytes]] = {}
    for name, module in sorted(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        wheel = wheels.get(name.partition(".")[0])
        if wheel and spec and spec.has_location and str(spec.origin).endswith(".py") and spec.cached:
            loaded.setdefault(wheel, {})[str(Path(spec.cached).relative_to(place))] = Path(spec.origin).read_bytes()
    return json.dumps({wheel: packed(files, place) for wheel, files in loaded.items() if sum(map(len, files.values())) >= least})


def packed(files: dict[str, bytes], place: Path) -> str:
    """A zip of the bytecode of sources, by the path of the bytecode."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, source in files.items():
            own = str(place / importlib.util.source_from_cache(path))
            head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), head + marshal.dumps(compile(source, own, "exec", dont_inherit=True)),
                             zipfile.ZIP_DEFLATED)
    return base64.b64encode(buffer.getvalue()).decode("ascii")
