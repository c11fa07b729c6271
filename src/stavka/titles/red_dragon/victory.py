"""3.0 How to win."""

from __future__ import annotations

from ...engine import Outcome, UnitSet
from ...hexes import members
from .charts import GMD, PLA
from .position import BEYOND, DEFECTORS, GONE, SCHOOL, UNDER, War
from .supply import in_supply


def eliminated(p: War) -> tuple[UnitSet, UnitSet]:
    """3.2.3: the GMD units that count, and those of them that come back beyond turn 10.

    Ruling: whoever has defected is eliminated, wherever the counter lies.
    """
    lost, beyond, where = 0, 0, p.where
    for unit in members(p.charts.units_of[GMD] | p.charts.leaders):
        at = where[unit]
        if at == BEYOND:
            beyond |= 1 << unit
        elif at in (GONE, DEFECTORS, UNDER) or at < SCHOOL:
            lost |= 1 << unit
    return lost, beyond


def thirds(p: War) -> int:
    """3.2.2, 3.2.3: eliminated corps-equivalents, counted in thirds."""
    charts = p.charts
    lost, beyond = eliminated(p)
    corps = (lost & (charts.corps | charts.leaders | charts.asterisked)).bit_count()
    others = lost.bit_count() - corps
    return corps * charts.limit["units_for_a_corps"] + others + beyond.bit_count()


def corps_eliminated(p: War) -> int:
    """3.2.3: rounded down."""
    return thirds(p) // p.charts.limit["units_for_a_corps"]


def sudden_death(p: War) -> bool:
    """3.1: a PLA Corps in supply holds Xuzhou at the end of one of the first turns."""
    charts = p.charts
    if p.turn > charts.limit["sudden_death_turns"]:
        return False
    return any(in_supply(p, u) for u in members(p.pla_in(charts.xuzhou) & charts.corps))


def end_turn(p: War) -> None:
    """The Turn End Phase: has somebody won?"""
    charts = p.charts
    if sudden_death(p):
        _end(p, PLA, "Sudden Death Victory", "The PLA holds Xuzhou", "3.1")
    elif p.turn >= charts.limit["turns"]:  # 3.2
        lost, needed = corps_eliminated(p), charts.limit["victory_corps"]
        reason = f"{lost} GMD corps or their equivalent have been eliminated; {needed} are needed"
        if lost >= needed:
            _end(p, PLA, "Corps Elimination Victory", reason, "3.2.1")
        else:
            _end(p, GMD, "Victory", reason, "3.2.1")


def _end(p: War, winner: str, level: str, reason: str, case: str) -> None:
    p.ended = Outcome(winner, level, reason, case)
    p.tell("ended", case, winner, reason)
