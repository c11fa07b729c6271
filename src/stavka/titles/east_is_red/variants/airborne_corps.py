"""CA The Chinese airborne corps: one move through the air in a game."""

from __future__ import annotations

from ....hexes import Hex, members, union
from ....kit.bars import EVERYTHING, Bars
from ..position import POOL, War
from .war import VariantWar


def bars_to_be_dropped(p: War, unit: int) -> Bars:
    """CA.1: from a Chinese city, five hexes, to clear hexes and cities with other Chinese units."""
    charts, here = p.charts, p.where[unit]
    if not charts.airborne_corps >> unit & 1:
        yield EVERYTHING, "CA.1", lambda _: f"{p.name(unit)} is not the airborne corps"
        return
    if p.airborne_used:
        yield EVERYTHING, "CA.1", "the one airborne move of the game has been made"
    if p.moved >> unit & 1:
        yield EVERYTHING, "CA.1", lambda _: f"{p.name(unit)} has marched in this phase"
    if not charts.cities >> here & 1:
        yield EVERYTHING, "CA.1", lambda _: f"{p.name(unit)} does not begin in a Chinese city"
    near = charts.grid.disc(here, charts.limit["airborne_corps_range"])
    yield ~near, "CA.1", "{} is more than five hexes away"
    yield ~(charts.clear | charts.cities), "CA.1", "{} is neither clear nor a city"
    yield ~p.chinese | 1 << here, "CA.1", "no other Chinese unit is in {}"


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
