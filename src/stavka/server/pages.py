"""The files of the built client."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parent / "static"
# Paths that belong to the server: what is not found there is not a page of the client.
_OWN = ("api", "ws", "maps", "schema")
_NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Stavka</title>
<h1>Stavka is running, but its pages have not been built</h1>
<p>The client is built with Node.js: <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>.
Then load this page again.</p>
</html>
"""


class Page(NamedTuple):
    content: bytes
    media_type: str
    # Files whose names contain a digest never change.
    for_ever: bool


def page(path: str, static: Path = STATIC) -> Page | None:
    """A file of the client, or its first page, which finds its way from the address."""
    parts = [part for part in path.split("/") if part]
    if (parts and parts[0] in _OWN) or "\0" in path:
        return None
    file = static.joinpath(*parts).resolve()
    if parts and file.is_relative_to(static.resolve()) and file.is_file():
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Page(file.read_bytes(), kind, parts[0] == "assets")
    if parts and "." in parts[-1]:
        return None
    index = static / "index.html"
    content = index.read_bytes() if index.is_file() else _NOT_BUILT
    return Page(content, "text/html; charset=utf-8", False)
