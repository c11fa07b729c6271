"""Movement of a side that is led in a style: whom to take next, and where to.

Strategic movement and sea movement come before all other movement (3.5.2), those of the style and
those of the orders; then the orders that are carried out on foot, then everybody else.
"""

from __future__ import annotations

from functools import cache

from ...engine import Choice, Decision, Orders
from ...hexes import Hex, HexSet, members, set_of
from .advice import FAR_BEHIND, values_of
from .battles import best_battle
from .charts import SOVIET, Charts, enemy_of
from .choosing import better_hex
from .contested import near_units
from .evaluation import distances
from .movement import (
    LAST,
    SEA,
    STRATEGIC,
    Moving,
    allowance,
    kinds_ahead,
    manner_of,
    may_creep,
    may_use_strategic,
    out_of_step,
    reach_of,
    sea_hexes,
    strategic_hexes,
    walked_before,
)
from .overrun import overrun_cost, overrun_hexes
from .position import War
from .stacking import fits
from .styles import Staff


def advise_movement(
    p: War, decision: Decision, memo: Moving, style: Staff, orders: Orders
) -> Choice:
    """Take the units one after the other, and each to the best hex it can reach."""
    if memo.units:
        goal = orders.get(memo.units[0])
        if goal is None:
            choice = _by_style(p, decision, memo, style)
        else:
            choice = _under_orders(p, decision, memo, goal)
        if choice is not None:
            return choice
        if memo.strategic or memo.begun:
            return decision.first("back", "halt")
    unit = _next_unit(p, decision, memo, style, orders)
    return Choice("select", p.name(unit)) if unit >= 0 else Choice("done")


# The unit in hand


def _by_style(p: War, decision: Decision, memo: Moving, style: Staff) -> Choice | None:
    """What the unit in hand does; None if nothing is better than to stay."""
    unit = memo.units[0]
    for verb in ("transfer", "sail"):
        if (option := decision.option(verb)) is not None:
            there = better_hex(p, style, unit, option.values)
            if there is not None:
                return Choice(verb, p.label(there))
    if decision.option("strategic") and _wants_transfer(p, style, unit):
        return Choice("strategic")
    if option := decision.option("overrun"):
        target = best_battle(p, style, memo.units, option.values, overrun=True)
        if target is not None:
            return Choice("overrun", p.label(target))
    if option := decision.option("move"):
        room = option.values
        if len(memo.units) > 1:
            room = set_of(h for h in members(room) if fits(p, memo.units, h))
        there = better_hex(p, style, unit, room)
        if there is not None:
            return Choice("move", p.label(there))
    return None


def _under_orders(p: War, decision: Decision, memo: Moving, goal: Hex) -> Choice | None:
    """What the unit in hand does to carry out its order; None if it can do no more."""
    unit = memo.units[0]
    if p.where[unit] == goal:
        return None
    for verb in ("transfer", "sail", "overrun", "move"):
        option = decision.option(verb)
        if option is not None and option.values >> goal & 1:
            return Choice(verb, p.label(goal))
    if decision.option("strategic") and strategic_hexes(p, unit) >> goal & 1:
        return Choice("strategic")
    if option := decision.option("move"):
        there = _towards(p, memo, unit, goal, option.values)
        if there is not None:
            return Choice("move", p.label(there))
    return None


def _towards(p: War, memo: Moving, unit: int, goal: Hex, there: HexSet) -> Hex | None:
    """The hex from which a goal is nearest; beside an enemy, with points left to overrun it."""
    charts, side, here = p.charts, p.current.side, p.where[unit]
    if p.occupied(enemy_of(side)) >> goal & 1:
        points = allowance(p, unit) - sum(memo.spent[:1])
        left = points - overrun_cost(p, side)
        reach = reach_of(p, manner_of(p, unit), here, points, creep=may_creep(p, memo, here))
        near = charts.steps(charts.overrun_passage, goal)
        beside = [h for h in members(near & there) if (reach.cost(h) or 0) <= left]
        if near >> here & 1:
            return None
        if beside:
            return beside[0]
    ways = distances(charts, goal)
    best = min(members(there), key=lambda h: (ways[h], h), default=here)
    return best if ways[best] < ways[here] else None


# Whom to take next


def _next_unit(p: War, decision: Decision, memo: Moving, style: Staff, orders: Orders) -> int:
    """The next unit that has something to do, or -1."""
    waiting = values_of(decision, "select")
    kinds = kinds_ahead(p, memo)
    tanks = p.current.key == "tank-movement"
    far = STRATEGIC in kinds and not tanks
    if far and (unit := _next_by_rail_or_sea(p, memo, style, orders, waiting)) >= 0:
        return unit
    if not walked_before(kinds):
        on_foot = tuple(u for u in waiting if not out_of_step(p, kinds, 1 << u))
        if (unit := _next_under_orders(p, memo, orders, on_foot)) >= 0:
            return unit
        if (unit := _next_on_foot(p, memo, style, orders, on_foot)) >= 0:
            return unit
    if tanks and STRATEGIC in kinds:
        return _next_by_rail_or_sea(p, memo, style, orders, waiting)
    return -1


