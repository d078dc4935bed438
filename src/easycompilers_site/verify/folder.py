"""A folder as a place where a site stands: a page is its `index.html`, and nothing outside of the folder is read."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from .answer import Answer
from .named import Page


class Folder:
    """address: the one at which the folder is to stand, where its first page says so. Links are resolved against it, and nothing is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        told = Page(self.get("").body.decode("utf-8", "replace")).canonical
        self.address = told if told.startswith(("https://", "http://")) else "http://folder.invalid/"

    def get(self, path: str) -> Answer:
        name = unquote(path.partition("?")[0])
        place = self.folder / (name + "index.html" if not name or name.endswith("/") else name)
        if "\0" in name or not place.resolve().is_relative_to(self.folder) or not place.is_file():
            return Answer(404)
        try:
            return Answer(200, place.read_bytes())
        except OSError as error:
            return Answer(0, why=f"it cannot be read: {error.strerror}")
