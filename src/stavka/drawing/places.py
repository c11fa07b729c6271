"""Towns and what is special about them, as symbols."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..board import Board, Place
from ..hexes import Hex
from . import palette
from .clutter import SYMBOL, Clutter
from .layout import Box, Layout, Node, Point
from .shapes import Pen, along, middle, noise

# What a place is first of all; the rest of its kinds become badges around that.
RANKS = (
    "major_city",
    "city",
    "fortress",
    "capital",
    "industrial",
    "town",
    "port",
    "resource",
    "source",
    "mark",
    "none",
)
RADIUS = {"major_city": 14.0, "city": 6.0, "fortress": 6.5, "town": 4.0, "none": 1.0}
BADGE = 6.0
# Where badges and second places of a hex can stand: distance from the centre and angle.
_SLOTS = [(r, a) for r in (17.0, 22.0) for a in (35, 145, -35, -145, 90, 0, 180, 65, 115)]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the sheet."""

    place: Place
    rank: str
    looks: tuple[str, ...]
    at: Point
    radius: float


def arrange(board: Board, layout: Layout, clutter: Clutter) -> list[Spot]:
    """Gives each place its spot: the most important one of a hex stands at the centre."""
    in_hex: dict[Hex, list[tuple[int, int, Place, tuple[str, ...]]]] = {}
    for n, place in enumerate(board.places):
        looks = tuple({board.kinds["places"][key].look: None for key in place.kinds})
        rank = min((RANKS.index(look) for look in looks), default=len(RANKS) - 1)
        in_hex.setdefault(place.hex, []).append((rank, n, place, looks))
    spots = []
    taken: list[Box] = []
    for hex_, found in in_hex.items():
        centre = layout.centre(hex_)
        for n, (rank, _, place, looks) in enumerate(sorted(found, key=lambda f: f[:2])):
            name = RANKS[rank]
            radius = RADIUS.get(name, BADGE)
            at = centre if n == 0 else _slot(centre, radius, clutter, taken)
            taken.append(_square(at, radius))
            clutter.add_box(_square(at, radius), SYMBOL)
            spots.append(Spot(place, name, looks, at, radius))
    return spots


def _square(p: Point, radius: float) -> Box:
    return Box(p.x - radius, p.y - radius, p.x + radius, p.y + radius)


def _slot(centre: Point, radius: float, clutter: Clutter, taken: list[Box]) -> Point:
    def spot(slot: tuple[float, int]) -> Point:
        angle = math.radians(slot[1])
        return Point(centre.x + slot[0] * math.cos(angle), centre.y + slot[0] * math.sin(angle))

    def cost(n: int) -> float:
        box = _square(spot(_SLOTS[n]), radius)
        crowded = 200.0 * sum(box.overlaps(other) for other in taken)
        return crowded + clutter.dislike(box) + 0.8 * n

    return spot(_SLOTS[min(range(len(_SLOTS)), key=cost)])


def draw(spots: list[Spot], layout: Layout, clutter: Clutter) -> str:
    used: set[str] = set()
    parts = []
    taken: list[Box] = [_square(s.at, s.radius) for s in spots]

    def put(symbol: str, at: Point) -> None:
        used.add(symbol)
        parts.append(f'<use href="#{symbol}" x="{at.x:.1f}" y="{at.y:.1f}"/>')

    for spot in spots:
        if spot.rank == "major_city":
            parts.append(urban(layout.node_of[spot.place.hex], spot.at))
        elif spot.rank != "none":
            put(spot.rank, spot.at)
        badges = [look for look in RANKS if look in spot.looks and look != spot.rank]
        for look in badges:
            if look in ("none", "town", "city", "major_city"):
                continue
            if look == "capital" and spot.rank in ("major_city", "city"):
                put("star", spot.at)
                continue
            at = _slot(spot.at, BADGE - 0.5, clutter, taken)
            box = _square(at, BADGE - 0.5)
            taken.append(box)
            clutter.add_box(box, SYMBOL)
            put(look, at)
    defs = "".join(f'<g id="{name}">{SYMBOLS[name]}</g>' for name in sorted(used))
    return f"<defs>{defs}</defs>{''.join(parts)}"


def urban(cell: Node, at: Point) -> str:
    """A great city: blocks of houses between streets, with frayed edges."""
    turn = math.radians(24 * noise(cell.u, cell.v, 500))
    cos, sin = math.cos(turn), math.sin(turn)

    def corner(column: int, row: int) -> Point:
        """A crossing of streets, a little off the square."""
        x = 7.6 * (column - 2) + 1.7 * noise(cell.u + column, cell.v + row, 501)
        y = 7.0 * (row - 2) + 1.7 * noise(cell.u + column, cell.v + row, 502)
        return Point(at.x + x * cos - y * sin, at.y + x * sin + y * cos)

    pen = Pen()
    for row in range(4):
        for column in range(4):
            at_edge = (row in (0, 3)) + (column in (0, 3))
            if noise(cell.u + column, cell.v + row, 503) < (-1.1, -0.45, 0.55)[at_edge]:
                continue
            block = [
                corner(column, row),
                corner(column + 1, row),
                corner(column + 1, row + 1),
                corner(column, row + 1),
            ]
            centre = middle(block[0], block[2])
            pen.polyline([along(p, centre, 0.13) for p in block], closed=True)
    return (
        f'<path d="{pen}" fill="{palette.URBAN}" stroke="{palette.HALO}" stroke-width="3" '
        f'stroke-linejoin="round"/><path d="{pen}" fill="{palette.URBAN}"/>'
    )


