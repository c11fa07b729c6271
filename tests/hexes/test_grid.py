from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.hexes import Grid, NotAdjacent, UnknownHex, Window, compiled, members, opposite, set_of

from . import reference
from .grids import grid_and_hexes, grids, hex_sets

EAST_IS_RED = Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 46, 35)])


@given(grids())
def test_labels_and_hexes_are_one_to_one(grid: Grid) -> None:
    expected = reference.labels(grid)
    assert grid.labels(grid.all) == expected
    assert grid.size == len(expected) == len(set(grid.hexes)) == grid.all.bit_count()
    for label in expected:
        assert grid.label(grid.hex(label)) == label


@given(grids())
def test_neighbours_are_the_hexes_one_apart_on_paper(grid: Grid) -> None:
    for label, around in reference.neighbour_map(grid).items():
        here = grid.hex(label)
        assert [grid.label(h) for h in grid.adjacent(here)] == around
        assert grid.labels(grid.neighbours(1 << here)) == sorted(around)
        for direction in range(6):
            there = grid.neighbour(here, direction)
            moved = grid.step(1 << here, direction)
            if there is None:
                assert moved == 0
                continue
            assert moved == 1 << there
            assert grid.direction(here, there) == direction
            assert grid.direction(there, here) == opposite(direction)


@given(st.data())
def test_a_set_moves_as_its_members_do(data: st.DataObject) -> None:
    grid = data.draw(grids())
    hexes = data.draw(hex_sets(grid))
    for direction in range(6):
        one_by_one = [grid.neighbour(h, direction) for h in members(hexes)]
        assert members(grid.step(hexes, direction)) == tuple(
            sorted(h for h in one_by_one if h is not None)
        )
    around = {n for h in members(hexes) for n in grid.adjacent(h)}
    assert members(grid.neighbours(hexes)) == tuple(sorted(around))


@pytest.mark.usefixtures("loops")
@given(st.sets(st.integers(0, 5000)))
def test_members_lists_the_bits(bits: set[int]) -> None:
    hexes = sum(1 << b for b in bits)
    assert compiled.members(hexes) == tuple(sorted(bits))
    assert set_of(bits) == hexes


@pytest.mark.usefixtures("loops")
@given(st.sets(st.integers(0, 5000)))
def test_a_member_is_found_without_a_list(bits: set[int]) -> None:
    hexes = set_of(bits)
    assert [compiled.member(hexes, n) for n in range(len(bits))] == sorted(bits)
    with pytest.raises(IndexError, match="not so many"):
        compiled.member(hexes, len(bits))


@given(grid_and_hexes(2), st.integers(0, 4))
def test_within_holds_what_so_many_steps_on_the_map_reach(
    case: tuple[Grid, tuple[str, ...]], steps: int
) -> None:
    grid, labels = case
    around = reference.neighbour_map(grid)
    reached = set(labels)
    for _ in range(steps):
        reached |= {there for here in reached for there in around[here]}
    assert grid.labels(grid.within(grid.set(labels), steps)) == sorted(reached)
    assert grid.within(0, steps) == 0


@given(grid_and_hexes(2))
def test_distance_is_that_of_the_plane(case: tuple[Grid, tuple[str, ...]]) -> None:
    grid, (here, there) = case
    assert grid.distance(grid.hex(here), grid.hex(there)) == reference.distance(grid, here, there)


@given(grid_and_hexes(1), st.integers(-1, 14))
def test_disc_and_ring_hold_what_the_distance_says(
    case: tuple[Grid, tuple[str, ...]], radius: int
) -> None:
    grid, (label,) = case
    here = grid.hex(label)
    distances = {there: reference.distance(grid, label, there) for there in grid.labels(grid.all)}
    within = sorted(there for there, d in distances.items() if d <= radius)
    exactly = sorted(there for there, d in distances.items() if d == radius)
    assert grid.labels(grid.disc(here, radius)) == within
    assert grid.labels(grid.ring(here, radius)) == exactly


