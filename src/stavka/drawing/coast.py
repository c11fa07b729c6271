"""Seas and lakes."""

from __future__ import annotations

from . import palette, terrain
from .clutter import WATER_LINE, Clutter
from .ground import Ground
from .layout import Layout, Point
from .outlines import blob, loops
from .shapes import Pen, drawn_corner, noise, sampled

# Crooked in the same way as the land, which goes on under it, or the land would show beside it.
PLAY, PIECES, EASE = terrain.PLAY, 6, terrain.EASE


def draw(layout: Layout, ground: Ground, clutter: Clutter) -> tuple[str, str]:
    """The shore line and the water.

    The water covers the inner half of the line, and so do straits that open into it: that keeps
    their mouths clear.
    """
    if not ground.water:
        return "", ""
    data = blob(layout, ground.water, PLAY, PIECES, EASE)
    for loop in loops(layout, ground.water):
        corners = [drawn_corner(layout, c) for c in [*loop, loop[0]]]
        clutter.add_line(sampled(corners, 3.0), 2.0, WATER_LINE)
    shoals = "".join(
        f'<use href="#water" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in zip(palette.SHOALS, (30, 19, 9), strict=True)
    )
    return (
        f'<defs><path id="water" d="{data}"/></defs>'
        f'<use href="#water" fill="none" stroke="{palette.COAST}" stroke-width="2.4"/>',
        f'<defs><clipPath id="afloat"><use href="#water"/></clipPath></defs>'
        f'<use href="#water" fill="{palette.WATER}"/>'
        f'<g clip-path="url(#afloat)" fill="none" stroke-linejoin="round">{_waves(layout, ground)}'
        f"{shoals}</g>",
    )


def _waves(layout: Layout, ground: Ground) -> str:
    """A few short ripples on open water."""
    pen = Pen()
    for cell in sorted(ground.water):
        if any(there not in ground.water for there in layout.around(cell)):
            continue
        x, y = layout.point(cell)
        for n in range(2):
            dx, dy = 20 * noise(cell.u, cell.v, 300 + n), 20 * noise(cell.u, cell.v, 310 + n)
            pen.move(Point(x + dx - 8, y + dy))
            pen.raw("q4-2.6 8 0t8 0", 16.0)
    return f'<path d="{pen}" stroke="{palette.WAVE}" stroke-width=".9"/>' if pen else ""
