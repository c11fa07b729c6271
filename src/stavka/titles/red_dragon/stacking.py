"""6.0 Stacking."""

from __future__ import annotations

from functools import cache

from ...engine import UnitSet
from ...hexes import Hex, HexSet, members
from ...kit.bars import Bars
from .charts import GMD, Charts
from .commands import case_between, partners_now
from .position import War


def legal_stack(p: War, hex_: Hex, stack: UnitSet, side: str) -> bool:
    """6.1: whether the units of a side in a hex may all be there, Commands included."""
    charts = p.charts
    # 6.1.3, 17.2.2: Leaders do not count.
    troops = stack & charts.units_of[side]
    if side == GMD and p.fdp >> hex_ & 1:
        number = troops.bit_count()
        if _is_armored_group(p, stack, troops):
            number -= (troops & charts.armor).bit_count() - 1
        return number <= charts.limit["fdp_units"]  # 4.2.1, 6.1.10, 16.2.1
    return _within_limits(p, stack, troops) and _within_commands(p, stack, troops)


def _within_limits(p: War, stack: UnitSet, troops: UnitSet) -> bool:
    charts, limit = p.charts, p.charts.limit
    if (troops & charts.corps).bit_count() > limit["stack_corps"]:
        return False
    smaller = (troops & charts.smaller).bit_count()
    tanks = (troops & charts.armor).bit_count()
    if _is_armored_group(p, stack, troops):
        smaller, tanks = smaller + 1, 0
    # 6.1.2: a further battalion of tanks is a smaller unit like others.
    if smaller > limit["stack_smaller"]:
        return False
    if smaller + tanks > limit["stack_smaller"] + limit["stack_armor"]:
        return False
    return all(
        (troops & kind).bit_count() <= most
        for kind, most in (
            (charts.artillery, limit["stack_artillery"]),
            (charts.heavy_mortars, limit["stack_heavy_mortar"]),
            (charts.guerrillas, limit["stack_free"]),
            (charts.militia, limit["stack_free"]),
            (charts.elbs, limit["stack_free"]),
        )
    )


def _is_armored_group(p: War, stack: UnitSet, troops: UnitSet) -> bool:
    """17.2.9d: whether the tanks of a stack are Jiang's, and stack as one regiment."""
    charts = p.charts
    tanks = (troops & charts.armor).bit_count()
    return bool(stack >> charts.jiang & 1) and tanks >= charts.limit["armored_group_regiment"]


def _within_commands(p: War, stack: UnitSet, troops: UnitSet) -> bool:
    """6.1.4; 17.2.9: tanks with Jiang go with any Command."""
    if stack >> p.charts.jiang & 1:
        troops &= ~p.charts.armor
    table = partners_now(p).stack
    return not any(troops & ~table[unit] for unit in members(troops))


def fits(p: War, unit: int, hex_: Hex, along: UnitSet = 0) -> bool:
    """Whether a unit, with others that go along, may end in a hex with who is there."""
    side = p.charts.counter[unit].side
    return legal_stack(p, hex_, p.units_in(hex_) | 1 << unit | along, side)


def room_for(p: War, unit: int, hexes: HexSet, along: UnitSet = 0) -> HexSet:
    """The hexes of a set in which a unit may end: the empty ones, and others that have room."""
    charts = p.charts
    if charts.guerrillas >> unit & 1:
        return hexes & ~p.guerrillas  # 6.1.6; 4.1.4: with any other PLA unit
    side = charts.counter[unit].side
    taken = hexes & p.occupied(side)
    if not taken:
        return hexes
    own = charts.units_of[side]
    strangers = own & ~partners_now(p).stack[unit]
    limits = _limits_for(charts)[unit]
    stacks = p.stacks
    # Where Commands do not matter, or tanks stack together, the whole stack is looked at.
    special = 0
    if side == GMD:
        special = p.fdp
        if p.where[charts.jiang] >= 0:
            special |= 1 << p.where[charts.jiang]
    full = 0
    for hex_ in members(taken):
        if along or special >> hex_ & 1:
            if not fits(p, unit, hex_, along):
                full |= 1 << hex_
            continue
        stack = stacks[hex_]
        if stack & strangers:
            full |= 1 << hex_
            continue
        for kind, most in limits:
            if (stack & kind).bit_count() >= most:
                full |= 1 << hex_
                break
    return hexes & ~full


def bars_to_stack(p: War, unit: int, hexes: HexSet, along: UnitSet = 0) -> Bars:
    """Those of some hexes that have no room for a unit, each with its reason."""
    for hex_ in members(hexes & ~room_for(p, unit, hexes, along)):
        stack = p.units_in(hex_) | 1 << unit | along
        yield 1 << hex_, *_crowded(p, unit, hex_, stack)


def _crowded(p: War, unit: int, hex_: Hex, stack: UnitSet) -> tuple[str, str]:
    """The case and the words against a stack with a unit that comes to a hex."""
    charts, limit, mine = p.charts, p.charts.limit, p.charts.counter[unit]
    troops = stack & charts.units_of[mine.side]
    if mine.side == GMD and p.fdp >> hex_ & 1:
        return "16.2.1", "no more than five units can be in an FDP"
    if not stack >> charts.jiang & 1:
        for other in members(troops & ~partners_now(p).stack[unit] & ~(1 << unit)):
            theirs = charts.counter[other]
            case = case_between(p, mine.command, theirs.command)
            return case, f"{mine.name} does not stack with {theirs.name}"
    for kind, words, most, case in (
        (charts.artillery, "artillery unit", limit["stack_artillery"], "6.1.5"),
        (charts.heavy_mortars, "heavy mortar unit", limit["stack_heavy_mortar"], "6.1.5"),
    ):
        if (troops & kind).bit_count() > most:
            return case, f"only one {words} can be in {{}}"
    return "6.1.2", "two corps, two smaller units and one of armor fill {}"


@cache
def _limits_for(charts: Charts) -> tuple[tuple[tuple[UnitSet, int], ...], ...]:
    """6.1.2, 6.1.5: for each unit, kinds of units and the number that leaves no room for it."""
    limit = charts.limit
    corps = ((charts.corps, limit["stack_corps"]),)
    every = (charts.smaller | charts.armor, limit["stack_smaller"] + limit["stack_armor"])
    smaller = ((charts.smaller, limit["stack_smaller"]), every)
    found: list[tuple[tuple[UnitSet, int], ...]] = []
    for unit in range(len(charts.counter)):
        bit = 1 << unit
        if bit & charts.corps:
            found.append(corps)
        elif bit & charts.artillery:
            found.append((*smaller, (charts.artillery, limit["stack_artillery"])))
        elif bit & charts.heavy_mortars:
            found.append((*smaller, (charts.heavy_mortars, limit["stack_heavy_mortar"])))
        else:
            found.append((every,) if bit & charts.armor else smaller)
    return tuple(found)
