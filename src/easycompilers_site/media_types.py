"""The media types of a site's files by the endings of their names: for the preview, for what hosts are told, and for `verify`."""

from __future__ import annotations

from pathlib import PurePosixPath

#: Text that a browser shows, or hands to a reader, needs its encoding said.
_UTF_8 = "; charset=utf-8"

MEDIA_TYPES = {
    ".html": "text/html" + _UTF_8, ".css": "text/css" + _UTF_8, ".js": "text/javascript" + _UTF_8, ".mjs": "text/javascript" + _UTF_8,
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".ipynb": "application/x-ipynb+json",
    ".md": "text/markdown" + _UTF_8, ".txt": "text/plain" + _UTF_8, ".csv": "text/csv" + _UTF_8, ".py": "text/x-python" + _UTF_8, ".xml": "application/xml",
    ".wasm": "application/wasm", ".zip": "application/zip", ".whl": "application/zip", ".bin": "application/octet-stream", ".pdf": "application/pdf",
    ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon", ".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg",
}
UNKNOWN = "application/octet-stream"


def media_type(name: str) -> str:
    """Of the file of that name."""
    return MEDIA_TYPES.get(PurePosixPath(name).suffix.lower(), UNKNOWN)