def _next_by_rail_or_sea(
    p: War, memo: Moving, style: Staff, orders: Orders, waiting: tuple[int, ...]
) -> int:
    """Units are taken in their order: those before the last that has moved have been asked."""
    nobody = memo.dismissed()
    last = memo.units[0] if memo.units and not memo.begun else -1
    if p.current.key != "tank-movement":
        last = max(last, (p.moved & ~set_of(orders)).bit_length() - 1)
    for unit in waiting:
        taking = nobody.taking(unit)
        goal = orders.get(unit)
        if goal is not None:
            far = strategic_hexes(p, unit) if may_use_strategic(p, unit) else 0
            if (far | _ports(p, taking)) >> goal & 1 and unit not in memo.units:
                return unit
        elif unit > last and (
            _wants_transfer(p, style, unit)
            or better_hex(p, style, unit, _ports(p, taking)) is not None
        ):
            return unit
    return -1


def _ports(p: War, memo: Moving) -> HexSet:
    return sea_hexes(p, memo) if SEA in kinds_ahead(p, memo) else 0


def _wants_transfer(p: War, style: Staff, unit: int) -> bool:
    """Troops far behind the front, if there is somewhere better for them."""
    charts = p.charts
    enemy = enemy_of(charts.kind[unit].side)
    if near_units(p, enemy, FAR_BEHIND) >> p.where[unit] & 1 or not may_use_strategic(p, unit):
        return False
    return better_hex(p, style, unit, strategic_hexes(p, unit)) is not None


def _next_under_orders(p: War, memo: Moving, orders: Orders, waiting: tuple[int, ...]) -> int:
    """An ordered unit that can do something about its order."""
    last = -1
    if memo.units and not memo.begun:
        # Whoever is in hand and does nothing has been asked; those of the style come later.
        if memo.units[0] not in orders:
            return -1
        last = memo.units[0]
    nobody = memo.dismissed()
    for unit in waiting:
        goal = orders.get(unit)
        if goal is None or unit <= last or goal == p.where[unit]:
            continue
        there = on_foot(p, nobody, unit)
        if there >> goal & 1 or _towards(p, nobody, unit, goal, there) is not None:
            return unit
        if overrun_hexes(p, p.current.side, (unit,)) >> goal & 1:
            return unit
    return -1


def _next_on_foot(
    p: War, memo: Moving, style: Staff, orders: Orders, waiting: tuple[int, ...]
) -> int:
    """The next in the style's order who has somewhere better to go, or somebody to overrun."""
    rank = ranks(p.charts)
    last = _progress(p, memo, orders, rank)
    if memo.units and not memo.begun and memo.units[0] not in orders:
        last = max(last, rank[memo.units[0]])
    nobody = memo.dismissed()
    for unit in sorted(waiting, key=rank.__getitem__):
        if (
            rank[unit] > last
            and unit not in orders
            and _has_something_to_do(p, nobody, style, unit)
        ):
            return unit
    return -1


@cache
def ranks(charts: Charts) -> tuple[int, ...]:
    """The order in which units move: depots first, for others go only as far as they are fed;
    Soviet tanks last, when armies and headquarters have gone to where they will be."""
    count = len(charts.kind)
    first, last = charts.depots, charts.motorized & charts.units_of[SOVIET]
    return tuple(
        [unit + count * ((last >> unit & 1) - (first >> unit & 1)) for unit in range(count)]
    )


def _progress(p: War, memo: Moving, orders: Orders, rank: tuple[int, ...]) -> int:
    """How far the order has been gone through: the last that has moved near the enemy.

    Battlegroups say nothing, for one may stand in for a corps that lost steps in an overrun.
    """
    moved = p.moved & ~p.charts.battlegroups & ~set_of(orders)
    if kinds_ahead(p, memo)[0] == LAST:
        moved &= p.charts.last_movers
    near = near_units(p, enemy_of(p.current.side), p.charts.limit["strategic_distance"])
    where = p.where
    gone = [rank[u] for u in members(moved & p.on_map) if near >> where[u] & 1]
    return max(gone, default=-1 - len(rank))


def _has_something_to_do(p: War, nobody: Moving, style: Staff, unit: int) -> bool:
    side = p.current.side
    if p.charts.siege >> unit & 1:
        return False
    if allowance(p, unit) >= overrun_cost(p, side):
        targets = overrun_hexes(p, side, (unit,))
        if targets and best_battle(p, style, (unit,), targets, overrun=True) is not None:
            return True
    return better_hex(p, style, unit, on_foot(p, nobody, unit)) is not None


def on_foot(p: War, nobody: Moving, unit: int) -> HexSet:
    """Where a unit can go by normal movement."""
    here = p.where[unit]
    creep = may_creep(p, nobody, here)
    reach = reach_of(p, manner_of(p, unit), here, allowance(p, unit), creep=creep)
    return reach.hexes & ~(1 << here)
