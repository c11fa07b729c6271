"""7 Supply."""

from __future__ import annotations

from stavka.engine import UnitSet
from stavka.hexes import HexSet, Passage, flood, members, set_of

from .charts import enemy_of
from .position import Campaign
from .zones_of_control import enemy_zone


def supplied_hexes(p: Campaign, side: str) -> HexSet:
    """7.1: the hexes from which a free chain leads to a side's own edge of the map."""
    grid = p.charts.grid
    enemies, friends = p.occupied(enemy_of(side)), p.occupied(side)
    blocked = enemies | enemy_zone(p, side) & ~friends
    return flood(Passage(grid), p.charts.edge[side] & ~blocked, blocked=blocked)


def unsupplied(p: Campaign, side: str) -> UnitSet:
    """7.1: the units of a side that are out of supply."""
    supplied = supplied_hexes(p, side)
    return set_of(u for u in members(p.units(side)) if not supplied >> p.where[u] & 1)
