"""Frontiers, fronts and other lines between areas."""

from __future__ import annotations

from collections import defaultdict

from ..board import Board
from ..hexes import Hex, members
from . import palette
from .clutter import BORDER, Clutter
from .ground import Ground
from .layout import Layout, Node, Point
from .shapes import Pen, crooked, drawn_corner, parallel, sampled, stitch

Names = tuple[str, ...]

LINES = {
    "frontier": (
        f'stroke="{palette.FRONTIER}" stroke-width="1.7" stroke-dasharray="9 3.2 1.8 3.2"'
    ),
    "front": f'stroke="{palette.FRONT}" stroke-width="2.8" stroke-dasharray="11 5"',
    "line": (
        f'stroke="{palette.LINE}" stroke-width="2.2" stroke-dasharray="0 5.2" '
        f'stroke-linecap="round"'
    ),
}
BAND = 7.0
PLAY, PIECES = 1.5, 3


class Borders:
    """The border lines of one area group."""

    def __init__(self, board: Board, layout: Layout, ground: Ground, group: str) -> None:
        self._layout = layout
        names = _membership(board, group)
        land = [h for h in board.grid.hexes if layout.node_of[h] not in ground.water]
        # If most of the land belongs to some area, a hex without one is merely not coloured in;
        # if little does, the areas are islands and their whole outline counts.
        covers_land = sum(1 for h in land if h in names) > 0.6 * len(land)
        between: dict[tuple[Names, Names], dict[tuple[Node, Node], tuple[Hex, Hex]]]
        between = defaultdict(dict)
        for here in board.grid.hexes:
            for there in board.grid.adjacent(here):
                one, other = names.get(here, ()), names.get(there, ())
                if here > there or one == other or (covers_land and not (one and other)):
                    continue
                if {layout.node_of[here], layout.node_of[there]} & (ground.water | ground.void):
                    continue
                a, b = layout.side(here, there)
                pair = (min(one, other), max(one, other))
                between[pair][min(a, b), max(a, b)] = (here, there) if a < b else (there, here)
        self.lines: list[tuple[Names, Names, list[Point]]] = []
        for pair in sorted(between):
            for line in stitch(between[pair]):
                a, b = line[0], line[1]
                right, left = between[pair][min(a, b), max(a, b)]
                if a > b:
                    right, left = left, right
                corners = [drawn_corner(layout, c) for c in line]
                if line[0] != line[-1]:
                    corners = [
                        *_onward(layout, ground, line[0]),
                        *corners,
                        *_onward(layout, ground, line[-1]),
                    ]
                points = crooked(corners, PLAY, PIECES)
                self.lines.append((names.get(left, ()), names.get(right, ()), points))

    def bands(self) -> str:
        """Each country's tint along its side of the frontier, as in an atlas."""
        tints = self._tints()
        pens: dict[str, Pen] = defaultdict(Pen)
        for left, right, points in self.lines:
            for names, side in ((left, -1), (right, 1)):
                if names:
                    pens[tints[names]].spline(parallel(points, side * BAND / 2))
        return "".join(f'<path d="{pens[tint]}" stroke="{tint}"/>' for tint in sorted(pens))

    def _tints(self) -> dict[Names, str]:
        beside: dict[Names, set[Names]] = defaultdict(set)
        for left, right, _ in self.lines:
            beside[left].add(right)
            beside[right].add(left)
        tints: dict[Names, str] = {}
        for names in sorted(beside, key=lambda n: (-len(beside[n]), n)):
            taken = [tints[n] for n in sorted(beside[names]) if n in tints]
            start = len(tints)
            order = [
                palette.TINTS[(start + i) % len(palette.TINTS)] for i in range(len(palette.TINTS))
            ]
            tints[names] = min(order, key=taken.count)
        return tints

    def data(self, clutter: Clutter) -> str:
        pen = Pen()
        for _, _, points in self.lines:
            pen.spline(points)
            clutter.add_line(sampled(points, 3.0), 1.5, BORDER)
        return str(pen)


def _onward(layout: Layout, ground: Ground, corner: Node) -> list[Point]:
    """A border that comes to the edge of the map runs on to the frame."""
    rim = [
        cell
        for cell in ground.cells_at(layout, corner)
        if cell not in layout.hex_at and cell not in ground.water
    ]
    return [layout.point(rim[0])] if rim else []


def _membership(board: Board, group: str) -> dict[Hex, Names]:
    names: dict[Hex, Names] = defaultdict(tuple)
    for name in sorted(board.areas[group]):
        for h in members(board.areas[group][name]):
            names[h] = (*names[h], name)
    return dict(names)


def draw(board: Board, layout: Layout, ground: Ground, clutter: Clutter) -> tuple[str, str]:
    """The tints, which lie on the ground, and the lines, which lie over the rivers."""
    bands, lines = [], []
    for kind in board.kinds["areas"].values():
        if kind.look not in LINES:
            continue
        borders = Borders(board, layout, ground, kind.key)
        if not borders.lines:
            continue
        if kind.look == "frontier":
            bands.append(borders.bands())
        lines.append(f'<path d="{borders.data(clutter)}" {LINES[kind.look]}/>')
    sides = Pen()
    for kind in board.kinds["sides"].values():
        if kind.look == "border":
            for line in stitch(layout.side(*pair) for pair in board.sides[kind.key].pairs()):
                points = [drawn_corner(layout, c) for c in line]
                sides.spline(points)
                clutter.add_line(sampled(points, 3.0), 1.5, BORDER)
    if sides:
        lines.append(f'<path d="{sides}" {LINES["line"]}/>')
    return (
        f'<g fill="none" stroke-width="{BAND:g}" stroke-opacity=".38" stroke-linejoin="round">'
        f"{''.join(bands)}</g>",
        f'<g fill="none" stroke-linejoin="round">{"".join(lines)}</g>',
    )
