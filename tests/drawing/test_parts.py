"""The parts of the drawing, on small grids."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from stavka.drawing import palette
from stavka.drawing.layout import SIDE, Layout, Node, Point
from stavka.drawing.outlines import loops
from stavka.drawing.shapes import Pen, crooked, field, noise, stitch
from stavka.hexes import Grid, Window
from stavka.hexes.grid import Orientation, Parity, RowOrder

from . import paths

ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")
PARITIES: tuple[Parity, ...] = ("odd", "even")
ROW_ORDERS: tuple[RowOrder, ...] = ("down", "up")
GRIDS = [
    Grid(orientation, shifted, "ccrr", rows, [Window(1, 1, 7, 6)])
    for orientation in ORIENTATIONS
    for shifted in PARITIES
    for rows in ROW_ORDERS
]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_layout_agrees_with_the_grid(grid: Grid) -> None:
    layout = Layout(grid)
    first = grid.hexes[0]
    x0, y0 = grid.centre(first)
    for h in grid.hexes:
        x, y = grid.centre(h)
        assert math.dist(
            layout.centre(h),
            (
                layout.centre(first).x + (x - x0) * SIDE,
                layout.centre(first).y + (y - y0) * SIDE,
            ),
        ) == pytest.approx(0, abs=1e-6)
        assert layout.cell_at(layout.centre(h)) == layout.node_of[h]
        for d in range(6):
            corner = layout.point(layout.corners(layout.node_of[h])[d])
            cx, cy = grid.corner(h, d)
            assert math.dist(
                corner, (layout.centre(h).x + (cx - x) * SIDE, layout.centre(h).y + (cy - y) * SIDE)
            ) == pytest.approx(0, abs=1e-6)
            there = grid.neighbour(h, d)
            if there is not None:
                assert layout.around(layout.node_of[h])[d] == layout.node_of[there]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_a_side_has_its_first_hex_on_the_right(grid: Grid) -> None:
    layout = Layout(grid)
    here = grid.hex("0404")
    for there in grid.adjacent(here):
        a, b = (layout.point(c) for c in layout.side(here, there))
        c = layout.centre(here)
        assert (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0


def test_all_hexes_lie_on_the_sheet() -> None:
    layout = Layout(GRIDS[0])
    centres = layout.centres()
    assert len(centres) == 42
    for x, y in centres.values():
        assert SIDE < x < layout.width - SIDE
        assert SIDE < y < layout.height - SIDE


def test_outline_of_a_ring_has_a_hole() -> None:
    layout = Layout(GRIDS[0])
    centre = layout.node_of[layout.grid.hex("0403")]
    ring = layout.around(centre)
    assert sorted(len(loop) for loop in loops(layout, ring)) == [6, 18]


def test_stitch_joins_and_parts() -> None:
    a, b, c, d, e = (Node(n, 0) for n in range(5))
    assert stitch([(b, c), (a, b), (c, d)]) == [[a, b, c, d]]
    assert sorted(map(len, stitch([(a, b), (b, c), (b, d), (d, e)]))) == [2, 2, 3]
    (loop,) = stitch([(a, b), (b, c), (c, a)])
    assert loop[0] == loop[-1]
    assert len(loop) == 4


def test_noise_is_spread_and_steady() -> None:
    values = [noise(u, v, 3) for u in range(40) for v in range(40)]
    assert -1 <= min(values) < -0.95
    assert 0.95 < max(values) <= 1
    assert abs(sum(values) / len(values)) < 0.05
    assert noise(12, -7, 3) == noise(12, -7, 3)
    assert abs(field(Point(10.0, 10.0), 26.0, 1) - field(Point(10.01, 10.0), 26.0, 1)) < 0.01


def test_pen_says_what_it_was_told() -> None:
    """Relative, rounded and abbreviated path data must not drift."""
    line = [Point(30 * n + 0.33, 50 + 20 * noise(n, 0, 9)) for n in range(400)]
    pen = Pen()
    pen.polyline([Point(5.55, 5.55), Point(1.0, 2.0)])
    pen.spline(line)
    drawn = paths.Ink(paths.points(str(pen)))
    for a, b in pairwise(line):
        assert drawn.distance(((a.x + b.x) / 2, (a.y + b.y) / 2)) < 0.5


def test_closed_curve_comes_back() -> None:
    square = [Point(0.0, 0.0), Point(90.0, 0.0), Point(90.0, 90.0), Point(0.0, 90.0)]
    curve = crooked(square, 0.0, 4, closed=True)
    assert len(curve) == 16
    assert all(0 <= p.x <= 90 and 0 <= p.y <= 90 for p in curve)
    assert any(math.dist(p, (45.0, 0.0)) < 1 for p in curve)


@pytest.mark.parametrize("ground", [*palette.LAND.values(), palette.PAPER, palette.HALO])
def test_names_can_be_read(ground: str) -> None:
    assert palette.contrast(palette.INK, ground) >= 7


@pytest.mark.parametrize("ground", [*palette.LAND.values(), palette.WATER])
def test_numbers_can_be_read(ground: str) -> None:
    assert palette.contrast(palette.NUMBER, ground) >= 4.5


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        (palette.WATER_NAME, palette.WATER, 4.5),
        (palette.WATER_NAME, palette.HALO, 4.5),
        (palette.RAIL, palette.RAIL_LIGHT, 7),
        (palette.ROAD, palette.ROAD_LIGHT, 3),
        (palette.RIVER_EDGE, palette.RIVER, 2.4),
        (palette.COAST, palette.LAND["clear"], 3),
        (palette.FRONTIER, palette.LAND["mountain"], 3),
        (palette.FRONT, palette.LAND["forest"], 3),
    ],
)
def test_lines_survive_without_colour(one: str, other: str, least: float) -> None:
    assert palette.contrast(one, other) >= least
