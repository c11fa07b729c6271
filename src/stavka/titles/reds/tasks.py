"""What the units of a side are for, as a style sees it."""

from __future__ import annotations

from ...engine import derived
from ...hexes import members
from .charts import WHITE
from .control import controlled
from .goals import Goal, Sea, goals, shared_out
from .position import FIGHTS, War
from .styles import WarStyle


@derived(*FIGHTS)
def tasks(p: War, side: str, style: WarStyle) -> dict[int, Goal]:
    """Who goes for which goal as things stand."""
    return shared_out(p, side, goals(p, side), sea_of(p, side, style))


def sea_of(p: War, side: str, style: WarStyle) -> Sea:
    """10.5, 13.3: the ports of the Black Sea that Whites can go between."""
    if side != WHITE or not style.sails:
        return ()
    ports = p.charts.ports["Black"] & controlled(p, WHITE) & p.charts.cities
    return members(ports) if ports.bit_count() > 1 else ()
