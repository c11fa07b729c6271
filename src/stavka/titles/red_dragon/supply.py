"""7.0 Supply."""

from __future__ import annotations

from functools import lru_cache

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, flood, members
from .charts import GMD, PLA, Charts
from .position import GROUND, War


def negated_ways(p: War) -> HexSet:
    """18.4.7: hexes in which Guerrillas negate road and railroad."""
    return p.guerrillas & ~_cancelled(p) if p.negated else p.guerrillas


@derived(*GROUND)
def _cancelled(p: War) -> HexSet:
    return p.hexes_of(p.negated)


# 7.2 Line of communication


def gmd_supplied(p: War) -> HexSet:
    """7.2.2, 7.3: every hex in which a GMD unit is in supply."""
    # 7.2.1: neither through enemy units nor through cities that the enemy controls.
    blocked = p.pla | p.pla_cities
    return supplied_hexes(p.charts, blocked, negated_ways(p), p.where[p.charts.air_supply])


@lru_cache(maxsize=4096)
def supplied_hexes(charts: Charts, blocked: HexSet, cut: HexSet, dropped: Hex) -> HexSet:
    """The same for any hexes that are blocked, roads that are cut and place of the Air Supply."""
    edge = charts.sources[GMD] & ~blocked
    ways = flood(charts.ways_passage(cut), edge & charts.ways.hexes & ~cut, blocked=blocked | cut)
    # 7.2.2a, c: two hexes from the road or from the edge; Guerrillas do not matter for these
    # (18.4.8).
    found = flood(charts.passage, ways | edge, blocked=blocked, limit=charts.limit["loc_hexes"])
    found |= 1 << charts.lianyungang  # 7.2.2d
    if dropped >= 0:
        found |= 1 << dropped  # 7.3.3
        if dropped == charts.xuzhou:
            found |= charts.grid.neighbours(1 << dropped)  # 7.3.4
    return found


def pla_supplied(p: War, source: str) -> HexSet:
    """7.2.3: every hex from which a line of any length leads to a source, CPFA or ECFA."""
    if p.event("carts"):
        return p.charts.grid.all
    return _pla_supplied(p.charts, source, p.gmd | p.charts.cities & ~p.pla_cities)


@lru_cache(maxsize=256)
def _pla_supplied(charts: Charts, source: str, blocked: HexSet) -> HexSet:
    return flood(charts.passage, charts.sources[source] & ~blocked, blocked=blocked)


def source_of(p: War, unit: int) -> str:
    """7.2.3: the supply source of a unit, which is also where it enters (10.1.5)."""
    counter = p.charts.counter[unit]
    return GMD if counter.side == GMD else "CPFA" if counter.command == "CPFA" else "ECFA"


def in_supply(p: War, unit: int) -> bool:
    """7.1, 7.1.2: whether a unit on the map can trace a line of communication now.

    7.1.3: if not, it is out of supply.
    """
    charts, here = p.charts, p.where[unit]
    bit = 1 << unit
    if bit & charts.units_of[GMD]:
        return bool(gmd_supplied(p) >> here & 1)
    if bit & (charts.guerrillas | charts.elbs):
        return True  # 7.2.3d, 13.2.4
    if bit & charts.militia:  # 7.2.3c
        return bool((pla_supplied(p, "ECFA") | pla_supplied(p, "CPFA")) >> here & 1)
    return bool(pla_supplied(p, source_of(p, unit)) >> here & 1)


def supplied_units(p: War, units: UnitSet) -> UnitSet:
    """Those of some units on the map that are in supply."""
    found = 0
    for unit in members(units & p.on_map):
        if in_supply(p, unit):
            found |= 1 << unit
    return found


@derived(*GROUND)
def supplied_corps(p: War) -> UnitSet:
    """15.1.1, 18.4.1, 18.7.7: PLA Corps in supply."""
    return supplied_units(p, p.units_on_map(PLA) & p.charts.corps)


@derived(*GROUND)
def supplied_corps_hexes(p: War) -> HexSet:
    return p.hexes_of(supplied_corps(p))
