"""11.0 Supply: where it comes from, how far it reaches, who has it."""

from __future__ import annotations

from ...engine import UnitSet
from ...hexes import Hex, HexSet, flood, members, reach
from .charts import CHINESE, FOOT, SOVIET
from .position import War
from .terrain import closed_hexes, column_of
from .zones_of_control import blocks_a_path


def intrinsic(p: War) -> bool:
    """11.5: in the first Game-Turns the Soviets live on their stocks."""
    return p.turn <= p.charts.limit["intrinsic_supply_turns"]


def blocked_for_supply(p: War, side: str) -> HexSet:
    """6.4, 13.23, 15.22: no path leads through these."""
    return closed_hexes(p, side) | blocks_a_path(p, side)


# 11.1 Supply sources


def soviet_home_region(p: War) -> HexSet:
    """Everything that a path of any length over passable terrain joins to 0701 or 3131."""
    if "home" not in p.cache:
        blocked = blocked_for_supply(p, SOVIET)
        passage = p.charts.passage_without(p.demolished_sides)
        region = flood(passage, p.charts.sources[SOVIET] & ~blocked, blocked=blocked)
        p.cache["home"] = region
    found: HexSet = p.cache["home"]
    return found


def railways_in_supply(p: War, side: str) -> HexSet:
    """11.11, 11.12: the railway hexes of a side that connect, unblocked, to its sources."""
    key = ("railways", side)
    if key not in p.cache:
        blocked = blocked_for_supply(p, side)
        sources = p.charts.sources[side]
        if side == CHINESE:
            # 11.12 with a ruling: an industrial hex is friendly while its own strength or a
            # Chinese unit holds it.
            sources |= p.charts.industry[CHINESE] & (~p.destroyed | p.chinese)
        sources &= p.charts.rail[side].hexes & ~blocked
        p.cache[key] = flood(
            p.charts.rail_passage(side, p.demolished_sides), sources, blocked=blocked
        )
    found: HexSet = p.cache[key]
    return found


def supply_units_in_supply(p: War) -> HexSet:
    """11.21: where Supply units stand that have an unblocked path home."""
    return p.hexes_of(p.charts.supply) & soviet_home_region(p)


# 11.2 Supply paths


def within_path(p: War, side: str, column: str, sources: HexSet) -> HexSet:
    """The hexes from which a unit can trace a path to one of the sources.

    The path is searched backwards and counts the terrain only: Zones of Control and stacks block
    or do not, and cost nothing (ruling). A hex in an enemy Zone of Control can be where the unit
    stands, but a path goes through it only if a friendly unit is there (6.4).
    """
    points = p.charts.limit["soviet_supply_path" if side == SOVIET else "chinese_supply_path"]
    movement = p.charts.supply_movement(column, p.demolished_sides)
    found = reach(
        movement,
        sources,
        points,
        blocked=closed_hexes(p, side) & ~p.occupied(side),
        stop=blocked_for_supply(p, side),
    )
    return found.hexes & p.charts.land


# 11.4 Supply states


def supplied_for_movement(p: War, side: str, column: str) -> HexSet:
    """The hexes in which a unit of a side is supplied for movement."""
    key = ("supplied", side, column)
    if key not in p.cache:
        if side == CHINESE:
            found = within_path(p, side, column, railways_in_supply(p, side))
        elif intrinsic(p):
            found = soviet_home_region(p)  # 11.5
        else:
            sources = railways_in_supply(p, SOVIET) | supply_units_in_supply(p)
            found = within_path(p, side, column, sources)
        p.cache[key] = found
    hexes: HexSet = p.cache[key]
    return hexes


def supplied_for_attack(p: War, side: str, column: str) -> HexSet:
    """11.42: after turn four only an expended Supply unit lets Soviet units attack in supply."""
    if side == CHINESE or intrinsic(p):
        return supplied_for_movement(p, side, column)
    key = ("attack supply", column)
    if key not in p.cache:
        p.cache[key] = within_path(p, side, column, p.expended) if p.expended else 0
    hexes: HexSet = p.cache[key]
    return hexes


def has_supply(p: War, unit: int, hex_: Hex, *, attack: bool = False) -> bool:
    """Whether a unit in a hex is supplied, for movement or for attack."""
    side = p.charts.unit_type[unit].side
    if p.charts.supply >> unit & 1:
        return bool(soviet_home_region(p) >> hex_ & 1)  # 11.21: a path of any length will do
    if p.charts.marine >> unit & 1 and near_landing(p, hex_):
        return True  # 5.54
    if p.charts.koreans >> unit & 1 and korean_supply(p) >> hex_ & 1:
        return True  # 17.5
    supplied = supplied_for_attack if attack else supplied_for_movement
    hexes = supplied(p, side, column_of(p, unit))
    return bool(hexes >> hex_ & 1)


def near_landing(p: War, hex_: Hex) -> bool:
    """5.54: on the hex where the Marine Division landed, or next to it."""
    return p.landing >= 0 and p.charts.grid.distance(hex_, p.landing) <= 1


def korean_supply(p: War) -> HexSet:
    """17.5: North Koreans can also trace their supply to Pyongyang."""
    if "korea" not in p.cache:
        source = 1 << p.charts.pyongyang & ~blocked_for_supply(p, CHINESE)
        p.cache["korea"] = within_path(p, CHINESE, FOOT, source) if source else 0
    found: HexSet = p.cache["korea"]
    return found


def unsupplied_units(p: War, side: str) -> UnitSet:
    """The Supply Judgement Phase: the units of a side that are out of supply for movement."""
    found = 0
    for unit in members(p.units_on_map(side)):
        if not has_supply(p, unit, p.where[unit]):
            found |= 1 << unit
    return found
