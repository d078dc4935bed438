"""Cells in, outcomes out. The only module that starts the shipped Python outside the browser."""

from .site import Runner

__all__ = ["Runner"]
