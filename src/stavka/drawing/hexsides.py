"""What else lies along hexsides or across them: straits, canals, dikes, causeways, crossings."""

from __future__ import annotations

import math
from itertools import accumulate, pairwise

from ..board import Board
from . import palette
from .clutter import LINE, WATER_LINE, Clutter
from .ground import Ground
from .layout import Layout, Node, Point
from .shapes import Pen, along, beside, crooked, drawn_corner, sampled, stitch


def sides_of(board: Board, layout: Layout, look: str) -> list[tuple[Node, Node]]:
    return [
        layout.side(*pair)
        for kind in board.kinds["sides"].values()
        if kind.look == look
        for pair in board.sides[kind.key].pairs()
    ]


def straits(board: Board, layout: Layout, ground: Ground, clutter: Clutter) -> tuple[str, str]:
    """Hexsides of sea or lake between two hexes of land: shore line and water.

    They widen towards open water and end in a point on land.
    """
    pen = Pen()
    for line in stitch(sides_of(board, layout, "water")):
        points = [drawn_corner(layout, c) for c in line]
        ends = []
        for here in (line[0], line[-1]):
            near = [c for c in ground.cells_at(layout, here) if c in ground.water]
            ends.append(layout.point(near[0]) if near else None)
        first, last = ends
        if first:
            points.insert(0, along(points[0], first, 0.28))
        if last:
            points.append(along(points[-1], last, 0.28))
        curve = crooked(points, 2.5, 4)
        clutter.add_line(sampled(curve, 3.0), 6.0, WATER_LINE)
        right = _bank(curve, bool(first), bool(last))
        left = _bank(curve[::-1], bool(last), bool(first))
        pen.spline([*right, *left], closed=True)
    if not pen:
        return "", ""
    return (
        f'<defs><path id="strait" d="{pen}"/></defs><use href="#strait" fill="none" '
        f'stroke="{palette.COAST}" stroke-width="2.4" stroke-linejoin="round"/>',
        f'<use href="#strait" fill="{palette.SHOALS[1]}"/>',
    )


def _bank(curve: list[Point], opens_first: bool, opens_last: bool) -> list[Point]:
    """The right bank of a strait."""
    gone = list(accumulate((math.dist(p, q) for p, q in pairwise(curve)), initial=0.0))
    found = []
    for n, p in enumerate(curve):
        from_first, from_last = gone[n], gone[-1] - gone[n]
        half = 5.6
        for distance, opens in ((from_first, opens_first), (from_last, opens_last)):
            if opens:
                half += max(0.0, 4.0 - distance * 0.16)
            else:
                half = min(half, 0.8 + 1.15 * math.sqrt(distance))
        a, b = curve[max(0, n - 1)], curve[min(len(curve) - 1, n + 1)]
        found.append(beside(a, b, math.dist(a, p) / (math.dist(a, b) or 1.0), half))
    return found


def works(board: Board, layout: Layout, clutter: Clutter) -> str:
    """What people built along hexsides: canals and dikes."""
    parts = []
    for look, draw in (("canal", canal), ("dike", dike)):
        lines = [[layout.point(c) for c in line] for line in stitch(sides_of(board, layout, look))]
        for line in lines:
            clutter.add_line(sampled(line, 3.0), 3.5, WATER_LINE)
        if lines:
            parts.append(draw(lines))
    return "".join(parts)


def canal(lines: list[list[Point]]) -> str:
    """Straight, between two dark banks."""
    pen = Pen()
    for line in lines:
        pen.polyline(line)
    style = f'd="{pen}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<path {style} stroke="{palette.RIVER_EDGE}" stroke-width="5.2"/>'
        f'<path {style} stroke="{palette.CANAL}" stroke-width="3.2"/>'
    )


def dike(lines: list[list[Point]]) -> str:
    """A bank with hachures on both flanks."""
    crest, flanks = Pen(), Pen()
    for line in lines:
        crest.polyline(line)
        for a, b in pairwise(line):
            for n in range(6):
                t = (n + 0.5) / 6
                flanks.polyline([beside(a, b, t, 3.6), beside(a, b, t, -3.6)])
    return (
        f'<g fill="none" stroke="{palette.DIKE}"><path d="{flanks}" stroke-width="1"/>'
        f'<path d="{crest}" stroke-width="2.4" stroke-linejoin="round"/></g>'
    )


def crossings(board: Board, layout: Layout, clutter: Clutter) -> str:
    """Marks that lie across a hexside."""
    parts = []
    for look in ("causeway", "crossing"):
        sides = [(layout.point(a), layout.point(b)) for a, b in sides_of(board, layout, look)]
        for a, b in sides:
            clutter.add_line(sampled([beside(a, b, 0.5, -9), beside(a, b, 0.5, 9)], 3), 5, LINE)
        if sides:
            parts.append(crossing(sides, look))
    return "".join(parts)


def crossing(sides: list[tuple[Point, Point]], look: str) -> str:
    return (_causeways if look == "causeway" else _arrows)(sides)


def _causeways(sides: list[tuple[Point, Point]]) -> str:
    """A planked deck between two kerbs."""
    deck, kerbs = Pen(), Pen()
    for a, b in sides:
        deck.polyline([beside(a, b, 0.5, -12), beside(a, b, 0.5, 12)])
        for t in (0.38, 0.62):
            kerbs.polyline([beside(a, b, t, -12), beside(a, b, t, 12)])
    return (
        f'<path d="{deck}" stroke="{palette.HALO}" stroke-width="8.6"/>'
        f'<path d="{kerbs}" stroke="{palette.CROSSING}" stroke-width="1.5"/>'
        f'<path d="{deck}" stroke="{palette.DIKE}" stroke-width="7" stroke-dasharray="1.2 2.4"/>'
    )


def _arrows(sides: list[tuple[Point, Point]]) -> str:
    """An arrow with two heads from hex to hex, as printed maps mark a crossing."""
    shafts, heads = Pen(), Pen()
    for a, b in sides:
        shafts.polyline([beside(a, b, 0.5, -8), beside(a, b, 0.5, 8)])
        for side in (-1, 1):
            tip = beside(a, b, 0.5, side * 14)
            wings = [beside(a, b, 0.5 + t, side * 6) for t in (-0.14, 0.14)]
            heads.polyline([tip, *wings], closed=True)
    return (
        f'<g stroke="{palette.HALO}" stroke-linejoin="round">'
        f'<path d="{shafts}" stroke-width="6.4"/>'
        f'<path d="{heads}" stroke-width="2.6" fill="{palette.HALO}"/></g>'
        f'<path d="{shafts}" stroke="{palette.MARK}" stroke-width="3.8"/>'
        f'<path d="{heads}" fill="{palette.MARK}"/>'
    )
