"""Elements of a drawing → SVG text. The only file that escapes."""

from __future__ import annotations

from zlib import crc32

from .look import style

_ESCAPES = {ord(sign): f"&#{ord(sign)};" for sign in "<>&\"'"}
_UNPRINTABLE = {code: "\ufffd" for code in (*range(9), 11, 12, *range(14, 32), 127, 0xFFFE, 0xFFFF)}


def escaped(text: str) -> str:
    """Any text, safe between tags and inside quotes, of HTML and XML: what XML cannot hold becomes "�"."""
    storable = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates
    return storable.translate(_UNPRINTABLE).translate(_ESCAPES)


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """One element. children: markup. attributes: `stroke_width=2` becomes `stroke-width="2"`; None leaves one out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def text(words: str, x: float, y: float, **attributes: str | float | None) -> str:
    """One line of text. x, y: its anchor on the base line."""
    return element("text", escaped(words), x=x, y=y, **attributes)


def coordinate(value: float) -> str:
    """A position with one decimal at most: 12, 12.5."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def identity(*content: object) -> str:
    """An id that differs between different contents and is the same for the same content, everywhere and always."""
    return f"ck-{crc32(repr(content).encode('utf-8', 'replace')):08x}"


def document(width: float, height: float, title: str, description: str, body: list[str], roles: list[str]) -> str:
    """The whole drawing. title, description: its text equivalent. roles: the colours from `look` that it uses."""
    mark = identity(width, height, title, description, body)
    return element(
        "svg",
        element("title", escaped(title), id=f"{mark}-title"),
        element("desc", escaped(description), id=f"{mark}-desc"),
        element("style", style(roles)),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        class_="coursekit",
        viewBox=f"0 0 {coordinate(width)} {coordinate(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{mark}-title",
        aria_describedby=f"{mark}-desc",
        fill="currentColor",
    )


def _attribute(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else coordinate(value)
