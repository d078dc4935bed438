"""What cells can import without a package: the standard library of the Python that ships, coursekit, and the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: Modules that are compiled into the interpreter and stand in no zip. A test asks the interpreter for them.
BUILT_IN = frozenset("""
    _abc _ast _asyncio _bisect _blake2 _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw
    _collections _contextvars _csv _ctypes _datetime _decimal _elementtree _functools _heapq _hmac _imp _io _json _locale
    _lsprof _lzma _md5 _multibytecodec _opcode _operator _pickle _posixsubprocess _pyodide_core _queue _random
    _remote_debugging _sha1 _sha2 _sha3 _signal _socket _sqlite3 _sre _stat _statistics _string _struct _suggestions
    _symtable _sysconfig _testbuffer _testcapi _testclinic _testclinic_limited _testinternalcapi _testlimitedcapi _thread
    _tokenize _tracemalloc _types _typing _warnings _weakref _xxtestfuzz _zoneinfo _zstd array atexit binascii builtins
    cmath errno faulthandler fcntl gc itertools marshal math mmap posix pyexpat select sys termios time unicodedata
    xxsubtype zlib
""".split())

#: What Pyodide makes when it starts, and what a running program always is.
MADE = frozenset({"__main__", "_frozen_importlib", "_frozen_importlib_external", "js", "pyodide_js"})

#: Parts of the standard library that a browser has no place for, so that the Python that ships is without them.
ABSENT = frozenset("""
    curses dbm ensurepip grp idlelib msvcrt nt pwd readline resource syslog tkinter turtle turtledemo venv winreg winsound
""".split())

_MODULE = re.compile(r"(?P<name>[^\W\d]\w*)(\.py$|/)")


def modules_of(paths: Iterable[str]) -> frozenset[str]:
    """The modules that can be imported, by their names at the top. paths: of the files in the zips on Python's path."""
    found = {match["name"] for path in paths if (match := _MODULE.match(path))}
    return frozenset(found) | BUILT_IN | MADE
