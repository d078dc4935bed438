"""A folder as a place where a site stands: a page is its `index.html`, and nothing outside of the folder is read."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from .answer import Answer


class Folder:
    address = "http://folder.invalid/"  # only links are resolved against it: nothing is ever asked of this name

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def get(self, path: str) -> Answer:
        name = unquote(path.partition("?")[0])
        place = self.folder / (name + "index.html" if not name or name.endswith("/") else name)
        if "\0" in name or not place.resolve().is_relative_to(self.folder) or not place.is_file():
            return Answer(404)
        try:
            return Answer(200, place.read_bytes())
        except OSError as error:
            return Answer(0, why=f"it cannot be read: {error.strerror}")
