"""4.0 More than one unit in a space."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Decision, Step, units
from ...hexes import Hex, members, set_of
from .charts import AXIS, enemy_of
from .position import War
from .returning import eliminate


def points(p: War, stack: Sequence[int]) -> int:
    """4.0.1: the stacking points of units together; what has a range has none (4.0.2)."""
    of = p.charts.stacking_of
    return sum(of[unit] for unit in stack)


def limit_of(p: War, side: str) -> int:
    return p.charts.limit["axis_stack" if side == AXIS else "soviet_stack"]


def violates(p: War, stack: Sequence[int]) -> bool:
    """4.0.3-4.0.6: whether units may not be together in a space."""
    if len(stack) < 2:
        return False
    charts = p.charts
    if charts.units_of[AXIS] >> stack[0] & 1:
        if points(p, stack) > charts.limit["axis_stack"]:
            return True
        # 4.0.4: allies of different nationalities never stack.
        nations = {charts.kind[unit].nationality for unit in stack} - {"German"}
        return len(nations) > 1
    if points(p, stack) > charts.limit["soviet_stack"]:
        return True
    return (set_of(stack) & charts.guards_cavalry).bit_count() > 1  # 4.0.6, 15.6.2


def fits(p: War, group: Sequence[int], hex_: Hex) -> bool:
    """Whether units may stay in a hex with those that are there."""
    there = p.units_in(hex_)
    return not violates(p, (*there, *(u for u in group if u not in there)))


def overstacks(p: War) -> list[Hex]:
    return sorted(hex_ for hex_, stack in p.stacks.items() if violates(p, stack))


def culprits(p: War, stack: Sequence[int]) -> int:
    """4.0.7: the units whose removal helps against one of the ways to violate the limits."""
    charts, stack_set, found = p.charts, set_of(stack), 0
    if points(p, stack) > limit_of(p, charts.kind[stack[0]].side):
        found |= set_of(u for u in stack if charts.stacking_of[u])
    cavalry = stack_set & charts.guards_cavalry
    if cavalry.bit_count() > 1:
        found |= cavalry
    allies = stack_set & charts.units_of[AXIS] & ~charts.german
    if len({charts.kind[u].nationality for u in members(allies)}) > 1:
        # The strangers to each other are the trouble, headquarters included.
        found |= allies
    return found


class Overstacked(Step[War, None], key="overstacked"):
    """4.0.7: at the end of a phase the opponent removes units from spaces that hold too many."""

    def decision(self, p: War, memo: None) -> Decision | None:
        too_high = overstacks(p)
        if not too_high:
            return None
        here = too_high[0]
        stack = p.units_in(here)
        side = enemy_of(p.charts.kind[stack[0]].side)
        prompt = f"Too many enemy units in {p.label(here)}: remove one"
        options = [units("remove", "4.0.7", culprits(p, stack))]
        return p.ask(side, prompt, "4.0.7", options, at=(here,))

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        eliminate(p, value, "4.0.7")
