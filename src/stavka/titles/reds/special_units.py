"""20.0 What becomes of units: disorder (11.5), elimination, and special units left alone."""

from __future__ import annotations

from ...engine import UnitSet
from ...hexes import Hex, members
from .charts import NEUTRAL
from .position import DEAD, GONE, POOL, War


def survives_disorder(p: War, unit: int) -> bool:
    """11.5: units of two steps do, in good order."""
    return bool(p.charts.two_steps & ~p.disordered & 1 << unit)


def disorder(p: War, unit: int, case: str) -> bool:
    """11.5: a unit of two steps is flipped, any other is eliminated. Whether it is still there."""
    if survives_disorder(p, unit):
        p.disordered |= 1 << unit
        p.tell("disordered", case, unit)
        return True
    eliminate(p, unit, case)
    return False


def eliminate(p: War, unit: int, case: str) -> None:
    """Takes an eliminated unit off the map, to where it can come back from, if it can."""
    charts, bit = p.charts, 1 << unit
    hex_ = p.where[unit]
    if bit & charts.no_replace:
        to = GONE
    elif bit & (charts.army | charts.makhno) or charts.side_of[unit] == NEUTRAL:
        to = DEAD
    else:
        to = POOL  # 20.1, 20.3, 20.5, 20.8, 20.12: it may come back
    p.tell("eliminated", case, unit, hex_)
    p.send(unit, to)
    if charts.side_of[unit] == NEUTRAL:
        # Nobody has entered the city since the garrison fell (13.1).
        p.white_held &= ~(1 << hex_)
        p.red_held &= ~(1 << hex_)


def stranded(p: War) -> list[int]:
    """20.3, 20.12, 20.13: special units without infantry or cavalry."""
    charts = p.charts
    alone = p.on_map & charts.needs_company
    return [u for u in members(alone) if not p.stacks[p.where[u]] & charts.army]


def remove_stranded(p: War) -> None:
    for unit in stranded(p):
        eliminate(p, unit, case_of_company(p, unit))


def case_of_company(p: War, unit: int) -> str:
    """The case that a special unit must end with infantry or cavalry by."""
    case = {"armored_train": "20.3", "river_flotilla": "20.12", "tank": "20.13"}
    return case[p.charts.counters[unit].kind]


def company_in(p: War, unit: int, hex_: Hex) -> UnitSet:
    """Infantry and cavalry of a unit's side in a hex."""
    charts = p.charts
    return p.units_in(hex_) & charts.army & charts.units_of[charts.side_of[unit]]
