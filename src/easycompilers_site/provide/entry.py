"""A package put into the `packages` of a course.yaml. Text in, text out."""

from __future__ import annotations

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from ..entries import with_entry
from ..source import Source
from ..wheel import Unfit, named


def with_package(source: Source, entry: str, name: str) -> str | None:
    """The text of the file with `entry` among its packages, in place of an older one of the package `name`; None where that cannot be done."""
    return with_entry(source, "packages", entry, lambda text: _name(text) == name)


def _name(text: str) -> str:
    """The name of the package that an entry asks for, '' where it cannot be told."""
    try:
        return named(text.rsplit("/", 1)[-1])[0] if text.endswith(".whl") else canonicalize_name(Requirement(text).name)
    except (Unfit, InvalidRequirement):
        return ""
