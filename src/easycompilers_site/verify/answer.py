"""What a place gave for an address: the same for a host on the web and for a folder on the disk. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..frozen import frozen


@frozen
class Answer:
    """status: as in HTTP, 0 where nothing came, which `why` then explains. headers: by their names in small letters, None for a folder, which has none.

    leads_to: for a redirect, the whole address that it names.
    """

    status: int
    body: bytes = b""
    headers: Mapping[str, str] | None = None
    leads_to: str = ""
    why: str = ""

    def header(self, name: str) -> str:
        return (self.headers or {}).get(name, "")

    @property
    def kind(self) -> str:
        """The media type that it says, without what follows it."""
        return self.header("content-type").partition(";")[0].strip().lower()


class Place(Protocol):
    """Where a site stands. address: of its first page, as links in it are resolved against it."""

    address: str

    def get(self, path: str) -> Answer:
        """What stands at `path`, from the site's root and percent-encoded as in an address. Follows no redirect."""
