"""Soviet units that fight by supporting others: Supply units (11.3) and Air units (14.0)."""

from __future__ import annotations

from functools import cache

from ....engine import derived
from ....hexes import Hex, HexSet, members, reach
from ..charts import MECHANIZED, SOVIET, Charts
from ..position import GROUND, War
from ..supply import soviet_home_region
from ..zones_of_control import in_enemy_control

# A unit so near to Chinese ones is at the front; others need supply less.
AT_THE_FRONT, IN_THE_REAR = 3, 0.25
# What is left of the need of units that another Supply unit is near to.
SHARED = 0.3


@cache
def within_supply(charts: Charts, hex_: Hex) -> HexSet:
    """11.21: the hexes from which a path leads to a Supply unit in a hex, if none is blocked."""
    points = charts.limit["soviet_supply_path"]
    return reach(charts.supply_movement(MECHANIZED, frozenset()), 1 << hex_, points).hexes


@derived(*GROUND)
def needs_of(p: War) -> dict[Hex, float]:
    """How much the stacks of the front need a Supply unit: their attack strength."""
    charts = p.charts
    front = charts.grid.within(p.chinese, AT_THE_FRONT)
    found: dict[Hex, float] = {}
    for hex_ in members(p.soviet):
        attack = sum(charts.unit_type[u].attack for u in members(p.units_in(hex_)))
        if attack:
            found[hex_] = attack * (1.0 if front >> hex_ & 1 else IN_THE_REAR)
    return found


def worth_of_supply(p: War, unit: int, hexes: HexSet) -> list[tuple[float, Hex]]:
    """What a Supply unit feeds from each of some hexes that are safe for it."""
    charts = p.charts
    others = charts.supply & p.on_map & ~(1 << unit)
    fed = 0
    for other in members(others):
        fed |= within_supply(charts, p.where[other])
    danger = charts.passage.spread(p.chinese) | in_enemy_control(p, SOVIET)
    safe = hexes & soviet_home_region(p) & ~(danger & ~p.soviet)
    needs = needs_of(p)
    found = []
    for hex_ in members(safe):
        near = within_supply(charts, hex_)
        worth = sum(
            need * (SHARED if fed >> stack & 1 else 1.0)
            for stack, need in needs.items()
            if near >> stack & 1
        )
        stack = p.units_in(hex_) & ~(1 << unit)
        if stack.bit_count() >= charts.limit["stack"]:
            continue
        found.append((worth + bool(stack), hex_))
    return found


def worth_of_base(p: War, hexes: HexSet) -> list[tuple[float, Hex]]:
    """14.1: the strike points that an Air unit could bring to where both sides meet."""
    charts = p.charts
    fronts = members(p.chinese & charts.grid.within(p.soviet, 2))
    distance = charts.grid.distance
    safe = hexes & ~in_enemy_control(p, SOVIET)
    return [
        (sum(_points(charts, distance(hex_, front)) for front in fronts), hex_)
        for hex_ in members(safe)
        if p.units_in(hex_).bit_count() < charts.limit["stack"]
    ]


def _points(charts: Charts, distance: int) -> float:
    points = next((points for far, points in charts.air_strikes if distance <= far), 0)
    # To be nearer counts even where it does not bring more yet.
    return points - 0.01 * distance
