"""Railways and roads, from hex to hex."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from ..board import Board
from ..hexes import Hex
from . import palette
from .clutter import LINE, Clutter
from .layout import Layout, Node, Point
from .shapes import Pen, along, beside, middle, sampled

# A road beside a railway keeps this far from it.
ASIDE = 4.6
# A railway is dark with light sleepers between, a road light between dark edges.
STROKES = {
    "rail": (
        f'stroke="{palette.RAIL}" stroke-width="3.4"',
        f'stroke="{palette.RAIL_LIGHT}" stroke-width="1.5" stroke-dasharray="5.5 5.5"',
    ),
    "road": (
        f'stroke="{palette.ROAD}" stroke-width="3"',
        f'stroke="{palette.ROAD_LIGHT}" stroke-width="1.6"',
    ),
}


class Tracks:
    """The lines of one look, each hexside crossed once."""

    def __init__(self, board: Board, layout: Layout, look: str, aside_from: Tracks | None) -> None:
        self._board = board
        self._layout = layout
        self._aside_from = aside_from
        self.joined: dict[Hex, set[Hex]] = defaultdict(set)
        chains = [
            chain
            for kind in board.kinds["networks"].values()
            if kind.look == look
            for chain in board.networks[kind.key].chains
        ]
        for chain in chains:
            for here, there in pairwise(chain.hexes):
                self.joined[here].add(there)
                self.joined[there].add(here)
        self.lines: list[list[Point]] = []
        drawn: set[tuple[Hex, Hex]] = set()
        for chain in chains:
            run: list[Hex] = []
            for here, there in pairwise(chain.hexes):
                if (here, there) in drawn:
                    self._add(run)
                    run = []
                    continue
                drawn |= {(here, there), (there, here)}
                run = [*run, there] if run else [here, there]
            self._add(run)
            if chain.starts_off:
                self._lead_off(chain.hexes[0])
            if chain.ends_off:
                self._lead_off(chain.hexes[-1])

    def _stops(self, hex_: Hex) -> bool:
        """Whether lines run right through the centre, where a symbol stands."""
        return bool(self._board.places_at(hex_))

    def _middle(self, here: Hex, there: Hex) -> Point:
        """Where the line crosses a hexside."""
        a, b = self._layout.centre(here), self._layout.centre(there)
        if self._aside_from and there in self._aside_from.joined.get(here, ()):
            return beside(a, b, 0.5, ASIDE if here < there else -ASIDE)
        return middle(a, b)

    def _node(self, hex_: Hex) -> Point:
        centre = self._layout.centre(hex_)
        if self._stops(hex_):
            return centre
        if len(self.joined[hex_]) == 2:
            # Between two bends a line keeps a little to the inside, or it would look like a wave.
            one, other = (self._layout.centre(h) for h in sorted(self.joined[hex_]))
            centre = along(centre, middle(one, other), 0.2)
        if self._aside_from is None:
            return centre
        beside_rail = self.joined[hex_] & self._aside_from.joined.get(hex_, set())
        if not beside_rail:
            return centre
        middles = [(self._middle(hex_, t), self._layout.centre(t)) for t in sorted(beside_rail)]
        true = self._layout.centre(hex_)
        dx = sum(m.x - middle(true, c).x for m, c in middles) / len(middles)
        dy = sum(m.y - middle(true, c).y for m, c in middles) / len(middles)
        return Point(centre.x + dx, centre.y + dy)

    def _add(self, run: list[Hex]) -> None:
        if not run:
            return
        points = [*reversed(self._lead_in(run[0], run[1])), self._node(run[0])]
        for here, there in pairwise(run):
            # A point that is named twice is passed through exactly.
            points += [self._middle(here, there), self._node(there)]
            if self._stops(there):
                points.append(self._node(there))
        points += self._lead_in(run[-1], run[-2])
        self.lines.append(points)

    def _lead_in(self, end: Hex, before: Hex) -> list[Point]:
        """Where a line meets others in open country it swings into the one straight ahead."""
        if self._stops(end):
            return []
        centre, came = self._layout.centre(end), self._layout.centre(before)
        ahead = [
            there
            for there in self.joined[end]
            if there != before and self._layout.grid.distance(there, before) == 2
        ]
        if not ahead:
            return []

        def straightness(there: Hex) -> tuple[float, Hex]:
            p = self._layout.centre(there)
            return (p.x - centre.x) * (centre.x - came.x) + (p.y - centre.y) * (
                centre.y - came.y
            ), there

        return [along(centre, self._layout.centre(max(ahead, key=straightness)), 0.45)]

    def _lead_off(self, hex_: Hex) -> None:
        """A line that leaves the map runs on to the frame, or into the hex out of play."""
        cell = self._layout.node_of[hex_]
        centre = self._layout.point(cell)

        def is_off(there: Node) -> bool:
            onward = self._layout.hex_at.get(there)
            return onward is None or not self._board.in_play >> onward & 1

        def straightness(there: Node) -> tuple[float, Node]:
            p = self._layout.point(there)
            came = [self._layout.centre(h) for h in sorted(self.joined[hex_])]
            return (
                sum(
                    (p.x - centre.x) * (centre.x - c.x) + (p.y - centre.y) * (centre.y - c.y)
                    for c in came
                ),
                there,
            )

        exits = [there for there in self._layout.around(cell) if is_off(there)]
        if exits:
            there = max(exits, key=straightness)
            # Beyond the rim the frame cuts it off.
            far = 1.0 if there in self._layout.hex_at else 1.8
            self.lines.append([centre, along(centre, self._layout.point(there), far)])

    def data(self, clutter: Clutter) -> str:
        pen = Pen()
        for points in self.lines:
            pen.spline(points)
            clutter.add_line(sampled(points, 3.0), 2.0, LINE)
        return str(pen)


def strokes(look: str, shape: str) -> str:
    """A railway or a road along a shape, which is a reference or path data in an element."""
    return "".join(f"<{shape} {style}/>" for style in STROKES[look])


def draw(board: Board, layout: Layout, clutter: Clutter) -> str:
    rail = Tracks(board, layout, "rail", None)
    parts = []
    for look, tracks in (("road", Tracks(board, layout, "road", rail)), ("rail", rail)):
        if tracks.lines:
            ref = f'use href="#{look}"'
            parts.append(
                f'<defs><path id="{look}" d="{tracks.data(clutter)}"/></defs>'
                f'<g fill="none" stroke-linejoin="round">{strokes(look, ref)}</g>'
            )
    return "".join(parts)
