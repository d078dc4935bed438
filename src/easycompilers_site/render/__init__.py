"""Model and outcomes in, the files of the site out. Pure: templates come in as an argument, text goes out."""

from .highlight import remembering
from .site import Draft, Drawn, Renderer

__all__ = ["Draft", "Drawn", "Renderer", "remembering"]
