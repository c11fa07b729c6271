"""6.0 The Soviet army: combat strength markers, drawn blind when they are first needed."""

from __future__ import annotations

from ...hexes import members
from .charts import AXIS
from .contested import next_to
from .position import NO_MARKER, War


def needs_marker(p: War, unit: int) -> bool:
    return bool(p.charts.armies >> unit & 1) and p.marker[unit] == NO_MARKER


def draw(p: War, unit: int, case: str) -> None:
    """6.2.2: a marker from the cup of the army's class, each as likely as the others."""
    cup = p.charts.kind[unit].cup
    kinds = p.charts.markers_in[cup]
    # Ruling: an empty cup is filled from the At-start Box for one draw.
    for stock in (p.cups, p.at_start):
        lots = [count if (count := stock[kind]) > 0 else 0 for kind in kinds]
        if any(lots):
            kind = kinds[p.draw(lots)]
            stock[kind] -= 1
            break
    else:
        # Ruling: with no marker anywhere the army is as weak as the weakest of its class.
        kind = min(kinds, key=lambda k: sum(p.charts.markers[k].full))
        p.cups[kind] -= 1
    p.marker[unit] = kind
    p.set_steps(unit, p.charts.kind[unit].steps)
    p.tell("drawn", case, unit, kind)


def release(p: War, unit: int) -> None:
    """6.2.4: a marker goes back to its cup, or to the At-start Box if it has a black stripe."""
    kind = p.marker[unit]
    if kind == NO_MARKER:
        return
    stock = p.at_start if p.charts.markers[kind].striped else p.cups
    stock[kind] += 1
    p.marker[unit] = NO_MARKER
    p.set_steps(unit, p.charts.kind[unit].steps)


def receive_markers(p: War) -> None:
    """15.3, 15.3.1: markers that arrive in this turn's Supply Phase."""
    for number, marker in enumerate(p.charts.markers):
        if marker.turn == p.turn and p.turn > p.plan.first_turn:
            p.cups[number] += marker.count
            p.tell("markers", "15.3.2", marker.cup, marker.full, marker.count)


def return_black_stripes(p: War) -> None:
    """18.1.1: all that lie in the At-start Box go back into the cups, once."""
    for number, count in enumerate(p.at_start):
        p.cups[number] += count
        p.at_start[number] = 0


def draw_and_remove(p: War) -> None:
    """Administrative Phase, h and i: markers for armies next to Axis units, and only for them."""
    beside = next_to(p, AXIS)
    armies = members(p.on_map & p.charts.armies)
    for unit in armies:
        if beside >> p.where[unit] & 1 and p.marker[unit] == NO_MARKER:
            draw(p, unit, "6.2.2")
    # Only then do markers go back into the cups.
    for unit in armies:
        facing = beside >> p.where[unit] & 1
        if not facing and p.marker[unit] != NO_MARKER and not p.out >> unit & 1:
            release(p, unit)  # 6.2.3: in supply or lack of supply
            p.tell("released", "6.2.3", unit)
