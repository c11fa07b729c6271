"""5.0 Contested spaces, and those that are closed to all of a side."""

from __future__ import annotations

from ...engine import derived
from ...hexes import HexSet, members
from ...kit.bars import Bars
from .charts import AXIS, SOVIET, enemy_of
from .position import GROUND, War


@derived(*GROUND)
def contested_by(p: War, side: str) -> HexSet:
    """5.0.1: the spaces next to a side's units that can contest, across nothing impassable."""
    found = p.charts.passage.spread(p.strong(side))
    if side == SOVIET and p.snow:
        found |= p.charts.ice.spread(_on_foot_at_the_ice(p))  # 5.0.5
    return found


def _on_foot_at_the_ice(p: War) -> HexSet:
    """3.3.5: Soviet non-motorized units that can contest, beside a red arrow."""
    walking = ~p.charts.motorized
    found = 0
    for hex_ in members(p.soviet_strong & p.charts.arrows.hexes):
        if p.is_strong(p.units_in(hex_) & walking):
            found |= 1 << hex_
    return found


def enemy_contested(p: War, side: str) -> HexSet:
    """The spaces that the enemy of a side contests."""
    return contested_by(p, enemy_of(side))


def bars_to_enter(p: War, side: str, case: str = "") -> Bars:
    """What keeps everybody out of a space, by the cases of movement or by another."""
    yield p.beyond & p.charts.land, case or "1.2", "{} is not on the map of this scenario"
    yield p.beyond, case or "3.3.4", "{} is water or out of play"
    yield p.occupied(enemy_of(side)), case or "3.2", "{} is occupied by enemy units"


@derived(*GROUND)
def next_to(p: War, side: str) -> HexSet:
    """The spaces next to a unit of a side, whatever lies between (6.2.2); air fleets are none."""
    return p.charts.grid.neighbours(p.occupied(side))


@derived(*GROUND)
def near_units(p: War, side: str, spaces: int) -> HexSet:
    """3.5.3 d: everything within so many spaces of any unit of a side.

    11.1.1, 12.2.5: Partisans and air fleets included.
    """
    found = p.occupied(side) | (p.fleet_hexes if side == AXIS else p.partisan_hexes)
    return p.charts.grid.within(found, spaces)


@derived(*GROUND)
def near_ground_units(p: War, side: str, spaces: int) -> HexSet:
    """11.2.3, 12.2.8: the same without Partisans and air fleets."""
    return p.charts.grid.within(p.occupied(side), spaces)
