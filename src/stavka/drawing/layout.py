"""Where everything lies on the sheet, in pixels at scale 1.

Centres and corners of hexes stand on one lattice of whole numbers, so that a corner that three
hexes share has one name and its pixels are computed in one place. A lattice unit is half a
hexside along one axis and half a hex's width across along the other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..hexes import Grid, Hex

SIDE = 36.0
MARGIN = 40.0
# Below the map stand title, key and credits; only the credits if a corner of the sheet is free.
FOOT = 168.0
LOW_FOOT = 46.0
# The least size of a free corner that can take title and key.
CORNER = (560.0, 460.0)
# The picture goes on for a little beyond the outermost corners, up to the frame.
BLEED = 7.0


class Point(NamedTuple):
    x: float
    y: float


class Node(NamedTuple):
    """A hex centre or a hex corner on the lattice."""

    u: int
    v: int


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> Box:
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def has(self, p: Point) -> bool:
        return self.left <= p.x <= self.right and self.top <= p.y <= self.bottom

    def holds(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


_STEPS = {
    "flat": ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)),
    "pointy": ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)),
}
_CORNERS = {
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}
_UNITS = {
    "flat": (SIDE / 2, SIDE * math.sqrt(3) / 2),
    "pointy": (SIDE * math.sqrt(3) / 2, SIDE / 2),
}


class Layout:
    """The pixel positions of a grid's hexes on its sheet.

    >>> from ..hexes import Window
    >>> layout = Layout(Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 4, 3)]))
    >>> x, y = layout.centre(layout.grid.hex("0101"))
    >>> round(x, 1), round(y, 1)
    (83.0, 109.4)
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._unit = _UNITS[grid.orientation]
        self._steps = _STEPS[grid.orientation]
        self._corners = _CORNERS[grid.orientation]
        self.node_of: dict[Hex, Node] = {h: self._node(h) for h in grid.hexes}
        self.hex_at: dict[Node, Hex] = {node: h for h, node in self.node_of.items()}

        corners = [c for node in self.hex_at for c in self.corners(node)]
        ux, uy = self._unit
        left, top = min(c.u for c in corners) * ux, min(c.v for c in corners) * uy
        right = max(c.u for c in corners) * ux
        self._shift = (MARGIN + BLEED - left, MARGIN + BLEED - top)
        self.width = math.ceil(right - left + 2 * (MARGIN + BLEED))
        # What the frame encloses: a rectangle around each window of the grid.
        self.panels = tuple(self._panel(w) for w in grid.windows)
        self.bounds = Box(
            min(p.left for p in self.panels),
            min(p.top for p in self.panels),
            max(p.right for p in self.panels),
            max(p.bottom for p in self.panels),
        )
        corner = self._free_corner()
        self.height = math.ceil(self.bounds.bottom + (LOW_FOOT if corner else FOOT))
        # Where title and key go.
        self.legend = corner or Box(
            self.bounds.left, self.bounds.bottom + 14, self.bounds.right, self.height - 28
        )
        self.legend_in_corner = corner is not None

    def _free_corner(self) -> Box | None:
        """The largest rectangle at a corner of the sheet that no panel reaches into."""
        b = self.bounds
        found = []
        for x in sorted({p.left for p in self.panels} | {p.right for p in self.panels}):
            for y in sorted({p.top for p in self.panels} | {p.bottom for p in self.panels}):
                for left, right in ((b.left, x), (x, b.right)):
                    for top, bottom in ((b.top, y), (y, b.bottom)):
                        box = Box(left, top, right, bottom).grown(-24)
                        large = (
                            box.right - box.left >= CORNER[0] and box.bottom - box.top >= CORNER[1]
                        )
                        if large and not any(box.overlaps(p) for p in self.panels):
                            found.append(box)
        return max(found, key=lambda r: ((r.right - r.left) * (r.bottom - r.top), r), default=None)

    def _node(self, hex_: Hex) -> Node:
        x, y = self.grid.centre(hex_)
        ux, uy = self._unit
        return Node(round(x * SIDE / ux), round(y * SIDE / uy))

    def _panel(self, window: tuple[int, int, int, int]) -> Box:
        first_column, first_row, last_column, last_row = window
        points = [
            self.point(c)
            for h, node in self.node_of.items()
            if first_column <= self.grid.position(h)[0] <= last_column
            and first_row <= self.grid.position(h)[1] <= last_row
            for c in self.corners(node)
        ]
        return Box(
            min(p.x for p in points),
            min(p.y for p in points),
            max(p.x for p in points),
            max(p.y for p in points),
        ).grown(BLEED)

    def point(self, node: Node) -> Point:
        return Point(
            node.u * self._unit[0] + self._shift[0], node.v * self._unit[1] + self._shift[1]
        )

    def centre(self, hex_: Hex) -> Point:
        return self.point(self.node_of[hex_])

    def centres(self) -> dict[str, Point]:
        """The centre of every hex by its printed label."""
        return {self.grid.label(h): self.centre(h) for h in self.grid.hexes}

    def cell_at(self, p: Point) -> Node:
        """The cell that a point lies in, whether or not the map has a hex there."""
        origin = next(iter(self.hex_at))
        u = (p.x - self._shift[0]) / self._unit[0] - origin.u
        v = (p.y - self._shift[1]) / self._unit[1] - origin.v
        flat = self.grid.orientation == "flat"
        # Lines of cells lie three units apart; along a line every second number is a centre,
        # the even ones on even lines and the odd ones on odd lines.
        across, up = (u, v) if flat else (v, u)
        found = []
        for line in (math.floor(across / 3), math.floor(across / 3) + 1):
            place = 2 * round((up - line % 2) / 2) + line % 2
            du, dv = (3 * line, place) if flat else (place, 3 * line)
            found.append(Node(origin.u + du, origin.v + dv))
        return min(found, key=lambda node: math.dist(self.point(node), p))

    def around(self, cell: Node) -> tuple[Node, ...]:
        u, v = cell
        return tuple([Node(u + du, v + dv) for du, dv in self._steps])

    def corners(self, cell: Node) -> tuple[Node, ...]:
        """Hexside d runs from corner d to corner d + 1, clockwise."""
        u, v = cell
        return tuple([Node(u + du, v + dv) for du, dv in self._corners])

    def side(self, here: Hex, there: Hex) -> tuple[Node, Node]:
        """The corners at the ends of a hexside; `here` lies on the right hand going along it."""
        direction = self.grid.direction(here, there)
        corners = self.corners(self.node_of[here])
        return corners[direction], corners[(direction + 1) % 6]

    def number_boxes(self, hex_: Hex) -> list[Box]:
        """Where the hex number can stand inside its hex, at the top; the best comes first."""
        x, y = self.centre(hex_)
        if self.grid.orientation == "flat":
            shifts = [(0.0, -29.5), (-10.5, -29.0), (10.5, -29.0)]
        else:
            shifts = [(0.0, -30.0), (-11.0, -24.0), (11.0, -24.0)]
        return [Box(x + dx - 8.5, y + dy, x + dx + 8.5, y + dy + 7.5) for dx, dy in shifts]
