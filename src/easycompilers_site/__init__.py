"""A static course website generator: a folder of chapters in, a folder of plain files out."""

__version__ = "0.1.0"
