"""The files of the built client."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

# What has a digest in its address never changes.
FOR_EVER = "public, max-age=31536000, immutable"

STATIC = Path(__file__).parent / "static"
# Paths that belong to the server: what is not found there is not a page of the client.
_OWN = ("api", "ws", "maps", "schema")
# What a client is built of. The tables of the machine may say otherwise or nothing, and a browser
# that is told not to guess runs no script that is called a plain text.
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Stavka</title>
<h1>Stavka is running, but its page is missing</h1>
<p>{advice}</p>
</html>
"""


class Page(NamedTuple):
    content: bytes
    media_type: str
    # Files whose names contain a digest never change.
    for_ever: bool


def advice(static: Path = STATIC) -> str:
    """What to do about a page that is missing; nothing if it is there."""
    if (static / "index.html").is_file():
        return ""
    # The checkout that holds src/stavka/server/static, if this is one.
    checkout = static.parents[3]
    if (checkout / "web" / "package.json").is_file():
        return (
            f"The page has not been built yet: run `make web` in {checkout}"
            " (it needs Node.js 20.19 or newer with npm), then load the page again."
        )
    return (
        "This package was built without its page, which is a defect of the build: install a wheel"
        " that `make dist` has built. Everything but `stavka serve` works without it."
    )


def page(path: str, static: Path = STATIC) -> Page | None:
    """A file of the client, or its first page, which finds its way from the address."""
    parts = [part for part in path.split("/") if part]
    if (parts and parts[0] in _OWN) or "\0" in path:
        return None
    file = static.joinpath(*parts).resolve()
    if parts and file.is_relative_to(static.resolve()) and file.is_file():
        kind = _KINDS.get(file.suffix, "application/octet-stream")
        return Page(file.read_bytes(), kind, parts[0] == "assets")
    if parts and "." in parts[-1]:
        return None
    index = static / "index.html"
    if index.is_file():
        content = index.read_bytes()
    else:
        content = _NOT_BUILT.format(advice=escape(advice(static))).encode()
    return Page(content, _KINDS[".html"], False)
