"""Land: soft-edged regions, filled with the marks of what grows or rises there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from ..hexes.grid import SQRT3
from . import palette
from .clutter import LINE, NUMBER, SYMBOL, WATER_LINE, Clutter
from .ground import Ground
from .layout import SIDE, Layout, Node, Point
from .outlines import blob
from .shapes import Pen, field, noise
from .textures import TEXTURES, Mark, Texture

# From the bottom to the top; each runs on under its neighbours above, so no gap can open.
LAYERS = ("desert", "arctic", "rough", "marsh", "swamp", "forest", "mountain", "city")
# How crooked a region's edge is, and how far it keeps away from sharp corners.
PLAY, PIECES, EASE = 4.6, 4, 0.22


def regions(layout: Layout, ground: Ground) -> str:
    parts = []
    for n, look in enumerate(LAYERS):
        own = {c for c, there in ground.look.items() if there == look}
        if not own:
            continue
        above = {*LAYERS[n + 1 :], "sea", "lake"}
        under = {
            there for c in own for there in layout.around(c) if ground.look.get(there) in above
        }
        data = blob(layout, own | under, PLAY, PIECES, EASE)
        fill, edge = palette.LAND[look], palette.LAND_EDGE[look]
        if look == "mountain":
            # High ground throws a shadow to the south-east and catches light on the other side.
            parts.append(
                f'<defs><path id="high" d="{data}"/></defs>'
                f'<use href="#high" x="2.2" y="2.8" fill="{edge}" fill-opacity=".45"/>'
                f'<use href="#high" fill="{fill}" stroke="{edge}" stroke-width=".9"/>'
            )
        else:
            parts.append(
                f'<path d="{data}" fill="{fill}" stroke="{edge}" stroke-width="1" '
                f'stroke-opacity=".7"/>'
            )
    return "".join(parts)


def glyphs(layout: Layout, ground: Ground, clutter: Clutter) -> str:
    """The marks of every region; they keep clear of numbers, lines and towns."""
    spots = _Spots(layout, ground, clutter)
    return "".join(texture.draw(spots.of(look), look) for look, texture in TEXTURES.items())


def sample(look: str) -> str:
    """One hex of a terrain around the origin, for the key."""
    hexagon = [
        Point(SIDE * math.cos(math.pi * n / 3), SIDE * math.sin(math.pi * n / 3)) for n in range(6)
    ]
    pen = Pen()
    pen.polyline(hexagon, closed=True)
    fill = palette.WATER if look in ("sea", "lake") else palette.LAND[look]
    edge = palette.COAST if look in ("sea", "lake") else palette.LAND_EDGE.get(look, palette.GRID)
    body = f'<path d="{pen}" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
    if look in TEXTURES:
        texture = TEXTURES[look]
        origin = Point(0.0, 0.0)
        marks = [
            mark
            for mark in _lattice(origin, texture)
            if _inside(mark.at, flat=True)
            and all(
                _edge_distance(origin, Point(p.x + q.x, p.y + q.y), mark.at) > texture.reach
                for p, q in pairwise([*hexagon, hexagon[0]])
            )
        ]
        marks.sort(key=lambda mark: mark.at[::-1])
        body += texture.draw(marks, f"key-{look}")
    return body


class _Spots:
    """Places for marks: a jittered lattice over the whole sheet, so that it has no seams."""

    def __init__(self, layout: Layout, ground: Ground, clutter: Clutter) -> None:
        self._layout = layout
        self._ground = ground
        self._clutter = clutter

    def of(self, look: str) -> list[Mark]:
        """The marks of a terrain, from the back to the front."""
        texture = TEXTURES[look]
        flat = self._layout.grid.orientation == "flat"
        found = []
        for cell in self._cells(look):
            centre = self._layout.point(cell)
            others = [
                self._layout.point(there)
                for there in self._layout.around(cell)
                if self._ground.look.get(there) != look
            ]
            on_rim = cell not in self._ground.real
            free: list[tuple[float, Mark]] = []
            for mark in _lattice(centre, texture):
                p = mark.at
                if not _inside(Point(p.x - centre.x, p.y - centre.y), flat):
                    continue
                if on_rim and not any(panel.has(p) for panel in self._layout.panels):
                    continue
                if any(_edge_distance(centre, o, p) < texture.reach for o in others):
                    continue
                if self._free(p, texture):
                    dense = field(p, 130.0, texture.salt) + field(p, 34.0, texture.salt + 1)
                    free.append((dense, mark))
            # Patches are left bare, but every hex has marks enough to tell what it is.
            free.sort(reverse=True)
            least = -(-len(free) // 3)
            found += [
                mark for n, (dense, mark) in enumerate(free) if n < least or dense > texture.gaps
            ]
        return sorted(found, key=lambda mark: mark.at[::-1])

    def _cells(self, look: str) -> list[Node]:
        return sorted(c for c in self._ground.look if self._ground.look[c] == look)

    def _free(self, p: Point, texture: Texture) -> bool:
        blocked = LINE | WATER_LINE | NUMBER | SYMBOL
        r = texture.reach * 0.7
        at = self._clutter.at
        return not (
            (
                at(p.x, p.y)
                | at(p.x - r, p.y - r * 0.4)
                | at(p.x + r, p.y - r * 0.4)
                | at(p.x, p.y - texture.high * 0.35)
            )
            & blocked
        )


def _lattice(centre: Point, texture: Texture) -> Iterator[Mark]:
    """The part of a lattice over the whole sheet that lies about a hex."""
    wide, high, salt = texture.wide, texture.high, texture.salt
    for j in range(math.floor((centre.y - SIDE) / high), math.ceil((centre.y + SIDE) / high) + 1):
        shift = wide / 2 if j % 2 else 0.0
        first = math.floor((centre.x - SIDE - shift) / wide)
        for i in range(first, math.ceil((centre.x + SIDE - shift) / wide) + 1):
            x = i * wide + shift
            # Too far out for any jitter to bring it in: not worth the noise.
            if (x - centre.x) ** 2 + (j * high - centre.y) ** 2 > (SIDE + 0.5 * wide) ** 2:
                continue
            x += noise(i, j, salt) * wide * 0.34
            y = j * high + noise(i, j, salt + 1) * high * 0.3
            yield Mark(Point(x, y), i, j)


def _inside(p: Point, flat: bool) -> bool:
    """Whether a point lies in the hex around the origin."""
    x, y = abs(p.x), abs(p.y)
    if not flat:
        x, y = y, x
    return y <= SIDE * SQRT3 / 2 and y <= (SIDE - x) * SQRT3


def _edge_distance(centre: Point, other: Point, p: Point) -> float:
    """How far a point of a hex is from the hexside towards a neighbour."""
    dx, dy = other.x - centre.x, other.y - centre.y
    length = math.hypot(dx, dy)
    return length / 2 - ((p.x - centre.x) * dx + (p.y - centre.y) * dy) / length
