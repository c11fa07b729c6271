"""8 Victory."""

from __future__ import annotations

from stavka.engine import Outcome
from stavka.hexes import members

from .charts import UPLAND, VALE
from .position import War


def points(p: War) -> int:
    """8.1: what the towns of the Upland are worth."""
    return sum(p.charts.towns[town] for town in members(p.taken))


def end_game(p: War) -> None:
    """8.2: the Upland needs so many points; otherwise the Vale has won."""
    held, needed = points(p), p.conditions.points
    winner = UPLAND if held >= needed else VALE
    reason = f"the Upland holds towns for {held} points and needs {needed}"
    p.ended = Outcome(winner, "Victory", reason, "8.2")
    p.tell("ended", "8.2", winner, reason)
