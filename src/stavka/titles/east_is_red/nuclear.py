"""15.0 Tactical nuclear warfare."""

from __future__ import annotations

from ...hexes import Hex
from .position import War


def contaminate(p: War, result: str, targets: tuple[Hex, ...]) -> None:
    """15.21: after a nuclear attack that destroyed its target, a die for each hex attacked."""
    for target in targets:
        die = p.roll()
        if die in p.charts.contaminates[result]:
            p.newly_contaminated |= 1 << target
            p.touch()
            p.tell("contaminated", "15.21", target, die)
        else:
            p.tell("not_contaminated", "15.21", target, die)


def clear_contamination(p: War) -> None:
    """15.21: a marker goes at the end of the Soviet Player's next Combat Phase."""
    if clean := p.contaminated & ~p.newly_contaminated:
        p.tell("cleared", "15.21", clean)
    p.contaminated = p.newly_contaminated
    p.newly_contaminated = 0
    p.touch()
