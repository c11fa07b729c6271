"""Rivers along hexsides, which grow towards the sea."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from ..board import Board, SideRow
from .clutter import WATER_LINE, Clutter
from .ground import Ground
from .layout import SIDE, Layout, Node, Point
from .shapes import Pen, along, beside, drawn_corner, noise, sampled
from .streams import cased, grown

Edge = tuple[Node, Node]

# Width at the source, width of a long river at its mouth.
WIDTHS = {"minor_river": (1.3, 2.4), "river": (2.2, 4.8), "major_river": (4.8, 7.6)}
# The length, in hexsides, after which a river grows no more.
LONG = 45


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
        return grown(*WIDTHS[look], self.length(edge) / LONG)

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
        return cased("river", pens)
