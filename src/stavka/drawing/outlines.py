"""The outline of a set of hexes, as loops around it."""

from __future__ import annotations

from collections.abc import Collection

from .layout import Layout, Node
from .shapes import Pen, crooked, drawn_corner, eased


def loops(layout: Layout, cells: Collection[Node]) -> list[list[Node]]:
    """The corners around a set of cells, clockwise; holes counter-clockwise.

    Three hexes meet at a corner, so a boundary that comes to a corner leaves it in one way only.
    """
    onward: dict[Node, Node] = {}
    inside = set(cells)
    for cell in sorted(inside):
        corners = layout.corners(cell)
        for d, there in enumerate(layout.around(cell)):
            if there not in inside:
                onward[corners[d]] = corners[(d + 1) % 6]
    found = []
    for start in sorted(onward):
        if start not in onward:
            continue
        loop = [start]
        while (there := onward.pop(loop[-1])) != start:
            loop.append(there)
        found.append(loop)
    return found


def blob(layout: Layout, cells: Collection[Node], play: float, pieces: int, ease: float) -> str:
    """Path data of a set of cells with soft, crooked edges."""
    pen = Pen()
    for loop in loops(layout, cells):
        corners = eased([drawn_corner(layout, c) for c in loop], ease)
        pen.spline(crooked(corners, play, pieces, closed=True), closed=True)
    return str(pen)


def exact(layout: Layout, cells: Collection[Node]) -> str:
    """Path data of a set of cells along its hexsides."""
    pen = Pen()
    for loop in loops(layout, cells):
        pen.polyline([layout.point(c) for c in loop], closed=True)
    return str(pen)
