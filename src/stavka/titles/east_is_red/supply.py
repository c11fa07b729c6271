"""11.0 Supply: where it comes from, how far it reaches, who has it."""

from __future__ import annotations

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, flood, members, reach
from .charts import CHINESE, FOOT, SOVIET
from .position import GROUND, POOL, War
from .terrain import closed_hexes, column_of
from .variants.air_assault import supplied_by_air
from .variants.us_intervention import supplied_from_the_sea
from .zones_of_control import blocks_a_path, in_enemy_control


def intrinsic(p: War, side: str) -> bool:
    """11.5: in the first Game-Turns the Soviets live on their stocks; so do 1960s Chinese."""
    return p.turn <= p.conditions.intrinsic_turns[side]


def blocked_for_supply(p: War, side: str) -> HexSet:
    """6.4, 13.23, 15.22: no path leads through these."""
    return closed_hexes(p, side) | blocks_a_path(p, side)


# 11.1 Supply sources


@derived(*GROUND)
def soviet_home_region(p: War) -> HexSet:
    """Everything that a path of any length over passable terrain joins to 0701 or 3131."""
    blocked = blocked_for_supply(p, SOVIET)
    passage = p.charts.passage_without(p.demolished_sides)
    return flood(passage, p.charts.sources[SOVIET] & ~blocked, blocked=blocked)


@derived(*GROUND)
def railways_in_supply(p: War, side: str) -> HexSet:
    """11.11, 11.12: the railway hexes of a side that connect, unblocked, to its sources."""
    blocked = blocked_for_supply(p, side)
    sources = p.charts.sources[side]
    if side == CHINESE:
        # 11.12 with a ruling: an industrial hex is friendly while its own strength or a Chinese
        # unit holds it.
        sources |= p.charts.industry[CHINESE] & (~p.destroyed | p.chinese)
    sources &= p.charts.rail[side].hexes & ~blocked
    return flood(p.charts.rail_passage(side, p.demolished_sides), sources, blocked=blocked)


def supply_units_in_supply(p: War) -> HexSet:
    """11.3, 11.21: where Supply units stand that have an unblocked path home."""
    return p.hexes_of(p.charts.supply) & soviet_home_region(p)


# 11.2 Supply paths


def within_path(p: War, side: str, column: str, sources: HexSet) -> HexSet:
    """11.21, 11.22: the hexes from which a unit can trace a path to one of the sources.

    The path is searched backwards and counts the terrain only: Zones of Control and stacks block
    or do not, and cost nothing (ruling). A hex in an enemy Zone of Control can be where the unit
    stands, but a path goes through it only if a friendly unit is there (6.4).
    """
    points = p.charts.limit["soviet_supply_path" if side == SOVIET else "chinese_supply_path"]
    blocked = closed_hexes(p, side) & ~p.occupied(side)
    if side == SOVIET and p.guerrilla_warfare:
        # GW.4: a path that touches China is shorter than one that stays outside.
        china, short = p.charts.china, p.charts.limit["guerrilla_supply_path"]
        outside = _paths(p, side, column, sources & ~china, points, blocked | china)
        return outside | _paths(p, side, column, sources, short, blocked)
    return _paths(p, side, column, sources, points, blocked)


def _paths(p: War, side: str, column: str, sources: HexSet, points: int, blocked: HexSet) -> HexSet:
    # INT.4: what the path enters is what it leaves when searched backwards.
    zone = p.interdicted(side)
    found = reach(
        p.charts.supply_movement(column, p.demolished_sides),
        sources,
        points,
        blocked=blocked,
        stop=blocked_for_supply(p, side),
        leave=((p.charts.limit["interdicted_hex"], zone),) if zone else (),
    )
    return found.hexes & p.charts.land


# 11.4 Supply states


@derived(*GROUND)
def supplied_for_movement(p: War, side: str, column: str) -> HexSet:
    """The hexes in which a unit of a side is supplied for movement."""
    if side == CHINESE:
        if intrinsic(p, CHINESE):
            return p.charts.land  # 1960s.special
        return within_path(p, side, column, railways_in_supply(p, side))
    if intrinsic(p, SOVIET):
        return soviet_home_region(p)  # 11.5
    sources = railways_in_supply(p, SOVIET) | supply_units_in_supply(p)
    return within_path(p, side, column, sources)


