"""4.0 More than one unit in a space."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Decision, Step, UnitSet, units
from ...hexes import Hex, members, set_of
from ...kit.bars import Bars, legal
from .charts import AXIS, SOVIET, enemy_of
from .position import War
from .returning import eliminate


def points(p: War, stack: UnitSet) -> int:
    """4.0.1: the stacking points of units together; what has a range has none (4.0.2)."""
    of = p.charts.stacking_of
    return sum([of[unit] for unit in members(stack)])


def limit_of(p: War, side: str) -> int:
    return p.charts.limit["axis_stack" if side == AXIS else "soviet_stack"]


def violates(p: War, stack: UnitSet) -> bool:
    """4.0.3-4.0.6: whether units may not be together in a space."""
    stack &= p.charts.crowding
    if not stack & (stack - 1):
        return False
    if points(p, stack) > limit_of(p, side_of(p, stack)):
        return True
    # 4.0.6, 15.6.2: Guards cavalry alone.
    return bool(strangers(p, stack)) or (stack & p.charts.guards_cavalry).bit_count() > 1


def side_of(p: War, stack: UnitSet) -> str:
    return AXIS if stack & p.charts.units_of[AXIS] else SOVIET


def strangers(p: War, stack: UnitSet) -> UnitSet:
    """4.0.4: allies of different nationalities never stack."""
    charts = p.charts
    allies = stack & charts.units_of[AXIS] & ~charts.german
    if not allies & (allies - 1):
        return 0
    return allies if len({charts.kind[u].nationality for u in members(allies)}) > 1 else 0


def fits(p: War, group: Sequence[int], hex_: Hex) -> bool:
    """Whether units may stay in a hex with those that are there."""
    return not violates(p, p.units_in(hex_) | set_of(group))


def overstacks(p: War) -> list[Hex]:
    # Most are alone.
    crowding = p.charts.crowding
    several = [
        (hex_, crowd)
        for hex_, stack in p.stacks.items()
        if (crowd := stack & crowding) & (crowd - 1)
    ]
    return sorted([hex_ for hex_, crowd in several if violates(p, crowd)])


def culprits(p: War, stack: UnitSet) -> UnitSet:
    """4.0.7: the units whose removal helps against one of the ways to violate the limits."""
    charts, found = p.charts, 0
    if points(p, stack) > limit_of(p, side_of(p, stack)):
        found |= set_of(u for u in members(stack) if charts.stacking_of[u])
    cavalry = stack & charts.guards_cavalry
    if cavalry.bit_count() > 1:
        found |= cavalry
    # The strangers to each other are the trouble, headquarters included.
    return found | strangers(p, stack)


def bars_to_remove(p: War, stack: UnitSet) -> Bars:
    yield ~culprits(p, stack), "4.0.7", "removing {} does not help"


def bars_to_thin_out(p: War, memo: None) -> Bars:
    yield from bars_to_remove(p, p.units_in(overstacks(p)[0]))


class Overstacked(Step[War, None], key="overstacked"):
    """4.0.7: at the end of a phase the opponent removes units from spaces that hold too many."""

    def decision(self, p: War, memo: None) -> Decision | None:
        too_high = overstacks(p)
        if not too_high:
            return None
        here = too_high[0]
        stack = p.units_in(here)
        side = enemy_of(side_of(p, stack))
        prompt = f"Too many enemy units in {p.label(here)}: remove one"
        options = [units("remove", "4.0.7", legal(bars_to_remove(p, stack)))]
        return p.ask(side, prompt, "4.0.7", options, at=(here,))

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        eliminate(p, value, "4.0.7")
