"""Folders that several builds may want: two change places in one step, so that at no moment one of them is not there, and one is held. A door: it asks the system."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is held there
    fcntl = None

_HERE = -100 if sys.platform == "linux" else -2  # AT_FDCWD: a path is seen from the working folder
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS
_CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def exchange(one: Path, other: Path) -> bool:
    """Whether they have changed places; False where the system or the disk has no such step. Raises OSError where it fails otherwise."""
    step = _step()
    if step is None:
        return False
    if step(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), str(one), None, str(other))


def _step():
    """The system's own function, None where it has none."""
    name = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform)
    step = getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
    if step is not None:
        step.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return step


def hold(folder: Path | str) -> int | None:
    """A hold on a folder, which ends when it is closed, or with the processes that have it. None where another has it, or the system knows none."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
