"""19.0 At start unit set-up, and what is special about turn one."""

from __future__ import annotations

from ...hexes import members
from .defectors import defect, loyalty_check
from .leaders import leader_loss, without_units
from .position import BOX, OFF, USED, War

_BOX_OF = {"reinforcement": OFF, "12th_army": OFF, "available": BOX, "turn_2": USED}


def set_up(p: War) -> None:
    """19.1, 19.2: every counter where the set-up has it."""
    for unit, placement in enumerate(p.charts.set_up):
        p.where[unit] = placement.hex if placement.where == "map" else _BOX_OF[placement.where]
    p.pla_cities = p.charts.pla_cities_at_start
    p.rebuild()


def third_pacification_area(p: War) -> None:
    """19.3.1: before anything else on turn 1 the units of the 3rd PA check their loyalty."""
    leaders = 0
    for unit in members(p.charts.third_pa & p.on_map):
        hex_ = p.where[unit]
        leaders |= p.leaders_in(hex_)
        if not loyalty_check(p, unit, hex_, "15.1.1"):
            defect(p, unit, 0)
    alone = sum(1 << leader for leader in members(leaders) if not p.gmd_in(p.where[leader]))
    leader_loss(p, without_units(alone))
