"""7.9 Unit combat steps."""

from __future__ import annotations

from ...hexes import members
from .position import BREAKDOWN, War
from .returning import eliminate
from .soviet_army import draw, needs_marker


def lose_step(p: War, unit: int, case: str) -> int:
    """Takes one step from a unit; returns the counter that stands for it now, or -1."""
    if needs_marker(p, unit):
        draw(p, unit, "6.2.2")
    left = p.steps[unit] - 1
    kind = p.charts.kind[unit]
    if left <= 0:
        eliminate(p, unit, case)  # 7.9.5
        return -1
    p.tell("step", case, unit, left)
    if kind.has_side_for(left):
        p.set_steps(unit, left)
        return unit
    # 7.9.3, 7.9.4: a smaller counter takes its place, if there is one (7.9.5).
    counters = members(p.box(BREAKDOWN) & p.charts.of_kind[kind.smaller])
    if not counters:
        eliminate(p, unit, "7.9.5")
        return -1
    return replace_by(p, unit, counters[0], left)


def replace_by(p: War, old: int, new: int, steps: int) -> int:
    """Exchanges a German counter for another with so many steps (7.9.4, 17.2.4)."""
    p.set_steps(new, steps)
    p.take_over(old, new)
    p.send(old, BREAKDOWN)
    p.tell("replaced", "7.9.4", old, new)
    return new
