"""AA Soviet air assault units: movement by air, and supply from the air."""

from __future__ import annotations

from ....engine import derived
from ....hexes import HexSet, members, union
from ....kit.bars import EVERYTHING, Bars
from ..position import GROUND, War


def airborne_hexes(p: War, unit: int) -> HexSet:
    """AA.1, AA.2: anywhere near the air base that a unit begins on, or else to a base near it.

    The base has to be in supply (AA.5), as judged before the Movement Phase.
    """
    charts = p.charts
    reach = charts.grid.disc(p.where[unit], charts.limit["airborne_range"])
    bases = p.hexes_of(charts.air & ~p.unsupplied)
    found = reach if bases >> p.where[unit] & 1 else reach & bases
    return found & charts.land & ~(1 << p.where[unit])


def bars_to_be_flown(p: War, unit: int) -> Bars:
    charts, here = p.charts, p.where[unit]
    if not charts.air_assault >> unit & 1:
        yield EVERYTHING, "AA.1", lambda _: f"{p.name(unit)} is not an air assault unit"
        return
    if p.moved >> unit & 1:
        yield EVERYTHING, "AA.1", lambda _: f"{p.name(unit)} has marched in this phase"
    beyond = ~airborne_hexes(p, unit)
    if p.hexes_of(charts.air) & ~p.hexes_of(charts.air & ~p.unsupplied) & 1 << here:
        yield beyond, "AA.5", "the air base is out of supply"
    near = charts.grid.disc(here, charts.limit["airborne_range"])
    yield ~near, "AA.1", "{} is more than nine hexes away"
    by_base = "flies from an air base, or to one, that is in supply"
    yield beyond, "AA.2", lambda _: f"{p.name(unit)} {by_base}"


@derived(*GROUND)
def supplied_by_air(p: War) -> HexSet:
    """AA.5: the hexes near an air base, whatever lies between."""
    disc, far = p.charts.grid.disc, p.charts.limit["airborne_range"]
    return union(disc(base, far) for base in members(p.hexes_of(p.charts.air)))
