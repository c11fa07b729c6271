"""Whose turn it is, and which result is to be expected.

The scale, for the PLA: 1 for a Sudden Death Victory, 0.9 for a Corps Elimination Victory, -1 for a
victory of the GMD, which has one level only; for the GMD the same with the other sign.
"""

from __future__ import annotations

from math import tanh

from ...engine import Turn
from ...hexes import members
from .charts import GMD, PLA
from .outline import NUMBER_OF
from .position import War
from .supply import pla_supplied
from .victory import corps_eliminated, thirds

LEVELS = {"3.1": 1.0, "3.2.1": 0.9}
# 3.2.1 knows no degrees of a GMD victory. Who came near is told from who did not: between these.
NARROW, CLEAR = -0.6, -1.0
# Before the end nothing is certain.
CERTAIN = 0.85
# Corps that the PLA can expect to eliminate in a turn, for each factor that it has on the map.
RATE = 0.036
# How far the corps of the end may be from what is expected: at the end, and more for each turn.
SPREAD, SPREAD_PER_TURN = 1.0, 0.7
# What holding Xuzhou means to the PLA as long as it may win the game by it.
XUZHOU = 0.5


def value(p: War, side: str) -> float:
    """The result that a side can expect."""
    found = _ended(p) if p.ended is not None else _expected(p)
    return found if side == PLA else -found


def _ended(p: War) -> float:
    assert p.ended is not None
    if p.ended.winner == PLA:
        return LEVELS[p.ended.case]
    missing = 1 - corps_eliminated(p) / p.charts.limit["victory_corps"]
    return NARROW + (CLEAR - NARROW) * missing


def _expected(p: War) -> float:
    """3.2: the corps that will have been eliminated, against those needed; 3.1 in the first turns.

    What the PLA still does depends on the factors that it has to do it with.
    """
    charts, limit = p.charts, p.charts.limit
    cf = charts.cf
    left = limit["turns"] - p.turn + (p.phase <= NUMBER_OF["pla-combat"])
    factors = sum([cf[unit] for unit in members(p.on_map & charts.units_of[PLA])])
    corps = thirds(p) / limit["units_for_a_corps"] + RATE * factors * left
    found = tanh((corps - limit["victory_corps"]) / (SPREAD + SPREAD_PER_TURN * left))
    if p.turn <= limit["sudden_death_turns"] and p.pla >> charts.xuzhou & 1:
        supplied = pla_supplied(p, "ECFA") | pla_supplied(p, "CPFA")
        if p.pla_in(charts.xuzhou) & charts.corps and supplied >> charts.xuzhou & 1:
            found = max(found, 0.0) + XUZHOU
    return max(-CERTAIN, min(CERTAIN, CERTAIN * found))


def turn_of(p: War) -> Turn:
    """8.0: in a turn the GMD moves, the PLA moves and attacks, and the GMD attacks."""
    if p.phase < NUMBER_OF["pla-reinforcement"]:
        return Turn((p.turn, "moves"), GMD)
    if p.phase < NUMBER_OF["gmd-combat"]:
        return Turn(p.turn, PLA)
    return Turn((p.turn, "attacks"), GMD)
