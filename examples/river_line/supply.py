"""7 Supply."""

from __future__ import annotations

from stavka.engine import UnitSet, derived
from stavka.hexes import HexSet, Passage, flood

from .charts import enemy_of
from .position import War
from .zones_of_control import enemy_zone


@derived("placed")
def supplied_hexes(p: War, side: str) -> HexSet:
    """7.1: the hexes from which a free chain leads to a side's own edge of the map."""
    grid = p.charts.grid
    enemies, friends = p.occupied(enemy_of(side)), p.occupied(side)
    blocked = enemies | enemy_zone(p, side) & ~friends
    return flood(Passage(grid), p.charts.edge[side] & ~blocked, blocked=blocked)


def unsupplied(p: War, side: str) -> UnitSet:
    """7.1: the units of a side that are out of supply."""
    return p.units_on_map(side) & ~p.units_at(supplied_hexes(p, side))
