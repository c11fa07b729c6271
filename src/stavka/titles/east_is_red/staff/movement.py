"""Where units go: each to the best hex it can reach, those with orders first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....engine import Choice, Decision, Orders, derived
from ....hexes import Hex, HexSet, members, set_of
from ....kit.bars import legal
from ..movement import (
    Moving,
    bars_to_drop,
    bars_to_land,
    destinations,
    flights,
    may_entrain,
    may_stay,
    rail_reach,
)
from ..position import GROUND, War
from ..terrain import column_of
from ..zones_of_control import in_enemy_control
from .slopes import costs_to, slope_of
from .styles import WarStyle

# A stack that is too high at the end of the phase must lose somebody (7.3).
TOO_HIGH = 30.0

# The ways in which a unit can go, with the hexes they lead to.
Ways = tuple[tuple[str, HexSet], ...]


class Going(NamedTuple):
    """Where a unit is to go, in which way, and what it gains."""

    way: str
    hex: Hex
    worth: float
    gain: float


def ways_of(p: War, unit: int) -> Ways:
    charts, here = p.charts, 1 << p.where[unit]
    found = [("move", destinations(p, unit))]
    if may_entrain(p, unit):
        found.append(("rail", rail_reach(p, unit).hexes & ~here & may_stay(p, unit)))
    if charts.air_assault >> unit & 1:
        found.append(("fly", flights(p, unit)))
    if charts.marine >> unit & 1:
        found.append(("land", legal(bars_to_land(p, Moving(unit)))))
    if charts.airborne_corps >> unit & 1:
        found.append(("drop", legal(bars_to_drop(p, Moving(unit)))))
    return tuple((way, hexes) for way, hexes in found if hexes)


def worths(p: War, unit: int, hexes: HexSet, style: WarStyle) -> Iterator[tuple[float, Hex]]:
    """What it is worth to have a unit in each of some hexes."""
    charts = p.charts
    side = charts.unit_type[unit].side
    slope = slope_of(p, side, style)
    zone, stacks, own = in_enemy_control(p, side), p.stacks, ~(1 << unit)
    limit = charts.limit["stack"]
    for hex_ in members(hexes):
        worth = slope[hex_]
        if zone >> hex_ & 1:
            worth += style.zone
        if charts.rough >> hex_ & 1:
            worth += style.rough
        if hex_ in stacks and (others := (stacks[hex_] & own).bit_count()):
            worth -= style.company * others
            if others >= limit:
                worth -= TOO_HIGH
        yield worth, hex_


def worth_in(p: War, unit: int, hex_: Hex, style: WarStyle) -> float:
    return next(worths(p, unit, 1 << hex_, style))[0]


def going(p: War, unit: int, style: WarStyle, orders: Orders) -> Going | None:
    """Where a unit goes now; None if it stays."""
    order = orders.get(unit, -1)
    if order == p.where[unit]:
        return None
    ways = ways_of(p, unit)
    if order >= 0 and (ordered := _as_ordered(p, unit, ways, order)):
        return ordered
    return _best(p, unit, ways, style)


def _as_ordered(p: War, unit: int, ways: Ways, order: Hex) -> Going | None:
    """Straight to a hex, or as near to it as this phase allows."""
    for way, hexes in ways:
        if hexes >> order & 1:
            return Going(way, order, 0.0, 0.0)
    costs = costs_to(p.charts, column_of(p, unit), order)
    here = costs[p.where[unit]]
    for way, hexes in ways:
        if way in ("move", "rail"):
            nearest = min(members(hexes), key=lambda h: costs[h])
            if costs[nearest] < here:
                return Going(way, nearest, 0.0, 0.0)
    return None


@derived(*GROUND)
def _best(p: War, unit: int, ways: Ways, style: WarStyle) -> Going | None:
    here = worth_in(p, unit, p.where[unit], style)
    best: Going | None = None
    least = here + style.least_gain
    for way, hexes in ways:
        for worth, hex_ in worths(p, unit, hexes, style):
            if worth > least:
                least = worth
                best = Going(way, hex_, worth, worth - here)
    return best


def advise_movement(
    p: War, decision: Decision, memo: Moving, style: WarStyle, orders: Orders
) -> Choice:
    """Take the units one after the other, those with orders first, and each to its hex."""
    if memo.unit >= 0 and not memo.spent and (there := going(p, memo.unit, style, orders)):
        if there.way == "rail" and not memo.by_rail:
            return Choice("entrain")
        if there.way == "rail" or not memo.by_rail:
            return Choice(there.way, p.label(there.hex))
    unit = _next_unit(p, decision, style, orders)
    return Choice("select", p.name(unit)) if unit >= 0 else Choice("done")


def _next_unit(p: War, decision: Decision, style: WarStyle, orders: Orders) -> int:
    """The next unit that has somewhere to go, or -1."""
    option = decision.option("select")
    if option is None:
        return -1
    ordered = set_of(orders)
    for unit in members(option.values & ordered):
        if p.where[unit] != orders[unit] and _as_ordered(p, unit, ways_of(p, unit), orders[unit]):
            return unit
    # In the order of the counters; whoever had nowhere to go is not asked again.
    walked = (1 << (p.moved & ~ordered).bit_length()) - 1
    for unit in members(option.values & ~walked):
        if p.charts.unit_type[unit].attack and going(p, unit, style, orders):
            return unit
    return -1
