"""10.10-10.13 Where units may go at all (with 3.4, 9.6, 15.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...hexes import HexSet
from ...kit.bars import Bar, Bars, barred
from .charts import RED, Charts
from .position import (
    CHIT,
    POLAND_AT_PEACE,
    POLAND_NEUTRAL,
    War,
)

BALTIC_CLOSED = "the Baltic Republics are closed to this unit, or it may not leave"
HELD_BY_NEUTRALS = "{} is held by a Nationalist garrison"
HELD_BY_ENEMY = "{} is held by the enemy"


@lru_cache(maxsize=8)
def beside_poland(charts: Charts) -> HexSet:
    """10.10: Poland and the hexes next to it."""
    return charts.within(charts.poland, charts.limit["neutral_poles"])


class Bounds(NamedTuple):
    """The hexes that a unit may not enter, whoever is in them."""

    bars: tuple[Bar, ...]
    closed: HexSet


def bounds(p: War, unit: int) -> Bounds:
    charts, bit = p.charts, 1 << unit
    if charts.side_of[unit] == RED:
        # 10.10, 15.1; 15.5: at peace units may leave, none may enter.
        at_peace = p.poland == POLAND_AT_PEACE and not _in(p, unit, charts.poland)
        polish, poland = False, p.poland == POLAND_NEUTRAL or at_peace
    else:
        generic = bit & charts.of_faction["Generic"]
        polish = bool(bit & charts.poles or (generic and _is_polish(p, unit)))
        poland = p.poland == POLAND_NEUTRAL if polish else True
    left = bool(bit & p.left_baltic)
    return _bounds(charts, unit, p.great_war, poland, polish, p.freikorps, left)


@lru_cache(maxsize=2048)
def _bounds(
    charts: Charts,
    unit: int,
    great_war: bool,
    poland: bool,
    polish: bool,
    freikorps: bool,
    left_baltic: bool,
) -> Bounds:
    """By what is closed now: Poland to this unit, or all but Poland to a Polish one."""
    bars: list[Bar] = []
    if great_war:
        bars.append((charts.neutral_ground, "3.4", "{} is neutral territory until Turn B"))
    if poland and polish:
        near = "neutral Poles stay within a hex of Poland"
        bars.append((~beside_poland(charts), "10.10", near))
    elif poland:
        bars.append((charts.poland, "10.10", "Poland is closed to this unit"))
    if not polish:
        bars += _bars_of_regions(charts, unit, freikorps, left_baltic)
    return Bounds(tuple(bars), barred(bars) & charts.grid.all)


def _bars_of_regions(charts: Charts, unit: int, freikorps: bool, left_baltic: bool) -> Bars:
    """10.11-10.13: where units of some regions stay, and where they do not go."""
    bit = 1 << unit
    if bit & charts.aif:
        yield charts.baltic, "10.11", BALTIC_CLOSED
    elif bit & charts.cossacks:
        far, krug = charts.limit["krug_range"], charts.counters[unit].krug
        yield ~charts.krug_range[krug], "10.12", f"{{}} is more than {far} hexes from the home krug"
    elif bit & charts.makhno:
        yield ~charts.makhno_range, "10.13", "Makhno stays within two hexes of his district"
    elif bit & charts.estonians or (bit & charts.freikorps and not freikorps):
        yield ~charts.baltic, "10.11", BALTIC_CLOSED
    elif left_baltic:
        yield charts.baltic, "10.11", BALTIC_CLOSED


def out_of_bounds(p: War, unit: int) -> HexSet:
    return bounds(p, unit).closed


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


def bars_of_holders(p: War, unit: int) -> tuple[Bar, ...]:
    """9.6, 10.6, 15.1: hexes that units keep this one from entering."""
    charts, neutrals = p.charts, p.neutrals
    if charts.side_of[unit] == RED:
        return (neutrals, "9.6", HELD_BY_NEUTRALS), (p.white, "10.6", HELD_BY_ENEMY)
    # 17.2: Whites pass the Ukrainian Garrison.
    ukraine = p.where[charts.index["N-UKR"]]
    if ukraine >= 0:
        neutrals &= ~(1 << ukraine)
    bars = (neutrals, "9.6", HELD_BY_NEUTRALS), (p.red, "10.6", HELD_BY_ENEMY)
    if charts.poles >> unit & 1:
        others = p.white & ~p.poles
        return *bars, (others, "15.1", "{} is held by other Whites")
    if charts.of_faction["Generic"] >> unit & 1:
        return bars
    return *bars, (p.poles, "15.1", "{} is held by Poles")


def cannot_enter(p: War, unit: int) -> HexSet:
    return bounds(p, unit).closed | barred(bars_of_holders(p, unit))


def bars_to_enter(p: War, unit: int) -> Bars:
    """Why a unit may not be in a hex at all."""
    charts = p.charts
    yield ~(charts.land | charts.lakes), "10.6", "{} is all sea or out of play"
    if not p.winter:
        yield charts.lakes, "19.2", "{} is a lake that is not frozen"
    yield from bounds(p, unit).bars
    yield from bars_of_holders(p, unit)


def leave_baltic(p: War, unit: int) -> None:
    """10.11: Northwest Army units that leave the Baltic Republics do not come back."""
    charts, bit = p.charts, 1 << unit
    if bit & charts.northwest_army and not charts.baltic >> p.where[unit] & 1:
        p.left_baltic |= bit
