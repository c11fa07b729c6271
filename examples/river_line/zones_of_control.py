"""4 Zones of control."""

from __future__ import annotations

from stavka.hexes import HexSet

from .charts import enemy_of
from .position import War


def zone_of(p: War, side: str) -> HexSet:
    """4.1: the hexes round the units of a side."""
    return p.charts.grid.neighbours(p.occupied(side))


def enemy_zone(p: War, side: str) -> HexSet:
    """4.1, 4.2: the zones that the units of a side have to heed."""
    return zone_of(p, enemy_of(side))
