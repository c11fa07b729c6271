"""Rivers that run through hexes, from hex to hex."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

from ..board import Board, Chain
from ..hexes import Hex
from .clutter import WATER_LINE, Clutter
from .ground import Ground
from .layout import Layout, Node, Point
from .shapes import Pen, along, beside, noise, sampled
from .streams import cased, grown

WIDTHS = {"river": (2.0, 4.6), "major_river": (4.6, 7.4)}
# The length, in hexes, after which a river grows no more.
LONG = 26


class Waterways:
    """The rivers of the networks."""

    def __init__(self, board: Board, layout: Layout, ground: Ground) -> None:
        self._board = board
        self._layout = layout
        self._ground = ground
        self.chains: list[tuple[str, Chain]] = [
            (kind.look, chain)
            for kind in board.kinds["networks"].values()
            if kind.look in WIDTHS
            for chain in board.networks[kind.key].chains
        ]
        self._dry: set[tuple[Hex, Hex]] = {
            (here, there)
            for kind in board.kinds["networks"].values()
            if kind.look in ("rail", "road")
            for chain in board.networks[kind.key].chains
            for a, b in pairwise(chain.hexes)
            for here, there in ((a, b), (b, a))
        }
        self._before: dict[Hex, list[Hex]] = defaultdict(list)
        self._after: dict[Hex, list[Hex]] = defaultdict(list)
        self._node: dict[Hex, Point] = {}
        for _, chain in self.chains:
            for here, there in pairwise(chain.hexes):
                self._before[there].append(here)
                self._after[here].append(there)
        for _, chain in self.chains:
            for n, hex_ in enumerate(chain.hexes):
                if hex_ not in self._node:
                    self._node[hex_] = self._beside_centre(chain, n)
        self._length: dict[tuple[Hex, Hex], int] = {}

    def _beside_centre(self, chain: Chain, n: int) -> Point:
        """A river passes its towns, and the middle of a hex, at a little distance."""
        hex_ = chain.hexes[n]
        centre = self._layout.centre(hex_)
        before = self._layout.centre(chain.hexes[max(0, n - 1)])
        after = self._layout.centre(chain.hexes[min(len(chain.hexes) - 1, n + 1)])
        cell = self._layout.node_of[hex_]
        swing = noise(cell.u, cell.v, 401)
        away = 12.0 if self._board.places_at(hex_) else 4.0 + 4.0 * abs(swing)
        ahead = beside(before, after, 0.0, 1.0)
        right = Point(ahead.x - before.x, ahead.y - before.y)
        # Where rivers meet, on the side from which the others come, so that none has to cross
        # the town to get there.
        pull = sum(
            (p.x - centre.x) * right.x + (p.y - centre.y) * right.y
            for p in map(self._layout.centre, sorted({*self._before[hex_], *self._after[hex_]}))
        )
        sign = math.copysign(1.0, pull if abs(pull) > 20 else swing)
        return Point(centre.x + right.x * away * sign, centre.y + right.y * away * sign)

    def _crossing(self, here: Hex, there: Hex) -> Point:
        """Where the river crosses a hexside: off its middle if a railway has that."""
        a, b = self._layout.centre(here), self._layout.centre(there)
        one, other = min(here, there), max(here, there)
        swing = noise(one, other, 402)
        away = 10.0 if (here, there) in self._dry else 2.0 + 4.0 * abs(swing)
        sign = math.copysign(1.0, swing) * (1 if here < there else -1)
        return beside(a, b, 0.5, sign * away)

    def _link(self, here: Hex, there: Hex) -> list[Point]:
        """Control points between two hexes, without their own."""
        crossing = self._crossing(here, there)
        one, other = min(here, there), max(here, there)
        swing = 4.5 * noise(one, other, 403) * (1 if here < there else -1)
        return [
            beside(self._node[here], crossing, 0.5, swing),
            crossing,
            beside(crossing, self._node[there], 0.5, -swing),
        ]

    def length(self, here: Hex, there: Hex) -> int:
        key = (here, there)
        if key not in self._length:
            self._length[key] = 1
            self._length[key] = 1 + max(
                (self.length(b, here) for b in self._before[here] if b != there), default=0
            )
        return self._length[key]

    def width(self, look: str, here: Hex, there: Hex) -> float:
        return grown(*WIDTHS[look], self.length(here, there) / LONG)

    def course(self, chain: Chain, first: int, last: int) -> list[Point]:
        """Control points from hex number first to hex number last of a chain."""
        hexes = chain.hexes
        points: list[Point] = []
        if first:
            points.append(self._link(hexes[first - 1], hexes[first])[2])
        elif chain.starts_off:
            points.append(self._off(hexes[0], hexes[1]))
        elif upstream := [h for h in self._before[hexes[0]] if h not in hexes]:
            points.append(self._link(upstream[0], hexes[0])[2])
        points.append(self._node[hexes[first]])
        for here, there in pairwise(hexes[first : last + 1]):
            points += [*self._link(here, there), self._node[there]]
        if last + 1 < len(hexes):
            points.append(self._link(hexes[last], hexes[last + 1])[0])
        elif chain.ends_off:
            points.append(self._off(hexes[-1], hexes[-2]))
        elif self._layout.node_of[hexes[-1]] in self._ground.water:
            # The mouth: a short way out from the shore, not to the middle of the sea.
            points[-1] = along(points[-3], points[-2], 1.3)
            points.pop(-2)
        elif downstream := [h for h in self._after[hexes[-1]] if h not in hexes]:
            points.append(self._link(hexes[-1], downstream[0])[0])
        elif shore := self._shore(hexes[-1], hexes[-2]):
            points.append(shore)
        return points

    def _ahead(self, cells: list[Node], hex_: Hex, before: Hex) -> Node | None:
        centre, came = self._layout.centre(hex_), self._layout.centre(before)

        def straightness(cell: Node) -> tuple[float, Node]:
            p = self._layout.point(cell)
            return (p.x - centre.x) * (centre.x - came.x) + (p.y - centre.y) * (
                centre.y - came.y
            ), cell

        return max(cells, key=straightness, default=None)

    def _shore(self, hex_: Hex, before: Hex) -> Point | None:
        cell = self._layout.node_of[hex_]
        near = [c for c in self._layout.around(cell) if c in self._ground.water]
        water = self._ahead(near, hex_, before)
        return along(self._layout.point(cell), self._layout.point(water), 0.6) if water else None

    def _off(self, hex_: Hex, before: Hex) -> Point:
        cell = self._layout.node_of[hex_]

        def is_off(there: Node) -> bool:
            onward = self._layout.hex_at.get(there)
            return onward is None or not self._board.in_play >> onward & 1

        exits = [c for c in self._layout.around(cell) if is_off(c)]
        out = self._ahead(exits, hex_, before)
        if out is None:
            return self._layout.point(cell)
        far = 1.0 if out in self._layout.hex_at else 1.8
        return along(self._layout.point(cell), self._layout.point(out), far)

    def draw(self, clutter: Clutter) -> tuple[str, str]:
        """The dark casing, which goes under the coast, and the water, which goes over it."""
        pens: dict[float, Pen] = defaultdict(Pen)
        for look, chain in self.chains:
            widths = [self.width(look, a, b) for a, b in pairwise(chain.hexes)]
            first = 0
            for n, width in enumerate(widths):
                if n + 1 == len(widths) or widths[n + 1] != width:
                    course = self.course(chain, first, n + 1)
                    pens[width].spline(course)
                    clutter.add_line(sampled(course, 3.0), width / 2 + 1, WATER_LINE)
                    first = n + 1
        return cased("waterway", pens)

    def name_lines(self) -> dict[str, list[list[Point]]]:
        """For each river name the curves that it can stand along."""
        found: dict[str, list[list[Point]]] = defaultdict(list)
        for _, chain in self.chains:
            if chain.name and len(chain.hexes) > 1:
                found[chain.name].append(sampled(self.course(chain, 0, len(chain.hexes) - 1), 4.0))
        return found
