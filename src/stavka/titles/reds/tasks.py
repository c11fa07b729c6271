"""What the units of a side are for, as a style sees it."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import UnitSet, derived
from ...hexes import members
from .charts import WHITE
from .control import controlled
from .goals import Goal, Sea, disc, fielded, goals, power_in, shared_out
from .position import FIGHTS, War
from .styles import WarStyle


@derived(*FIGHTS)
def tasks(p: War, side: str, style: WarStyle) -> dict[int, Goal]:
    """Who goes for which goal as things stand; while units are active, who of them."""
    wanted, units = goals(p, side), fielded(p, side)
    active = units & p.active
    if active:
        wanted = _left_to_do(p, wanted, units & ~active)
        units = active
    return shared_out(p, side, wanted, units, sea_of(p, side, style))


def _left_to_do(p: War, wanted: Sequence[Goal], others: UnitSet) -> list[Goal]:
    """What other units do not do where they are: they stand on a goal or next to it."""
    charts, hexes = p.charts, p.hexes_of(others)
    found = []
    for goal in wanted:
        if around := disc(charts, goal.hex, 1) & hexes:
            need = goal.need - power_in(p, p.units_at(around) & others)
            if need <= 0:
                continue
            goal = goal._replace(need=need)
        found.append(goal)
    return found


def sea_of(p: War, side: str, style: WarStyle) -> Sea:
    """10.5, 13.3: the ports of the Black Sea that Whites can go between."""
    if side != WHITE or not style.sails:
        return ()
    ports = p.charts.ports["Black"] & controlled(p, WHITE) & p.charts.cities
    return members(ports) if ports.bit_count() > 1 else ()
