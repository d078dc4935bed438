"""Sources in, the site's model out. Pure. Never fails: what cannot be read becomes a Broken block and a problem."""

from .site import parse

__all__ = ["parse"]
