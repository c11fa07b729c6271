"""Reach and flood against the dictionary-and-heap reference, on every kind of grid."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.hexes import (
    Charge,
    Flood,
    Grid,
    HexSet,
    Lane,
    Movement,
    Passage,
    Reach,
    Window,
    flood,
    flood_waves,
    members,
    reach,
)

from . import reference
from .grids import grids, hex_sets

pytestmark = pytest.mark.usefixtures("loops")

StepCosts = dict[tuple[int, int], int | None]


@st.composite
def step_costs(draw: st.DrawFn, grid: Grid) -> StepCosts:
    """A cost of 1 to 4 for every step, different in both directions, some impossible."""
    rnd = draw(st.randoms(use_true_random=False))
    return {
        (here, there): rnd.choice([1, 1, 2, 3, 4, None])
        for here in grid.hexes
        for there in grid.adjacent(here)
    }


def by_label(grid: Grid, costs: StepCosts) -> reference.Cost:
    return lambda here, there: costs[grid.hex(here), grid.hex(there)]


def check_paths(
    found: Reach,
    step: Callable[[int, int], int | None],
    points: int,
) -> None:
    """Every path really costs what it is said to cost."""
    grid = found.movement.grid
    for hex_, cost in found.costs().items():
        path = found.path(hex_)
        assert found.start >> path[0] & 1
        assert path[-1] == hex_
        total = 0
        for here, there in itertools.pairwise(path):
            points_of_step = step(here, there)
            assert points_of_step is not None
            total += points_of_step
        assert cost == min(total, points), grid.label(hex_)
    assert set(found.predecessors()) == set(found.costs()) - set(members(found.start))


@given(st.data())
def test_reach_agrees_with_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    costs = data.draw(step_costs(grid))
    start = 1 << data.draw(st.sampled_from(grid.hexes))
    points = data.draw(st.integers(0, 12))
    blocked = data.draw(hex_sets(grid, 0.15)) & ~start
    stop = data.draw(hex_sets(grid, data.draw(st.sampled_from([0, 0.3]))))
    sticky = data.draw(hex_sets(grid, 0.3))
    zoc = data.draw(hex_sets(grid, 0.3))
    extras: list[tuple[tuple[int, HexSet], ...]] = [(), ((2, sticky),), ((1, zoc), (1, sticky))]
    enter = data.draw(st.sampled_from(extras))
    leave = data.draw(st.sampled_from(extras))
    barred = data.draw(st.sampled_from([(), ((zoc, zoc),), ((zoc, sticky), (sticky, zoc))]))
    one_hex = data.draw(st.booleans())

    def extra(hex_: int, pairs: tuple[tuple[int, HexSet], ...]) -> int:
        return sum(e for e, hexes in pairs if hexes >> hex_ & 1)

    def is_barred(here: int, there: int) -> bool:
        return any(a >> here & 1 and b >> there & 1 for a, b in barred)

    movement = Movement.from_steps(grid, lambda a, b: costs[a, b])
    found = reach(
        movement,
        start,
        points,
        blocked=blocked,
        stop=stop,
        enter=enter,
        leave=leave,
        barred=barred,
        one_hex=one_hex,
    )
    expected = reference.reach(
        reference.neighbour_map(grid),
        by_label(grid, costs),
        grid.labels(start),
        points,
        blocked=grid.labels(blocked),
        stop=grid.labels(stop),
        enter=lambda label: extra(grid.hex(label), enter),
        leave=lambda label: extra(grid.hex(label), leave),
        barred=lambda a, b: is_barred(grid.hex(a), grid.hex(b)),
        one_hex=one_hex,
    )
    assert {grid.label(h): c for h, c in found.costs().items()} == expected
    assert grid.labels(found.hexes) == sorted(expected)
    for hex_ in grid.hexes:
        assert found.cost(hex_) == expected.get(grid.label(hex_))

    def full_cost(here: int, there: int) -> int | None:
        step = costs[here, there]
        return None if step is None else step + extra(here, leave) + extra(there, enter)

    check_paths(found, full_cost, points)


@given(st.data())
def test_weighted_flood_of_any_length_agrees_with_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    costs = data.draw(step_costs(grid))
    sources = data.draw(hex_sets(grid, 0.1))
    blocked = data.draw(hex_sets(grid, 0.2)) & ~sources
    movement = Movement.from_steps(grid, lambda a, b: costs[a, b])
    found = reach(movement, sources, None, blocked=blocked)
    expected = reference.reach(
        reference.neighbour_map(grid),
        by_label(grid, costs),
        grid.labels(sources),
        None,
        blocked=grid.labels(blocked),
    )
    assert {grid.label(h): c for h, c in found.costs().items()} == expected


@given(st.data())
def test_a_reversed_movement_finds_from_where_a_hex_can_be_reached(data: st.DataObject) -> None:
    grid = data.draw(grids())
    costs = data.draw(step_costs(grid))
    source = data.draw(st.sampled_from(grid.hexes))
    movement = Movement.from_steps(grid, lambda a, b: costs[a, b])
    back = reach(movement.reversed(), 1 << source, 6)
    for hex_ in grid.hexes:
        assert back.cost(hex_) == reach(movement, 1 << hex_, 6).cost(source)


@given(st.data())
def test_lanes_mean_the_cheapest_way_in(data: st.DataObject) -> None:
    """Terrain, a dearer river and a cheap road: two halves of a point for each printed point."""
    grid = data.draw(grids())
    hills = data.draw(hex_sets(grid, 0.4))
    roads = tuple(data.draw(hex_sets(grid, 0.2)) for _ in range(6))
    rivers = tuple(data.draw(hex_sets(grid, 0.2)) for _ in range(6))
    terrain = ((2, grid.all & ~hills), (4, hills))
    movement = Movement(
        grid,
        [
            Lane(tuple(grid.all & ~r for r in rivers), terrain),
            Lane(rivers, tuple((cost + 2, hexes) for cost, hexes in terrain)),
            Lane(roads, ((1, grid.all),)),
        ],
    )

    def cost(here: str, there: str) -> int:
        to = grid.hex(there)
        d = grid.direction(grid.hex(here), to)
        by_ground = (4 if hills >> to & 1 else 2) + (2 if rivers[d] >> to & 1 else 0)
        return 1 if roads[d] >> to & 1 else by_ground

    start = data.draw(st.sampled_from(grid.hexes))
    found = reach(movement, 1 << start, 8)
    expected = reference.reach(reference.neighbour_map(grid), cost, [grid.label(start)], 8)
    assert {grid.label(h): c for h, c in found.costs().items()} == expected
    for here in grid.hexes:
        for there in grid.adjacent(here):
            assert movement.step_cost(here, there) == cost(grid.label(here), grid.label(there))


@given(st.data())
def test_what_a_path_is_charged_adds_up_to_its_cost(data: st.DataObject) -> None:
    grid = data.draw(grids())
    hills = data.draw(hex_sets(grid, 0.4))
    rivers = tuple(data.draw(hex_sets(grid, 0.2)) for _ in range(6))
    ground = [((Charge("plain", 1),), grid.all & ~hills), ((Charge("hill", 2),), hills)]
    movement = Movement(
        grid,
        [
            Lane.of(tuple(grid.all & ~r for r in rivers), ground),
            Lane.of(rivers, [((*parts, Charge("river", 2)), hexes) for parts, hexes in ground]),
        ],
    )
    zone = data.draw(hex_sets(grid, 0.2))
    start = data.draw(st.sampled_from(grid.hexes))
    tolls = ((1, zone, "zone"),)
    found = reach(movement, 1 << start, 6, enter=tolls, leave=tolls, one_hex=True)
    for hex_ in members(found.hexes):
        charges = found.charges(hex_)
        total, cost = sum(charge.points for charge in charges), found.cost(hex_)
        assert cost is not None
        assert total > cost if found.single >> hex_ & 1 else total == cost
        path = found.path(hex_)
        names = [charge.name for charge in charges]
        assert names.count("plain") + names.count("hill") == len(path) - 1
        assert names.count("hill") == sum(hills >> h & 1 for h in path[1:])
        left = [charge for charge in charges if charge.leaving]
        assert len(left) == sum(zone >> h & 1 for h in path[:-1])
        assert names.count("zone") - len(left) == sum(zone >> h & 1 for h in path[1:])


def test_charges_of_which_nobody_has_said_what_for() -> None:
    movement = Movement(PLAIN, [Lane((PLAIN.all,) * 6, ((2, PLAIN.all),))])
    found = reach(movement, PLAIN.set(["0505"]), 4, enter=((1, PLAIN.all),))
    assert found.charges(PLAIN.hex("0506")) == [Charge("", 2), Charge("", 1)]


@given(st.data())
def test_flood_agrees_with_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    sources = data.draw(hex_sets(grid, 0.05))
    blocked = data.draw(hex_sets(grid, 0.3))
    limit = data.draw(st.sampled_from([None, 0, 1, 4]))
    walls = data.draw(st.booleans())
    entering = tuple(data.draw(hex_sets(grid, 0.7)) for _ in range(6)) if walls else None
    passage = Passage(grid, entering)

    def cost(here: str, there: str) -> int | None:
        to = grid.hex(there)
        d = grid.direction(grid.hex(here), to)
        return 1 if entering is None or entering[d] >> to & 1 else None

    expected = reference.reach(
        reference.neighbour_map(grid),
        cost,
        grid.labels(sources),
        limit,
        blocked=grid.labels(blocked),
    )
    assert grid.labels(flood(passage, sources, blocked=blocked, limit=limit)) == sorted(expected)
    waves = flood_waves(passage, sources, blocked=blocked, limit=limit)
    assert {grid.label(h): waves.distance(h) for h in members(waves.hexes)} == expected
    check_flood_paths(waves, sources, expected)


def check_flood_paths(waves: Flood, sources: HexSet, expected: dict[str, int]) -> None:
    grid = waves.passage.grid
    for label, steps in expected.items():
        path = waves.path(grid.hex(label))
        assert sources >> path[0] & 1
        assert len(path) == steps + 1
        assert all(waves.passage.can_step(a, b) for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("window", [Window(0, 0, 3, 99), Window(0, 0, 99, 3)])
def test_lines_longer_than_a_word(window: Window) -> None:
    """On a map with lines of a hundred hexes a step leads over more bits than a word has."""
    grid = Grid("flat", "odd", "ccrr", "down", [window])
    movement = Movement(grid, [Lane((grid.all,) * 6, ((1, grid.all),))])
    for start in (grid.hexes[0], grid.hexes[len(grid.hexes) // 2], grid.hexes[-1]):
        found = reach(movement, 1 << start, 150)
        assert found.costs() == {hex_: grid.distance(start, hex_) for hex_ in grid.hexes}
        assert flood(Passage(grid), 1 << start) == grid.all


def test_sets_may_be_complements() -> None:
    """What rules say as "everything but" is a negative number."""
    lane = Lane((PLAIN.all,) * 6, ((1, PLAIN.all),))
    start, road = PLAIN.set(["0505"]), PLAIN.set(["0505", "0506", "0507", "0508"])
    found = reach(Movement(PLAIN, [lane]), start, 2, blocked=~road, stop=~0, barred=[(~0, 0)])
    assert PLAIN.labels(found.hexes) == ["0505", "0506"]
    assert flood(Passage(PLAIN), start, blocked=~road) == road


PLAIN = Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 10, 10)])


def test_out_of_reach_has_no_cost_and_no_path() -> None:
    movement = Movement(PLAIN, [Lane((PLAIN.all,) * 6, ((2, PLAIN.all),))])
    found = reach(movement, PLAIN.set(["0505"]), 4)
    assert found.cost(PLAIN.hex("0510")) is None
    with pytest.raises(ValueError, match="0510 is out of reach"):
        found.path(PLAIN.hex("0510"))
    wave = flood_waves(Passage(PLAIN), PLAIN.set(["0505"]), limit=2)
    with pytest.raises(ValueError, match="0510 is out of reach"):
        wave.path(PLAIN.hex("0510"))


def test_senseless_movements_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Movement(PLAIN, [Lane((PLAIN.all,) * 6, ((0, PLAIN.all),))])
    with pytest.raises(ValueError, match="six directions"):
        Movement(PLAIN, [Lane((PLAIN.all,), ((1, PLAIN.all),))])
    with pytest.raises(ValueError, match="six directions"):
        Passage(PLAIN, (PLAIN.all,))
