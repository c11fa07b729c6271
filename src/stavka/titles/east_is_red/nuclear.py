"""15.0 Tactical nuclear warfare."""

from __future__ import annotations

from ...hexes import Hex, HexSet
from .charts import SOVIET
from .position import War


def contaminate(p: War, result: str, targets: tuple[Hex, ...]) -> None:
    """15.2, 15.21: after a nuclear attack that destroyed its target, a die for each hex of it."""
    for target in targets:
        die = p.roll()
        if die in p.charts.contaminates[result]:
            mark_contaminated(p, 1 << target, p.current.side)
            p.tell("contaminated", "15.21", target, die)
        else:
            p.tell("not_contaminated", "15.21", target, die)


def mark_contaminated(p: War, hexes: HexSet, by: str) -> None:
    """15.21: the marker stays until the end of the next Combat Phase of whoever has placed it."""
    if by == SOVIET:
        if p.current.key == "soviet-combat":
            p.newly_contaminated |= hexes
        else:
            p.contaminated |= hexes  # OMG.2: after the Combat Phase of this turn
    else:
        p.newly_chinese_contaminated |= hexes


def clear_contamination(p: War, side: str) -> None:
    """15.21: a marker goes at the end of the same Player's next Combat Phase."""
    if side != SOVIET:
        if clean := p.chinese_contaminated & ~p.newly_chinese_contaminated:
            p.tell("cleared", "15.21", clean)
        p.chinese_contaminated = p.newly_chinese_contaminated
        p.newly_chinese_contaminated = 0
        return
    if clean := p.contaminated & ~p.newly_contaminated:
        p.tell("cleared", "15.21", clean)
    p.contaminated = p.newly_contaminated
    p.newly_contaminated = 0
