"""10.10-10.13 Where units may go at all (with 3.4, 9.6, 15.1)."""

from __future__ import annotations

from functools import lru_cache

from ...hexes import HexSet
from .charts import RED, Charts
from .position import (
    ANY_NEUTRAL,
    ANY_POLE,
    ANY_RED,
    ANY_WHITE,
    CHIT,
    POLAND_AT_PEACE,
    POLAND_NEUTRAL,
    War,
)


@lru_cache(maxsize=8)
def beside_poland(charts: Charts) -> HexSet:
    """10.10: Poland and the hexes next to it."""
    return charts.within(charts.poland, charts.limit["neutral_poles"])


def out_of_bounds(p: War, unit: int) -> HexSet:
    """The hexes that a unit may not enter, whoever is in them."""
    charts = p.charts
    bit = 1 << unit
    closed = charts.neutral_ground if p.great_war else 0  # 3.4, 10.13
    if charts.side_of[unit] == RED:
        if bit & charts.makhno:
            closed |= ~charts.makhno_range
        if p.poland == POLAND_NEUTRAL:
            closed |= charts.poland  # 10.10, 15.1
        elif p.poland == POLAND_AT_PEACE and not _in(p, unit, charts.poland):
            closed |= charts.poland  # 15.5: units may leave, none may enter
        return closed & charts.grid.all
    if bit & charts.poles or (bit & charts.of_faction["Generic"] and _is_polish(p, unit)):
        if p.poland == POLAND_NEUTRAL:
            closed |= ~beside_poland(charts)
        return closed & charts.grid.all
    closed |= charts.poland
    if bit & charts.aif:
        closed |= charts.baltic  # 10.11
    elif bit & charts.cossacks:
        closed |= ~charts.krug_range[charts.counters[unit].krug]  # 10.12
    elif bit & charts.makhno:
        closed |= ~charts.makhno_range  # 10.13
    elif bit & charts.estonians or (bit & charts.freikorps and not p.freikorps):
        closed |= ~charts.baltic
    elif bit & p.left_baltic:
        closed |= charts.baltic
    return closed & charts.grid.all


def _is_polish(p: War, unit: int) -> bool:
    """15.1: special units that Polish units use go where these go, or have gone ahead."""
    charts, here = p.charts, p.where[unit]
    if here < 0:
        return False
    if p.stacks[here] & charts.army:
        return bool(p.stacks[here] & charts.poles)
    return p.segment == CHIT["Poles"] or bool(p.retreated & charts.poles)


def _in(p: War, unit: int, hexes: HexSet) -> bool:
    return p.where[unit] >= 0 and bool(hexes >> p.where[unit] & 1)


def held_against(p: War, unit: int) -> HexSet:
    """9.6, 10.6, 15.1: hexes that units keep this one from entering."""
    occ, charts = p.occ, p.charts
    if charts.side_of[unit] == RED:
        return occ[ANY_WHITE] | occ[ANY_NEUTRAL]
    # 17.2: Whites pass the Ukrainian Garrison.
    neutrals = occ[ANY_NEUTRAL]
    ukraine = p.where[charts.index["N-UKR"]]
    if ukraine >= 0:
        neutrals &= ~(1 << ukraine)
    if charts.poles >> unit & 1:
        return occ[ANY_RED] | neutrals | occ[ANY_WHITE] & ~occ[ANY_POLE]
    if not charts.of_faction["Generic"] >> unit & 1:
        neutrals |= occ[ANY_POLE]
    return occ[ANY_RED] | neutrals


def cannot_enter(p: War, unit: int) -> HexSet:
    return out_of_bounds(p, unit) | held_against(p, unit)


def leave_baltic(p: War, unit: int) -> None:
    """10.11: Northwest Army units that leave the Baltic Republics do not come back."""
    charts, bit = p.charts, 1 << unit
    if bit & charts.northwest_army and not charts.baltic >> p.where[unit] & 1:
        p.left_baltic |= bit
