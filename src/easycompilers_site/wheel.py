"""A wheel: its file name and its bytes in, what it provides and what it needs out. Pure.

Knows what the shipped Python can load: wheels of pure Python, and those that PEP 783 tags for its release of Pyodide.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from packaging.metadata import parse_email
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from .frozen import frozen

#: The Python that ships: a test holds these against the one that is gathered.
PYTHON, PYTHON_FULL = "3.14", "3.14.2"
INTERPRETER, PLATFORM = "cp314", "pyemscripten_2026_0_wasm32"

_RELEASE = (3, 14)
TAGS: frozenset[Tag] = frozenset([*cpython_tags(_RELEASE, [INTERPRETER], [PLATFORM]), *compatible_tags(_RELEASE, INTERPRETER, [PLATFORM])])

#: What a requirement's marker is judged by: the page's Python, never the machine that builds.
MARKERS = {"implementation_name": "cpython", "implementation_version": PYTHON_FULL, "os_name": "posix",
           "platform_machine": "wasm32", "platform_python_implementation": "CPython", "platform_release": "5.0.3",
           "platform_system": "Emscripten", "platform_version": "#1", "python_full_version": PYTHON_FULL,
           "python_version": PYTHON, "sys_platform": "emscripten"}

FITS = f"a page takes wheels of pure Python (`py3-none-any`) and of {INTERPRETER} for `{PLATFORM}`"

_MODULE = re.compile(r"(?P<name>[^\W\d]\w*)(\.py|\.pyc|\.cpython-314-wasm32-emscripten\.so|\.abi3\.so|\.so)")


LARGEST = 10**9  # bytes that a wheel may come to
#: What zipfile raises for a file that is none, is cut off, or was made to mislead it; for one with a password RuntimeError.
DAMAGED = (zipfile.BadZipFile, OSError, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError, struct.error, zlib.error)


class Unfit(Exception):
    """A wheel that the shipped Python cannot use. The message says what was found, `hint` what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@frozen
class Wheel:
    """name: normalised. imports: the modules that stand at its top. requires: its requirements as it writes them.

    place: where it stands on the disk.
    """

    file: str
    name: str
    version: str
    sha256: str
    imports: tuple[str, ...]
    requires: tuple[str, ...] = ()
    place: Path = field(default=Path(), compare=False)

    def needs(self, extras: Iterable[str] = ()) -> Iterator[Requirement]:
        """What it needs in the page, with what its `extras` need."""
        for text in self.requires:
            requirement = Requirement(text)
            if requirement.marker is None or any(requirement.marker.evaluate({**MARKERS, "extra": extra}) for extra in ("", *extras)):
                yield requirement


def named(file: str) -> tuple[str, str]:
    """The name and the version that a wheel's file name says, if its tags fit the shipped Python. Raises `Unfit`."""
    try:
        name, version, _, tags = parse_wheel_filename(file)
    except InvalidWheelFilename:
        raise Unfit(f"`{file}` is not the name of a wheel", "a wheel is called `name-version-py3-none-any.whl`, as its build named it") from None
    if not tags & TAGS:
        found = ", ".join(f"`{tag}`" for tag in sorted(map(str, tags)))
        raise Unfit(f"this wheel is for {found}, which the Python of the page cannot load", FITS)
    return name, str(version)


def read_wheel(file: str, data: bytes, place: Path = Path()) -> Wheel:
    """What the bytes of a wheel say of it. Raises `Unfit` for one that is damaged, or for another Python."""
    name, version = named(file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(each.file_size for each in archive.infolist()) > LARGEST:
                raise Unfit(f"`{file}` unpacks to more than {LARGEST // 10**6} MB, which no page can hold", "leave out of it what the page does not need")
            damaged = archive.testzip()
            paths = archive.namelist()
            about = next(path for path in paths if re.fullmatch(r"[^/]+\.dist-info/METADATA", path))
            metadata, _ = parse_email(archive.read(about))
    except DAMAGED:
        damaged, metadata, paths = file, {}, []
    except StopIteration:
        raise Unfit(f"`{file}` holds no METADATA, so it is not a wheel", "build it again") from None
    if damaged:
        raise Unfit(f"`{file}` is damaged: it cannot be unpacked", "build it, or fetch it, again")
    requires = tuple(metadata.get("requires_dist", ()))
    wanted = metadata.get("requires_python", "")
    try:
        for text in requires:
            Requirement(text)
        fits = SpecifierSet(wanted).contains(PYTHON_FULL, prereleases=True)
    except (InvalidRequirement, InvalidSpecifier) as error:
        raise Unfit(f"the METADATA of `{file}` cannot be read: {str(error).splitlines()[0]}", "mend it, and build the wheel again") from None
    if not fits:
        raise Unfit(f"`{file}` wants Python {wanted}, and the page has {PYTHON_FULL}", "take another version of it")
    return Wheel(file, name, version, sha256_of(data), tuple(sorted(set(_modules(paths)))), requires, place)


def sha256_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _modules(paths: Iterable[str]) -> Iterator[str]:
    """The modules and packages at the top of a wheel; folders of `.dist-info` and `.data` are none."""
    for path in paths:
        top, _, rest = path.partition("/")
        if not rest and (module := _MODULE.fullmatch(top)):
            yield module["name"]
        elif rest and top.isidentifier() and _MODULE.fullmatch(rest.rsplit("/", 1)[-1]):
            yield top
