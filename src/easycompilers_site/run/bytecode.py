"""A course's wheels in, the bytecode of what its cells load of them out: where it saves time, which is in big wheels.

Measured with Pyodide 314.0.7 (docs/packages.md): big wheels like sympy are imported several times as fast; below some hundreds of
kilobytes of source (attrs, msgpack) there is no difference. What is loaded of sympy is 5 MB of bytecode, all of it would be 16.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..cache import Cache
from ..model import Course
from ..wheel import Wheel
from .session import Session

#: Bytes of source that a wheel's loaded modules hold at least.
LEAST = 300_000
SCRIPT = Path(__file__).with_name("loaded.py")


def bytecode_of(course: Course, cache: Cache, version: str, start: Callable[[Sequence[Wheel]], Session]) -> Mapping[str, bytes]:
    """For some of the course's wheels, by name, a zip to be unpacked over it. start: a session with these wheels.

    Raises what the session raises.
    """
    modules = sorted({path for chapter in course.chapters for path in chapter.facts.imports})
    tops = {name: wheel.name for wheel in course.wheels for name in wheel.imports}
    modules = [name for name in modules if name.partition(".")[0] in tops]
    if not modules:
        return {}
    script = SCRIPT.read_text(encoding="utf-8")
    key = cache.key("bytecode", version, script, LEAST, modules, [wheel.sha256 for wheel in course.wheels])
    kept = cache.get(key)
    if not isinstance(kept, dict):
        with start(course.wheels) as session:
            kept = session.call(script, "bytecode", modules, tops, LEAST)
        cache.put(key, kept)
    return {name: base64.b64decode(packed) for name, packed in kept.items()}
