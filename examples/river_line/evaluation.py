"""What a position is worth: a rule of thumb, by which the kit's adviser looks one step ahead.

The towns are what the game is about. Strength counts for more the nearer it is to one, and every
unit has a prospect: the best town that it can come to, less the way, so that it walks up a slope.
"""

from __future__ import annotations

from functools import cache
from math import tanh

from stavka.engine import Turn
from stavka.hexes import Hex, HexSet, members, reach, set_of, union

from .charts import UPLAND, Charts, enemy_of
from .position import War
from .victory import points

# A point of victory in points of strength. A town promises as much, and a way takes from it.
PER_POINT, PER_STEP = 6.0, 0.8
# Strength in a town counts twice; so many movement points away from any, as it is printed.
FAR = 6
# What a prospect counts for beside strength.
PER_PROSPECT = 0.02
# What good ground promises the Vale, which has to hold it.
GROUND = 1.0
# So much more strength is as good as all the towns.
ALL_STRENGTH = 40.0
# A town with no enemy within so many hexes needs so much less.
NEAR, SAFE = 4, 0.3


def evaluate(p: War, side: str) -> float:
    """Towns, strength, and the prospects of a side's own units."""
    held = points(p) if side == UPLAND else -points(p)
    strength = _strength(p, side) - _strength(p, enemy_of(side))
    return PER_POINT * held + strength + PER_PROSPECT * _prospects(p, side)


def value(p: War, side: str) -> float:
    """8.2: 1 for a victory, -1 for a defeat, and before the end what the towns promise."""
    if p.ended is not None:
        return 1.0 if p.ended.winner == side else -1.0
    lead = (points(p) - p.conditions.points + 0.5) / p.conditions.points
    strength = _strength(p, UPLAND) - _strength(p, enemy_of(UPLAND))
    hope = tanh(lead + strength / ALL_STRENGTH)
    return hope if side == UPLAND else -hope


def turn_of(p: War) -> Turn:
    """2.1: the turn, and whose movement and combat it is."""
    return Turn(p.turn, p.current.side)


def _strength(p: War, side: str) -> float:
    counters, near = p.charts.counters, nearness(p.charts)
    units = members(p.units_on_map(side))
    return sum(counters[unit].strength * (1 + near[p.where[unit]]) for unit in units)


def _prospects(p: War, side: str) -> float:
    """What a side can hope for with its units where they are."""
    own = p.taken if side == UPLAND else set_of(p.charts.towns) & ~p.taken
    danger = own & p.charts.grid.within(p.occupied(enemy_of(side)), NEAR)
    hope = 0.0
    for hex_ in members(p.occupied(side)):
        others = p.occupied(side) & ~(1 << hex_)
        hope += max(
            _need(p.charts, town, own, danger, others) - PER_STEP * ways(p.charts, town)[hex_]
            for town in p.charts.towns
        )
        if danger >> hex_ & 1:
            hope += PER_POINT * p.charts.towns[hex_]
    if side != UPLAND:
        hope += GROUND * (p.occupied(side) & good_ground(p.charts)).bit_count()
    return hope


def _need(charts: Charts, town: Hex, own: HexSet, danger: HexSet, others: HexSet) -> float:
    """How much a town needs one more unit: an enemy town, or one's own that is in danger."""
    value = PER_POINT * charts.towns[town]
    if not own >> town & 1:
        return value
    if not danger >> town & 1:
        value *= SAFE
    return value / (1 + (charts.grid.disc(town, 1) & others).bit_count())


@cache
def ways(charts: Charts, town: Hex) -> dict[Hex, int]:
    """What it costs to come to a town from each hex."""
    return reach(charts.movement.reversed(), 1 << town, None).costs()


@cache
def nearness(charts: Charts) -> dict[Hex, float]:
    """1 for a town, less for hexes around it, 0 for those that are far from any."""
    found = [ways(charts, town) for town in charts.towns]
    return {hex_: max(0.0, 1 - min(way[hex_] for way in found) / FAR) for hex_ in found[0]}


@cache
def good_ground(charts: Charts) -> HexSet:
    return union(where for _, factor, where in charts.defence if factor > 1)
