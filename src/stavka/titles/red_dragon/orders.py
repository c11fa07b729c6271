"""Orders: units that are to go somewhere this turn, whatever a style thinks of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine import Choice, Decision, Orders
from ...hexes import Hex, members, set_of
from .movement import Moving
from .position import War

# The ways to get somewhere, those first that leave a unit most freedom.
WAYS = ("move", "march", "convoy", "rail", "enter", "fly")


def ways_in(p: War, decision: Decision) -> Iterator[tuple[Hex, Choice]]:
    """Where the unit in hand can go, each hex once, by the way that leaves it most freedom."""
    seen = 0
    for verb in WAYS:
        if option := decision.option(verb):
            for hex_ in members(option.values & ~seen):
                yield hex_, Choice(verb, p.label(hex_))
            seen |= option.values


def obey(p: War, decision: Decision, memo: Moving, orders: Orders) -> Choice | None:
    """What carries out the orders, before anybody else moves; None if nothing is left to do.

    Somebody who cannot go where he is sent gets as near as he can. He is tried again when others
    have moved, for they may have made room.
    """
    if memo.unit in orders and (choice := _go(p, decision, memo.unit, orders[memo.unit])):
        return choice
    side = decision.side
    ordered = set_of(orders)
    if memo.struck or p.moved & p.charts.units_of[side] & ~ordered:
        return None
    if memo.unit >= 0 and memo.unit not in orders:
        return None
    option = decision.option("select")
    ready = option.values if option else 0
    queue = [unit for unit in orders if unit == memo.unit or ready >> unit & 1]
    after = queue.index(memo.unit) + 1 if memo.unit in queue else 0
    for unit in queue[after:]:
        if p.where[unit] != orders[unit]:
            return Choice("select", p.name(unit))
    return None


def _go(p: War, decision: Decision, unit: int, there: Hex) -> Choice | None:
    """The unit in hand goes to a hex, or nearer to it."""
    distance, here = p.charts.grid.distance, p.where[unit]
    nearest = distance(here, there) if here >= 0 else 10_000
    chosen: Choice | None = None
    for verb in WAYS:
        option = decision.option(verb)
        if option is None:
            continue
        if option.values >> there & 1:
            return Choice(verb, p.label(there))
        for hex_ in members(option.values):
            away = distance(hex_, there)
            if away < nearest:
                nearest, chosen = away, Choice(verb, p.label(hex_))
    return chosen