def supplied_for_attack(p: War, side: str, column: str) -> HexSet:
    """11.42: after turn four only an expended Supply unit lets Soviet units attack in supply."""
    if side == CHINESE or intrinsic(p, SOVIET):
        # 11.41: the Chinese are supplied for everything or for nothing.
        return supplied_for_movement(p, side, column)
    return _within_expended(p, column) if p.expended else 0


@derived(*GROUND)
def _within_expended(p: War, column: str) -> HexSet:
    return within_path(p, SOVIET, column, p.expended)


def has_supply(p: War, unit: int, hex_: Hex, *, attack: bool = False) -> bool:
    """Whether a unit in a hex is supplied, for movement or for attack."""
    side = p.charts.unit_type[unit].side
    if p.charts.own_supply >> unit & 1:
        if p.charts.supply >> unit & 1:
            return bool(soviet_home_region(p) >> hex_ & 1)  # 11.21: a path of any length will do
        if _own_supply(p, unit, hex_):
            return True
    supplied = supplied_for_attack if attack else supplied_for_movement
    hexes = supplied(p, side, column_of(p, unit))
    return bool(hexes >> hex_ & 1)


def _own_supply(p: War, unit: int, hex_: Hex) -> bool:
    """Whether a unit of a special kind needs no path."""
    charts = p.charts
    if charts.us_air >> unit & 1:
        return True  # US.2
    if charts.marine >> unit & 1:
        return near_landing(p, unit, hex_)  # 5.54
    if charts.koreans >> unit & 1:
        return bool(korean_supply(p) >> hex_ & 1)  # 17.5
    if charts.air_assault >> unit & 1:
        return bool(supplied_by_air(p) >> hex_ & 1)  # AA.5
    if charts.us_marine >> unit & 1:
        return bool(supplied_from_the_sea(p) >> hex_ & 1)  # US.1
    return bool(guerrilla_supply(p) >> hex_ & 1)  # Militia and Red Guards


def guerrilla_supply(p: War) -> HexSet:
    """GW.1: where Militia and Red Guards need no supply path."""
    return p.charts.china if p.guerrilla_warfare else 0


def supplied_elsewhere(p: War, unit: int) -> HexSet:
    """17.43: the hexes in which Militia would be in supply once they have left their own.

    They may have kept that one open (6.4) or its industry friendly (11.12), and would make any
    industry on a railway friendly by standing in it.
    """
    charts, here = p.charts, p.where[unit]
    matters = in_enemy_control(p, CHINESE) | p.destroyed
    alone = matters >> here & 1 and p.units_in(here).bit_count() == 1
    found = _supplied_without(p, unit) if alone else supplied_for_movement(p, CHINESE, FOOT)
    return found | guerrilla_supply(p) | charts.industry[CHINESE] & charts.rail[CHINESE].hexes


@derived(*GROUND)
def _supplied_without(p: War, unit: int) -> HexSet:
    left = p.clone()
    left.send(unit, POOL)
    return supplied_for_movement(left, CHINESE, FOOT)


def near_landing(p: War, unit: int, hex_: Hex) -> bool:
    """5.54: on the hex where the Marine Division landed, or next to it."""
    landing = p.landing_of(unit)
    return landing >= 0 and p.charts.grid.distance(hex_, landing) <= 1


@derived(*GROUND)
def korean_supply(p: War) -> HexSet:
    """17.5: North Koreans can also trace their supply to Pyongyang."""
    source = 1 << p.charts.pyongyang & ~blocked_for_supply(p, CHINESE)
    return within_path(p, CHINESE, FOOT, source) if source else 0


@derived(*GROUND)
def unsupplied_units(p: War, side: str) -> UnitSet:
    """The Supply Judgement Phase: the units of a side that are out of supply for movement."""
    found = 0
    for unit in members(p.units_on_map(side)):
        if not has_supply(p, unit, p.where[unit]):
            found |= 1 << unit
    return found
