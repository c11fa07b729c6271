"""CA The Chinese airborne corps: one move through the air in a game."""

from __future__ import annotations

from ....hexes import Hex, HexSet, members, union
from ..position import POOL, War
from ..terrain import closed_hexes
from .war import VariantWar


def drop_hexes(p: War, unit: int) -> HexSet:
    """CA.1: from a Chinese city, five hexes, to clear hexes and cities with other Chinese units."""
    charts, here = p.charts, p.where[unit]
    if not isinstance(p, VariantWar) or p.airborne_used or not charts.cities >> here & 1:
        return 0
    near = charts.grid.disc(here, charts.limit["airborne_corps_range"]) & ~(1 << here)
    side = charts.unit_type[unit].side
    return near & (charts.clear | charts.cities) & p.chinese & ~closed_hexes(p, side)


def is_dangerous(p: War, hex_: Hex) -> bool:
    """CA.2: within six hexes of a Soviet air base."""
    disc, far = p.charts.grid.disc, p.charts.limit["airborne_corps_danger"]
    bases = members(p.hexes_of(p.charts.air))
    return bool(union(disc(base, far) for base in bases) >> hex_ & 1)


def drop(p: War, unit: int, there: Hex) -> None:
    """CA.2: four times in six the move succeeds where Soviet aircraft are near."""
    here = p.where[unit]
    assert isinstance(p, VariantWar)
    p.airborne_used = True
    p.moved |= 1 << unit
    p.moved_this_turn |= 1 << unit
    die = p.roll() if is_dangerous(p, there) else 0
    result = p.charts.drop_results.get(die, "")
    p.tell("dropped", "CA.2" if die else "CA.1", unit, here, there, die, result)
    match result:
        case "eliminated":
            p.send(unit, POOL)
        case "aborted":
            pass
        case _:
            p.place(unit, there)
