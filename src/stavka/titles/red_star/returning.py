"""15.7 Returning from the dead: what becomes of units that leave the map (7.9.6)."""

from __future__ import annotations

from ...hexes import members
from .position import (
    AWAITING_PROMOTION,
    BREAKDOWN,
    DESTROYED,
    ELIMINATED,
    FORCE_POOL,
    LEADERS,
    PROMOTED,
    RETURNING,
    War,
)
from .soviet_army import release


def eliminate(p: War, unit: int, case: str) -> None:
    """A unit is eliminated: it goes where its kind goes."""
    charts, bit = p.charts, 1 << unit
    p.tell("eliminated", case, unit, p.where[unit])
    unsupplied = bool((p.out | p.lack) & bit)
    if charts.currency & bit:
        p.send(unit, BREAKDOWN)  # 17.2.4
    elif charts.depots & bit:
        p.send(unit, RETURNING, p.turn + charts.limit["depot_return"])  # 15.7.2
    elif charts.airbases & bit:
        remove_airbase(p, unit)
    elif charts.headquarters & bit:
        remove_headquarters(p, unit)
    elif charts.soviet_corps & bit:
        p.send(unit, FORCE_POOL)  # 15.7.4
    elif charts.assets & bit:
        p.send(unit, DESTROYED)  # 14.1.3
    elif charts.guards & bit:
        release(p, unit)
        _guards_return(p, unit, unsupplied=unsupplied)
    elif charts.armies & bit:
        release(p, unit)
        _army_returns(p, unit, unsupplied=unsupplied)
    else:
        # 7.9.6: allies, divisions (11.2.7), Siege Artillery, Partisans, Guards cavalry (15.6.5),
        # airborne units (15.4.5), Leaders.
        p.send(unit, ELIMINATED)


def remove_airbase(p: War, base: int) -> None:
    """12.1.4, 15.7.1: an airbase and its air fleet come back four turns later."""
    due = p.turn + p.charts.limit["airbase_return"]
    for unit in (base, p.charts.fleet_of[base]):
        p.send(unit, RETURNING, due)
    p.tell("returns", "15.7.1", base, due)


def remove_headquarters(p: War, unit: int) -> None:
    """10.6.4, 15.7.3: next turn on one to three, the turn after on four to six."""
    die = p.roll(later=True)
    due = p.turn + (1 if die <= p.charts.limit["headquarters_soon"] else 2)
    p.send(unit, RETURNING, due)
    p.tell("returns", "15.7.3", unit, due)


def remove_leader(p: War, unit: int) -> None:
    """10.6.3: back into the pool, Zhukov too."""
    p.tell("removed", "10.6.3", unit, p.where[unit])
    p.send(unit, LEADERS)


def _lost_for_good(p: War, die: int, *, unsupplied: bool) -> bool:
    limit = p.charts.limit["army_lost_unsupplied" if unsupplied else "army_lost"]
    return die <= limit


def _army_returns(p: War, unit: int, *, unsupplied: bool) -> None:
    """15.7.5, 15.7.6: infantry and tank armies."""
    charts = p.charts
    tanks = charts.tank_armies >> unit & 1
    case = "15.7.6" if tanks else "15.7.5"
    die = p.roll(later=True)
    if not _lost_for_good(p, die, unsupplied=unsupplied):
        due = p.turn + 2 * die
        p.send(unit, RETURNING, due)
        p.tell("returns", case, unit, due)
        return
    p.send(unit, ELIMINATED)
    corps = charts.of_kind["soviet_mechanized_corps" if tanks else "soviet_infantry_corps"]
    if pool := members(p.box(FORCE_POOL) & corps):
        due = p.turn + charts.limit["corps_return"]
        p.send(pool[0], RETURNING, due)
        p.tell("returns", case, pool[0], due)


def _guards_return(p: War, unit: int, *, unsupplied: bool) -> None:
    """15.7.7: Guards and Shock armies wait for promotion; an infantry army pays or returns."""
    p.send(unit, AWAITING_PROMOTION)
    promoted = members(p.box(PROMOTED))
    if _lost_for_good(p, p.roll(later=True), unsupplied=unsupplied):
        p.send(promoted[0] if promoted else unit, ELIMINATED)
        return
    due = p.turn + 2 * p.roll(later=True)
    if promoted:
        p.send(promoted[0], RETURNING, due)
        p.tell("returns", "15.7.7", promoted[0], due)
