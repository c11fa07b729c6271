"""Attacks that the Axis can set up: its Combat Phase comes right after its movement."""

from __future__ import annotations

from typing import NamedTuple

from ...engine import UnitSet, derived
from ...hexes import Hex, members
from .airpower import covers
from .charts import AXIS, SOVIET
from .combat import (
    attack_value,
    column_for,
    defence_values,
    defenders_in,
    die_modifier,
    in_reach_of,
    row_of,
)
from .evaluation import around, steps_of
from .position import GROUND, War
from .prospects import must_stand, prospect
from .styles import Staff

# How far away troops are thought of, and how much of them will come.
NEAR = 4
WILL_COME = 0.6
# Odds that are looked at for a plan.
ODDS = (2, 3, 4, 5, 6, 7, 8)
# So much of what is possible will do.
WILL_DO = 0.85
# The steps of a usual attack: what all is lost with an AE.
USUAL_STEPS = 8


class Plan(NamedTuple):
    """An attack that can be set up."""

    promise: float
    # The attack strength that will do, and that which is there.
    needed: float
    present: float
    # Who is there.
    units: UnitSet


@derived(*GROUND, "out", "lack", "moved")
def battle_plans(p: War, style: Staff) -> dict[Hex, tuple[Plan, ...]]:
    """The attacks that can be set up, by the hexes from which they are made."""
    if p.current.key != "axis-movement":
        return {}
    found: dict[Hex, list[Plan]] = {}
    charts = p.charts
    near = charts.grid.within(p.axis_strong, NEAR)
    for target in members(p.soviet & near):
        plan = _plan(p, style, target)
        if plan is not None:
            for hex_ in members(charts.steps(charts.passage, target)):
                found.setdefault(hex_, []).append(plan)
    return {hex_: tuple(plans) for hex_, plans in found.items()}


def _plan(p: War, style: Staff, target: Hex) -> Plan | None:
    charts = p.charts
    able = charts.attackers & charts.units_of[AXIS]
    present = in_reach_of(p, target) & able
    strength = sum([attack_value(p, u) for u in members(present)])
    coming = p.units_at(around(charts, target, NEAR) & p.axis_strong) & able & ~p.moved
    more = sum([attack_value(p, u) for u in members(coming & ~present)])
    defenders = defenders_in(p, target)
    defence = max(defence_values(p, defenders, doubled=False), 1.0)
    row = row_of(p, target, SOVIET)
    die = int(sum(term.value for term in die_modifier(p, AXIS, (target,), overrun=False)))
    shift = 1 if covers(p, 1 << target) else 0
    theirs = steps_of(p, defenders)
    caught = must_stand(p, SOVIET, target)
    last = len(charts.ratios_of[row]) - 1
    best, options = 0.0, []
    for odds in ODDS:
        needed = odds * defence
        if needed > strength + WILL_COME * more:
            break
        column = column_for(p, needed, defence, row)
        if column is not None:
            column = min(column + shift, last)
            worth = prospect(charts, style, column, die, USUAL_STEPS, theirs, caught)
            best = max(best, worth)
            options.append((needed, worth))
    for needed, worth in options:
        if worth >= WILL_DO * best > style.boldness:
            return Plan(worth, needed, strength, present)
    return None


def share_in(p: War, plans: tuple[Plan, ...], unit: int) -> float:
    """What a unit adds to the best of some attacks."""
    own = attack_value(p, unit)
    best = 0.0
    for plan in plans:
        present = plan.present - (own if plan.units >> unit & 1 else 0.0)
        missing = min(own, plan.needed - present)
        if missing > 0.0:
            best = max(best, plan.promise * missing / plan.needed)
    return best