def _star(radius: float, fill: str) -> str:
    corners = []
    for n in range(10):
        r = radius if n % 2 == 0 else radius * 0.42
        angle = math.pi * (n / 5 - 0.5)
        corners.append(f"{r * math.cos(angle):.1f} {r * math.sin(angle):.1f}")
    return (
        f'<path d="M{"L".join(corners)}z" fill="{fill}" stroke="{palette.HALO}" '
        f'stroke-width="1.1" paint-order="stroke" stroke-linejoin="round"/>'
    )


_HALO = f'stroke="{palette.HALO}"'
SYMBOLS = {
    "city": (
        f'<circle r="6" fill="{palette.HALO}"/><circle r="4.9" fill="{palette.CITY}"/>'
        f'<circle r="2" fill="{palette.HALO}"/>'
    ),
    "town": (
        f'<circle r="4.1" fill="{palette.HALO}"/><circle r="2.7" fill="{palette.TOWN}" '
        f'stroke="{palette.CITY}" stroke-width="1.5"/>'
    ),
    # A works with saw-tooth roof and chimney.
    "industrial": (
        f'<path d="M-6 5.2V-.8l3.6-2.6V-.8L1.2-3.4V-.8L2-1V-6h2.6V-.6H6V5.2z" '
        f'fill="{palette.INDUSTRY}" {_HALO} stroke-width="2" paint-order="stroke" '
        f'stroke-linejoin="round"/><path d="M-4 2.2h1.6M-.8 2.2H.8M2.4 2.2H4" {_HALO} '
        f'stroke-width="1.3"/>'
    ),
    "port": (
        f'<g fill="none" stroke-linecap="round"><path d="M0-2.6V5M-2.4-.6H2.4M-4.6 1.6'
        f'Q-4 5 0 5.4Q4 5 4.6 1.6" {_HALO} stroke-width="4"/>'
        f'<circle cy="-4.2" r="1.6" fill="{palette.HALO}" stroke="{palette.ANCHOR}" '
        f'stroke-width="1.3"/>'
        f'<path d="M0-2.6V5M-2.4-.6H2.4M-4.6 1.6Q-4 5 0 5.4Q4 5 4.6 1.6" '
        f'stroke="{palette.ANCHOR}" stroke-width="1.5"/></g>'
    ),
    # A derrick.
    "resource": (
        f'<path d="M-4 5.4L-1-5.4H1L4 5.4M-3 1.8H3M-2-1.8H2M-3 1.8L2-1.8M3 1.8L-2-1.8" '
        f'fill="none" {_HALO} stroke-width="3.6"/>'
        f'<path d="M-4 5.4L-1-5.4H1L4 5.4M-3 1.8H3M-2-1.8H2M-3 1.8L2-1.8M3 1.8L-2-1.8" '
        f'fill="none" stroke="{palette.INK}" stroke-width="1.1"/>'
    ),
    # The plan of a fort with four bastions.
    "fortress": (
        f'<path d="M-3-3.4L-6.4-6.4-3.4-3H3.4L6.4-6.4 3-3.4V3.4L6.4 6.4 3.4 3H-3.4L-6.4 6.4-3 3z" '
        f'fill="{palette.HALO}" stroke="{palette.INK}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<circle r="1.6" fill="{palette.INK}"/>'
    ),
    "capital": (
        f'<circle r="7" fill="{palette.HALO}"/><circle r="5.9" fill="{palette.CITY}"/>'
        + _star(5.0, palette.HALO)
    ),
    "star": _star(6.2, palette.STAR),
    # A crate with an arrow into the map: supply comes from here.
    "source": (
        f'<circle r="6.6" fill="{palette.HALO}"/>'
        f'<circle r="5.5" fill="none" stroke="{palette.MARK}" stroke-width="1.4"/>'
        f'<path d="M0-3.4V3M-2.8.6L0 3.4 2.8.6" fill="none" stroke="{palette.MARK}" '
        f'stroke-width="1.7"/>'
    ),
    "mark": (
        f'<path d="M0-5L5 0 0 5-5 0z" fill="{palette.HALO}" stroke="{palette.MARK}" '
        f'stroke-width="1.5" stroke-linejoin="round"/><circle r="1.4" fill="{palette.MARK}"/>'
    ),
}