@given(grid_and_hexes(2))
def test_a_line_follows_the_straight_line_between_the_centres(
    case: tuple[Grid, tuple[str, ...]],
) -> None:
    grid, (start, end) = case
    here, there = grid.hex(start), grid.hex(end)
    line = grid.line(here, there)
    assert line[0] == here
    assert line[-1] == there
    assert len(line) <= grid.distance(here, there) + 1
    assert [grid.distance(here, h) for h in line] == sorted({grid.distance(here, h) for h in line})
    x1, y1 = reference.centre(grid, start)
    x2, y2 = reference.centre(grid, end)
    length = math.hypot(x2 - x1, y2 - y1)
    for hex_ in line:
        x, y = reference.centre(grid, grid.label(hex_))
        off = abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length if length else 0.0
        assert off <= 1 + 1e-4, "the line does not even touch this hex"


def test_a_line_on_a_whole_map_has_no_gaps() -> None:
    grid = EAST_IS_RED
    line = grid.line(grid.hex("0101"), grid.hex("4635"))
    assert len(line) == grid.distance(grid.hex("0101"), grid.hex("4635")) + 1
    assert all(b in grid.adjacent(a) for a, b in itertools.pairwise(line))


@given(grids())
def test_hexsides_of_neighbours_coincide_on_paper(grid: Grid) -> None:
    for here in grid.hexes:
        x, y = grid.centre(here)
        assert (x, y) == pytest.approx(reference.centre(grid, grid.label(here)))
        for direction in range(6):
            there = grid.neighbour(here, direction)
            if there is None:
                continue
            back = opposite(direction)
            assert grid.corner(here, direction) == pytest.approx(grid.corner(there, back + 1))
            assert grid.corner(here, direction + 1) == pytest.approx(grid.corner(there, back))
            assert grid.side(here, there) == grid.side(there, here)


@given(grids())
def test_hexsides_touch_if_they_have_a_corner_in_common(grid: Grid) -> None:
    here = grid.hexes[len(grid.hexes) // 2]
    sides = {grid.side(a, b) for a in [here, *grid.adjacent(here)] for b in grid.adjacent(a)}

    def corners(side: tuple[int, int]) -> set[tuple[int, int]]:
        d = grid.direction(*side)
        return {
            (round(x * 100), round(y * 100))
            for x, y in (grid.corner(side[0], d), grid.corner(side[0], d + 1))
        }

    for one in sides:
        for other in sides:
            if one != other:
                assert grid.sides_touch(one, other) == bool(corners(one) & corners(other))


def test_directions_of_the_printed_maps() -> None:
    # The East Is Red: odd columns half a hex lower.
    around = [EAST_IS_RED.label(h) for h in EAST_IS_RED.adjacent(EAST_IS_RED.hex("1423"))]
    assert around == ["1422", "1522", "1523", "1424", "1323", "1322"]
    # Red Star Rising: rows counted northward, even rows half a hex to the right.
    red_star = Grid("pointy", "even", "rrcc", "up", [Window(1, 1, 50, 74)])
    around = [red_star.label(h) for h in red_star.adjacent(red_star.hex("1724"))]
    assert around == ["1824", "1725", "1624", "1623", "1723", "1823"]


@pytest.mark.parametrize(
    ("label", "complaint"),
    [
        ("4636", "not on this map.*columns 01-46, rows 01-35"),
        ("0001", "not on this map"),
        ("123", "four digits.*column, then row"),
        ("12345", "four digits"),
        ("12a4", "four digits"),
        ("", "four digits"),
        (None, "four digits"),
        ("١٢٣٤", "four digits"),
    ],
)
def test_an_unknown_label_says_what_is_wrong(label: str, complaint: str) -> None:
    with pytest.raises(UnknownHex, match=complaint):
        EAST_IS_RED.hex(label)
    with pytest.raises(UnknownHex, match=complaint):
        EAST_IS_RED.set(["0101", label])


def test_hexes_that_are_not_adjacent_have_no_side() -> None:
    with pytest.raises(NotAdjacent, match="0101 and 0103"):
        EAST_IS_RED.side(EAST_IS_RED.hex("0101"), EAST_IS_RED.hex("0103"))
    # The last hex of a column and the first of the next but one stand close in the integer only.
    with pytest.raises(NotAdjacent):
        EAST_IS_RED.direction(EAST_IS_RED.hex("0135"), EAST_IS_RED.hex("0201"))


@pytest.mark.parametrize(
    ("windows", "complaint"),
    [
        ([], "at least one window"),
        ([Window(5, 1, 4, 9)], "ends before it begins"),
        ([Window(1, 1, 100, 9)], "two digits"),
    ],
)
def test_a_senseless_window_is_refused(windows: list[Window], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Grid("flat", "odd", "ccrr", "down", windows)
