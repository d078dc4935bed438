"""The environment of templates that may be a stranger's. Imported where a site has any of its own."""

from __future__ import annotations

from jinja2.sandbox import ImmutableSandboxedEnvironment

from .templates import Noting


class NotingEnvironment(Noting, ImmutableSandboxedEnvironment):
    """A template reaches what it is given, and not the program behind it."""
