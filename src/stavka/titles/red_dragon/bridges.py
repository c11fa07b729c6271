"""18.1 PLA assault bridges, the first of the special rules of the PLA (18.0)."""

from __future__ import annotations

from ...hexes import Hex, HexSet
from .charts import PLA
from .position import War
from .supply import in_supply


def bridge_hexes(p: War, unit: int) -> HexSet:
    """18.1.1, 18.1.5: where a unit that ends its move can build a bridge to."""
    return river_banks(p, unit) if p.bridges_left and builds_bridges(p, unit) else 0


def builds_bridges(p: War, unit: int) -> bool:
    """18.1.1: a supplied ECFA Corps."""
    charts = p.charts
    if p.where[unit] < 0 or not charts.corps >> unit & 1:
        return False
    return charts.counter[unit].command == "ECFA" and in_supply(p, unit)


def river_banks(p: War, unit: int) -> HexSet:
    """The hexes across a river from a unit that no bridge leads to."""
    charts, here = p.charts, p.where[unit]
    bridged = {frozenset(bridge[:2]) for bridge in p.bridges}
    found = 0
    for direction, offset in enumerate(charts.grid.offsets):
        there = here + offset
        if there < 0 or not charts.river_entering[direction] & charts.land & 1 << there:
            continue
        if frozenset((here, there)) not in bridged:
            found |= 1 << there
    return found


def place_bridge(p: War, unit: int, there: Hex) -> None:
    """18.1.5: each marker once."""
    here = p.where[unit]
    p.bridges = (*p.bridges, (min(here, there), max(here, there), p.turn))
    p.bridges_left -= 1
    p.tell("bridge", "18.1.1", here, there)
    p.tell("bridge_builder", "18.1.1", unit, secret_of=PLA)


def bridge_pairs(p: War) -> tuple[tuple[Hex, Hex], ...]:
    return tuple((here, there) for here, there, _ in p.bridges)


def fresh_bridges(p: War, here: HexSet, target: Hex) -> int:
    """18.1.3: bridges of this turn over which an attack from some hexes is made."""
    fresh = [(one, other) for one, other, turn in p.bridges if turn == p.turn]
    sides = [*fresh, *((other, one) for one, other in fresh)]
    return sum(here >> one & 1 for one, other in sides if other == target)
