"""A course's `packages` in, wheels held to their hashes out. The only module that runs pip, and the one that writes packages.lock."""

from ..sources import NoCourse
from .author import NotBuilt
from .own import add_own
from .site import provide

__all__ = ["NoCourse", "NotBuilt", "add_own", "provide"]
