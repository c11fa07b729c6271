"""9.0 Controlling major cities and ports, and what else follows when a space is entered."""

from __future__ import annotations

from collections.abc import Sequence

from ...hexes import Hex, HexSet, members, set_of
from .charts import AXIS
from .partisans import disturbed, drive_off
from .position import War
from .victory import surrender


def matters(p: War, side: str) -> HexSet:
    """Spaces that something happens in when a side's unit enters or passes.

    7.4.3, 18.1: the fortress, Moscow and Baku are ports and cities, and not Axis until entered.
    """
    if side != AXIS:
        return p.axis_held
    return p.charts.controllable & ~p.axis_held | p.partisan_hexes


def enter(p: War, side: str, group: Sequence[int], path: Sequence[Hex]) -> None:
    """A group of a side has entered spaces, the last of which it is in now."""
    charts = p.charts
    way = set_of(path)
    # 9.0.4, 11.1.7, 11.2.5, 12.2.6: whoever does not contest takes nothing.
    held_by_group = charts.controllable & way if p.is_strong(set_of(group)) else 0
    # 9.0.3: two weak battlegroups together do, the second arriving later or not.
    last = 1 << path[-1]
    taken = held_by_group | charts.controllable & last & p.strong(side)
    if side != AXIS:
        if lost := taken & p.axis_held:
            p.axis_held &= ~lost
            p.tell("control", "9.0.3", side, tuple(members(lost)))
        return
    if gained := taken & ~p.axis_held:
        p.axis_held |= gained
        p.tell("control", "9.0.3", side, tuple(members(gained)))
    if way & charts.fortress and not p.ruined:
        p.ruined = True  # 7.4.3
        p.tell("ruined", "7.4.3")
    for city in (charts.moscow, charts.baku):
        if not way >> city & 1:
            continue
        if taken >> city & 1 and not p.captured >> city & 1:
            p.captured |= 1 << city  # 10.4
        if not p.entered >> city & 1:
            p.entered |= 1 << city
            surrender(p, city)
            if p.ended is not None:
                return
    drive_off(p, disturbed(p, tuple(group), way))
