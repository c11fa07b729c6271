"""Water along hexsides: rivers that grow towards the sea, straits, canals, dikes, crossings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise

from ..board import Board, SideRow
from . import palette
from .clutter import LINE, WATER_LINE, Clutter
from .ground import Ground
from .layout import SIDE, Layout, Node, Point
from .shapes import (
    Pen,
    along,
    beside,
    crooked,
    drawn_corner,
    noise,
    sampled,
    stitch,
)

Edge = tuple[Node, Node]

# Width at the source, width of a long river at its mouth.
WIDTHS = {"minor_river": (1.3, 2.4), "river": (2.2, 4.8), "major_river": (4.8, 7.6)}
# The length, in hexsides, after which a river grows no more.
LONG = 45
CASING = 1.5


class Rivers:
    """The rivers on the hexsides of a map."""

    def __init__(self, board: Board, layout: Layout, ground: Ground) -> None:
        self._layout = layout
        self._ground = ground
        # Lines of corners from source to mouth, each with its look and name.
        self.lines: list[tuple[str, str, list[Node]]] = []
        rows = [
            (kind.look, row)
            for kind in board.kinds["sides"].values()
            if kind.look in WIDTHS
            for row in board.sides[kind.key].rows
        ]
        loose: list[tuple[str, str, list[Node]]] = []
        for look, row in rows:
            for line in self._corners(row):
                (self.lines if len(line) > 2 else loose).append((look, row.name, line))
        self._place_loose(loose)
        self._into: dict[Node, list[Edge]] = defaultdict(list)
        self._out_of: dict[Node, list[Edge]] = defaultdict(list)
        for _, _, line in self.lines:
            for edge in pairwise(line):
                self._into[edge[1]].append(edge)
                self._out_of[edge[0]].append(edge)
        self._length: dict[Edge, int] = {}

    def _corners(self, row: SideRow) -> list[list[Node]]:
        """The corners along a row; a new line begins where the row doubles back."""
        edges = [self._layout.side(*pair) for pair in row.pairs]
        lines: list[list[Node]] = []
        for n, edge in enumerate(edges):
            if lines and lines[-1][-1] in edge:
                (onward,) = set(edge) - {lines[-1][-1]}
                lines[-1].append(onward)
                continue
            after = set(edges[n + 1]) if n + 1 < len(edges) else set()
            lines.append([edge[1], edge[0]] if edge[0] in after else list(edge))
        return lines

    def _place_loose(self, loose: list[tuple[str, str, list[Node]]]) -> None:
        """A river of one hexside does not say which way it flows: to water, or to a river."""
        known = {corner for _, _, line in self.lines for corner in line}
        for look, name, line in loose:
            if (self._outlet(line[0]) and not self._outlet(line[1])) or (
                line[0] in known and line[1] not in known
            ):
                line.reverse()
            self.lines.append((look, name, line))

    def _outlet(self, corner: Node) -> Node | None:
        """A cell of water, or else one off the map, at a corner."""
        near = self._ground.cells_at(self._layout, corner)
        cells = [c for c in near if c in self._ground.water]
        cells += [c for c in near if self._ground.outside(c)]
        return cells[0] if cells else None

    def length(self, edge: Edge) -> int:
        """How many hexsides the river has come, up to and with this one."""
        if edge not in self._length:
            self._length[edge] = 1  # in case a river runs in a circle
            self._length[edge] = 1 + max(
                (self.length(e) for e in self._into[edge[0]] if e != edge[::-1]), default=0
            )
        return self._length[edge]

    def width(self, look: str, edge: Edge) -> float:
        thin, thick = WIDTHS[look]
        grown = math.pow(min(1.0, self.length(edge) / LONG), 0.7)
        # Steps of half a pixel let many hexsides share one path.
        return round((thin + (thick - thin) * grown) * 2) / 2

    def bends(self, edge: Edge) -> tuple[Point, Point]:
        """The two control points of a hexside, a meander about its middle."""
        start, end = edge
        a, b = drawn_corner(self._layout, start), drawn_corner(self._layout, end)
        swing = noise(min(edge).u + max(edge).u, min(edge).v + max(edge).v, 200)
        offset = math.copysign(1.6 + 2.2 * abs(swing), swing)
        if start > end:
            offset = -offset
        return beside(a, b, 0.3, offset), beside(a, b, 0.7, -offset)

    def course(self, line: Sequence[Node], first: int, last: int) -> list[Point]:
        """The control points of the hexsides first to last of a line, joined to what they meet."""
        edges = list(pairwise(line))
        points: list[Point] = []
        before = edges[first - 1] if first else self._neighbour(edges[0], self._into)
        if before:
            points.append(self.bends(before)[1])
        elif outlet := self._outlet(line[first]):
            points.append(self._beyond(line[first], outlet))
        for edge in edges[first : last + 1]:
            points += [drawn_corner(self._layout, edge[0]), *self.bends(edge)]
        end = edges[last][1]
        points.append(drawn_corner(self._layout, end))
        after = (
            edges[last + 1] if last + 1 < len(edges) else self._neighbour(edges[-1], self._out_of)
        )
        if after:
            points.append(self.bends(after)[0])
        elif outlet := self._outlet(end):
            points.append(self._beyond(end, outlet))
        return points

    def _neighbour(self, edge: Edge, table: dict[Node, list[Edge]]) -> Edge | None:
        """The river that this one flows into, or comes out of: the greatest at that corner."""
        corner = edge[1] if table is self._out_of else edge[0]
        others = [e for e in table[corner] if e not in (edge, edge[::-1])]
        return max(others, key=lambda e: (self.length(e), e), default=None)

    def _beyond(self, corner: Node, outlet: Node) -> Point:
        reach = 8.0 if outlet in self._ground.water else 20.0
        return along(drawn_corner(self._layout, corner), self._layout.point(outlet), reach / SIDE)

    def name_lines(self) -> dict[str, list[list[Point]]]:
        """For each river name the curves that it can stand along."""
        found: dict[str, list[list[Point]]] = defaultdict(list)
        for _, name, line in self.lines:
            if name:
                found[name].append(sampled(self.course(line, 0, len(line) - 2), 4.0))
        return found

    def draw(self, clutter: Clutter) -> tuple[str, str]:
        """The dark casing, which goes under the coast, and the water, which goes over it."""
        pens: dict[float, Pen] = defaultdict(Pen)
        for look, _, line in self.lines:
            widths = [self.width(look, edge) for edge in pairwise(line)]
            first = 0
            for n, width in enumerate(widths):
                if n + 1 == len(widths) or widths[n + 1] != width:
                    course = self.course(line, first, n)
                    pens[width].spline(course)
                    clutter.add_line(sampled(course, 3.0), width / 2 + 1, WATER_LINE)
                    first = n + 1
        defs, casing, water = [], [], []
        for n, width in enumerate(sorted(pens)):
            defs.append(f'<path id="river{n}" d="{pens[width]}"/>')
            casing.append(f'<use href="#river{n}" stroke-width="{width + CASING:g}"/>')
            water.append(f'<use href="#river{n}" stroke-width="{width:g}"/>')
        style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        return (
            f'<defs>{"".join(defs)}</defs><g {style} stroke="{palette.RIVER_EDGE}">'
            f"{''.join(casing)}</g>",
            f'<g {style} stroke="{palette.RIVER}">{"".join(water)}</g>',
        )


def sides_of(board: Board, layout: Layout, look: str) -> list[Edge]:
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
