"""Cells in, outcomes out. The only module that starts the shipped Python outside the browser."""

from .site import run

__all__ = ["run"]
