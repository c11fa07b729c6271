"""8.0 Zones of Control."""

from __future__ import annotations

from functools import lru_cache

from ...engine import derived
from ...hexes import HexSet
from .charts import RED, WHITE, Charts
from .position import POLAND_AT_PEACE, POLAND_NEUTRAL, War

# What zones depend on beside the units that have them.
SEASON = ("track", "poland", "great_war")


@lru_cache(maxsize=4096)
def zone(
    charts: Charts, units: HexSet, winter: bool, neutral_poland: bool, great_war: bool
) -> HexSet:
    """8.1: what units in some hexes control, by the sides that a zone does not cross."""
    spread = charts.crossable[winter].spread
    if neutral_poland:
        poland = charts.poland
        found = spread(units & ~poland) & ~poland | spread(units & poland) & poland
    else:
        found = spread(units)
    return found & ~charts.neutral_ground if great_war else found


def _zone(p: War, armies: HexSet) -> HexSet:
    # 15.5: peace makes Poland neutral again.
    neutral_poland = p.poland in (POLAND_NEUTRAL, POLAND_AT_PEACE)
    return zone(p.charts, armies, p.winter, neutral_poland, p.great_war)


@derived("polish_armies", *SEASON)
def polish_zone(p: War) -> HexSet:
    return _zone(p, p.polish_armies)


def enemy_zone(p: War, side: str) -> HexSet:
    """The Zones of Control that the units of a side have to heed, Polish ones too for Red."""
    # They stay as they are while the side moves that has to heed them.
    return _red_zone(p) if side == WHITE else _white_zone(p, _white_armies(p))


@derived("red_armies", *SEASON)
def _red_zone(p: War) -> HexSet:
    return _zone(p, p.red_armies)


@derived("polish_armies", "estonians", *SEASON)
def _white_zone(p: War, armies: HexSet) -> HexSet:
    # 8.1, 10.11: the Estonians control nothing outside the Baltic Republics.
    estonian = _zone(p, p.estonians) & p.charts.baltic
    return _zone(p, armies) | _zone(p, p.polish_armies) | estonian


def _white_armies(p: War) -> HexSet:
    """20.4: a raider has no zone, unless others are with him."""
    if p.raider < 0:
        return p.white_armies
    here = p.where[p.raider]
    others = p.units_in(here) & p.charts.white_armies & ~(1 << p.raider)
    return p.white_armies if others else p.white_armies & ~(1 << here)


def zone_for(p: War, unit: int) -> HexSet:
    """8.3: the enemy zones that a unit does not ignore."""
    charts, bit = p.charts, 1 << unit
    if bit & charts.konarmia or unit == p.raider:
        return 0
    found = enemy_zone(p, charts.side_of[unit])
    return found & ~charts.makhno_district if bit & charts.makhno else found


def friends(p: War, side: str, pole: bool = False) -> HexSet:
    """8.4: where friendly units negate enemy zones. Neutral Poles are nobody's friends."""
    if side == RED:
        return p.red
    if not p.poles_are_neutral():
        return p.white
    return p.poles if pole else p.white & ~p.poles


def unnegated(p: War, unit: int) -> HexSet:
    """8.4: enemy zones that still count for strategic movement and retreat."""
    charts = p.charts
    pole = bool(charts.poles >> unit & 1)
    return zone_for(p, unit) & ~friends(p, charts.side_of[unit], pole)
