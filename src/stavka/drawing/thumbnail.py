"""A small picture of a map, for a list of games: a piece of it that still looks like a map."""

from __future__ import annotations

import re

from .picture import png

# How much of the map is shown, in its own pixels, and how wide that becomes: twice the size at
# which it stands on a page, for screens with fine pixels.
WIDE, HIGH = 900, 500
PIXELS = 360
# What could not be read at this size.
_UNREADABLE = "#grid, #numbers, #names-place, #names-river { display: none }"
_FRAME = re.compile(r'width="(\d+)" height="(\d+)" viewBox="[^"]*"')


def thumbnail(svg: str) -> bytes:
    """A piece from the middle of a drawn map as a small PNG."""
    return png(_FRAME.sub(_cropped, svg, count=1), PIXELS, style=_UNREADABLE)


def _cropped(frame: re.Match[str]) -> str:
    width, height = int(frame[1]), int(frame[2])
    wide = min(WIDE, width * 2 // 3)
    high = min(wide * HIGH // WIDE, height)
    # The key of a map stands along its edges.
    left, top = (width - wide) // 2, (height - high) // 2
    return f'width="{wide}" height="{high}" viewBox="{left} {top} {wide} {high}"'
